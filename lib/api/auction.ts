import { OfflineError } from './problems'
import type { auctionClient } from './auction-client'
import type { WatchOptions } from './live'
import { whenIdle } from '@/lib/browser/when-idle'

/**
 * Loads the API calls of an auction's page. The contract and its schemas are in a separate chunk, so that they do not delay
 * the first view.
 *
 * @throws {OfflineError} if that chunk cannot be loaded, as for any call without an answer
 */
export async function auctionApi(): Promise<typeof auctionClient> {
  const { auctionClient } = await import('./auction-client').catch((cause: unknown) => {
    throw new OfflineError(cause)
  })
  return auctionClient
}

const RETRY_MS = 2_000

/**
 * Follows an auction's live stream until the returned function is called. The stream's reader is loaded on demand.
 *
 * @param urgent starts immediately, not when the page is idle or first touched: a trader may be waiting
 */
export function watchWhenLoaded(options: WatchOptions, urgent: boolean): () => void {
  let stop: (() => void) | null = null
  let isStopped = false

  async function load(): Promise<void> {
    const live = await import('./live').catch(() => null)
    if (isStopped) return
    if (live !== null) return void (stop = live.watchAuction(options))
    const timer = setTimeout(() => void load(), RETRY_MS)
    stop = () => clearTimeout(timer)
  }

  if (urgent) void load()
  else stop = whenIdle(() => void load())
  return () => {
    isStopped = true
    stop?.()
  }
}
