import * as z from 'zod/mini'
import { tabStore } from '@/lib/browser/storage'
import type { PlacedBid } from '@/lib/contract/auctions'

/** The number and hash of a bid's entry in the protocol (R8.4). */
const receipt = z.object({ entry: z.number(), hash: z.string() })
export type Receipt = z.infer<typeof receipt>

/** By the bid's number. */
const receipts = z.record(z.string(), receipt)

const keyOf = (auctionId: number) => `receipts-${auctionId}`

/** The receipts of this tab's bids, which the list of bids shows. */
export function readReceipts(auctionId: number): Record<string, Receipt> {
  try {
    return receipts.parse(JSON.parse(tabStore.getItem(keyOf(auctionId)) ?? '{}'))
  } catch {
    return {}
  }
}

export function receiptOf({ entry_seq: entry, entry_hash: hash }: PlacedBid): Receipt | null {
  return entry === undefined || hash === undefined ? null : { entry, hash }
}

export function storeReceipt(auctionId: number, placed: PlacedBid): void {
  const added = receiptOf(placed)
  if (added === null) return
  tabStore.setItem(keyOf(auctionId), JSON.stringify({ ...readReceipts(auctionId), [placed.bid.seq]: added }))
}
