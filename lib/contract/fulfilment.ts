import * as z from 'zod'
import { FILE_ERRORS } from './documents'
import { endpoint } from './endpoint'
import { paymentPlan } from './payment-plan'
import {
  bookingDay,
  data,
  day,
  done,
  empty,
  id,
  instant,
  language,
  list,
  paging,
  quantity,
  sum,
  text,
} from './primitives'

export const fulfilmentStage = z.enum(['awaiting_signature', 'in_force', 'paid', 'shipping', 'accepted', 'closed'])
export const boardColumn = z.enum(['to_sign', 'to_pay', 'overdue', 'to_ship', 'to_accept', 'to_settle', 'closed'])
export type BoardColumn = z.infer<typeof boardColumn>

export const nextAction = z.enum([
  'sign_agreement',
  'issue_invoices',
  'pay',
  'request_loading',
  'answer_loading',
  'record_waybill',
  'make_act',
  'sign_act',
  'return_overpayment',
  'decide_penalty',
])

/** A sum that may be negative. */
const balance = z.string().regex(/^-?\d{1,18}\.\d{2}$/)
const side = z.enum(['buyer', 'organiser'])

/** What is to be done next, by whom and until when. */
export const nextStep = z.object({
  side,
  action: nextAction,
  /** The invoice, loading or act that it is about. */
  subject: z.nullable(id),
  amount: z.nullable(sum),
  by: z.nullable(z.iso.date()),
})
export type NextStep = z.infer<typeof nextStep>

const invoice = z.object({
  id,
  number: z.string(),
  /** `plan`: a part paid in advance; `act`: a part paid after an act; `final`: what the last act leaves; `penalty`: a claim. */
  type: z.enum(['plan', 'act', 'final', 'penalty']),
  issued_at: instant,
  amount: sum,
  /** What had been received before, a deposit above all, and is deducted on its face. */
  deducted: sum,
  due_on: z.iso.date(),
  /** Who pays it, as it was on the day of issue. */
  payer: z.object({ name: z.string(), edrpou: z.string(), address: z.string() }),
  /** What is demanded of it; less than its amount once the agreement owes less. */
  demanded: sum,
  paid: sum,
  missing: sum,
  paid_on: z.nullable(z.iso.date()),
  days_late: z.int(),
  /** Proposed by the agreement's formula for late days that are neither claimed nor waived; nothing is owed before it is claimed. */
  penalty: z.nullable(z.object({ amount: sum, from: z.iso.date(), until: z.iso.date() })),
  /** Of a claim: the late invoice and its late days, the sum by the formula, and why less is claimed. */
  late: z.nullable(
    z.object({ invoice_id: id, from: z.iso.date(), until: z.iso.date(), proposed: sum, reason: z.string().nullable() }),
  ),
  cancelled: z.nullable(z.object({ at: instant, reason: z.string() })),
  /** For a banking app, with the National Bank's code as SVG; null if nothing is missing. */
  payment: z.nullable(
    z.object({
      recipient: z.string(),
      iban: z.string(),
      edrpou: z.string(),
      reference: z.string(),
      purpose: z.string(),
      url: z.string(),
      qr_svg: z.string(),
    }),
  ),
  pdf: z.string(),
})

const payment = z.object({
  id,
  amount: sum,
  /** What the bank took back of it. */
  reversed: sum,
  on: z.iso.date(),
  /** The invoice that the payer named. */
  invoice_id: z.nullable(id),
})

const loading = z.object({
  id,
  /** `requested`: the organiser answers; `proposed`: the buyer does. */
  state: z.enum(['requested', 'proposed', 'confirmed', 'loaded', 'dropped']),
  on: z.iso.date(),
  volume: quantity,
  /** Vehicle, wagon or point. */
  place: z.string(),
  reason: z.string().nullable(),
  /** To be sent with an answer: refused if the other side has answered meanwhile. */
  version: id,
})
export type Loading = z.infer<typeof loading>

