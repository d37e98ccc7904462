import {
  decideAccountStanding,
  decideApply,
  decideConfirm,
  decideDocumentsSent,
  decideReject,
  decideWithdraw,
} from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import { decideBid } from '@/lib/domain/bidding'
import { decideCancel, decideOutage, decideEnd, decideStart } from '@/lib/domain/start'
import type { AuctionEvent, Decision, EventOf } from '@/lib/domain/events'
import {
  decideLapses,
  decidePartial,
  decideComplete,
  decideConfirmWinners,
  decideDisqualify,
} from '@/lib/domain/selection'

/** The record keeps no documents: what was decided on with them, or by insisting without, stands as it was decided. */
function documented(bidderId: number) {
  return { bidderId, missing: [], insistence: null }
}

/**
 * What the rules record where this event is recorded next: the event itself, where it obeys them, and what follows from it at
 * once (an extension, the first bids). Nothing: this event cannot come now.
 *
 * @param version of the record: rules that were made stricter since do not hold for what was decided before
 * @throws where the rules refuse it
 */
export function rulesGive(state: AuctionState, event: AuctionEvent, version: 1 | 2): readonly AuctionEvent[] {
  const { at } = event
  switch (event.kind) {
    case 'application_received':
      return accepted(decideApply(state, { ...event, accountStatus: 'active', tradesProduct: true, receivedAt: at }))
    case 'documents_sent':
      return accepted(decideDocumentsSent(state, documented(event.bidderId), at))
    case 'application_withdrawn':
      return accepted(decideWithdraw(state, event.bidderId, at))
    case 'application_confirmed':
      return accepted(decideConfirm(state, documented(event.bidderId), at))
    case 'application_rejected':
      return event.by === 'manager' ? accepted(decideReject(state, event, at)) : decideStart(state, at)
    case 'started':
    case 'unsuccessful':
      return decideStart(state, at)
    case 'bid':
      return accepted(decideBid(state, event))
    case 'extended':
      // Never by itself: it follows from a bid.
      return []
    case 'outage':
      return outage(state, event, version)
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
    case 'winner_disqualified': {
      const decision = decideDisqualify(
        state,
        { ...event, document: event.document ?? (version === 1 ? UNRECORDED : null) },
        at,
      )
      return accepted(decision).map((given) => ({ ...given, document: event.document }) as AuctionEvent)
    }
    case 'winners_confirmed':
      return accepted(decideConfirmWinners(version === 1 ? withoutOffer(state) : state, at))
    case 'completed':
      return accepted(decideComplete(state, at))
    case 'cancelled':
      return accepted(decideCancel(state, event.reason, at))
    default:
      return event satisfies never
  }
}

const UNRECORDED = { id: '', sha256: '' }

function accepted(decision: Decision<{ readonly code: string }>): readonly AuctionEvent[] {
  if (!decision.ok) throw new Error(`the rules refuse it (${decision.refusal.code})`)
  return decision.events
}

/** Records of version 1 were made under several rules of how far an outage moves the end; its length and the extension window bound it. */
function outage(state: AuctionState, event: EventOf<'outage'>, version: 1 | 2): readonly AuctionEvent[] {
  if (version === 2) return decideOutage(state, { from: event.from, to: event.to })
  return event.shift > 0 && event.shift <= event.to - event.from + state.lot.extensionWindow ? [event] : []
}

/** Under version 1 winners were confirmed while a part waited for its answer. */
function withoutOffer(state: AuctionState): AuctionState {
  return state.selection === null ? state : { ...state, selection: { ...state.selection, offer: null } }
}
