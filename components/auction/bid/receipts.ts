import { draftOf } from '@/lib/browser/storage'
import type { PlacedBid } from '@/lib/contract/auctions'

/** The number and hash of a bid's entry in the protocol (R8.4). */
export interface Receipt {
  entry: number
  hash: string
}

/** By the bid's number. */
type Receipts = Record<string, Receipt>

const receiptsOf = (auctionId: number, companyId: number) =>
  draftOf(`receipts:${companyId}:${auctionId}`, (stored) => (areReceipts(stored) ? stored : null))

/** The receipts of this tab's bids of a company, shown in the list of bids. */
export function readReceipts(auctionId: number, companyId: number): Receipts {
  return receiptsOf(auctionId, companyId).read() ?? {}
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

export function storeReceipt(auctionId: number, companyId: number, placed: PlacedBid): void {
  receiptsOf(auctionId, companyId).save({ ...readReceipts(auctionId, companyId), [placed.bid.seq]: receiptOf(placed) })
}
