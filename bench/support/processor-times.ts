import { readFileSync } from 'node:fs'
import { familyOf } from '../faults/processes'

/** Seconds of CPU time of a process and its descendants, by pid. Requires Linux, where a clock tick is 10 ms. */
export function processorTimes(root: number): Map<number, number> {
  return new Map(
    familyOf(root).map((pid) => {
      // The fields follow the name in brackets, which may contain spaces; the 12th and 13th are user and system time.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return [pid, (Number(fields[11]) + Number(fields[12])) / 100]
    }),
  )
}