const waybill = z.object({
  id,
  number: z.string(),
  on: z.iso.date(),
  volume: quantity,
  loading_id: z.nullable(id),
  act_id: z.nullable(id),
  cancelled: z.boolean(),
  /** The quality passport. */
  file: z.nullable(z.object({ url: z.string(), name: z.string() })),
})

const act = z.object({
  id,
  number: z.string(),
  made_at: instant,
  from: z.iso.date(),
  until: z.iso.date(),
  volume: quantity,
  value: sum,
  /** It settles the agreement. */
  is_last: z.boolean(),
  waybill_ids: z.array(id),
  signed: z.object({ buyer: z.nullable(instant), organiser: z.nullable(instant) }),
  in_force_at: z.nullable(instant),
  cancelled: z.nullable(z.object({ reason: z.string() })),
  pdf: z.string(),
})

/** The way of an agreement from the signatures to closed: both sides see the same. */
export const fulfilment = z.object({
  agreement: z.object({
    id,
    number: z.string(),
    name: z.string(),
    product: z.string(),
    auction_number: z.nullable(z.int()),
    company: z.object({ id, name: z.string(), edrpou: z.string() }),
    unit: z.string(),
    quantity,
    price: sum,
    sum,
    deposit: sum,
    in_force_on: z.nullable(z.iso.date()),
    /** Loadings are for a month and a point, not for a day and a vehicle. */
    is_gas: z.boolean(),
    plan: paymentPlan,
  }),
  stage: fulfilmentStage,
  column: boardColumn,
  overdue: z.boolean(),
  ended_early: z.nullable(z.object({ at: instant, reason: z.string() })),
  closed_at: z.nullable(instant),
  /** The agreed volume is loaded, within the tolerance, or the agreement ended early: an act over the rest may be the last one. */
  shipped: z.boolean(),
  settled: z.boolean(),
  next: z.nullable(nextStep),
  money: z.object({
    /** received = allocated + unallocated + returned */
    received: balance,
    allocated: sum,
    unallocated: balance,
    returned: sum,
    missing: sum,
    owed: sum,
    return_by: z.nullable(z.iso.date()),
  }),
  volume: z.object({
    agreed: quantity,
    limit: quantity,
    covered: quantity,
    planned: quantity,
    loaded: quantity,
    accepted: quantity,
    free: quantity,
  }),
  /** What the plan makes due and is not invoiced yet. */
  due: z.array(z.object({ type: z.enum(['plan', 'act', 'final']), amount: sum })),
  invoices: z.array(invoice),
  payments: z.array(payment),
  returns: z.array(z.object({ amount: sum, on: z.iso.date() })),
  loadings: z.array(loading),
  waybills: z.array(waybill),
  acts: z.array(act),
})
export type Fulfilment = z.infer<typeof fulfilment>

const agreementId = { agreement_id: id }
const inLanguage = { lang: language.default('uk') }
/** Above zero, with two decimal places. */
const amount = z.string().regex(/^(?!0+\.00$)\d{1,12}\.\d{2}$/, 'price_format')
const volume = z.string().regex(/^(?!0+\.000$)\d{1,9}\.\d{3}$/, 'quantity_format')
const place = z.string().trim().max(200)
const reason = text(2000)
/** Of an agreement that may have been changed, with what it is now. */
const track = data(fulfilment)
const barred = ['not_found', 'agreement_not_in_force', 'agreement_closed'] as const
const shipmentBarred = [...barred, 'agreement_ended', 'agreement_settled'] as const
const loadingErrors = [
  ...shipmentBarred,
  'loading_not_found',
  'loading_changed',
  'loading_decided',
  'loading_day_passed',
  'loadings_exhausted',
] as const

const loadingAnswer = z
  .strictObject({
    ...agreementId,
    loading_id: id,
    version: id,
    answer: z.enum(['move', 'agree', 'drop']),
    on: day.optional(),
    reason: z.string().trim().max(2000).optional(),
    ...inLanguage,
  })
  .refine(({ answer, on }) => answer !== 'move' || on !== undefined, { path: ['on'], error: 'required' })

