import * as z from 'zod'
import { FILE_ERRORS } from './documents'
import { endpoint } from './endpoint'
import { data, day, done, id, instant, language, list, paging, quantity, sum, text } from './primitives'

/**
 * `to_apply`: the company won, and the deposit is to be set against its agreement. `to_return`: it is to be returned (R11.4). `none`:
 * nothing was received, and nothing is expected any more.
 */
export const depositState = z.enum([
  'expected',
  'received',
  'to_apply',
  'to_return',
  'applied',
  'returned',
  'kept',
  'none',
])
export type DepositState = z.infer<typeof depositState>

const settlementKind = z.enum(['returned', 'applied', 'kept'])
export type SettlementKind = z.infer<typeof settlementKind>

const settlement = z.object({ kind: settlementKind, amount: sum, reason: z.string().nullable(), at: instant })

/** The deposit of one's own application, with all details of the payment (R11.1). */
export const ownDeposit = z.object({
  state: depositState,
  rate: z.string(),
  /** For the quantity applied for. */
  required: sum,
  received: sum,
  /** The amount still due. */
  missing: sum,
  /** The largest quantity that may be bid for. */
  covered_quantity: quantity,
  /** The quantity of the application is covered: by what was received, or because the manager waived it. */
  covers: z.boolean(),
  due_by: instant,
  /** The date by which the manager returns it. */
  return_by: z.nullable(instant),
  settlements: z.array(settlement),
  account: z.object({ recipient: z.string(), iban: z.string(), edrpou: z.string(), bank: z.string() }),
  reference: z.string(),
  /** The payment's purpose, which contains the reference. In Ukrainian, as banks require. */
  purpose: z.string(),
  /** The code of the National Bank (format 002) as SVG, and the link behind it; null if nothing is to be paid. */
  payment: z.object({ url: z.string(), qr_svg: z.string() }).nullable(),
})
export type OwnDeposit = z.infer<typeof ownDeposit>

export const depositsEndpoints = {
  own: endpoint('/api/deposits/own', {
    summary: 'The deposit of one’s own application: how much, where to, with which reference; null without one (R11.1)',
    access: 'account',
    request: z.strictObject({ auction_id: id }),
    response: data(ownDeposit.nullable()),
    errors: ['not_found'],
  }),
}

/** A deposit as managers see it. */
export const managedDeposit = z.object({
  application_id: id,
  auction: z.object({ id, number: z.int() }),
  company: z.object({ id, name: z.string(), edrpou: z.string() }),
  state: depositState,
  /**
   * R2.3: would reveal the quantity applied for, so it is null before the start, and permanently if the auction never
   * starts.
   */
  required: z.nullable(sum),
  received: sum,
  /** Received, and not yet returned, set against the agreement or kept. */
  balance: sum,
  covered_quantity: quantity,
  covers: z.boolean(),
  unit: z.string(),
  reference: z.string(),
  due_by: instant,
  return_by: z.nullable(instant),
  payments: z.array(
    z.object({
      amount: z.string(),
      received_on: z.iso.date(),
      note: z.string().nullable(),
      staff_name: z.string(),
      /** From a bank statement. */
      statement: z.boolean(),
    }),
  ),
  settlements: z.array(settlement.extend({ staff_name: z.string(), file_id: z.nullable(id) })),
})
export type ManagedDeposit = z.infer<typeof managedDeposit>

export const statementFormat = z.enum(['privatbank', 'oschadbank', 'camt053'])

/** Why a line of a statement is proposed for an application, and reasons to doubt it. */
export const matchReason = z.enum(['reference', 'edrpou'])
export const matchWarning = z.enum([
  /** The reference belongs to another company than the payer's EDRPOU. */
  'other_payer',
  /** It was paid to an account other than the lot's. */
  'other_account',
  /** It may belong to several applications of the payer. */
  'ambiguous',
  /** The company already has a payment of the same sum and day, such as one marked by hand. */
  'maybe_counted',
  /** The application is no longer open: the money is to be returned. */
  'closed',
])

export const statementLine = z.object({
  id,
  /** `reversal`: the bank took a payment back. */
  kind: z.enum(['credit', 'reversal']),
  booked_on: z.iso.date(),
  amount: sum,
  payer_name: z.string(),
  payer_edrpou: z.string(),
  payer_iban: z.string(),
  purpose: z.string(),
  reasons: z.array(matchReason),
  warnings: z.array(matchWarning),
  /** The best guess first. */
  candidates: z.array(z.object({ application_id: id, auction_number: z.int(), company: z.string() })),
  /** The effect of counting it for the first candidate. */
  effect: z.enum(['covers', 'partial', 'more_than_needed', 'reduces']),
})
export type StatementLine = z.infer<typeof statementLine>

