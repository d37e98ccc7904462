import {
  type AgreementTerms,
  type FactBody,
  type FactOf,
  type Fulfilment,
  isComplete,
  type Loading,
  type Payer,
  type Side,
} from './fulfilment'
import type { Sum, Thousandths } from './money'
import { WHOLE_SHARE, type Day, dueDayOf, type PaymentPart, addBankingDays } from './payment-plan'

/** Why a command on an agreement is refused; the values are those that its message names. */
export type FulfilmentRefusal =
  | { readonly code: 'agreement_not_in_force' | 'agreement_closed' | 'agreement_ended' | 'agreement_settled' }
  | { readonly code: 'nothing_to_invoice' | 'invoice_not_found' | 'invoice_cancelled' }
  | { readonly code: 'payment_not_found' | 'payment_day_in_future' }
  | { readonly code: 'reversal_too_large' | 'return_too_large'; readonly maximum: Sum }
  | { readonly code: 'volume_not_covered'; readonly maximum: Thousandths }
  | { readonly code: 'loading_not_found' | 'loading_changed' | 'loading_decided' | 'loading_day_passed' }
  | { readonly code: 'loadings_exhausted' }
  | { readonly code: 'waybill_not_found' | 'waybill_in_act' | 'waybill_day_wrong' | 'waybill_cancelled' }
  | {
      readonly code:
        | 'act_empty'
        | 'act_not_found'
        | 'act_in_force'
        | 'act_awaits_buyer'
        | 'act_already_signed'
        | 'volume_not_delivered'
    }
  | { readonly code: 'penalty_changed'; readonly proposed: Sum }
  | { readonly code: 'penalty_reason_needed' }

export type FulfilmentDecision =
  | { readonly ok: true; readonly facts: readonly FactBody[] }
  | { readonly ok: false; readonly refusal: FulfilmentRefusal }

const accept = (...facts: FactBody[]): FulfilmentDecision => ({ ok: true, facts })
const refuse = (refusal: FulfilmentRefusal): FulfilmentDecision => ({ ok: false, refusal })

/** Penalties are due so many banking days after the claim, as a final invoice after the last act. */
const CLAIM_DAYS = 5
/** The least that a buyer has for an invoice that is issued late, or for a day that passed before the agreement was in force (R16.7). */
const NOTICE_DAYS = 3

/** What a command is decided by. */
export interface Situation {
  readonly terms: AgreementTerms
  readonly state: Fulfilment
  /** In Kyiv. */
  readonly today: Day
  /** The buyer as it is today, for the invoices that are issued today. */
  readonly payer: Payer
}

/** Null if goods and money may still move. */
function bar({ terms, state }: Situation): FulfilmentRefusal | null {
  if (terms.inForceOn === null) return { code: 'agreement_not_in_force' }
  return state.closedAt === null ? null : { code: 'agreement_closed' }
}

/** Null if volume may still be ordered and shipped. */
function shipmentBar(situation: Situation): FulfilmentRefusal | null {
  const barred = bar(situation)
  if (barred !== null) return barred
  if (situation.state.endedEarly !== null) return { code: 'agreement_ended' }
  return situation.state.isSettled ? { code: 'agreement_settled' } : null
}

/**
 * Issues what the plan makes due: its parts, in one go (R16.2).
 *
 * @param numberOf the number of the invoice at an index
 */
export function decideInvoices(situation: Situation, numberOf: (index: number) => string): FulfilmentDecision {
  const { terms, state, today, payer } = situation
  const barred = bar(situation)
  if (barred !== null) return refuse(barred)
  if (state.due.length === 0) return refuse({ code: 'nothing_to_invoice' })
  // What is there already, the deposit above all, is deducted from the first invoice, then from the next.
  let spare = state.money.unallocated > 0n ? state.money.unallocated : 0n
  const facts = state.due.map((draft, index): FactBody => {
    const part: PaymentPart = (draft.part === null ? undefined : terms.plan.parts[draft.part]) ?? {
      share: WHOLE_SHARE,
      from: 'after_act',
      days: CLAIM_DAYS,
      month: null,
    }
    const planned = dueDayOf(part, draft.since, terms.plan.shipment)
    const isPunctual = today <= draft.since && planned >= today
    const noticed = addBankingDays(today, NOTICE_DAYS)
    const deducted = spare < draft.amount ? spare : draft.amount
    spare -= deducted
    return {
      kind: 'invoice_issued',
      number: numberOf(index),
      type: draft.type,
      part: draft.part,
      amount: draft.amount,
      deducted,
      dueOn: isPunctual || planned > noticed ? planned : noticed,
      payer,
      late: null,
    }
  })
  return accept(...facts)
}

