import {
  decideAccountStatus,
  decideApply,
  decideConfirm,
  decideDocumentsSent,
  decideReject,
  decideWithdraw,
} from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import { decideOrder, decideOrderWithdrawal } from '@/lib/domain/automatic-bids'
import { decideBid } from '@/lib/domain/bidding'
import { decideDeposit } from '@/lib/domain/deposit'
import { decideAnswer } from '@/lib/domain/questions'
import { decideCancel, decideEnd, decideHalt, decideOutage, decideResume, decideStart } from '@/lib/domain/lifecycle'
import type { AuctionEvent, Decision } from '@/lib/domain/events'
import {
  decideLapses,
  decidePartial,
  decideComplete,
  decideConfirmWinners,
  decideDisqualify,
} from '@/lib/domain/selection'

/** The record contains neither documents nor company data, so decisions that depend on them are trusted. */
function documented(bidderId: number) {
  return { bidderId, missing: [], insistence: null, related: [] }
}

/**
 * The events that the rules decide if this event is recorded next: the event itself, and its immediate consequences (an
 * extension, the first bids). Empty if the event is not possible now.
 *
 * @throws if the rules refuse it
 */
export function expectedEvents(state: AuctionState, event: AuctionEvent): readonly AuctionEvent[] {
  const { at } = event
  switch (event.kind) {
    case 'application_received':
      return eventsOf(decideApply(state, { ...event, accountStatus: 'active', tradesProduct: true, receivedAt: at }))
    case 'documents_sent':
      return eventsOf(decideDocumentsSent(state, documented(event.bidderId), at))
    case 'application_withdrawn':
      return eventsOf(decideWithdraw(state, event.bidderId, at))
    case 'application_confirmed': {
      const { depositWaiver, note } = event
      return eventsOf(decideConfirm(state, { ...documented(event.bidderId), depositWaiver, note }, at))
    }
    case 'deposit_recorded':
      return decideDeposit(state, event, at)
    case 'application_rejected':
      return event.by === 'manager' ? eventsOf(decideReject(state, event, at)) : decideStart(state, at)
    case 'started':
    case 'unsuccessful':
      return decideStart(state, at)
    case 'bid':
      return eventsOf(decideBid(state, event))
    case 'automatic_order_left':
      return eventsOf(decideOrder(state, { ...event, receivedAt: at }))
    case 'automatic_order_withdrawn':
      return eventsOf(decideOrderWithdrawal(state, { bidderId: event.bidderId, receivedAt: at }))
    case 'extended':
      // Never the first event of a decision: it follows from a bid.
      return []
    case 'outage':
      return decideOutage(state, { from: event.from, to: event.to })
    case 'halted':
      return eventsOf(decideHalt(state, event.reason, at))
    case 'resumed':
      return eventsOf(decideResume(state, event.resumesAt, at))
    case 'question_answered':
      return eventsOf(decideAnswer(state, event, at))
    case 'account_deactivated':
    case 'account_reactivated':
      return decideAccountStatus(state, { bidderId: event.bidderId, active: event.kind === 'account_reactivated' }, at)
    case 'ended':
      return decideEnd(state, at)
    case 'partial_accepted':
      return eventsOf(decidePartial(state, { ...event, accept: true }, at))
    case 'partial_refused':
      return event.by === 'system'
        ? decideLapses(state, at)
        : eventsOf(decidePartial(state, { ...event, accept: false }, at))
    case 'winner_disqualified':
      return eventsOf(decideDisqualify(state, event, at))
    case 'winners_confirmed':
      return eventsOf(decideConfirmWinners(state, at))
    case 'completed':
      return eventsOf(decideComplete(state, at))
    case 'cancelled':
      return eventsOf(decideCancel(state, event.reason, at))
    default:
      return event satisfies never
  }
}

function eventsOf(decision: Decision<{ readonly code: string }>): readonly AuctionEvent[] {
  if (!decision.ok) throw new Error(`the rules refuse it (${decision.refusal.code})`)
  return decision.events
}
