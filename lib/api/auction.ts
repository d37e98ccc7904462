import { OfflineError } from './problems'
import type { auctionCalls } from './auction-calls'
import type { WatchOptions } from './live'
import { whenIdle } from '@/lib/browser/when-idle'

/**
 * The calls of an auction's page. The contract and its checks come in a file of their own after the page stands (the live
 * stream asks for it at once), so that they do not delay the first view.
 *
 * @throws {OfflineError} while that file cannot be had, as for any call without an answer.
 */
export async function auctionApi(): Promise<typeof auctionCalls> {
  const { auctionCalls } = await import('./auction-calls').catch((cause: unknown) => {
    throw new OfflineError(cause)
  })
  return auctionCalls
}

const AGAIN_MS = 2_000

/**
 * Follows an auction's live stream until the returned function is called. What reads the stream is loaded after the page stands.
 *
 * @param urgent somebody trades here: at once, not when the page is idle or is touched for the first time
 */
export function watchWhenLoaded(options: WatchOptions, urgent: boolean): () => void {
  let stop: (() => void) | null = null
  let left = false

  async function load(): Promise<void> {
    const live = await import('./live').catch(() => null)
    if (left) return
    if (live !== null) return void (stop = live.watchAuction(options))
    const again = setTimeout(() => void load(), AGAIN_MS)
    stop = () => clearTimeout(again)
  }

  if (urgent) void load()
  else stop = whenIdle(() => void load())
  return () => {
    left = true
    stop?.()
  }
}
