import { tabStore } from '@/lib/browser/storage'
import type { PlacedBid } from '@/lib/contract/auctions'

/** The number and hash of a bid's entry in the protocol (R8.4). */
export interface Receipt {
  entry: number
  hash: string
}

/** By the bid's number. */
type Receipts = Record<string, Receipt>

const keyOf = (auctionId: number) => `receipts-${auctionId}`

/** The receipts of this tab's bids, shown in the list of bids. */
export function readReceipts(auctionId: number): Receipts {
  try {
    const value: unknown = JSON.parse(tabStore.getItem(keyOf(auctionId)) ?? '{}')
    return areReceipts(value) ? value : {}
  } catch {
    return {}
  }
}

/** Without zod, which the page's first script does not load otherwise. */
function areReceipts(value: unknown): value is Receipts {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(
    (receipt: Partial<Receipt> | null) => typeof receipt?.entry === 'number' && typeof receipt.hash === 'string',
  )
}

export function receiptOf({ entry_seq: entry, entry_hash: hash }: PlacedBid): Receipt {
  return { entry, hash }
}

export function storeReceipt(auctionId: number, placed: PlacedBid): void {
  const receipts = { ...readReceipts(auctionId), [placed.bid.seq]: receiptOf(placed) }
  tabStore.setItem(keyOf(auctionId), JSON.stringify(receipts))
}
