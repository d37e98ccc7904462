import {
  type Application,
  type AuctionState,
  initialState,
  lastBidOf,
  type SelectionState,
} from '@/lib/domain/auction-state'
import type { AuctionFact, Bid, FactOf } from '@/lib/domain/facts'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import { offerFor } from '@/lib/domain/partial-offers'
import { rankedWith, rankedWithout } from './allocation'

/** The state that a lot's facts, in their order, come to. */
export function replay(lot: Lot, facts: Iterable<AuctionFact>): AuctionState {
  let state = initialState(lot)
  for (const fact of facts) state = evolve(state, fact)
  return state
}

export function evolveAll(state: AuctionState, facts: readonly AuctionFact[]): AuctionState {
  return facts.reduce(evolve, state)
}

/** The state after one more fact. Facts are trusted: they were decided by the rules and are on record. */
export function evolve(state: AuctionState, fact: AuctionFact): AuctionState {
  switch (fact.kind) {
    case 'application_received':
      return withApplication(state, received(fact))
    case 'documents_sent':
      return withStatus(state, fact.bidderId, { status: 'awaiting_confirmation' })
    case 'application_withdrawn':
      return withStatus(state, fact.bidderId, { status: 'withdrawn' })
    case 'application_rejected':
      return withStatus(state, fact.bidderId, { status: 'rejected' })
    case 'application_confirmed':
      return {
        ...withStatus(state, fact.bidderId, { status: 'confirmed', participant: fact.participant }),
        nextParticipant: fact.participant + 1,
      }
    case 'started':
      return { ...state, startedAt: fact.at }
    case 'unsuccessful':
      return { ...state, unsuccessfulAt: fact.at }
    case 'bid':
      return withBid(state, fact)
    case 'extended':
      return { ...state, effectiveEnd: fact.effectiveEnd }
    case 'outage':
      return {
        ...state,
        effectiveEnd: state.effectiveEnd + fact.shift,
        hardEnd: state.hardEnd + fact.shift,
        outages: [...state.outages, { from: fact.from, to: fact.to }],
      }
    case 'account_deactivated':
      return withDeactivated(state, fact.bidderId)
    case 'account_reactivated':
      return withReactivated(state, fact.bidderId)
    case 'ended':
      return reallocated({ ...state, endedAt: fact.at }, UNTOUCHED, fact.at)
    case 'partial_accepted':
    case 'partial_refused':
    case 'winner_disqualified':
      return reallocated(state, decided(state.selection ?? UNTOUCHED, fact), fact.at)
    case 'winners_confirmed':
      return { ...state, selection: { ...(state.selection ?? UNTOUCHED), winnersConfirmedAt: fact.at } }
    case 'completed':
      return { ...state, completedAt: fact.at }
    case 'cancelled':
      return { ...state, cancelled: { at: fact.at, reason: fact.reason } }
    default:
      return fact satisfies never
  }
}

const UNTOUCHED: SelectionState = {
  disqualified: new Set(),
  refusedParts: new Set(),
  acceptedParts: new Map(),
  offer: null,
  winnersConfirmedAt: null,
}

function received(fact: FactOf<'application_received'>): Application {
  const { bidderId, at, price, quantity, minimumQuantity } = fact
  return { bidderId, receivedAt: at, price, quantity, minimumQuantity, status: 'submitted', participant: null }
}

function withApplication(state: AuctionState, application: Application): AuctionState {
  return { ...state, applications: new Map(state.applications).set(application.bidderId, application) }
}

function withStatus(
  state: AuctionState,
  bidderId: number,
  change: Partial<Pick<Application, 'status' | 'participant'>>,
): AuctionState {
  const application = state.applications.get(bidderId)
  return application === undefined ? state : withApplication(state, { ...application, ...change })
}

function withBid(state: AuctionState, fact: FactOf<'bid'>): AuctionState {
  const bid = bidOf(fact)
  const lastBids = state.lastBids.slice()
  const previous = lastBids[bid.participant - 1]
  lastBids[bid.participant - 1] = bid
  return {
    ...state,
    lastBids,
    ranking: rankedWith(state.ranking, bid, previous),
    highestPrice: Math.max(state.highestPrice, bid.price),
    seq: bid.seq,
  }
}

function bidOf(fact: FactOf<'bid'>): Bid {
  const { seq, bidderId, participant, price, quantity, minimumQuantity, final, receivedAt, preliminary } = fact
  return { seq, bidderId, participant, price, quantity, minimumQuantity, final, receivedAt, preliminary }
}

/** R2.7: out of the allocation; the bids themselves stay. */
function withDeactivated(state: AuctionState, bidderId: number): AuctionState {
  const own = lastBidOf(state, bidderId)
  return {
    ...state,
    deactivated: new Set(state.deactivated).add(bidderId),
    ranking: own === undefined ? state.ranking : rankedWithout(state.ranking, own),
  }
}

function withReactivated(state: AuctionState, bidderId: number): AuctionState {
  const own = lastBidOf(state, bidderId)
  return {
    ...state,
    deactivated: new Set([...state.deactivated].filter((id) => id !== bidderId)),
    ranking: own === undefined ? state.ranking : rankedWith(state.ranking, own, undefined),
  }
}

function decided(
  selection: SelectionState,
  fact: FactOf<'partial_accepted'> | FactOf<'partial_refused'> | FactOf<'winner_disqualified'>,
): SelectionState {
  const { participant } = fact
  switch (fact.kind) {
    case 'partial_accepted':
      return { ...selection, acceptedParts: new Map(selection.acceptedParts).set(participant, fact.quantity) }
    // What changes who wins has to be confirmed anew.
    case 'partial_refused':
      return { ...selection, refusedParts: new Set(selection.refusedParts).add(participant), winnersConfirmedAt: null }
    case 'winner_disqualified':
      return { ...selection, disqualified: new Set(selection.disqualified).add(participant), winnersConfirmedAt: null }
    default:
      return fact satisfies never
  }
}

function reallocated(state: AuctionState, selection: SelectionState, at: EpochMs): AuctionState {
  return { ...state, selection: { ...selection, offer: offerFor(state, selection, at) } }
}
