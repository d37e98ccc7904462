import { type Application, type AuctionState, isBiddingOver } from './auction-state'
import { checkOffer, type OfferRefusal } from './bid-limits'
import { preliminaryLimits } from './bidding'
import { isCovered } from './deposit'
import { accepted, type AuctionEvent, type Decision, refused, type SealedNote } from './events'
import type { EpochMs } from './lot'
import type { Kopecks, Thousandths } from './money'

/** Documents for accreditation, in the order of the form. */
export const REQUIRED_DOCUMENTS = ['register_extract', 'charter', 'balance_sheet', 'licence', 'questionnaire'] as const
export type RequiredDocument = (typeof REQUIRED_DOCUMENTS)[number]

/** The kinds that are still missing, in the order of the form. */
export function missingDocuments(documents: readonly { readonly kind: string }[]): RequiredDocument[] {
  return REQUIRED_DOCUMENTS.filter((kind) => !documents.some((document) => document.kind === kind))
}

/** Carries an account's deactivation or reactivation into an auction that it applied to and that has not ended (R2.7). */
export function decideAccountStatus(
  state: AuctionState,
  account: { readonly bidderId: number; readonly active: boolean },
  now: EpochMs,
): readonly AuctionEvent[] {
  const { bidderId, active } = account
  if (isBiddingOver(state) || !state.applications.has(bidderId) || state.deactivated.has(bidderId) !== active) return []
  return [{ kind: active ? 'account_reactivated' : 'account_deactivated', at: now, bidderId }]
}

type AccountStatus = 'awaiting_confirmation' | 'active' | 'deactivated'

export interface ApplyCommand {
  readonly bidderId: number
  readonly accountStatus: AccountStatus
  /** Whether the company registered for auctions of this product. */
  readonly tradesProduct: boolean
  readonly price: Kopecks
  readonly quantity: Thousandths
  /** By default the lot's minimum quantity (R7.2). */
  readonly minimumQuantity?: Thousandths | undefined
  readonly receivedAt: EpochMs
}

export type ApplyRefusal =
  | Exclude<OfferRefusal, { readonly code: 'bid_below_minimum' | 'quantity_reduced' | 'deposit_insufficient' }>
  | { readonly code: 'price_below_starting'; readonly minimum: Kopecks }
  | { readonly code: 'application_exists' }
  | { readonly code: 'application_deadline_passed' }
  | { readonly code: 'account_deactivated' }
  | { readonly code: 'account_not_confirmed' }
  | { readonly code: 'category_not_allowed' }
  | { readonly code: 'auction_cancelled' }

/** Accepts a company's only preliminary bid (R2.1, R2.7); there is no second one, even after a withdrawal (R2.2). */
export function decideApply(state: AuctionState, command: ApplyCommand): Decision<ApplyRefusal> {
  const { bidderId, accountStatus, price, quantity, receivedAt } = command
  if (state.cancelled !== null) return refused({ code: 'auction_cancelled' })
  if (accountStatus === 'deactivated' || state.deactivated.has(bidderId))
    return refused({ code: 'account_deactivated' })
  if (accountStatus === 'awaiting_confirmation') return refused({ code: 'account_not_confirmed' })
  if (!command.tradesProduct) return refused({ code: 'category_not_allowed' })
  if (state.applications.has(bidderId)) return refused({ code: 'application_exists' })
  if (isClosedToApplicants(state, receivedAt)) return refused({ code: 'application_deadline_passed' })
  const minimumQuantity = command.minimumQuantity ?? state.lot.minimumQuantity
  const refusal = checkOffer(preliminaryLimits(state), { price, quantity, minimumQuantity })
  if (refusal !== null) return refused(asApplyRefusal(refusal))
  return accepted({ kind: 'application_received', at: receivedAt, bidderId, price, quantity, minimumQuantity })
}

type WithdrawRefusal =
  | { readonly code: 'application_not_found' }
  | { readonly code: 'application_not_withdrawable' }
  | { readonly code: 'application_deadline_passed' }

/** Withdraws an application, confirmed or not, until its deadline (R2.2). */
export function decideWithdraw(state: AuctionState, bidderId: number, now: EpochMs): Decision<WithdrawRefusal> {
  const application = state.applications.get(bidderId)
  if (application === undefined) return refused({ code: 'application_not_found' })
  const open = application.status !== 'withdrawn' && application.status !== 'rejected' && state.cancelled === null
  if (!open) return refused({ code: 'application_not_withdrawable' })
  if (isClosedToApplicants(state, now)) return refused({ code: 'application_deadline_passed' })
  return accepted({ kind: 'application_withdrawn', at: now, bidderId })
}