/** The limit is low, because each change sends an email to the managers. Changes of one agreement wait for one another. */
const byBuyer = { rateLimit: { requests: 60, seconds: 3600 }, inTurn: true } as const

export const fulfilmentEndpoints = {
  read: endpoint('/api/agreements/fulfilment', {
    summary: 'An own agreement from the signatures to closed: invoices, payments, loadings, waybills and acts (R16)',
    access: 'account',
    token: 'read',
    request: z.strictObject({ ...agreementId, ...inLanguage }),
    response: track,
    errors: ['not_found'],
    rateLimit: { requests: 240, seconds: 60 },
    inTurn: true,
  }),
  requestLoading: endpoint('/api/agreements/loadings/request', {
    summary: 'Request a loading: a day and a vehicle or wagon, for gas a month (its first day) and a point (R16.4)',
    access: 'buyer',
    role: 'trader',
    request: z.strictObject({ ...agreementId, on: day, volume, place, ...inLanguage }),
    response: track,
    idempotent: 'optional',
    errors: [
      ...shipmentBarred,
      'idempotency_key_missing',
      'idempotency_key_reused',
      'loading_day_passed',
      'loadings_exhausted',
      'volume_not_covered',
    ],
    ...byBuyer,
  }),
  answerLoading: endpoint('/api/agreements/loadings/answer', {
    summary: 'Ask for another day of a loading, agree to the one that the organiser proposes, or withdraw it',
    access: 'buyer',
    role: 'trader',
    request: loadingAnswer,
    response: track,
    errors: loadingErrors,
    ...byBuyer,
  }),
}

/** A row of the organiser's board. */
export const boardRow = z.object({
  agreement_id: id,
  number: z.string(),
  auction_number: z.nullable(z.int()),
  company: z.object({ id, name: z.string() }),
  product: z.string(),
  unit: z.string(),
  quantity,
  sum,
  column: boardColumn,
  next: z.nullable(nextStep),
  received: balance,
  missing: sum,
  loaded: quantity,
  accepted: quantity,
})
export type BoardRow = z.infer<typeof boardRow>

/** What agreements that came into force in a month, of a product, are worth, and how far they are paid and shipped. */
export const fulfilmentTotals = z.object({
  /** "2026-11"; null: of all months. */
  month: z.nullable(z.string()),
  /** A kind of raw material; null: of all. */
  product: z.nullable(z.object({ id, name: z.string() })),
  agreements: z.int(),
  agreed: sum,
  /** What their invoices demand, claims of penalties among them. */
  invoiced: sum,
  /** Without what was returned. */
  received: balance,
  outstanding: sum,
  /** The outstanding part that is late. */
  overdue: sum,
  /** Null of products with different units. */
  volume: z.nullable(z.object({ unit: z.string(), agreed: quantity, shipped: quantity, left: quantity })),
})
export type FulfilmentTotals = z.infer<typeof fulfilmentTotals>

export const totalsFilters = { year: z.int().min(2000).max(2999).optional(), category_id: z.optional(id) }

const dayLoading = loading.extend({
  agreement_id: id,
  agreement_number: z.string(),
  company: z.string(),
  product: z.string(),
  unit: z.string(),
  is_gas: z.boolean(),
})

