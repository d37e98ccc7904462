import { formatPrice } from '@/lib/domain/money'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionFact } from '@/lib/domain/facts'
import { formatQuantity } from '@/lib/domain/quantity'
import { agreementsOf } from '@/lib/domain/results'
import { instantOf } from '@/lib/server/kernel/auction-shapes'
import type { Journal } from './journal'
import type { OutboxNotice } from './outbid'

/** Whom facts are told, each once; queued in the transaction that records them. */
export function noticesOf(facts: readonly AuctionFact[], before: Journal, after: Journal): OutboxNotice[] {
  const told: Told[] = facts.flatMap((fact) => tellings(fact, after))
  told.push(...partialOffer(before.state, after.state))
  return told.map(({ kind, to, ...payload }) => ({
    kind,
    account_id: to,
    payload: { auction_id: after.auctionId, ...payload },
    dedupe_key: `${kind}:${after.auctionId}:${to ?? 'managers'}:${after.logSeq}`,
  }))
}

const MANAGERS = null

interface Told {
  readonly kind: string
  readonly to: number | typeof MANAGERS
  readonly [detail: string]: unknown
}

function tellings(fact: AuctionFact, { state, applicants }: Journal): Told[] {
  switch (fact.kind) {
    case 'application_received':
      return [{ kind: 'application_received', to: MANAGERS, application_id: applicants.get(fact.bidderId)?.id, user_id: fact.bidderId }]
    case 'application_confirmed':
      return [{ kind: 'application_confirmed', to: fact.bidderId, participant: fact.participant }]
    case 'application_rejected':
      return [{ kind: 'application_rejected', to: fact.bidderId, by: fact.by, reason: fact.reason }]
    case 'started':
      return participants(state).map((to) => ({ kind: 'auction_started', to }))
    case 'unsuccessful':
      return [MANAGERS, ...applicantsOf(state)].map((to) => ({ kind: 'auction_unsuccessful', to, confirmed: fact.confirmed, minimum: fact.minimum }))
    case 'ended':
      return [MANAGERS, ...participants(state)].map((to) => ({ kind: 'auction_ended', to }))
    case 'winners_confirmed':
      return agreementsOf(state).map(({ participant, quantity, price }) => ({
        kind: 'winner_confirmed',
        to: bidderOf(state, participant),
        quantity: formatQuantity(quantity),
        price: formatPrice(price),
      }))
    case 'cancelled':
      return applicantsOf(state).map((to) => ({ kind: 'auction_cancelled', to, reason: fact.reason }))
    case 'winner_disqualified':
      return [{ kind: 'winner_disqualified', to: bidderOf(state, fact.participant), reason: fact.reason }]
    case 'partial_accepted':
    case 'partial_refused':
      return [{ kind: fact.kind, to: MANAGERS, participant: fact.participant, quantity: formatQuantity(fact.quantity) }]
    case 'documents_sent':
    case 'application_withdrawn':
    case 'bid':
    case 'extended':
    case 'outage':
    case 'account_deactivated':
    case 'account_reactivated':
    case 'completed':
      return []
    default:
      return fact satisfies never
  }
}

/** R7.3: whatever it was that made the allocation offer a part, its bidder is asked. */
function partialOffer(before: AuctionState, after: AuctionState): Told[] {
  const offer = after.selection?.offer ?? null
  if (offer === null || offer === before.selection?.offer) return []
  return [{
    kind: 'partial_offer',
    to: bidderOf(after, offer.participant),
    quantity: formatQuantity(offer.quantity),
    answer_by: instantOf(offer.answerBy),
  }]
}

/** Those who bid and are not left out (R2.7). */
function participants(state: AuctionState): number[] {
  return state.lastBids.flatMap((bid) => (bid === undefined || state.deactivated.has(bid.bidderId) ? [] : [bid.bidderId]))
}

/** Every applicant (R1.2) but those who have withdrawn themselves. */
function applicantsOf(state: AuctionState): number[] {
  return [...state.applications.values()].filter(({ status }) => status !== 'withdrawn').map(({ bidderId }) => bidderId)
}

function bidderOf(state: AuctionState, participant: number): number {
  const bidderId = state.lastBids[participant - 1]?.bidderId
  if (bidderId === undefined) throw new Error(`Participant ${participant} has no bid`)
  return bidderId
}