export type ReviewRefusal =
  | { readonly code: 'application_not_found' }
  | { readonly code: 'application_already_decided' }
  | { readonly code: 'account_state_forbids' }
  | { readonly code: 'documents_missing' }
  | { readonly code: 'deposit_not_covering' }
  | { readonly code: 'related_note_required' }
  | { readonly code: 'auction_cancelled' }

/** A buyer, and the accreditation documents that it has not uploaded. */
export interface Documented {
  readonly bidderId: number
  readonly missing: readonly RequiredDocument[]
}

/** Records that the buyer's documents went to the manager: the application then awaits confirmation (R2.4). */
export function decideDocumentsSent(
  state: AuctionState,
  { bidderId, missing }: Documented,
  now: EpochMs,
): Decision<ReviewRefusal> {
  const refusal = checkMayReview(state, bidderId, now)
  if (refusal !== null) return refused(refusal)
  if (missing.length > 0) return refused({ code: 'documents_missing' })
  const waiting = state.applications.get(bidderId)?.status === 'awaiting_confirmation'
  return waiting ? accepted() : accepted({ kind: 'documents_sent', at: now, bidderId })
}

export interface Confirmation extends Documented {
  /** The reason for confirming without all documents; null for none. */
  readonly insistence: string | null
  /** The public reason for confirming although the deposit does not cover the quantity (R11.2). */
  readonly depositWaiver: string | null
  /** Other companies that share something with this one (R14.4). */
  readonly related: readonly number[]
  readonly note: SealedNote
}

/**
 * Confirms an application and assigns the next № (R2.4). That needs a reason if documents or a part of the deposit are missing,
 * and a note if a related company is confirmed (R14.4).
 */
export function decideConfirm(
  state: AuctionState,
  { bidderId, missing, insistence, depositWaiver, related, note }: Confirmation,
  now: EpochMs,
): Decision<ReviewRefusal> {
  const refusal = checkMayReview(state, bidderId, now)
  if (refusal !== null) return refused(refusal)
  if (state.deactivated.has(bidderId)) return refused({ code: 'account_state_forbids' })
  if (missing.length > 0 && insistence === null) return refused({ code: 'documents_missing' })
  const application = state.applications.get(bidderId)
  if (application !== undefined && depositWaiver === null && !isCovered(state.lot, application))
    return refused({ code: 'deposit_not_covering' })
  const besideRelated = related.some((other) => state.applications.get(other)?.status === 'confirmed')
  if (besideRelated && note.text === null) return refused({ code: 'related_note_required' })
  return accepted({
    kind: 'application_confirmed',
    at: now,
    bidderId,
    participant: state.nextParticipant,
    depositWaiver,
    note,
  })
}

/** Rejects an application with a reason (R2.4). */
export function decideReject(
  state: AuctionState,
  rejection: { readonly bidderId: number; readonly reason: string },
  now: EpochMs,
): Decision<ReviewRefusal> {
  const refusal = checkMayReview(state, rejection.bidderId, now)
  if (refusal !== null) return refused(refusal)
  return accepted({ kind: 'application_rejected', at: now, by: 'manager', ...rejection })
}

/** Until the auction has started only its bidder sees a preliminary bid (R2.3). */
export function arePreliminaryBidsVisible(state: AuctionState): boolean {
  return state.startedAt !== null
}

/** After the start the system decides the remaining applications (R2.5), even if the start is not recorded yet. */
function checkMayReview(state: AuctionState, bidderId: number, now: EpochMs): ReviewRefusal | null {
  const application = state.applications.get(bidderId)
  if (application === undefined) return { code: 'application_not_found' }
  if (state.cancelled !== null) return { code: 'auction_cancelled' }
  return isUndecided(application) && now < state.lot.startsAt ? null : { code: 'application_already_decided' }
}

function isUndecided({ status }: Application): boolean {
  return status === 'submitted' || status === 'awaiting_confirmation'
}

function isClosedToApplicants({ lot }: AuctionState, at: EpochMs): boolean {
  return at >= lot.applicationDeadline || at >= lot.startsAt
}

/** An application has no earlier bid and no deposit, so three refusals of a bid have another name here or cannot occur. */
function asApplyRefusal(refusal: OfferRefusal): ApplyRefusal {
  switch (refusal.code) {
    case 'bid_below_minimum':
      return { code: 'price_below_starting', minimum: refusal.minimum }
    case 'quantity_reduced':
      return { code: 'quantity_below_minimum', minimum: refusal.minimum }
    case 'deposit_insufficient':
      return { code: 'quantity_above_volume', maximum: refusal.maximum }
    default:
      return refusal
  }
}
