import { setTimeout as delay } from 'node:timers/promises'

/** The readiness of a portal during a fault. */
export interface HealthWatch {
  /** Counts of 200, of 503, and of answers missing within a load balancer's timeout. */
  counts: { ready: number; notReady: number; silent: number }
  /** The parts of which readiness warned with 200, because they hit all servers alike. */
  warnings: Set<string>
  /** The parts for which a load balancer takes this server out. */
  faults: Set<string>
  stop(): Promise<void>
}

const ANSWER_TIMEOUT_MS = 4_000

/** Polls /api/health/ready. */
export function watchHealth(origin: string, every = 250): HealthWatch {
  const counts = { ready: 0, notReady: 0, silent: 0 }
  const faults = new Set<string>()
  const warnings = new Set<string>()
  let stopped = false

  async function poll(): Promise<void> {
    const answer = await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    const { data } = (await answer.json()) as { data: Record<'faults' | 'warnings', Record<string, string>> }
    counts[answer.ok ? 'ready' : 'notReady'] += 1
    for (const part of Object.keys(data.faults)) faults.add(part)
    for (const part of Object.keys(data.warnings)) warnings.add(part)
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await poll().catch(() => void (counts.silent += 1))
      await delay(every)
    }
  }
  const running = run()
  return {
    counts,
    faults,
    warnings,
    async stop() {
      stopped = true
      await running
    },
  }
}

/** Status of a page, or the network error. */
export async function pageStatus(origin: string, path: string): Promise<string> {
  try {
    const answer = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
    await answer.text()
    return String(answer.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}

/** The metric's value; NaN if it is missing. */
export async function metric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/api/metrics`)).text()
  return Number(new RegExp(`^${name} ([\\d.e+-]+)$`, 'm').exec(text)?.[1])
}
