import type { Logger } from 'pino'
import { cacheTags, type CacheTag } from '@/lib/config/cache-tags'

export interface PageCache {
  /** Pages under the tag are built anew: at once for what an editor saved, for bids no oftener than every few seconds. */
  expire(tag: CacheTag, urgency: Urgency): void
  /** The address on which this process listens, once it does. Where Next runs elsewhere, nobody says one. */
  servedAt(origin: string, pages?: FinishedPages): void
}

/** Finished pages that the process keeps before Next. */
export interface FinishedPages {
  /** Asks for each of them anew; true where Next is making pages at this moment. */
  forget(urgency: Urgency): boolean
}

export type Urgency = 'edited' | 'moved'

/** Several announcements in a moment become one. */
const gatherFor = 100
/** An auction that moves with every bid must not keep its pages from being static; what is live in them is streamed. */
const restAfterMove = 5_000
/** What Next was making while its tags expired it keeps as new, though it may have been read before: expired once more, when it is done. */
const againAfter = 1_000

/** Tells Next, which revalidates only within a request to it, what to build anew. */
export function createPageCache({ secret, log }: { secret: string; log: Logger }): PageCache {
  const waiting = new Set<CacheTag>()
  let timer: NodeJS.Timeout | null = null
  let due = Infinity
  let lastMove = -Infinity
  let edited = false
  let address: string | null = null
  let finished: FinishedPages | null = null

  function schedule(at: number): void {
    if (timer && due <= at) return
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
    await revalidate(address, tags)
    // After Next: asked for before, a page could still come out of Next's own cache.
    if (finished?.forget(urgency)) setTimeout(() => void again(tags, urgency), againAfter).unref()
  }

  async function again(tags: readonly CacheTag[], urgency: Urgency): Promise<void> {
    if (address) await revalidate(address, tags)
    finished?.forget(urgency)
  }

  async function revalidate(origin: string, tags: readonly CacheTag[]): Promise<void> {
    try {
      const response = await fetch(`${origin}/internal/revalidate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-revalidation-secret': secret },
        body: JSON.stringify({ tags }),
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) log.warn({ tags, status: response.status }, 'pages not revalidated')
    } catch (error) {
      log.warn({ tags, reason: (error as Error).message }, 'pages not revalidated')
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
  }
}
