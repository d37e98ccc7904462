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
import type { AuctionFact, Decision, FactOf } from '@/lib/domain/facts'
import { decideLapses, decidePartial } from '@/lib/domain/partial-offers'
import { decideComplete, decideConfirmWinners, decideDisqualify } from '@/lib/domain/selection'

/** The record keeps no documents: what was decided on with them, or by insisting without, stands as it was decided. */
function documented(bidderId: number) {
  return { bidderId, missing: [], insistence: null }
}

/**
 * What the rules record where this fact is recorded next: the fact itself, where it obeys them, and what follows from it at
 * once (an extension, the first bids). Nothing: this fact cannot come now.
 *
 * @param version of the record: rules that were made stricter since do not hold for what was decided before
 * @throws where the rules refuse it
 */
export function rulesGive(state: AuctionState, fact: AuctionFact, version: 1 | 2): readonly AuctionFact[] {
  const { at } = fact
  switch (fact.kind) {
    case 'application_received':
      return accepted(decideApply(state, { ...fact, accountStatus: 'active', tradesProduct: true, receivedAt: at }))
    case 'documents_sent':
      return accepted(decideDocumentsSent(state, documented(fact.bidderId), at))
    case 'application_withdrawn':
      return accepted(decideWithdraw(state, fact.bidderId, at))
    case 'application_confirmed':
      return accepted(decideConfirm(state, documented(fact.bidderId), at))
    case 'application_rejected':
      return fact.by === 'manager' ? accepted(decideReject(state, fact, at)) : decideStart(state, at)
    case 'started':
    case 'unsuccessful':
      return decideStart(state, at)
    case 'bid':
      return accepted(decideBid(state, fact))
    case 'extended':
      // Never by itself: it follows from a bid.
      return []
    case 'outage':
      return outage(state, fact, version)
    case 'account_deactivated':
    case 'account_reactivated':
      return decideAccountStanding(state, { bidderId: fact.bidderId, active: fact.kind === 'account_reactivated' }, at)
    case 'ended':
      return decideEnd(state, at)
    case 'partial_accepted':
      return accepted(decidePartial(state, { participant: fact.participant, accept: true }, at))
    case 'partial_refused':
      return fact.by === 'system'
        ? decideLapses(state, at)
        : accepted(decidePartial(state, { participant: fact.participant, accept: false }, at))
    case 'winner_disqualified': {
      const decision = decideDisqualify(
        state,
        { ...fact, document: fact.document ?? (version === 1 ? UNRECORDED : null) },
        at,
      )
      return accepted(decision).map((given) => ({ ...given, document: fact.document }) as AuctionFact)
    }
    case 'winners_confirmed':
      return accepted(decideConfirmWinners(version === 1 ? withoutOffer(state) : state, at))
    case 'completed':
      return accepted(decideComplete(state, at))
    case 'cancelled':
      return accepted(decideCancel(state, fact.reason, at))
    default:
      return fact satisfies never
  }
}

const UNRECORDED = { id: '', sha256: '' }

function accepted(decision: Decision<{ readonly code: string }>): readonly AuctionFact[] {
  if (!decision.ok) throw new Error(`the rules refuse it (${decision.refusal.code})`)
  return decision.facts
}

/** Records of version 1 were made under several rules of how far an outage moves the end; its length and the extension window bound it. */
function outage(state: AuctionState, fact: FactOf<'outage'>, version: 1 | 2): readonly AuctionFact[] {
  if (version === 2) return decideOutage(state, { from: fact.from, to: fact.to })
  return fact.shift > 0 && fact.shift <= fact.to - fact.from + state.lot.extensionWindow ? [fact] : []
}

/** Under version 1 winners were confirmed while a part waited for its answer. */
function withoutOffer(state: AuctionState): AuctionState {
  return state.selection === null ? state : { ...state, selection: { ...state.selection, offer: null } }
}
