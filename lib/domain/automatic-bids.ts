import { allocateRanked, extensionOf, shareOf } from './allocation'
import { type AuctionState, lastBidOf } from './auction-state'
import { type BidLimits, checkOffer, checkPrice, checkQuantity, type OfferRefusal } from './bid-limits'
import { barOf, type BidRefusal, highestPriceOf, limitsAbove, unconfirmed } from './bidding'
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
  BidRefusal | { readonly code: 'automatic_bids_not_allowed' } | { readonly code: 'automatic_order_not_found' }

/**
 * Takes an automatic order, the first of its bidder or in the place of an earlier one (R10.1). Its ceiling may lie above what
 * one bid may offer (R4.3): each of its bids keeps to that.
 *
 * @param command without the order where the record alone is known: then its numbers are not checked
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
  const barred = barOfOrder(state, bidderId, receivedAt)
  if (barred !== null) return refused(barred)
  const limits = orderLimits(state, bidderId)
  if (limits === null) return refused({ code: 'not_a_participant' })
  if (limits.closedByFinal) return refused({ code: 'bidding_closed_by_final_bid' })
  const refusal = order === null ? null : checkOffer(limits, { ...order, price: order.ceiling })
  if (refusal !== null) return refused(refusal)
  return accepted({ kind: 'automatic_order_left', at: receivedAt, bidderId, seal, order })
}

/** Withdraws an order: always, even while bidding is halted (R10.1). */
export function decideOrderWithdrawal(
  state: AuctionState,
  { bidderId, receivedAt }: { readonly bidderId: number; readonly receivedAt: EpochMs },
): Decision<OrderRefusal> {
  if (state.orders.has(bidderId)) return accepted({ kind: 'automatic_order_withdrawn', at: receivedAt, bidderId })
  if (state.cancelled !== null) return refused({ code: 'auction_cancelled' })
  const isOver = state.endedAt !== null || state.unsuccessfulAt !== null
  return refused({ code: isOver ? 'auction_ended' : 'automatic_order_not_found' })
}

function barOfOrder(state: AuctionState, bidderId: number, receivedAt: EpochMs): OrderRefusal | null {
  if (!state.lot.automaticBids) return { code: 'automatic_bids_not_allowed' }
  const barred = barOf(state, { bidderId, receivedAt })
  // An order may be left as soon as its bidder is confirmed.
  return barred?.code === 'auction_not_started' ? unconfirmed(state, bidderId) : barred
}

