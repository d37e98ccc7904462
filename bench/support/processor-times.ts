import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of processor time of a process and its descendants, by pid. On Linux, where a clock tick is 10 ms. */
export function processorTimes(root: number): Map<number, number> {
  const times = new Map<number, number>()
  const visit = (pid: number) => {
    // The fields follow the name in brackets, which may contain spaces; user and system time are the 12th and 13th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    times.set(pid, (Number(fields[11]) + Number(fields[12])) / 100)
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
      if (children !== '') for (const child of children.split(' ')) visit(Number(child))
    }
  }
  visit(root)
  return times
}