/** What was paid for it becomes unallocated, and goes to the next invoice. */
export function decideInvoiceCancellation(situation: Situation, invoiceId: number, reason: string): FulfilmentDecision {
  const barred = bar(situation)
  if (barred !== null) return refuse(barred)
  const invoice = situation.state.invoices.find(({ id }) => id === invoiceId)
  if (invoice === undefined) return refuse({ code: 'invoice_not_found' })
  if (invoice.cancelled !== null) return refuse({ code: 'invoice_cancelled' })
  return accept({ kind: 'invoice_cancelled', invoice: invoiceId, reason })
}

/** The bank's facts: they are counted whatever the agreement's state, as soon as it is in force. */
export function decidePayment(
  { terms, state, today }: Situation,
  payment: Omit<FactOf<'payment_counted'>, 'kind' | 'id' | 'at'>,
): FulfilmentDecision {
  if (terms.inForceOn === null) return refuse({ code: 'agreement_not_in_force' })
  if (payment.on > today) return refuse({ code: 'payment_day_in_future' })
  const named = payment.invoice === null ? null : state.invoices.find(({ id }) => id === payment.invoice)
  if (named === undefined) return refuse({ code: 'invoice_not_found' })
  if (named !== null && named.cancelled !== null) return refuse({ code: 'invoice_cancelled' })
  return accept({ kind: 'payment_counted', ...payment })
}

export function decideReversal(
  { state, today }: Situation,
  reversal: Omit<FactOf<'payment_reversed'>, 'kind' | 'id' | 'at'>,
): FulfilmentDecision {
  if (reversal.on > today) return refuse({ code: 'payment_day_in_future' })
  const payment = state.payments.find(({ id }) => id === reversal.payment)
  if (payment === undefined) return refuse({ code: 'payment_not_found' })
  const maximum = payment.amount - payment.reversed
  if (reversal.amount > maximum) return refuse({ code: 'reversal_too_large', maximum })
  return accept({ kind: 'payment_reversed', ...reversal })
}

/** Returns money that belongs to no invoice (R16.5). */
export function decideReturn(
  situation: Situation,
  given: Omit<FactOf<'overpayment_returned'>, 'kind' | 'id' | 'at'>,
): FulfilmentDecision {
  const { terms, state, today } = situation
  if (terms.inForceOn === null) return refuse({ code: 'agreement_not_in_force' })
  if (given.on > today) return refuse({ code: 'payment_day_in_future' })
  const maximum = state.money.unallocated > 0n ? state.money.unallocated : 0n
  if (given.amount > maximum) return refuse({ code: 'return_too_large', maximum })
  return accept({ kind: 'overpayment_returned', ...given })
}

/** A side can request and withdraw forever, and each request is a fact that every later reading has to read. */
export const MAX_LOADINGS = { requests: 500, changes: 40 } as const

/** @param loading its day, which may be the first one of a month */
export function decideLoadingRequest(
  situation: Situation,
  loading: { readonly on: Day; readonly volume: Thousandths; readonly place: string },
): FulfilmentDecision {
  const barred = shipmentBar(situation)
  if (barred !== null) return refuse(barred)
  if (loading.on < situation.today) return refuse({ code: 'loading_day_passed' })
  if (situation.state.loadings.length >= MAX_LOADINGS.requests) return refuse({ code: 'loadings_exhausted' })
  const maximum = situation.state.volume.free
  if (loading.volume > maximum) return refuse({ code: 'volume_not_covered', maximum })
  return accept({ kind: 'loading_requested', ...loading })
}

