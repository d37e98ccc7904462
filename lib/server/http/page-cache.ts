import type { Logger } from 'pino'
import type { CacheTag } from '@/lib/config/cache-tags'

export interface PageCache {
  /** Pages under the tag are built anew: at once for what an editor saved, for bids no oftener than every few seconds. */
  expire(tag: CacheTag, urgency: Urgency): void
  /** The address on which this process listens, once it does; null where Next runs elsewhere. */
  servedAt(origin: string): void
}

export type Urgency = 'edited' | 'moved'

/** Several announcements in a moment become one. */
const gatherFor = 100
/** An auction that moves with every bid must not keep its pages from being static; what is live in them is streamed. */
const restAfterMove = 5_000

/** Tells Next, which revalidates only within a request to it, what to build anew. */
export function createPageCache({ secret, log }: { secret: string; log: Logger }): PageCache {
  const waiting = new Set<CacheTag>()
  let timer: NodeJS.Timeout | null = null
  let due = Infinity
  let lastMove = -Infinity
  let address: string | null = null

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
    lastMove = performance.now()
    try {
      const response = await fetch(`${address}/internal/revalidate`, {
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
      const soon = performance.now() + gatherFor
      schedule(urgency === 'edited' ? soon : Math.max(soon, lastMove + restAfterMove))
    },
    servedAt(origin) {
      address = origin
      if (waiting.size > 0) schedule(performance.now() + gatherFor)
    },
  }
}
