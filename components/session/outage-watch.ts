import { createStore } from '@/lib/browser/store'

export interface OutageSources {
  /** Reports unanswered calls; returns the unsubscribe function. */
  onUnreachable(listener: (outage: { retryAfter: number | null }) => void): () => void
  /** Null if the service answers; otherwise throws, or returns after how many seconds to retry. */
  probe(): Promise<{ retryAfter: number | null } | null>
  random?: () => number
}

export interface OutageWatch {
  /** Whether there is an outage. */
  get(): boolean
  subscribe(listener: () => void): () => void
  /** Calls `listener` when the service answers again; returns the unsubscribe function. */
  onBack(listener: () => void): () => void
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/**
 * Milliseconds before the next probe: exponential backoff with jitter, never less than the service's Retry-After.
 *
 * @param retryAfter seconds
 * @param spread jitter, from 0 to 1
 */
export function retryDelay(failures: number, retryAfter: number | null, spread: number): number {
  const grown = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + 0.5 * spread)
  return Math.max((retryAfter ?? 0) * 1000, grown)
}

/**
 * Detects an outage and probes with backoff until the service answers (immediately when the network is back). It is active while it has
 * subscribers.
 */
export function createOutageWatch({ onUnreachable, probe, random = Math.random }: OutageSources): OutageWatch {
  const { get: isSilent, set: setSilent, subscribe } = createStore(false, start)
  let failures = 0
  let backAt = Number.NEGATIVE_INFINITY
  /** Calls cut off by leaving the page are not an outage. */
  let leaving = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function report({ retryAfter }: { retryAfter: number | null }): void {
    if (isSilent() || leaving) return
    // A failure soon after a recovery continues the same outage.
    failures = Date.now() - backAt < MAX_PAUSE_MS ? failures + 1 : 0
    setSilent(true)
    scheduleProbe(retryAfter)
  }

  function scheduleProbe(retryAfter: number | null): void {
    clearTimeout(timer)
    timer = setTimeout(() => void runProbe(), retryDelay(failures, retryAfter, random()))
  }

  async function runProbe(): Promise<void> {
    const outage = await probe().catch(() => ({ retryAfter: null }))
    if (!isSilent()) return
    if (outage !== null) {
      failures += 1
      return scheduleProbe(outage.retryAfter)
    }
    backAt = Date.now()
    setSilent(false)
  }

  const probeNow = () => {
    if (!isSilent()) return
    clearTimeout(timer)
    void runProbe()
  }

  function start(): () => void {
    const stopListening = onUnreachable(report)
    const markLeaving = () => (leaving = true)
    const markStaying = () => (leaving = false)
    window.addEventListener('online', probeNow)
    window.addEventListener('pagehide', markLeaving)
    window.addEventListener('pageshow', markStaying)
    return () => {
      stopListening()
      window.removeEventListener('online', probeNow)
      window.removeEventListener('pagehide', markLeaving)
      window.removeEventListener('pageshow', markStaying)
      clearTimeout(timer)
      setSilent(false)
    }
  }

  return {
    get: isSilent,
    subscribe,
    onBack: (listener) => subscribe(() => void (isSilent() || listener())),
  }
}
