import { setTimeout as delay } from 'node:timers/promises'

/** What a portal said of itself while a fault lasted. */
export interface HealthWatch {
  /** Times of 200 and of 503, and those that gave no answer within the time that a balancer waits. */
  counts: { ready: number; notReady: number; silent: number }
  /** The parts that were named as faulty. */
  faults: Set<string>
  stop(): Promise<void>
}

const WITHIN_MS = 4_000

/** Asks /api/health/ready again and again. */
export function watchHealth(origin: string, every = 250): HealthWatch {
  const counts = { ready: 0, notReady: 0, silent: 0 }
  const faults = new Set<string>()
  let stopped = false

  async function ask(): Promise<void> {
    const answer = await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(WITHIN_MS) })
    const { data } = (await answer.json()) as { data: { faults: Record<string, string> } }
    counts[answer.ok ? 'ready' : 'notReady'] += 1
    for (const part of Object.keys(data.faults)) faults.add(part)
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await ask().catch(() => void (counts.silent += 1))
      await delay(every)
    }
  }
  const running = run()
  return {
    counts,
    faults,
    async stop() {
      stopped = true
      await running
    },
  }
}

/** Status of a page, or why there is none. */
export async function pageStatus(origin: string, path: string): Promise<string> {
  try {
    const answer = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
    await answer.text()
    return String(answer.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}

/** The metric's value; NaN where it is not told. */
export async function metric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/api/metrics`)).text()
  return Number(new RegExp(`^${name} ([\\d.e+-]+)$`, 'm').exec(text)?.[1])
}
