import type { Logger } from 'pino'
import { cacheTags, type CacheTag } from '@/lib/config/constants'
import { randomBytes } from 'node:crypto'

/** The server process and Next's bundle load this module separately; the symbol in the global registry is where both look. */
const KEY = Symbol.for('gas-auction-portal.revalidation')
const shared = globalThis as typeof globalThis & { [KEY]?: string }

/** What the process and its own Next prove each other with: made anew at each start, known to nobody else. */
export function revalidationSecret(): string {
  return (shared[KEY] ??= randomBytes(32).toString('base64url'))
}

export interface PageCache {
  /** Pages under the tag are built anew: at once for what an editor saved, for bids no oftener than every few seconds. */
  expire(tag: CacheTag, urgency: Urgency): void
  /** The address on which this process listens, once it does. Where Next runs elsewhere, nobody says one. */
  servedAt(origin: string, pages?: FinishedPages): void
  /** Tells Next nothing more: it is about to stop, and makes everything anew when it starts. */
  stop(): void
}

/** Finished pages that the process keeps before Next. */
export interface FinishedPages {
  /**
   * Makes every finished page stale: after an edit none is shown any more, after a bid each for a moment longer. True while Next is
   * rendering pages.
   */
  invalidate(urgency: Urgency): boolean
}

export type Urgency = 'edited' | 'moved'

/** Several announcements in a moment become one. */
const gatherFor = 100
/** An auction that moves with every bid must not keep its pages from being static; what is live in them is streamed. */
const restAfterMove = 5_000
/** What Next was making while its tags expired it keeps as new, though it may have been read before: expired once more, when it is done. */
const againAfter = 1_000
/** What could not be told is told again until it could be: a page that an editor corrected must not stay wrong. */
const firstRetry = 1_000
const maxRetryMs = 30_000

/** Tells Next, which revalidates only within a request to it, what to build anew. */
export function createPageCache({
  secret,
  log,
  retryFrom = firstRetry,
}: {
  secret: string
  log: Logger
  retryFrom?: number
}): PageCache {
  const waiting = new Set<CacheTag>()
  let timer: NodeJS.Timeout | null = null
  let due = Infinity
  let lastMove = -Infinity
  let edited = false
  let address: string | null = null
  let finished: FinishedPages | null = null
  let retryAfter = retryFrom
  const stopped = new AbortController()

  function schedule(at: number): void {
    if (stopped.signal.aborted || (timer && due <= at)) return
    if (timer) clearTimeout(timer)
    due = at
    timer = setTimeout(() => void send(), Math.max(0, at - performance.now())).unref()
  }

  async function send(): Promise<void> {
    timer = null
    due = Infinity
    if (!address || waiting.size === 0) return
    const tags = [...waiting]
    waiting.clear()
    const urgency = edited ? 'edited' : 'moved'
    edited = false
    lastMove = performance.now()
    if (!(await revalidate(address, tags))) return retry(tags, urgency)
    retryAfter = retryFrom
    // After Next: asked for before, a page could still come out of Next's own cache.
    if (finished?.invalidate(urgency)) setTimeout(() => void again(tags, urgency), againAfter).unref()
  }

  /** Finished pages are dropped all the same: whoever asks meanwhile gets what Next has. */
  function retry(tags: readonly CacheTag[], urgency: Urgency): void {
    finished?.invalidate(urgency)
    for (const tag of tags) waiting.add(tag)
    edited ||= urgency === 'edited'
    schedule(performance.now() + retryAfter)
    retryAfter = Math.min(maxRetryMs, retryAfter * 2)
  }

  async function again(tags: readonly CacheTag[], urgency: Urgency): Promise<void> {
    if (address && !(await revalidate(address, tags))) return retry(tags, urgency)
    finished?.invalidate(urgency)
  }

  async function revalidate(origin: string, tags: readonly CacheTag[]): Promise<boolean> {
    try {
      const response = await fetch(`${origin}/internal/revalidate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-revalidation-secret': secret },
        body: JSON.stringify({ tags }),
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(10_000)]),
      })
      if (!response.ok) log.warn({ tags, status: response.status }, 'pages not revalidated, tried again')
      return response.ok
    } catch (error) {
      if (stopped.signal.aborted) return true
      log.warn({ tags, reason: (error as Error).message }, 'pages not revalidated, tried again')
      return false
    }
  }

  return {
    expire(tag, urgency) {
      waiting.add(tag)
      edited ||= urgency === 'edited'
      const soon = performance.now() + gatherFor
      schedule(urgency === 'edited' ? soon : Math.max(soon, lastMove + restAfterMove))
    },
    servedAt(origin, pages) {
      address = origin
      finished = pages ?? null
      // What Next kept on disk before this process began may be of another database, or of before an edit that nobody announced.
      for (const tag of Object.values(cacheTags)) waiting.add(tag)
      edited = true
      schedule(performance.now() + gatherFor)
    },
    stop() {
      stopped.abort()
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
