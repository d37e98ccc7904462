import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/** What this machine knows of time beside the database's clock. */
export interface Machine {
  /** Names the machine's boot; where the system has no name for it, this process. */
  readonly boot: string
  /** Milliseconds by a timer that nobody can set and that goes on while the machine sleeps. Comparable within one boot. */
  elapsed(): number
  /** The machine's own clock, which somebody may set. Epoch milliseconds. */
  clock(): number
}

/** The two timers differ by the time slept; less than this is their own inaccuracy. */
const SLEPT = 500

export function thisMachine(): Machine {
  const boot = bootName()
  let slept = 0
  return {
    boot: boot ?? `process ${randomUUID()}`,
    elapsed() {
      const awake = Number(process.hrtime.bigint()) / 1e6
      // Elsewhere than on Linux the uptime follows the clock that can be set.
      const difference = boot === null ? 0 : uptime() * 1000 - awake
      if (Math.abs(difference - slept) > SLEPT) slept = difference
      return awake + slept
    },
    clock: () => Date.now(),
  }
}

function bootName(): string | null {
  if (process.platform !== 'linux') return null
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}