/** The outcome of each line of an imported file. Only `new` and `known` ones are stored. */
export const lineVerdict = z.enum(['new', 'known', 'debit', 'other_currency', 'not_booked', 'unmatched', 'unreadable'])
export const importedLine = z.object({
  /** Line number in the file, from 1. */
  line: z.int(),
  verdict: lineVerdict,
  booked_on: z.string(),
  amount: z.string(),
  currency: z.string(),
  payer_name: z.string(),
  purpose: z.string(),
})
export const importedStatement = z.object({
  format: statementFormat,
  counts: z.record(lineVerdict, z.int()),
  /** At most a thousand of those that were not proposed. */
  passed_over: z.array(importedLine),
})
export type ImportedStatement = z.infer<typeof importedStatement>

/** The amount of a payment, above zero. */
const payment = z.string().regex(/^(?!0+\.00$)\d{1,9}\.\d{2}$/, 'price_format')
/** The total received that the manager saw: refused if it has changed since, so that nothing is counted twice. */
const expectedTotal = { received: sum }

export const managerDepositsEndpoints = {
  deposits: endpoint('/api/manager/deposits/list', {
    summary:
      'Deposits by state, within it the newest application first; the required sum is null before the start (R2.3)',
    access: 'manager',
    request: z.strictObject({
      states: z.array(depositState).max(depositState.options.length).optional(),
      auction_id: z.optional(id),
      lang: language.default('uk'),
      ...paging,
    }),
    response: list(managedDeposit, { counts: z.record(depositState, z.int()) }),
  }),
  recordDeposit: endpoint('/api/manager/deposits/record', {
    summary:
      'Mark a payment by hand, or one that the bank took back (`reversal`); `received` is the total that the manager saw',
    access: 'manager',
    request: z.strictObject({
      application_id: id,
      amount: payment,
      received_on: day,
      reversal: z.boolean().default(false),
      note: text(2000),
      ...expectedTotal,
    }),
    response: done,
    errors: ['application_not_found', 'deposit_not_asked', 'deposit_changed', 'deposit_exceeded'],
  }),
  importStatement: endpoint('/api/manager/deposits/import', {
    summary:
      'Read a bank statement: CSV of PrivatBank or Oschadbank, or CAMT.053. Lines are proposed; none counts before it is confirmed',
    access: 'manager',
    body: 'form',
    request: z.strictObject({ file: z.file() }),
    response: data(importedStatement),
    errors: ['file_missing', 'file_empty', 'body_too_large', 'statement_too_long', 'statement_unreadable'],
    rateLimit: { requests: 30, seconds: 60 },
  }),
  statementLines: endpoint('/api/manager/deposits/lines', {
    summary: 'Lines of imported statements that wait for a decision, the oldest first',
    access: 'manager',
    request: z.strictObject(paging),
    /** All lines that wait, on every page. */
    response: list(statementLine, { waiting: z.int() }),
  }),
  countLine: endpoint('/api/manager/deposits/count', {
    summary: 'Count a line of a statement for an application, once',
    access: 'manager',
    request: z.strictObject({ line_id: id, application_id: id }),
    response: done,
    errors: ['not_found', 'application_not_found', 'deposit_not_asked', 'statement_line_decided', 'deposit_exceeded'],
  }),
  dismissLine: endpoint('/api/manager/deposits/dismiss', {
    summary: 'Dismiss a line of a statement that is not a deposit',
    access: 'manager',
    request: z.strictObject({ line_id: id }),
    response: done,
    errors: ['not_found', 'statement_line_decided'],
  }),
  settleDeposit: endpoint('/api/manager/deposits/settle', {
    summary:
      'Record that a deposit was returned, set against the agreement, or kept (with a reason and a file) (R11.4); `received`: as in recording a payment',
    access: 'manager',
    body: 'form',
    request: z
      .strictObject({
        application_id: z.coerce.number().pipe(id),
        kind: settlementKind,
        reason: text(2000).optional(),
        file: z.file().optional(),
        ...expectedTotal,
      })
      .refine(({ kind, reason }) => kind !== 'kept' || reason !== undefined, { path: ['reason'], error: 'required' })
      .refine(({ kind, file }) => kind !== 'kept' || file !== undefined, { path: ['file'], error: 'required' }),
    response: done,
    errors: [
      'application_not_found',
      'deposit_not_asked',
      'deposit_changed',
      'deposit_held',
      'file_missing',
      ...FILE_ERRORS,
    ],
  }),
}