/** A side's answer to a loading: another day, agreement, or an end of it. */
export type LoadingAnswer =
  | { readonly kind: 'move'; readonly on: Day; readonly reason: string | null }
  | { readonly kind: 'agree' }
  | { readonly kind: 'drop'; readonly reason: string | null }

/**
 * Decides one side's answer to a loading (R16.4).
 *
 * @param version of the loading that the side saw: the other one may have answered meanwhile
 */
export function decideLoadingAnswer(
  situation: Situation,
  { loadingId, version, side }: { readonly loadingId: number; readonly version: number; readonly side: Side },
  answer: LoadingAnswer,
): FulfilmentDecision {
  const barred = shipmentBar(situation)
  if (barred !== null) return refuse(barred)
  const loading = situation.state.loadings.find(({ id }) => id === loadingId)
  if (loading === undefined) return refuse({ code: 'loading_not_found' })
  if (loading.state === 'loaded' || loading.state === 'dropped') return refuse({ code: 'loading_decided' })
  if (loading.version !== version) return refuse({ code: 'loading_changed' })
  if (answer.kind === 'drop')
    return accept({ kind: 'loading_dropped', loading: loadingId, side, reason: answer.reason })
  if (answer.kind === 'agree') {
    if (!isTurnOf(loading, side)) return refuse({ code: 'loading_changed' })
    return accept({ kind: 'loading_agreed', loading: loadingId, side })
  }
  if (loading.changes >= MAX_LOADINGS.changes) return refuse({ code: 'loadings_exhausted' })
  if (answer.on < situation.today) return refuse({ code: 'loading_day_passed' })
  return accept({ kind: 'loading_moved', loading: loadingId, side, on: answer.on, reason: answer.reason })
}

const isTurnOf = ({ state }: Loading, side: Side) => state === (side === 'organiser' ? 'requested' : 'proposed')

/** Records what was loaded: never more than is covered (R16.4). */
export function decideWaybill(
  situation: Situation,
  waybill: Omit<FactOf<'waybill_recorded'>, 'kind' | 'id' | 'at'>,
): FulfilmentDecision {
  const barred = shipmentBar(situation)
  if (barred !== null) return refuse(barred)
  const { terms, state, today } = situation
  // The last act states everything that is loaded, and waits for its signatures.
  if (state.acts.some(({ isLast, cancelled }) => isLast && cancelled === null))
    return refuse({ code: 'agreement_settled' })
  if (waybill.on > today || (terms.inForceOn !== null && waybill.on < terms.inForceOn))
    return refuse({ code: 'waybill_day_wrong' })
  if (waybill.loading !== null) {
    const loading = state.loadings.find(({ id }) => id === waybill.loading)
    if (loading === undefined) return refuse({ code: 'loading_not_found' })
    if (loading.state !== 'confirmed') return refuse({ code: 'loading_decided' })
  }
  const maximum = Math.max(0, state.volume.covered - state.volume.loaded)
  if (waybill.volume > maximum) return refuse({ code: 'volume_not_covered', maximum })
  return accept({ kind: 'waybill_recorded', ...waybill })
}

export function decideWaybillCancellation(situation: Situation, waybillId: number, reason: string): FulfilmentDecision {
  const barred = bar(situation)
  if (barred !== null) return refuse(barred)
  const waybill = situation.state.waybills.find(({ id }) => id === waybillId)
  if (waybill === undefined) return refuse({ code: 'waybill_not_found' })
  if (waybill.cancelled) return refuse({ code: 'waybill_cancelled' })
  if (waybill.act !== null) return refuse({ code: 'waybill_in_act' })
  return accept({ kind: 'waybill_cancelled', waybill: waybillId, reason })
}

/**
 * Makes an act over waybills that no other act states (R16.5).
 *
 * @param waybills all that no act states if null
 */