/** The limits of an order's ceiling and quantity (R10.1); null for one who is no confirmed participant. */
export function orderLimits(state: AuctionState, bidderId: number): BidLimits | null {
  const own = lastBidOf(state, bidderId) ?? firstOffer(state, bidderId)
  if (own === null) return null
  const limits = limitsAbove(state, own)
  return {
    ...limits,
    minimumPrice: state.orders.has(bidderId) ? own.price : limits.minimumPrice,
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

/** What caused a settlement, and when that was received: its bids have both instants. */
export interface SettlementCause {
  readonly at: EpochMs
  readonly receivedAt: EpochMs
}

interface BidderOrder extends AutomaticOrder {
  readonly bidderId: number
}

/**
 * Settles automatic orders (R10.2): while one of them gets less than its quantity, the order left earliest bids the lowest
 * price that brings it the most, without taking from an earlier one with the same ceiling (R10.3). Only the last bid of each
 * participant that moved is returned, in the order in which these were made, so that the ranking and its ties are those of the
 * whole procedure.
 */
export function settleOrders(state: AuctionState, cause: SettlementCause): readonly AuctionEvent[] {
  const orders = activeOrders(state, cause.receivedAt)
  if (orders.length === 0) return []
  const moved = new Map<number, EventOf<'bid'>>()
  let settled = state
  let before = { state, bids: [] as Bid[], until: FIRST_CYCLE }
  function make(bid: Bid): void {
    const event = { kind: 'bid', at: cause.at, ...bid } as const
    settled = evolve(settled, event)
    // Deleted first: the map keeps the order of the last bids.
    moved.delete(bid.bidderId)
    moved.set(bid.bidderId, event)
  }

  for (let bid = nextBid(settled, orders, cause); bid !== null; bid = nextBid(settled, orders, cause)) {
    make(bid)
    before.bids.push(bid)
    const { rise, times } = repetition(before, settled, orders)
    if (times > 0) {
      const cycle = new Set(before.bids.map(({ bidderId }) => bidderId))
      const again = [...moved.values()].filter(({ bidderId }) => cycle.has(bidderId))
      for (const { kind: _kind, at: _at, ...last } of again)
        make({ ...last, seq: settled.seq + 1, price: last.price + times * rise })
    }
    if (times > 0 || before.bids.length >= before.until)
      before = { state: settled, bids: [], until: times > 0 ? FIRST_CYCLE : before.until * 2 }
  }
  return withExtension(state, settled, [...moved.values()])
}

/**
 * What the record says of a settlement, as far as the sealed orders allow to decide it: each bid is one of a participant that
 * has an order, within every rule but R4.3, which the bids in between obeyed; and the extension that follows (R10.4).
 *
 * @throws where a bid breaks a rule
 */
export function recordedSettlement(
  state: AuctionState,
  cause: SettlementCause,
  bids: readonly EventOf<'bid'>[],
): readonly AuctionEvent[] {
  let settled = state
  const expected = bids.map(({ bidderId, price, quantity, minimumQuantity }, index): EventOf<'bid'> => {
    const own = lastBidOf(state, bidderId)
    if (!state.orders.has(bidderId) || own === undefined) throw new Error('there is no automatic order for this bid')
    if (bids.findIndex((bid) => bid.bidderId === bidderId) !== index)
      throw new Error('it is not the only one of its bidder')
    const barred = barOf(state, { bidderId, receivedAt: cause.receivedAt })
    const limits = { ...limitsAbove(state, own), maximumPrice: highestPriceOf(state.lot) }
    const refusal: BidRefusal | OfferRefusal | null =
      barred ?? checkPrice(limits, price) ?? checkQuantity(limits, { quantity, minimumQuantity })
    if (refusal !== null) throw new Error(`the rules refuse it (${refusal.code})`)
    const order = { bidderId, ceiling: price, quantity, minimumQuantity }
    const bid = { kind: 'bid', at: cause.at, ...automaticBid(settled, order, { own, price, cause }) } as const
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

/** The orders that may bid now, in the order left. */
function activeOrders(state: AuctionState, receivedAt: EpochMs): readonly BidderOrder[] {
  return [...state.orders].flatMap(([bidderId, { order }]) => {
    const own = lastBidOf(state, bidderId)
    if (order === null || own === undefined || own.final) return []
    // A deposit may have been corrected since (R11.3).
    const isWithin = checkQuantity(limitsAbove(state, own), order) === null
    return isWithin && barOf(state, { bidderId, receivedAt }) === null ? [{ bidderId, ...order }] : []
  })
}

function nextBid(state: AuctionState, orders: readonly BidderOrder[], cause: SettlementCause): Bid | null {
  const { rows } = allocateRanked(state.lot.volume, state.ranking)
  const given = new Map(rows.map((row) => [row.participant, row.given]))
  for (const [index, order] of orders.entries()) {
    const bid = bidFor(state, order, given, cause)
    if (bid === null) continue
    if (bid.price < order.ceiling || !takesFromTied(state, bid, orders.slice(0, index), given)) return bid
    const { minimumStep } = state.lot
    const lower = bidFor(state, { ...order, ceiling: order.ceiling - minimumStep }, given, cause)
    if (lower !== null) return lower
  }
  return null
}

/** Whether a bid at its order's ceiling takes volume from an order with the same ceiling that was left earlier (R10.3). */
function takesFromTied(
  state: AuctionState,
  bid: Bid,
  earlier: readonly BidderOrder[],
  given: ReadonlyMap<number, Thousandths>,
): boolean {
  const tied = new Set(
    earlier
      .filter(({ ceiling }) => ceiling === bid.price)
      .map(({ bidderId }) => lastBidOf(state, bidderId)?.participant),
  )
  if (tied.size === 0) return false
  const { ranking, lot } = evolve(state, { kind: 'bid', at: bid.receivedAt, ...bid })
  return allocateRanked(lot.volume, ranking).rows.some(
    (row) => tied.has(row.participant) && row.given < (given.get(row.participant) ?? 0),
  )
}

function bidFor(
  state: AuctionState,
  order: BidderOrder,
  given: ReadonlyMap<number, Thousandths>,
  cause: SettlementCause,
): Bid | null {
  const own = lastBidOf(state, order.bidderId)
  if (own === undefined) return null
  const has = given.get(own.participant) ?? 0
  if (has >= order.quantity) return null
  const { minimumPrice, maximumPrice } = limitsAbove(state, own)
  const price = cheapestBestPrice(state, own, order, minimumPrice, Math.min(maximumPrice, order.ceiling), has)
  return price === null ? null : automaticBid(state, order, { own, price, cause })
}

function automaticBid(
  { seq }: AuctionState,
  { bidderId, quantity, minimumQuantity }: Omit<BidderOrder, 'salt'>,
  { own, price, cause }: { own: Bid; price: Kopecks; cause: SettlementCause },
): Bid {
  return {
    seq: seq + 1,
    bidderId,
    participant: own.participant,
    price,
    quantity,
    minimumQuantity,
    final: false,
    receivedAt: cause.receivedAt,
    preliminary: false,
    automatic: true,
  }
}

/** The lowest of these prices that brings the most that one of them brings, if that is more than the bidder has; else null. */
function cheapestBestPrice(
  { lot, ranking }: AuctionState,
  own: Bid,
  { quantity, minimumQuantity }: Pick<AutomaticOrder, 'quantity' | 'minimumQuantity'>,
  lowest: Kopecks,
  highest: Kopecks,
  has: Thousandths,
): Kopecks | null {
  if (highest < lowest) return null
  const rivals = ranking.filter(({ participant }) => participant !== own.participant)
  // The volume remaining after the first rival, after the first two and so on.
  const left = [lot.volume]
  for (const [index, rival] of rivals.entries()) {
    const before = left[index] ?? 0
    left.push(before - shareOf(before, rival))
  }
  // The newest bid ranks behind all of its price (R7.1).
  const ahead = (price: Kopecks) => rivals.filter((rival) => rival.price >= price).length
  const behind = (rivalsAhead: number) => shareOf(left[rivalsAhead] ?? 0, { quantity, minimumQuantity })
  const most = behind(ahead(highest))
  if (most <= has) return null
  const [last, first] = [ahead(lowest), ahead(highest)]
  if (behind(last) === most) return lowest
  for (let place = last - 1; place >= first; place -= 1) {
    const overtaken = rivals[place]
    // Of rivals with one price all are overtaken, or none.
    if (overtaken !== undefined && rivals[place - 1]?.price !== overtaken.price && behind(place) === most)
      return overtaken.price + lot.minimumStep
  }
  return null
}

/** Bids after which a repetition is looked for; doubled until one is found. */
const FIRST_CYCLE = 8
/** Repetitions that are left to be bid one by one before a price is met that may end them. */
const REPETITIONS_LEFT = 2

interface Cycle {
  readonly state: AuctionState
  readonly bids: readonly Bid[]
}

const NONE = { rise: 0, times: 0 }

/**
 * How often the bids of a cycle follow again, each time so much higher: orders that push each other up do so thousands of times
 * where the step is small. They repeat where the ranking after them is the one before them, with every price that has moved
 * raised by one amount; until a ceiling, a rival's price or the highest possible price comes near.
 */
function repetition({ state, bids }: Cycle, now: AuctionState, orders: readonly BidderOrder[]): typeof NONE {
  const moved = new Set(bids.map(({ participant }) => participant))
  let rise: number | null = null
  const met: Kopecks[] = [highestPriceOf(now.lot), ...orders.map(({ ceiling }) => ceiling)]
  let lowest = Infinity
  for (const [index, earlier] of state.ranking.entries()) {
    const later = now.ranking[index]
    if (later?.participant !== earlier.participant) return NONE
    if (!moved.has(earlier.participant)) {
      met.push(earlier.price)
      continue
    }
    const own = later.price - earlier.price
    const isSame = later.quantity === earlier.quantity && later.minimumQuantity === earlier.minimumQuantity
    if (!isSame || (rise !== null && own !== rise)) return NONE
    rise = own
    lowest = Math.min(lowest, earlier.price)
  }
  if (rise === null || rise <= 0) return NONE
  if (now.highestPrice === state.highestPrice) met.push(now.highestPrice)
  else if (now.highestPrice !== state.highestPrice + rise) return NONE
  const top = bids.reduce((highest, { price }) => Math.max(highest, price), 0)
  const nearest = met.filter((price) => price >= lowest).reduce((least, price) => Math.min(least, price), Infinity)
  return { rise, times: Math.max(0, Math.floor((nearest - top) / rise) - REPETITIONS_LEFT) }
}
