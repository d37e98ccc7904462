import {
  decideAccountStanding,
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
import { decideCancel, decideEnd, decideHalt, decideOutage, decideResume, decideStart } from '@/lib/domain/start'
import type { AuctionEvent, Decision } from '@/lib/domain/events'
import {
  decideLapses,
  decidePartial,
  decideComplete,
  decideConfirmWinners,
  decideDisqualify,
} from '@/lib/domain/selection'

/** The record holds neither documents nor data of companies, so decisions on them are taken as recorded. */
function documented(bidderId: number) {
  return { bidderId, missing: [], insistence: null, related: [] }
}

/**
 * The events that the rules produce if this event is recorded next: the event itself, if it obeys them, and its immediate
 * consequences (an extension, the first bids). Empty: this event is not possible now.
 *
 * @throws where the rules refuse it
 */
export function expectedEvents(state: AuctionState, event: AuctionEvent): readonly AuctionEvent[] {
  const { at } = event
  switch (event.kind) {
    case 'application_received':
      return accepted(decideApply(state, { ...event, accountStatus: 'active', tradesProduct: true, receivedAt: at }))
    case 'documents_sent':
      return accepted(decideDocumentsSent(state, documented(event.bidderId), at))
    case 'application_withdrawn':
      return accepted(decideWithdraw(state, event.bidderId, at))
    case 'application_confirmed': {
      const { depositWaiver, note } = event
      return accepted(decideConfirm(state, { ...documented(event.bidderId), depositWaiver, note }, at))
    }
    case 'deposit_recorded':
      return decideDeposit(state, event, at)
    case 'application_rejected':
      return event.by === 'manager' ? accepted(decideReject(state, event, at)) : decideStart(state, at)
    case 'started':
    case 'unsuccessful':
      return decideStart(state, at)
    case 'bid':
      return accepted(decideBid(state, event))
    case 'automatic_order_left':
      return accepted(decideOrder(state, { ...event, receivedAt: at }))
    case 'automatic_order_withdrawn':
      return accepted(decideOrderWithdrawal(state, { bidderId: event.bidderId, receivedAt: at }))
    case 'extended':
      // Never by itself: it follows from a bid.
      return []
    case 'outage':
      return decideOutage(state, { from: event.from, to: event.to })
    case 'halted':
      return accepted(decideHalt(state, event.reason, at))
    case 'resumed':
      return accepted(decideResume(state, event.resumesAt, at))
    case 'question_answered':
      return accepted(decideAnswer(state, event, at))
    case 'account_deactivated':
    case 'account_reactivated':
      return decideAccountStanding(
        state,
        { bidderId: event.bidderId, active: event.kind === 'account_reactivated' },
        at,
      )
    case 'ended':
      return decideEnd(state, at)
    case 'partial_accepted':
      return accepted(decidePartial(state, { ...event, accept: true }, at))
    case 'partial_refused':
      return event.by === 'system'
        ? decideLapses(state, at)
        : accepted(decidePartial(state, { ...event, accept: false }, at))
    case 'winner_disqualified':
      return accepted(decideDisqualify(state, event, at))
    case 'winners_confirmed':
      return accepted(decideConfirmWinners(state, at))
    case 'completed':
      return accepted(decideComplete(state, at))
    case 'cancelled':
      return accepted(decideCancel(state, event.reason, at))
    default:
      return event satisfies never
  }
}

function accepted(decision: Decision<{ readonly code: string }>): readonly AuctionEvent[] {
  if (!decision.ok) throw new Error(`the rules refuse it (${decision.refusal.code})`)
  return decision.events
}