export function decideAct(
  situation: Situation,
  {
    waybills,
    isLast,
    number,
  }: { readonly waybills: readonly number[] | null; readonly isLast: boolean; readonly number: string },
): FulfilmentDecision {
  const barred = bar(situation)
  if (barred !== null) return refuse(barred)
  const { state } = situation
  if (state.isSettled) return refuse({ code: 'agreement_settled' })
  const open = state.waybills.filter(({ act, cancelled }) => act === null && !cancelled)
  const stated = waybills === null ? open : open.filter(({ id }) => waybills.includes(id))
  if (stated.length === 0) return refuse({ code: 'act_empty' })
  if (waybills !== null && stated.length !== new Set(waybills).size) return refuse({ code: 'waybill_in_act' })
  const isWhole = state.isShipped && stated.length === open.length
  if (isLast && !isWhole) return refuse({ code: 'volume_not_delivered' })
  return accept({ kind: 'act_made', number, waybills: stated.map(({ id }) => id), isLast })
}

export function decideActCancellation(situation: Situation, actId: number, reason: string): FulfilmentDecision {
  const barred = bar(situation)
  if (barred !== null) return refuse(barred)
  const act = situation.state.acts.find(({ id, cancelled }) => id === actId && cancelled === null)
  if (act === undefined) return refuse({ code: 'act_not_found' })
  return act.inForceAt === null
    ? accept({ kind: 'act_cancelled', act: actId, reason })
    : refuse({ code: 'act_in_force' })
}

/** The buyer signs first, then the organiser; or both on paper (R16.5, R15.2). */
export function decideActSignature(situation: Situation, actId: number, side: Side | 'paper'): FulfilmentDecision {
  const barred = bar(situation)
  if (barred !== null) return refuse(barred)
  const act = situation.state.acts.find(({ id, cancelled }) => id === actId && cancelled === null)
  if (act === undefined) return refuse({ code: 'act_not_found' })
  if (act.inForceAt !== null || (side === 'buyer' && act.signed.buyer !== null))
    return refuse({ code: 'act_already_signed' })
  if (side === 'organiser' && act.signed.buyer === null) return refuse({ code: 'act_awaits_buyer' })
  return accept({ kind: 'act_signed', act: actId, side })
}

/**
 * Claims a penalty, or less with a reason (R16.7).
 *
 * @param claim `proposed`: what the organiser saw, refused if it has grown or shrunk since
 */
export function decidePenalty(
  situation: Situation,
  claim: { readonly invoice: number; readonly proposed: Sum; readonly amount: Sum; readonly reason: string | null },
  number: string,
): FulfilmentDecision {
  const barred = bar(situation)
  if (barred !== null) return refuse(barred)
  const late = situation.state.invoices.find(({ id }) => id === claim.invoice)
  if (late === undefined) return refuse({ code: 'invoice_not_found' })
  const { penalty } = late
  if (penalty === null || penalty.amount !== claim.proposed || claim.amount > penalty.amount)
    return refuse({ code: 'penalty_changed', proposed: penalty?.amount ?? 0n })
  if (claim.amount < penalty.amount && claim.reason === null) return refuse({ code: 'penalty_reason_needed' })
  if (claim.amount === 0n)
    return accept({ kind: 'penalty_waived', invoice: late.id, until: penalty.until, reason: claim.reason ?? '' })
  return accept({
    kind: 'invoice_issued',
    number,
    type: 'penalty',
    part: null,
    amount: claim.amount,
    deducted: 0n,
    dueOn: addBankingDays(situation.today, CLAIM_DAYS),
    payer: situation.payer,
    late: {
      invoice: late.id,
      from: penalty.from,
      until: penalty.until,
      proposed: penalty.amount,
      reason: claim.reason,
    },
  })
}

/** Ends an agreement: what was paid and not shipped goes back (R16.6). */
export function decideEarlyEnd(situation: Situation, reason: string): FulfilmentDecision {
  const barred = shipmentBar(situation)
  return barred === null ? accept({ kind: 'ended_early', reason }) : refuse(barred)
}

/** Closes the agreement as soon as nothing is left to do (R16.6); it never opens again. */
export function closing({ state }: Pick<Situation, 'state'>): FactBody | null {
  return state.closedAt === null && isComplete(state) ? { kind: 'closed' } : null
}
