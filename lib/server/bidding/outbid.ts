import { allocationOf } from '@/lib/domain/standing'
import { toQuantityString } from '@/lib/domain/money'
import type { Journal } from './journal'

/** A letter or push message for the outbox, in the transaction that causes it. */
export interface OutboxNotice {
  readonly kind: string
  /** null: the auction managers */
  readonly account_id: number | null
  readonly payload: { readonly auction_id: number } & Readonly<Record<string, unknown>>
  /** The same key twice is one notice. */
  readonly dedupe_key: string
}

export interface OutbidNotice extends OutboxNotice {
  readonly account_id: number
  readonly at: number
}

/** Milliseconds in which a buyer hears once at most that it was outbid. */
export const OUTBID_QUIET = 60_000

/**
 * Tells bidders that others' bids have taken provisional volume from them, at most once in a minute each. Those who
 * have bid in the same batch see where they stand in their own answer.
 */
export function outbidBy(before: Journal, after: Journal, bidding: ReadonlySet<number>): OutbidNotice[] {
  if (before.state === after.state) return []
  const given = new Map(allocationOf(after.state).rows.map((row) => [row.participant, row.given]))
  const at = after.state.ranking.reduce((latest, bid) => Math.max(latest, bid.receivedAt), 0)
  const notices: OutbidNotice[] = []
  for (const row of allocationOf(before.state).rows) {
    const left = given.get(row.participant) ?? 0
    if (left >= row.given) continue
    const bidderId = before.state.lastBids[row.participant - 1]?.bidderId
    if (bidderId === undefined || bidding.has(bidderId)) continue
    notices.push({
      kind: 'outbid',
      account_id: bidderId,
      payload: { auction_id: after.auctionId, provisional_quantity: toQuantityString(left) },
      at,
      dedupe_key: `outbid:${after.auctionId}:${bidderId}:${Math.floor(at / OUTBID_QUIET)}`,
    })
  }
  return notices
}
