export interface OutageSources {
  /** Tells of calls that nobody answered; answers how to stop. */
  onUnreachable(hear: (news: { retryAfter: number | null }) => void): () => void
  /** Whether the service answers. Throws, or says after how many seconds to come back, where it does not. */
  probe(): Promise<{ retryAfter: number | null } | null>
  random?: () => number
}

export interface OutageWatch {
  /** Whether the service does not answer now. */
  get(): boolean
  subscribe(changed: () => void): () => void
  /** Calls `hear` whenever the service answers again; answers how to stop. */
  onBack(hear: () => void): () => void
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/**
 * Milliseconds before the service is asked again: longer after each failure in a row, and never before the time that it named.
 *
 * @param retryAfter seconds, where the service named them
 * @param spread from 0 to 1, so that not all ask at once
 */
export function pauseBeforeAsking(failures: number, retryAfter: number | null, spread: number): number {
  const grown = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + 0.5 * spread)
  return Math.max((retryAfter ?? 0) * 1000, grown)
}

/**
 * Notices that the service does not answer, asks again with a growing pause (never before the time that it named itself, and at once
 * when the network is back), and tells when it does. It listens while anybody follows it.
 */
export function createOutageWatch({ onUnreachable, probe, random = Math.random }: OutageSources): OutageWatch {
  let silent = false
  let failures = 0
  let backAt = Number.NEGATIVE_INFINITY
  /** What a page asks for while it is left is cut off, and says nothing of the service. */
  let leaving = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | null = null
  const followers = new Set<() => void>()
  const waiting = new Set<() => void>()

  function show(next: boolean): void {
    if (silent === next) return
    silent = next
    for (const changed of followers) changed()
  }

  function hear({ retryAfter }: { retryAfter: number | null }): void {
    if (silent || leaving) return
    // Soon after it seemed to be back it is the same outage still.
    failures = Date.now() - backAt < MAX_PAUSE_MS ? failures + 1 : 0
    show(true)
    later(retryAfter)
  }

  function later(retryAfter: number | null): void {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), pauseBeforeAsking(failures, retryAfter, random()))
  }

  async function ask(): Promise<void> {
    const still = await probe().catch(() => ({ retryAfter: null }))
    if (!silent) return
    if (still !== null) {
      failures += 1
      return later(still.retryAfter)
    }
    backAt = Date.now()
    show(false)
    for (const back of waiting) back()
  }

  const askNow = () => {
    if (!silent) return
    clearTimeout(timer)
    void ask()
  }

  function begin(): () => void {
    const unhear = onUnreachable(hear)
    const leave = () => (leaving = true)
    const stay = () => (leaving = false)
    window.addEventListener('online', askNow)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', stay)
    return () => {
      unhear()
      window.removeEventListener('online', askNow)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', stay)
      clearTimeout(timer)
      silent = false
    }
  }

  return {
    get: () => silent,
    subscribe(changed) {
      followers.add(changed)
      stop ??= begin()
      return () => {
        followers.delete(changed)
        if (followers.size > 0) return
        stop?.()
        stop = null
      }
    },
    onBack(hear) {
      waiting.add(hear)
      return () => void waiting.delete(hear)
    },
  }
}