export const managerFulfilmentEndpoints = {
  fulfilmentBoard: endpoint('/api/manager/fulfilment/board', {
    summary: 'Agreements by their next step, overdue ones first, with the totals of each column',
    access: 'accountant',
    request: z.strictObject({
      column: boardColumn.optional(),
      search: z.string().trim().max(100).optional(),
      ...inLanguage,
      ...paging,
    }),
    response: list(boardRow, {
      columns: z.array(z.object({ column: boardColumn, agreements: z.int(), sum, missing: sum })),
    }),
  }),
  fulfilmentTotals: endpoint('/api/manager/fulfilment/totals', {
    summary:
      'Totals of the agreements in force by the month in which they came into force and by product, the newest first, after the totals of all',
    access: 'accountant',
    request: z.strictObject({ ...totalsFilters, ...inLanguage }),
    response: list(fulfilmentTotals),
  }),
  fulfilment: endpoint('/api/manager/fulfilment/read', {
    summary: 'An agreement from the signatures to closed (R16)',
    access: 'accountant',
    request: z.strictObject({ ...agreementId, ...inLanguage }),
    response: track,
    errors: ['not_found'],
  }),
  issueInvoices: endpoint('/api/manager/fulfilment/invoices/issue', {
    summary: 'Issue the invoices that the plan makes due (R16.2)',
    access: 'accountant',
    request: z.strictObject({ ...agreementId, ...inLanguage }),
    response: track,
    errors: [...barred, 'nothing_to_invoice'],
  }),
  cancelInvoice: endpoint('/api/manager/fulfilment/invoices/cancel', {
    summary: 'Cancel an invoice with a reason; what was paid for it goes to the next one',
    access: 'accountant',
    request: z.strictObject({ ...agreementId, invoice_id: id, reason, ...inLanguage }),
    response: track,
    errors: [...barred, 'invoice_not_found', 'invoice_cancelled'],
  }),
  countPayment: endpoint('/api/manager/fulfilment/payments/count', {
    summary: 'Count a payment by hand with a note; `received` is the total that was seen (R16.3)',
    access: 'accountant',
    request: z.strictObject({
      ...agreementId,
      amount,
      on: bookingDay,
      invoice_id: z.optional(id),
      note: reason,
      received: balance,
      ...inLanguage,
    }),
    response: track,
    errors: [...barred, 'invoice_not_found', 'invoice_cancelled', 'payment_day_in_future', 'payments_changed'],
  }),
  countLineForAgreement: endpoint('/api/manager/fulfilment/payments/count-line', {
    summary:
      'Count what remains of a statement’s line, or a part of that (`amount`), for an agreement: for the invoice that the payer named, or, of a reversal, against the payment that the bank took back (R16.3)',
    access: 'accountant',
    request: z.strictObject({
      ...agreementId,
      line_id: id,
      invoice_id: z.optional(id),
      payment_id: z.optional(id),
      amount: amount.optional(),
    }),
    response: done,
    errors: [
      'not_found',
      'statement_line_decided',
      'statement_part_too_large',
      'agreement_not_in_force',
      'invoice_not_found',
      'invoice_cancelled',
      'payment_not_found',
      'payment_day_in_future',
      'reversal_too_large',
    ],
  }),
  reversePayment: endpoint('/api/manager/fulfilment/payments/reverse', {
    summary:
      'Record that the bank took a payment, or a part of it, back; `reversed` is the total of the payment that was seen',
    access: 'accountant',
    request: z.strictObject({
      ...agreementId,
      payment_id: id,
      amount,
      on: bookingDay,
      note: reason,
      reversed: sum,
      ...inLanguage,
    }),
    response: track,
    errors: ['not_found', 'payment_not_found', 'payment_day_in_future', 'payments_changed', 'reversal_too_large'],
  }),
  returnOverpayment: endpoint('/api/manager/fulfilment/payments/return', {
    summary: 'Record that money which belongs to no invoice was returned; `returned` is the total that was seen',
    access: 'accountant',
    request: z.strictObject({ ...agreementId, amount, on: bookingDay, note: reason, returned: sum, ...inLanguage }),
    response: track,
    errors: ['not_found', 'agreement_not_in_force', 'payment_day_in_future', 'payments_changed', 'return_too_large'],
  }),
  claimPenalty: endpoint('/api/manager/fulfilment/penalties/claim', {
    summary: 'Claim the proposed penalty of a late invoice, less of it with a reason, or none (R16.7)',
    access: 'accountant',
    request: z.strictObject({
      ...agreementId,
      invoice_id: id,
      proposed: sum,
      amount: sum,
      reason: reason.optional(),
      ...inLanguage,
    }),
    response: track,
    errors: [...barred, 'invoice_not_found', 'penalty_changed', 'penalty_reason_needed'],
  }),
  dayLoadings: endpoint('/api/manager/fulfilment/loadings', {
    summary: 'Loadings of a day and those that wait for an answer, in the order of their days',
    access: 'dispatcher',
    request: z.strictObject({ on: day, ...inLanguage }),
    response: data(z.object({ list: z.array(dayLoading) })),
  }),
  decideLoading: endpoint('/api/manager/fulfilment/loadings/answer', {
    summary: 'Confirm a loading, propose another day, or refuse it with a reason',
    access: 'dispatcher',
    request: loadingAnswer.refine(({ answer, reason: why }) => answer !== 'drop' || !!why, {
      path: ['reason'],
      error: 'required',
    }),
    response: done,
    errors: loadingErrors,
  }),
  recordWaybill: endpoint('/api/manager/fulfilment/waybills/record', {
    summary: 'Record what was loaded: waybill, net volume and, as a file, the quality passport (multipart)',
    access: 'dispatcher',
    body: 'form',
    request: z.strictObject({
      agreement_id: z.coerce.number().pipe(id),
      number: text(60),
      on: day,
      volume,
      loading_id: z.coerce.number().pipe(id).optional(),
      file: z.file().optional(),
      lang: language.default('uk'),
    }),
    response: done,
    errors: [
      ...shipmentBarred,
      'waybill_known',
      'waybill_day_wrong',
      'volume_not_covered',
      'loading_not_found',
      'loading_decided',
      ...FILE_ERRORS,
    ],
  }),
  cancelWaybill: endpoint('/api/manager/fulfilment/waybills/cancel', {
    summary: 'Cancel a waybill that no act states, with a reason',
    access: 'dispatcher',
    request: z.strictObject({ ...agreementId, waybill_id: id, reason }),
    response: done,
    errors: [...barred, 'waybill_not_found', 'waybill_cancelled', 'waybill_in_act'],
  }),
  makeAct: endpoint('/api/manager/fulfilment/acts/make', {
    summary:
      'Make an act over waybills that no act states yet, all of them by default; the last one settles the agreement',
    access: 'manager',
    request: z.strictObject({
      ...agreementId,
      waybill_ids: z.array(id).min(1).max(500).optional(),
      is_last: z.boolean(),
      ...inLanguage,
    }),
    response: track,
    errors: [...barred, 'agreement_settled', 'act_empty', 'waybill_in_act', 'volume_not_delivered'],
  }),
  cancelAct: endpoint('/api/manager/fulfilment/acts/cancel', {
    summary: 'Cancel an act that is not yet signed by both, with a reason',
    access: 'manager',
    request: z.strictObject({ ...agreementId, act_id: id, reason, ...inLanguage }),
    response: track,
    errors: [...barred, 'act_not_found', 'act_in_force'],
  }),
  endAgreement: endpoint('/api/manager/fulfilment/end', {
    summary: 'End an agreement early with a reason: what was paid and not shipped goes back (R16.6)',
    access: 'manager',
    request: z.strictObject({ ...agreementId, reason, ...inLanguage }),
    response: track,
    errors: shipmentBarred,
  }),
  keyRates: endpoint('/api/manager/fulfilment/rates', {
    summary: 'The National Bank’s rates by the day since when they apply',
    access: 'accountant',
    request: empty,
    response: data(z.object({ list: z.array(z.object({ since: z.iso.date(), rate: z.string() })) })),
  }),
  addKeyRate: endpoint('/api/manager/fulfilment/rates/add', {
    summary: 'Enter the National Bank’s rate from a day on, or correct that of a day: claimed penalties stay',
    access: 'accountant',
    request: z.strictObject({ since: bookingDay, rate: z.string().regex(/^\d{1,2}\.\d{2}$/, 'price_format') }),
    response: done,
    errors: ['rate_known'],
  }),
}
