import cluster from 'node:cluster'
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

interface RequestLimit {
  /** One of its own for each limit. */
  keyPrefix: string
  points: number
  /** Seconds. */
  duration: number
}

interface RequestLimiter {
  consume(key: string): Promise<unknown>
  /** Counts requests that another machine has let in. */
  penalty(key: string, points: number): Promise<unknown>
}

/** The primary answers within a millisecond, or has worse troubles. */
const ANSWER_MS = 1_000

/**
 * Counts requests by key; consuming more than may be rejects with RateLimiterRes. Where several processes serve behind one port, the
 * primary counts for all of them, and this process by itself while the primary does not answer.
 */
export function createRequestLimiter(limit: RequestLimit): RequestLimiter {
  const own = new RateLimiterMemory(limit)
  if (!cluster.isWorker) return own
  const shared = new RateLimiterCluster({ ...limit, timeoutMs: ANSWER_MS })
  return {
    consume: (key) =>
      shared.consume(key).catch((reason: unknown) => {
        if (reason instanceof RateLimiterRes) throw reason
        return own.consume(key)
      }),
    penalty: (key, points) => shared.penalty(key, points).catch(() => own.penalty(key, points)),
  }
}
