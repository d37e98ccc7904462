import {
  type Application,
  type AuctionState,
  initialState,
  lastBidOf,
  type SelectionState,
} from '@/lib/domain/auction-state'
import type { AuctionEvent, Bid, EventOf } from './events'
import { MOST_COUNTED_BIDS } from './bid-rate'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import { offerFor } from './selection'
import { rankedWith, rankedWithout, winners } from './allocation'
import { allocationOf } from './ranking'

/** The state after all of a lot's events. */
export function replay(lot: Lot, events: Iterable<AuctionEvent>): AuctionState {
  let state = initialState(lot)
  for (const event of events) state = evolve(state, event)
  return state
}

export function evolveAll(state: AuctionState, events: readonly AuctionEvent[]): AuctionState {
  return events.reduce(evolve, state)
}

/** The state after one more event. Events are trusted: the rules decided them, and they are on record. */
export function evolve(state: AuctionState, event: AuctionEvent): AuctionState {
  switch (event.kind) {
    case 'application_received':
      return withApplication(state, applicationOf(event))
    case 'documents_sent':
      return withChange(state, event.bidderId, { status: 'awaiting_confirmation' })
    case 'application_withdrawn':
      return withChange(withoutOrder(state, event.bidderId), event.bidderId, { status: 'withdrawn' })
    case 'application_rejected':
      return withChange(withoutOrder(state, event.bidderId), event.bidderId, { status: 'rejected' })
    case 'application_confirmed':
      return {
        ...withChange(state, event.bidderId, {
          status: 'confirmed',
          participant: event.participant,
          depositWaiver: event.depositWaiver,
        }),
        nextParticipant: event.participant + 1,
      }
    case 'deposit_recorded':
      return withChange(state, event.bidderId, { deposit: event.received })
    case 'started':
      return { ...state, startedAt: event.at }
    case 'unsuccessful':
      return { ...state, unsuccessfulAt: event.at, orders: new Map() }
    case 'bid':
      return withBid(state, event)
    case 'automatic_order_left': {
      const { bidderId, seal, order } = event
      const { orders } = withoutOrder(state, bidderId)
      return { ...state, orders: new Map(orders).set(bidderId, { seal, order }) }
    }
    case 'automatic_order_withdrawn':
      return withoutOrder(state, event.bidderId)
    case 'extended':
      return { ...state, effectiveEnd: event.effectiveEnd }
    case 'outage':
      return {
        ...state,
        effectiveEnd: state.effectiveEnd + event.shift,
        hardEnd: state.hardEnd + event.shift,
        outages: [...state.outages, { from: event.from, to: event.to }],
      }
    case 'halted':
      return { ...state, halt: { at: event.at, reason: event.reason, resumesAt: null } }
    case 'resumed':
      return {
        ...state,
        effectiveEnd: state.effectiveEnd + event.shift,
        hardEnd: state.hardEnd + event.shift,
        halt: state.halt && { ...state.halt, resumesAt: event.resumesAt },
      }
    case 'question_answered':
      return { ...state, answers: event.number }
    case 'account_deactivated':
      return withDeactivated(state, event.bidderId)
    case 'account_reactivated':
      return withReactivated(state, event.bidderId)
    case 'ended':
      return reallocated({ ...state, endedAt: event.at, orders: new Map() }, NEW_SELECTION, event.at)
    case 'partial_accepted':
    case 'partial_refused':
    case 'winner_disqualified':
      return reallocated(state, withDecision(state.selection ?? NEW_SELECTION, event), event.at)
    case 'winners_confirmed':
      return withConfirmedWinners(state, event.at)
    case 'completed':
      return { ...state, completedAt: event.at }
    case 'cancelled':
      return { ...state, cancelled: { at: event.at, reason: event.reason }, orders: new Map() }
    default:
      return event satisfies never
  }
}

const NEW_SELECTION: SelectionState = {
  disqualified: new Set(),
  refusedParts: new Set(),
  acceptedParts: new Map(),
  offer: null,
  offers: [],
  winnersConfirmedAt: null,
  confirmedShares: new Map(),
}

