import * as z from 'zod'
import { FILE_ERRORS } from './documents'
import { endpoint } from './endpoint'
import { bookingDay, data, done, id, instant, language, list, paging, quantity, sum, text } from './primitives'

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

/** `table`: a CSV file of another bank. `xlsx`: a workbook of any bank. */
export const statementFormat = z.enum(['privatbank', 'oschadbank', 'table', 'xlsx', 'camt053', 'mt940'])

/** Why a line of a statement is proposed for an application or an invoice. The last five are weak: a person compares them. */
export const matchReason = z.enum([
  'reference',
  'edrpou',
  'near_reference',
  'code_in_purpose',
  'lot_in_purpose',
  'agreement_in_purpose',
  'invoice_in_purpose',
])
export type MatchReason = z.infer<typeof matchReason>
/** Reasons to doubt a proposal. */
export const matchWarning = z.enum([
  /** The payer's EDRPOU is not that of the application. */
  'other_payer',
  /** The line has the payer's name or account, but no code. */
  'payer_without_code',
  'payer_unknown',
  /** It was paid to an account other than the lot's. */
  'other_account',
  /** The file does not say to which account it was paid. */
  'account_unknown',
  /** It may belong to several applications. */
  'ambiguous',
  /** The purpose has the references of several applications: the sum may have to be split. */
  'several_references',
  /** The company already has a payment of the same sum and day, such as one marked by hand. */
  'maybe_counted',
  /** Another file has a line of the same day, sum and payer (`similar`). */
  'maybe_repeated',
  /** The line had more cells than there are headings: the surplus was read as a part of the purpose. */
  'cells_joined',
  /** The application is no longer open: the money is to be returned. */
  'closed',
  /** More than the agreement lacks: the rest belongs to no invoice. */
  'more_than_missing',
])

/** A stored line, as the people who compare another one with it need it. */
const lineTrace = z.object({
  line_id: id,
  /** Its number in its file, from 1. */
  line: z.int(),
  file: z.string(),
  booked_on: z.iso.date(),
  amount: sum,
  imported_at: instant,
  imported_by: z.string(),
  state: z.enum(['waiting', 'counted', 'set_aside']),
  /** Who counted it or set it aside. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  /** The auctions and the agreements that it was counted for. */
  auction_numbers: z.array(z.int()),
  agreement_numbers: z.array(z.string()),
})
export type LineTrace = z.infer<typeof lineTrace>

const agreementOfLine = {
  agreement_id: id,
  agreement_number: z.string(),
  company: z.string(),
  reasons: z.array(matchReason),
}

export const statementLine = z.object({
  id,
  /** Its number in its file, from 1. */
  line: z.int(),
  file: z.string(),
  imported_at: instant,
  imported_by: z.string(),
  /** `reversal`: the bank took a payment back. */
  kind: z.enum(['credit', 'reversal']),
  booked_on: z.iso.date(),
  amount: sum,
  /** The part of the sum that is not yet counted. */
  remaining: sum,
  /** Each is counted for an application or for an agreement; `subject_id`: the invoice, or the payment that was taken back. */
  parts: z.array(
    z.object({
      application_id: z.nullable(id),
      auction_number: z.nullable(z.int()),
      agreement_id: z.nullable(id),
      agreement_number: z.nullable(z.string()),
      subject_id: z.nullable(id),
      company: z.string(),
      amount: sum,
    }),
  ),
  payer_name: z.string(),
  payer_edrpou: z.string(),
  payer_iban: z.string(),
  purpose: z.string(),
  /** Why a line equal to a known one waits all the same. */
  admitted_for: z.nullable(z.string()),
  set_aside: z.nullable(z.object({ at: instant, by: z.string() })),
  reasons: z.array(matchReason),
  warnings: z.array(matchWarning),
  /** Lines of other files that may be the same payment. */
  similar: z.array(lineTrace),
  /** The best guess first. */
  candidates: z.array(
    z.object({ application_id: id, auction_number: z.int(), company: z.string(), reasons: z.array(matchReason) }),
  ),
  /** Invoices that a credit may pay; without an invoice, what it pays belongs to none. */
  invoices: z.array(
    z.object({
      ...agreementOfLine,
      invoice_id: z.nullable(id),
      invoice_number: z.nullable(z.string()),
      /** Claims have numbers of their own. */
      is_claim: z.boolean(),
      missing: sum,
    }),
  ),
  /** Payments that a reversal may take back, with what is left of each. */
  payments: z.array(z.object({ ...agreementOfLine, payment_id: id, on: z.iso.date(), left: sum })),
  /**
   * The effect of counting it for the first candidate; null before the start, when it would reveal the quantity applied for (R2.3), and
   * without a candidate.
   */
  effect: z.nullable(z.enum(['covers', 'partial', 'more_than_needed', 'reduces'])),
})
export type StatementLine = z.infer<typeof statementLine>

/** The field that makes a line unreadable, and its error. */
export const lineFault = z.object({
  field: z.enum(['line', 'booked_on', 'amount', 'currency']),
  code: z.enum([
    'missing',
    'unreadable',
    /** A date in the future. */
    'future',
    /** The day and the month, or thousands and decimals, cannot be told apart. */
    'ambiguous',
    /** A spreadsheet has shortened the number: "1,08E+05". */
    'shortened',
    'zero',
    /** The line has more or fewer cells than there are headings. */
    'cells',
    /** The line begins or ends within an open quotation mark. */
    'open_quote',
    /** It follows a broken line, and may be a part of that line's text. */
    'after_broken',
    /** It is within a cell of another line. */
    'within_cell',
    /** The lines do not add up to the statement's closing balance. */
    'balance',
  ]),
  /** The field's text. */
  text: z.string(),
})
export type LineFault = z.infer<typeof lineFault>

