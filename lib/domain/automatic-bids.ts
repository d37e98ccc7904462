import { allocateRanked, extensionOf, shareOf } from './allocation'
import { type AuctionState, isBiddingOver, lastBidOf } from './auction-state'
import { type BidLimits, checkOffer, checkPrice, checkQuantity, type OfferRefusal } from './bid-limits'
import { type BidRefusal, checkConfirmed, checkMayBid, highestPriceOf, limitsAbove } from './bidding'
import {
  accepted,
  type AuctionEvent,
  type AutomaticOrder,
  type Bid,
  type Decision,
  type EventOf,
  refused,
} from './events'
import { evolve } from './evolve'
import type { EpochMs } from './lot'
import type { Kopecks, Thousandths } from './money'

export type OrderRefusal =
  | BidRefusal
  | { readonly code: 'automatic_bids_not_allowed' }
  | { readonly code: 'automatic_order_not_found' }

/**
 * Accepts an automatic order, which replaces an earlier one of its bidder (R10.1). Its ceiling may lie above the highest price
 * of a single bid (R4.3); each of its bids obeys that limit.
 *
 * @param command without the order if only the record is known: then its numbers are not checked
 */
export function decideOrder(
  state: AuctionState,
  command: {
    readonly bidderId: number
    readonly seal: string
    readonly order: AutomaticOrder | null
    readonly receivedAt: EpochMs
  },
): Decision<OrderRefusal> {
  const { bidderId, seal, order, receivedAt } = command
  const barred = checkMayOrder(state, bidderId, receivedAt)
  if (barred !== null) return refused(barred)
  const limits = orderLimits(state, bidderId)
  if (limits === null) return refused({ code: 'not_a_participant' })
  if (limits.closedByFinal) return refused({ code: 'bidding_closed_by_final_bid' })
  const refusal = order === null ? null : checkOffer(limits, { ...order, price: order.ceiling })
  if (refusal !== null) return refused(refusal)
  return accepted({ kind: 'automatic_order_left', at: receivedAt, bidderId, seal, order })
}

/** Withdraws an order, even while bidding is halted (R10.1). */
export function decideOrderWithdrawal(
  state: AuctionState,
  { bidderId, receivedAt }: { readonly bidderId: number; readonly receivedAt: EpochMs },
): Decision<OrderRefusal> {
  if (state.orders.has(bidderId)) return accepted({ kind: 'automatic_order_withdrawn', at: receivedAt, bidderId })
  if (state.cancelled !== null) return refused({ code: 'auction_cancelled' })
  return refused({ code: isBiddingOver(state) ? 'auction_ended' : 'automatic_order_not_found' })
}

function checkMayOrder(state: AuctionState, bidderId: number, receivedAt: EpochMs): OrderRefusal | null {
  if (!state.lot.automaticBids) return { code: 'automatic_bids_not_allowed' }
  const barred = checkMayBid(state, { bidderId, receivedAt })
  // An order may be left before the start, as soon as its bidder is confirmed.
  return barred?.code === 'auction_not_started' ? checkConfirmed(state, bidderId) : barred
}

/** The limits of an order's ceiling and quantity (R10.1); null if the bidder does not take part. */
export function orderLimits(state: AuctionState, bidderId: number): BidLimits | null {
  const ownBid = lastBidOf(state, bidderId) ?? firstOffer(state, bidderId)
  if (ownBid === null) return null
  const limits = limitsAbove(state, ownBid)
  return {
    ...limits,
    minimumPrice: state.orders.has(bidderId) ? ownBid.price : limits.minimumPrice,
    maximumPrice: highestPriceOf(state.lot),
  }
}

function firstOffer(
  state: AuctionState,
  bidderId: number,
): Pick<Bid, 'bidderId' | 'price' | 'quantity' | 'final'> | null {
  const application = state.applications.get(bidderId)
  return application === undefined || state.startedAt !== null ? null : { ...application, final: false }
}

/** The instants of what caused a settlement, which its bids have too. */
export interface SettlementCause {
  readonly at: EpochMs
  readonly receivedAt: EpochMs
}

interface BidderOrder extends AutomaticOrder {
  readonly bidderId: number
}

/**
 * Settles automatic orders (R10.2): while an order gets less than its quantity, the one left earliest bids the lowest price
 * that brings it the most, without taking from an earlier order with the same ceiling (R10.3). Returns only the last bid of
 * each participant that moved, in the order in which they were made, so that ranking and ties are those of the whole procedure.
 */
