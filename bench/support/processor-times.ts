import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of processor time of a process and of each that it has started, by their numbers. Of Linux: its clock ticks a hundred times a second. */
export function processorTimes(root: number): Map<number, number> {
  const times = new Map<number, number>()
  const visit = (pid: number) => {
    // After the name in brackets, which may hold spaces: the state, …, user and system time as the 12th and 13th.
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
