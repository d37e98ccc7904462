import { allocateRanked, extensionOf } from './allocation'
import { type AuctionState, lastBidOf } from './auction-state'
import { bidLimits, decideBid } from './bidding'
import type { AuctionEvent, EventOf } from './events'
import { evolve } from './evolve'
import type { EpochMs } from './lot'
import type { Kopecks, Thousandths } from './money'
import { cheapestBestPart } from './price-for-volume'

/** What a participant lets the portal bid for it (R10.1). Sealed: its ceiling appears in no event. */
export interface AutomaticOrder {
  readonly bidderId: number
  /** On the price grid. */
  readonly ceiling: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
}

/**
 * Settles automatic orders (R10.2): while one of them gets less than its quantity, the order left earliest bids the lowest
 * price that brings it the most, without taking from an earlier one with the same ceiling (R10.3). Only the last bid of each participant that moved is returned, in the order in which these
 * were made, so that the ranking and its ties are those of the whole procedure.
 *
 * @param orders in the order in which they were left
 * @param at when that was received which caused the settlement
 */
export function settleOrders(
  state: AuctionState,
  orders: readonly AutomaticOrder[],
  at: EpochMs,
): readonly AuctionEvent[] {
  const last = new Map<number, EventOf<'bid'>>()
  let settled = state
  for (let bid = nextBid(settled, orders, at); bid !== null; bid = nextBid(settled, orders, at)) {
    settled = evolve(settled, bid)
    // Deleted first: the map keeps the order of the last bids.
    last.delete(bid.bidderId)
    last.set(bid.bidderId, bid)
  }
  const bids = [...last.values()].map((bid, index) => ({ ...bid, seq: state.seq + index + 1 }))
  const newest = bids.at(-1)
  if (newest === undefined) return []
  const extension = extensionOf(state, newest, () => settled.ranking)
  return extension === null ? bids : [...bids, extension]
}

function nextBid(state: AuctionState, orders: readonly AutomaticOrder[], at: EpochMs): EventOf<'bid'> | null {
  const { rows } = allocateRanked(state.lot.volume, state.ranking)
  const given = new Map(rows.map((row) => [row.participant, row.given]))
  for (const [index, order] of orders.entries()) {
    const bid = bidFor(state, order, given, at)
    if (bid === null) continue
    if (bid.price < order.ceiling || !takesFromTied(state, bid, orders.slice(0, index), given)) return bid
    const { minimumStep } = state.lot
    const lower = bidFor(state, { ...order, ceiling: order.ceiling - minimumStep }, given, at)
    if (lower !== null) return lower
  }
  return null
}

/** Whether a bid at its order's ceiling takes volume from an order with the same ceiling that was left earlier (R10.3). */
function takesFromTied(
  state: AuctionState,
  bid: EventOf<'bid'>,
  earlier: readonly AutomaticOrder[],
  given: ReadonlyMap<number, Thousandths>,
): boolean {
  const tied = new Set(
    earlier
      .filter(({ ceiling }) => ceiling === bid.price)
      .map(({ bidderId }) => lastBidOf(state, bidderId)?.participant),
  )
  if (tied.size === 0) return false
  const { ranking, lot } = evolve(state, bid)
  return allocateRanked(lot.volume, ranking).rows.some(
    (row) => tied.has(row.participant) && row.given < (given.get(row.participant) ?? 0),
  )
}

function bidFor(
  state: AuctionState,
  { bidderId, ceiling, quantity, minimumQuantity }: AutomaticOrder,
  given: ReadonlyMap<number, Thousandths>,
  receivedAt: EpochMs,
): EventOf<'bid'> | null {
  const own = lastBidOf(state, bidderId)
  const limits = bidLimits(state, bidderId)
  if (own === undefined || limits === null) return null
  const has = given.get(own.participant) ?? 0
  if (has >= quantity) return null
  const within = { ...limits, maximumPrice: Math.min(limits.maximumPrice, ceiling) }
  if (within.maximumPrice < within.minimumPrice) return null
  const rivals = state.ranking.filter(({ participant }) => participant !== own.participant)
  const best = cheapestBestPart({ volume: state.lot.volume, rivals }, within, { quantity, minimumQuantity })
  if (best === null || best.given <= has) return null
  const decided = decideBid(state, {
    bidderId,
    price: best.price,
    quantity,
    minimumQuantity,
    final: false,
    receivedAt,
  })
  const bid = decided.ok ? decided.events.find((event) => event.kind === 'bid') : undefined
  return bid ?? null
}
