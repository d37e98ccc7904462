import type { Logger } from 'pino'
import type { CacheTag } from '@/lib/config/cache-tags'

export interface PageCache {
  /** Pages under the tag are built anew; several announcements in a moment become one. */
  expire(tag: CacheTag): void
  /** The address on which this process listens, once it does; null where Next runs elsewhere. */
  servedAt(origin: string): void
}

/** Soon enough for an editor who looks, rare enough for an auction that moves. */
const gatherFor = 200

/** Tells Next, which revalidates only within a request to it, what to build anew. */
export function createPageCache({ secret, log }: { secret: string; log: Logger }): PageCache {
  const waiting = new Set<CacheTag>()
  let timer: NodeJS.Timeout | null = null
  let address: string | null = null

  async function send(): Promise<void> {
    timer = null
    if (!address) return
    const tags = [...waiting]
    waiting.clear()
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
    expire(tag) {
      waiting.add(tag)
      timer ??= setTimeout(() => void send(), gatherFor).unref()
    },
    servedAt(origin) {
      address = origin
      if (waiting.size > 0) timer ??= setTimeout(() => void send(), gatherFor).unref()
    },
  }
}
