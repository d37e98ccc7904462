import { allocateRanked } from '@/lib/domain/allocation'
import { type AuctionState, lastBidOf } from '@/lib/domain/auction-state'
import { bidLimits, decideBid } from '@/lib/domain/bidding'
import type { AuctionEvent, AutomaticOrder, EventOf } from '@/lib/domain/events'
import { evolveAll } from '@/lib/domain/evolve'
import type { Thousandths } from '@/lib/domain/money'

export interface LeftOrder extends AutomaticOrder {
  readonly bidderId: number
}

interface Settlement {
  readonly state: AuctionState
  /** The last bid of each bidder that bid, in the order of these bids. */
  readonly bids: readonly EventOf<'bid'>[]
}

/** A literal implementation of R10.2 that tries every price of the grid and makes every bid. */
export function settleSlowly(state: AuctionState, orders: readonly LeftOrder[], at: number): Settlement {
  const last = new Map<number, EventOf<'bid'>>()
  let settled = state
  for (let bid = nextBid(settled, orders, at); bid !== null; bid = nextBid(settled, orders, at)) {
    settled = evolveAll(settled, [bid])
    // Deleted first, so that the map has the order of the last bids.
    last.delete(bid.bidderId)
    last.set(bid.bidderId, bid)
  }
  const bids = [...last.values()].map((bid, index) => ({ ...bid, seq: state.seq + index + 1 }))
  return { state: settled, bids }
}

/**
 * Applies the procedure to a record: bids of people and changes of orders are kept, automatic bids are dropped and
 * computed again.
 */
export function settleRecordSlowly(before: AuctionState, events: Iterable<AuctionEvent>): Settlement {
  const bids: EventOf<'bid'>[] = []
  let state = before
  let hasSettledStart = before.startedAt !== null

  function settle(at: number): void {
    const orders = [...state.orders].map(([bidderId, { order }]) => ({ ...order!, bidderId }))
    const settled = settleSlowly(state, orders, at).bids
    state = evolveAll(state, settled)
    bids.push(...settled)
  }

  for (const event of events) {
    const isOfStart = event.kind === 'started' || (event.kind === 'bid' && event.preliminary)
    if (state.startedAt !== null && !hasSettledStart && !isOfStart) {
      hasSettledStart = true
      settle(state.lot.startsAt)
    }
    if (event.kind !== 'bid' || event.preliminary) {
      state = evolveAll(state, [event])
      if (event.kind === 'bid') bids.push(event)
      if (state.startedAt !== null && event.kind.startsWith('automatic_order')) settle(event.at)
    } else if (!event.automatic) {
      const decision = decideBid(state, event)
      if (!decision.ok) throw new Error(`The rules refuse the bid ${event.seq}: ${decision.refusal.code}`)
      const decided = decision.events.filter((each) => each.kind === 'bid')
      state = evolveAll(state, decided)
      bids.push(...decided)
      settle(event.receivedAt)
    }
  }
  return { state, bids }
}

export function volumeOf(state: AuctionState, bidderId: number): Thousandths {
  const participant = lastBidOf(state, bidderId)?.participant
  return (
    allocateRanked(state.lot.volume, state.ranking).rows.find((row) => row.participant === participant)?.allocated ?? 0
  )
}

function nextBid(state: AuctionState, orders: readonly LeftOrder[], at: number): EventOf<'bid'> | null {
  for (const [index, { bidderId, ceiling, quantity, minimumQuantity }] of orders.entries()) {
    const tied = orders.slice(0, index).filter((earlier) => earlier.ceiling === ceiling)
    const limits = bidLimits(state, bidderId)
    const has = volumeOf(state, bidderId)
    if (limits === null || has >= quantity) continue
    let best: { bid: EventOf<'bid'>; allocated: Thousandths } | null = null
    const highest = Math.min(ceiling, limits.maximumPrice)
    for (let price = limits.minimumPrice; price <= highest; price += limits.priceStep) {
      const decision = decideBid(state, { bidderId, price, quantity, minimumQuantity, final: false, receivedAt: at })
      const bid = decision.ok ? decision.events.find((event) => event.kind === 'bid') : undefined
      if (bid === undefined) continue
      const after = evolveAll(state, [bid])
      const volume = volumeOf(after, bidderId)
      const takes = tied.some((each) => volumeOf(after, each.bidderId) < volumeOf(state, each.bidderId))
      if (price === ceiling && takes) continue
      if (volume > (best?.allocated ?? has)) best = { bid: { ...bid, automatic: true }, allocated: volume }
    }
    if (best !== null) return best.bid
  }
  return null
}
