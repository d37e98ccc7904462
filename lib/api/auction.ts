import { OfflineError } from './problems'
import type { auctionCalls } from './auction-calls'

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