/** The outcome of each line of an imported file. Only `new` ones are stored. */
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
  fault: z.nullable(lineFault),
  /** The line that a known one repeats. */
  repeats: z.nullable(lineTrace),
})
export type ImportedLine = z.infer<typeof importedLine>
export const importedStatement = z.object({
  statement_id: id,
  format: statementFormat,
  counts: z.record(lineVerdict, z.int()),
  /** At most a thousand of those that were not proposed. */
  passed_over: z.array(importedLine),
})
export type ImportedStatement = z.infer<typeof importedStatement>

export const statementColumn = z.enum([
  'booked_on',
  'amount',
  'debit',
  'credit',
  'currency',
  'payer_name',
  'payer_edrpou',
  'payer_iban',
  'account',
  'document_number',
  'purpose',
])
export type StatementColumn = z.infer<typeof statementColumn>

/** Which column of a table holds what, by its place from 0. */
export const columnMapping = z
  .partialRecord(statementColumn, z.int().min(0).max(199))
  .refine((columns) => columns.booked_on !== undefined, { path: ['booked_on'], error: 'required' })
  .refine((columns) => columns.purpose !== undefined, { path: ['purpose'], error: 'required' })
  .refine((columns) => columns.amount !== undefined || columns.credit !== undefined, {
    path: ['amount'],
    error: 'required',
  })
  .refine((columns) => new Set(Object.values(columns)).size === Object.values(columns).length, {
    error: 'repeated_column',
  })
export type ColumnMapping = z.infer<typeof columnMapping>

/** The amount of a payment, above zero. */
const payment = z.string().regex(/^(?!0+\.00$)\d{1,9}\.\d{2}$/, 'price_format')
/** The total received that the manager saw: refused if it has changed since, so that nothing is counted twice. */
const expectedTotal = { received: sum }

export const managerDepositsEndpoints = {
  deposits: endpoint('/api/manager/deposits/list', {
    summary:
      'Deposits by state, within it the newest application first; the required sum is null before the start (R2.3)',
    access: 'accountant',
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
    access: 'accountant',
    request: z.strictObject({
      application_id: id,
      amount: payment,
      received_on: bookingDay,
      reversal: z.boolean().default(false),
      note: text(2000),
      ...expectedTotal,
    }),
    response: done,
    errors: [
      'application_not_found',
      'deposit_not_asked',
      'deposit_changed',
      'deposit_exceeded',
      'payment_day_in_future',
    ],
  }),
  importStatement: endpoint('/api/manager/deposits/import', {
    summary:
      'Read a bank statement: CSV or XLSX of any bank, CAMT.053 or MT940. `columns`: which column of an unknown table holds what, kept for its headings. Lines are proposed; none counts before it is confirmed',
    access: 'accountant',
    body: 'form',
    request: z.strictObject({ file: z.file(), columns: z.string().max(2_000).optional() }),
    response: data(importedStatement),
    errors: [
      'file_missing',
      'file_empty',
      'body_too_large',
      'statement_too_long',
      'statement_unreadable',
      'statement_columns_unknown',
    ],
    rateLimit: { requests: 30, seconds: 60 },
  }),
  statementLines: endpoint('/api/manager/deposits/lines', {
    summary:
      'Lines of imported statements, in the order of their files: those that wait for a decision, the oldest first, or those that were set aside, the newest first',
    access: 'accountant',
    request: z.strictObject({ state: z.enum(['waiting', 'set_aside']).optional(), ...paging }),
    /** All lines that wait, on every page. */
    response: list(statementLine, { waiting: z.int() }),
  }),
  countLine: endpoint('/api/manager/deposits/count', {
    summary:
      'Count a line of a statement for an application, once: what remains of its sum, or a part of that (`amount`). The rest waits for other applications',
    access: 'accountant',
    request: z.strictObject({ line_id: id, application_id: id, amount: payment.optional() }),
    response: done,
    errors: [
      'not_found',
      'application_not_found',
      'deposit_not_asked',
      'statement_line_decided',
      'statement_part_too_large',
      'deposit_exceeded',
    ],
  }),
  dismissLine: endpoint('/api/manager/deposits/dismiss', {
    summary: 'Set aside a line of a statement, or what remains of it, because it is not a deposit',
    access: 'accountant',
    request: z.strictObject({ line_id: id }),
    response: done,
    errors: ['not_found', 'statement_line_decided'],
  }),
  restoreLine: endpoint('/api/manager/deposits/restore', {
    summary: 'Take back a line that was set aside: it waits for a decision again',
    access: 'accountant',
    request: z.strictObject({ line_id: id }),
    response: done,
    errors: ['not_found'],
  }),
  admitLine: endpoint('/api/manager/deposits/admit', {
    summary:
      'Let a line of an imported file wait for a decision although it repeats a known one (`repeats`), with the reason why it is another payment',
    access: 'accountant',
    request: z.strictObject({ statement_id: id, line: z.int().min(1).max(1_000_000), repeats: id, reason: text(2000) }),
    response: done,
    errors: ['not_found', 'statement_line_decided'],
  }),
  settleDeposit: endpoint('/api/manager/deposits/settle', {
    summary:
      'Record that a deposit was returned, set against the agreement, or kept (with a reason and a file) (R11.4); `received`: as in recording a payment',
    access: 'accountant',
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