function applicationOf(event: EventOf<'application_received'>): Application {
  const { bidderId, at, price, quantity, minimumQuantity } = event
  const offer = { price, quantity, minimumQuantity }
  return { bidderId, receivedAt: at, ...offer, status: 'submitted', participant: null, deposit: 0, depositWaiver: null }
}

function withApplication(state: AuctionState, application: Application): AuctionState {
  return { ...state, applications: new Map(state.applications).set(application.bidderId, application) }
}

function withChange(
  state: AuctionState,
  bidderId: number,
  change: Partial<Pick<Application, 'status' | 'participant' | 'deposit' | 'depositWaiver'>>,
): AuctionState {
  const application = state.applications.get(bidderId)
  return application === undefined ? state : withApplication(state, { ...application, ...change })
}

/** A changed order counts as a new one, so it is removed before it is added (R10.1). */
function withoutOrder(state: AuctionState, bidderId: number): AuctionState {
  if (!state.orders.has(bidderId)) return state
  const orders = new Map(state.orders)
  orders.delete(bidderId)
  return { ...state, orders }
}

function withBid(before: AuctionState, event: EventOf<'bid'>): AuctionState {
  const { kind: _kind, at: _at, ...bid } = event
  // A final bid ends its bidder's automatic order (R10.1).
  const state = bid.final ? withoutOrder(before, bid.bidderId) : before
  const lastBids = state.lastBids.slice()
  const previous = lastBids[bid.participant - 1]
  lastBids[bid.participant - 1] = bid
  return {
    ...state,
    lastBids,
    recentBids: bid.preliminary || bid.automatic ? state.recentBids : withRecentBid(state.recentBids, bid),
    ranking: rankedWith(state.ranking, bid, previous),
    highestPrice: Math.max(state.highestPrice, bid.price),
    seq: bid.seq,
  }
}

function withRecentBid(
  recentBids: AuctionState['recentBids'],
  { participant, receivedAt }: Bid,
): AuctionState['recentBids'] {
  const all = recentBids.slice()
  all[participant - 1] = [...(all[participant - 1] ?? []), receivedAt].slice(-MOST_COUNTED_BIDS)
  return all
}

/** Takes the bidder out of the ranking; its bids stay on record (R2.7). */
function withDeactivated(state: AuctionState, bidderId: number): AuctionState {
  const lastBid = lastBidOf(state, bidderId)
  return {
    ...state,
    deactivated: new Set(state.deactivated).add(bidderId),
    ranking: lastBid === undefined ? state.ranking : rankedWithout(state.ranking, lastBid),
  }
}

function withReactivated(state: AuctionState, bidderId: number): AuctionState {
  const lastBid = lastBidOf(state, bidderId)
  return {
    ...state,
    deactivated: new Set([...state.deactivated].filter((id) => id !== bidderId)),
    ranking: lastBid === undefined ? state.ranking : rankedWith(state.ranking, lastBid, undefined),
  }
}

function withDecision(
  selection: SelectionState,
  event: EventOf<'partial_accepted'> | EventOf<'partial_refused'> | EventOf<'winner_disqualified'>,
): SelectionState {
  const { participant } = event
  switch (event.kind) {
    case 'partial_accepted':
      return { ...selection, acceptedParts: new Map(selection.acceptedParts).set(participant, event.quantity) }
    // A change of the winners must be confirmed again.
    case 'partial_refused':
      return { ...selection, refusedParts: new Set(selection.refusedParts).add(participant), winnersConfirmedAt: null }
    case 'winner_disqualified':
      return { ...selection, disqualified: new Set(selection.disqualified).add(participant), winnersConfirmedAt: null }
    default:
      return event satisfies never
  }
}

function withConfirmedWinners(state: AuctionState, at: EpochMs): AuctionState {
  const shares = winners(allocationOf(state)).map(({ participant, allocated }) => [participant, allocated] as const)
  const selection = state.selection ?? NEW_SELECTION
  return { ...state, selection: { ...selection, winnersConfirmedAt: at, confirmedShares: new Map(shares) } }
}

function reallocated(state: AuctionState, selection: SelectionState, at: EpochMs): AuctionState {
  const offer = offerFor(state, selection, at)
  const offers = offer === null || offer === selection.offer ? selection.offers : [...selection.offers, offer]
  return { ...state, selection: { ...selection, offer, offers } }
}
