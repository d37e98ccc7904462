import type { Logger } from 'pino'
import { CACHE_TAGS, type CacheTag } from '@/lib/config/constants'
import { randomBytes } from 'node:crypto'

/** The server process and Next's bundle load this module separately and share the cache by a global symbol. */
const KEY = Symbol.for('gas-auction-portal.revalidation')
const shared = globalThis as typeof globalThis & { [KEY]?: string }

/** Shared by the process and its Next; new at each start. */
export function revalidationSecret(): string {
  return (shared[KEY] ??= randomBytes(32).toString('base64url'))
}

export interface PageCache {
  /** Invalidates the pages under a tag: soon after an edit, at most every few seconds after bids. */
  expire(tag: CacheTag, urgency: Urgency): void
  /** The address on which this process listens, once it does. Unset where Next runs elsewhere. */
  setOrigin(origin: string, pages?: FinishedPages): void
  /** Stops invalidating: Next is about to stop. */
  stop(): void
}

/** Finished pages that the process keeps before Next. */
export interface FinishedPages {
  /**
   * Makes every finished page stale: after an edit it is no longer shown, after missed notifications only during an
   * outage, after a bid only briefly. Returns true while Next is rendering pages.
   */
  invalidate(urgency: Urgency): boolean
}

/** From least to most urgent. */
const URGENCIES = ['moved', 'missed', 'edited'] as const
export type Urgency = (typeof URGENCIES)[number]

/** Announcements in quick succession are combined. */
const GATHER_MS = 100
/** Frequent bids must not prevent pages from being static; their live parts are streamed. */
const MOVE_INTERVAL_MS = 5_000
/** Pages that were rendering while a tag expired may be stale: expire the tag again a second later. */
const SECOND_EXPIRY_MS = 1_000
/** A failed invalidation is retried until it succeeds: visitors must see an editor's correction. */
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

/** Invalidates the pages of Next, which revalidates only within a request to it. */
export function createPageCache({
  secret,
  log,
  retryFrom = FIRST_RETRY_MS,
}: {
  secret: string
  log: Logger
  retryFrom?: number
}): PageCache {
  const waiting = new Set<CacheTag>()
  let timer: NodeJS.Timeout | null = null
  let due = Infinity
  let lastMove = -Infinity
  let urgency: Urgency = 'moved'
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
    const sent = urgency
    urgency = 'moved'
    lastMove = performance.now()
    if (!(await revalidate(address, tags))) return retry(tags, sent)
    retryAfter = retryFrom
    // After Next: otherwise a page could still come from Next's own cache.
    if (finished?.invalidate(sent)) setTimeout(() => void again(tags, sent), SECOND_EXPIRY_MS).unref()
  }

  /** Finished pages are dropped anyway: until the retry visitors get Next's. */
  function retry(tags: readonly CacheTag[], sent: Urgency): void {
    finished?.invalidate(sent)
    for (const tag of tags) waiting.add(tag)
    raiseUrgency(sent)
    schedule(performance.now() + retryAfter)
    retryAfter = Math.min(MAX_RETRY_MS, retryAfter * 2)
  }

  async function again(tags: readonly CacheTag[], sent: Urgency): Promise<void> {
    if (address && !(await revalidate(address, tags))) return retry(tags, sent)
    finished?.invalidate(sent)
  }

  function raiseUrgency(to: Urgency): void {
    if (URGENCIES.indexOf(to) > URGENCIES.indexOf(urgency)) urgency = to
  }

  async function revalidate(origin: string, tags: readonly CacheTag[]): Promise<boolean> {
    try {
      const response = await fetch(`${origin}/internal/revalidate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-revalidation-secret': secret },
        body: JSON.stringify({ tags }),
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(10_000)]),
      })
      if (!response.ok) log.warn({ tags, status: response.status }, 'revalidation failed')
      return response.ok
    } catch (error) {
      if (stopped.signal.aborted) return true
      log.warn({ tags, err: error }, 'revalidation failed')
      return false
    }
  }

  return {
    expire(tag, by) {
      waiting.add(tag)
      raiseUrgency(by)
      const soon = performance.now() + GATHER_MS
      schedule(by === 'moved' ? Math.max(soon, lastMove + MOVE_INTERVAL_MS) : soon)
    },
    setOrigin(origin, pages) {
      address = origin
      finished = pages ?? null
      // Pages that Next stored on disk before this process started may come from another database, or predate a missed
      // notification.
      for (const tag of Object.values(CACHE_TAGS)) waiting.add(tag)
      urgency = 'edited'
      schedule(performance.now() + GATHER_MS)
    },
    stop() {
      stopped.abort()
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
