import { readdirSync, readFileSync } from 'node:fs'

/** A process and its current descendants. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family: number[] = []
  for (const waiting = [pid]; waiting.length > 0;) {
    const next = waiting.pop()!
    family.push(next)
    waiting.push(...(children.get(next) ?? []))
  }
  return family
}

export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  for (const member of familyOf(pid)) {
    try {
      process.kill(member, signal)
    } catch {
      // The process has already exited.
    }
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