export function settleOrders(state: AuctionState, cause: SettlementCause): readonly AuctionEvent[] {
  const orders = activeOrders(state, cause.receivedAt)
  if (orders.length === 0) return []
  const moved = new Map<number, EventOf<'bid'>>()
  let settled = state
  let before = { state, bids: [] as Bid[], until: FIRST_CYCLE }
  function place(bid: Bid): void {
    const event = { kind: 'bid', at: cause.at, ...bid } as const
    settled = evolve(settled, event)
    // Deleted first, so that the map has the order of the last bids.
    moved.delete(bid.bidderId)
    moved.set(bid.bidderId, event)
  }

  for (let bid = nextBid(settled, orders, cause); bid !== null; bid = nextBid(settled, orders, cause)) {
    place(bid)
    before.bids.push(bid)
    const { rise, times } = repetition(before, settled, orders)
    if (times > 0) {
      const cycle = new Set(before.bids.map(({ bidderId }) => bidderId))
      const repeated = [...moved.values()].filter(({ bidderId }) => cycle.has(bidderId))
      for (const { kind: _kind, at: _at, ...last } of repeated)
        place({ ...last, seq: settled.seq + 1, price: last.price + times * rise })
    }
    if (times > 0 || before.bids.length >= before.until)
      before = { state: settled, bids: [], until: times > 0 ? FIRST_CYCLE : before.until * 2 }
  }
  return withExtension(state, settled, [...moved.values()])
}

/**
 * The events of a recorded settlement, checked as far as sealed orders allow: each bid is of a participant that has an order,
 * and obeys every rule but R4.3, which applied to the bids in between; then the extension (R10.4).
 *
 * @throws if a bid breaks a rule
 */
export function recordedSettlement(
  state: AuctionState,
  cause: SettlementCause,
  bids: readonly EventOf<'bid'>[],
): readonly AuctionEvent[] {
  let settled = state
  const expected = bids.map(({ bidderId, price, quantity, minimumQuantity }, index): EventOf<'bid'> => {
    const ownBid = lastBidOf(state, bidderId)
    if (!state.orders.has(bidderId) || ownBid === undefined) throw new Error('its bidder has no automatic order')
    if (bids.findIndex((bid) => bid.bidderId === bidderId) !== index)
      throw new Error('its bidder has another bid in the same settlement')
    const barred = checkMayBid(state, { bidderId, receivedAt: cause.receivedAt })
    const limits = { ...limitsAbove(state, ownBid), maximumPrice: highestPriceOf(state.lot) }
    const refusal: BidRefusal | OfferRefusal | null =
      barred ?? checkPrice(limits, price) ?? checkQuantity(limits, { quantity, minimumQuantity })
    if (refusal !== null) throw new Error(`the rules refuse it (${refusal.code})`)
    const order = { bidderId, ceiling: price, quantity, minimumQuantity }
    const bid = { kind: 'bid', at: cause.at, ...automaticBid(settled, order, { ownBid, price, cause }) } as const
    settled = evolve(settled, bid)
    return bid
  })
  return withExtension(state, settled, expected)
}

function withExtension(
  before: AuctionState,
  after: AuctionState,
  moved: readonly EventOf<'bid'>[],
): readonly AuctionEvent[] {
  const bids = moved.map((bid, index) => ({ ...bid, seq: before.seq + index + 1 }))
  const newest = bids.at(-1)
  if (newest === undefined) return []
  const extension = extensionOf(before, newest, () => after.ranking)
  return extension === null ? bids : [...bids, extension]
}

/** The orders that may bid now, oldest first. */
export function activeOrders(state: AuctionState, receivedAt: EpochMs): readonly BidderOrder[] {
  return [...state.orders].flatMap(([bidderId, { order }]) => {
    const ownBid = lastBidOf(state, bidderId)
    if (order === null || ownBid === undefined || ownBid.final) return []
    // The deposit may have been reduced since the order was left (R11.3).
    const isWithin = checkQuantity(limitsAbove(state, ownBid), order) === null
    return isWithin && checkMayBid(state, { bidderId, receivedAt }) === null ? [{ bidderId, ...order }] : []
  })
}

function nextBid(state: AuctionState, orders: readonly BidderOrder[], cause: SettlementCause): Bid | null {
  const { rows } = allocateRanked(state.lot.volume, state.ranking)
  const allocated = new Map(rows.map((row) => [row.participant, row.allocated]))
  for (const [index, order] of orders.entries()) {
    const bid = bidFor(state, order, allocated, cause)
    if (bid === null) continue
    if (bid.price < order.ceiling || !takesFromTied(state, bid, orders.slice(0, index), allocated)) return bid
    const { minimumStep } = state.lot
    const lower = bidFor(state, { ...order, ceiling: order.ceiling - minimumStep }, allocated, cause)
    if (lower !== null) return lower
  }
  return null
}

/** Whether a bid at its order's ceiling takes volume from an order with the same ceiling that was left earlier (R10.3). */
function takesFromTied(
  state: AuctionState,
  bid: Bid,
  earlier: readonly BidderOrder[],
  allocated: ReadonlyMap<number, Thousandths>,
): boolean {
  const tied = new Set(
    earlier
      .filter(({ ceiling }) => ceiling === bid.price)
      .map(({ bidderId }) => lastBidOf(state, bidderId)?.participant),
  )
  if (tied.size === 0) return false
  const { ranking, lot } = evolve(state, { kind: 'bid', at: bid.receivedAt, ...bid })
  return allocateRanked(lot.volume, ranking).rows.some(
    (row) => tied.has(row.participant) && row.allocated < (allocated.get(row.participant) ?? 0),
  )
}

