import { readFileSync } from 'node:fs'
import { familyOf } from '../faults/processes'

/** Seconds of processor time of a process and its descendants, by pid. On Linux, where a clock tick is 10 ms. */
export function processorTimes(root: number): Map<number, number> {
  return new Map(
    familyOf(root).map((pid) => {
      // The fields follow the name in brackets, which may contain spaces; user and system time are the 12th and 13th.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return [pid, (Number(fields[11]) + Number(fields[12])) / 100]
    }),
  )
}