function bidFor(
  state: AuctionState,
  order: BidderOrder,
  allocated: ReadonlyMap<number, Thousandths>,
  cause: SettlementCause,
): Bid | null {
  const ownBid = lastBidOf(state, order.bidderId)
  if (ownBid === undefined) return null
  const present = allocated.get(ownBid.participant) ?? 0
  if (present >= order.quantity) return null
  const { minimumPrice, maximumPrice } = limitsAbove(state, ownBid)
  const price = cheapestBestPrice(state, order, minimumPrice, Math.min(maximumPrice, order.ceiling), present)
  return price === null ? null : automaticBid(state, order, { ownBid, price, cause })
}

function automaticBid(
  { seq }: AuctionState,
  { bidderId, quantity, minimumQuantity }: Omit<BidderOrder, 'salt'>,
  { ownBid, price, cause }: { ownBid: Bid; price: Kopecks; cause: SettlementCause },
): Bid {
  return {
    seq: seq + 1,
    bidderId,
    participant: ownBid.participant,
    price,
    quantity,
    minimumQuantity,
    final: false,
    receivedAt: cause.receivedAt,
    preliminary: false,
    automatic: true,
  }
}

/**
 * The lowest price from `lowest` to `highest` that brings the most; null if that is not more than `present`. The bidder's own
 * last bid is below `lowest`, and so ahead of nothing that counts.
 */
function cheapestBestPrice(
  { lot, ranking: rivals }: AuctionState,
  { quantity, minimumQuantity }: Pick<AutomaticOrder, 'quantity' | 'minimumQuantity'>,
  lowest: Kopecks,
  highest: Kopecks,
  present: Thousandths,
): Kopecks | null {
  if (highest < lowest) return null
  // The volume left after the first rival, after the first two, and so on.
  const left = [lot.volume]
  for (const [index, rival] of rivals.entries()) {
    const before = left[index] ?? 0
    left.push(before - shareOf(before, rival))
  }
  // The newest bid ranks behind all bids of the same price (R7.1).
  const ahead = (price: Kopecks) => rivals.filter((rival) => rival.price >= price).length
  const behind = (rivalsAhead: number) => shareOf(left[rivalsAhead] ?? 0, { quantity, minimumQuantity })
  const most = behind(ahead(highest))
  if (most <= present) return null
  const [last, first] = [ahead(lowest), ahead(highest)]
  if (behind(last) === most) return lowest
  for (let place = last - 1; place >= first; place -= 1) {
    const overtaken = rivals[place]
    if (overtaken !== undefined && behind(place) === most) return overtaken.price + lot.minimumStep
  }
  return null
}

/** Number of bids searched for a repetition; doubled until one is found. */
const FIRST_CYCLE = 8
/** Repetitions bid one by one before they reach a price that may end them. */
const REPETITIONS_LEFT = 2

interface Cycle {
  readonly state: AuctionState
  readonly bids: readonly Bid[]
}

const NO_REPETITION = { rise: 0, times: 0 }

/**
 * How often the bids of a cycle repeat, each time higher by `rise`: with a small step, orders push each other up thousands of
 * times. A cycle repeats if it left the ranking as it was, but for one rise of all prices that moved, until a ceiling, a
 * rival's price or the highest possible price is near.
 */
function repetition({ state, bids }: Cycle, now: AuctionState, orders: readonly BidderOrder[]): typeof NO_REPETITION {
  const moved = new Set(bids.map(({ participant }) => participant))
  let rise: number | null = null
  const limits: Kopecks[] = [highestPriceOf(now.lot), ...orders.map(({ ceiling }) => ceiling)]
  let lowest = Infinity
  for (const [index, earlier] of state.ranking.entries()) {
    const later = now.ranking[index]
    if (later?.participant !== earlier.participant) return NO_REPETITION
    if (!moved.has(earlier.participant)) {
      limits.push(earlier.price)
      continue
    }
    const difference = later.price - earlier.price
    const isSame = later.quantity === earlier.quantity && later.minimumQuantity === earlier.minimumQuantity
    if (!isSame || (rise !== null && difference !== rise)) return NO_REPETITION
    rise = difference
    lowest = Math.min(lowest, earlier.price)
  }
  if (rise === null || rise <= 0) return NO_REPETITION
  if (now.highestPrice === state.highestPrice) limits.push(now.highestPrice)
  else if (now.highestPrice !== state.highestPrice + rise) return NO_REPETITION
  const top = bids.reduce((highest, { price }) => Math.max(highest, price), 0)
  const nearest = limits.filter((price) => price >= lowest).reduce((least, price) => Math.min(least, price), Infinity)
  return { rise, times: Math.max(0, Math.floor((nearest - top) / rise) - REPETITIONS_LEFT) }
}
