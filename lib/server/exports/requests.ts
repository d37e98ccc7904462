import { type Agreement, standingOf } from '@/lib/contract/cabinet'
import { OFFICE_TEXTS, type OfficeTextKey } from '@/lib/i18n/office-texts'
import { agreementStatus, joinCategoryTexts, joinTexts, signatureStanding } from '@/lib/server/platform/company-sql'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Column } from '@/lib/server/platform/tables'

/** Orders, feedback, agreements and questions as tables. Names are in the reader's language, or else in Ukrainian. */

type StoredValue = string | number | Date | null

interface StoredColumn extends Pick<Column<never>, 'kind' | 'width'> {
  heading: OfficeTextKey
  sql: string
  /** The text for a value of `sql` that is not null. */
  text?(word: Word, value: never): string
}

/** The query without its columns. Parameters: $1 the greatest number of rows, then as the export passes them. */
export interface StoredTable {
  with?: string
  columns: readonly StoredColumn[]
  from: string
}

export async function readTable(db: Queryable, table: StoredTable, limit: number, ...values: unknown[]) {
  const columns = table.columns.map(({ sql, heading }) => `${sql} as "${heading}"`).join(', ')
  const { rows } = await db.query<Partial<Record<OfficeTextKey, StoredValue>>>(
    `${table.with ?? ''} select ${columns} ${table.from} limit $1`,
    [limit, ...values],
  )
  return rows
}

export function storedColumns(table: StoredTable, word: Word): Column<Partial<Record<OfficeTextKey, StoredValue>>>[] {
  return table.columns.map(({ heading, text, ...column }) => ({
    ...column,
    heading: word(heading),
    value(row) {
      const value = row[heading] ?? null
      if (value !== null && text !== undefined) return text(word, value as never)
      return value instanceof Date ? value.toISOString() : value
    },
  }))
}

const named = (prefix: string) => (word: Word, value: string) => nameOf(word, prefix, value)

export const ORDERS: StoredTable = {
  columns: [
    { heading: 'number', width: 10, kind: 'integer', sql: 'orders.number::integer' },
    { heading: 'status', width: 14, sql: 'orders.status::text', text: named('request') },
    { heading: 'created', width: 20, kind: 'moment', sql: 'orders.created_at' },
    { heading: 'soldProduct', width: 30, sql: 'texts.name' },
    { heading: 'volume', width: 16, kind: 'decimal', sql: 'orders.volume' },
    { heading: 'unit', width: 12, sql: 'orders.unit' },
    { heading: 'company', width: 40, sql: 'orders.company' },
    { heading: 'edrpou', width: 12, sql: 'orders.edrpou' },
    { heading: 'contactPerson', width: 30, sql: 'orders.name' },
    { heading: 'position', width: 24, sql: 'orders.position' },
    { heading: 'phone', width: 18, sql: 'orders.phone' },
    { heading: 'email', width: 30, sql: 'orders.email' },
    { heading: 'comment', width: 50, sql: 'orders.comment' },
    { heading: 'managersNote', width: 50, sql: 'orders.manager_note' },
  ],
  from: `from cms.orders
    ${joinTexts('products', 'orders.product_id', '$3', ['name'])}
    where ($2::text is null or orders.status::text = $2) order by orders.id desc`,
}

export const FEEDBACK: StoredTable = {
  columns: [
    { heading: 'number', width: 10, kind: 'integer', sql: 'feedback.id' },
    { heading: 'status', width: 14, sql: 'feedback.status::text', text: named('request') },
    { heading: 'created', width: 20, kind: 'moment', sql: 'feedback.created_at' },
    { heading: 'company', width: 34, sql: 'company.company_short_name' },
    { heading: 'topic', width: 20, sql: 'feedback.topic::text', text: named('topic') },
    { heading: 'request_subject', width: 40, sql: 'feedback.subject' },
    { heading: 'messageText', width: 60, sql: 'feedback.message' },
    { heading: 'answer', width: 60, sql: 'feedback.answer' },
    { heading: 'answered', width: 20, kind: 'moment', sql: 'feedback.answered_at' },
    { heading: 'who', width: 24, sql: 'staff.name' },
  ],
  from: `from cms.feedback
    left join cms.companies company on company.id = feedback.company_id
    left join cms.staff staff on staff.id = feedback.answered_by_id
    where ($2::text is null or feedback.status::text = $2) order by feedback.id desc`,
}

export const AGREEMENTS: StoredTable = {
  columns: [
    { heading: 'number', width: 20, sql: 'agreement.number' },
    {
      heading: 'status',
      width: 30,
      sql: `json_build_object('status', ${agreementStatus('agreement')}, 'signatures', ${signatureStanding('agreement.id')})`,
      text: (word, agreement: Pick<Agreement, 'status' | 'signatures'>) =>
        nameOf(word, 'agreement', standingOf(agreement)),
    },
    { heading: 'recordName', width: 44, sql: 'texts.name' },
    { heading: 'soldProduct', width: 24, sql: 'texts.product' },
    { heading: 'company', width: 34, sql: 'company.company_short_name' },
    { heading: 'edrpou', width: 12, sql: 'company.edrpou' },
    { heading: 'auction', width: 10, kind: 'integer', sql: 'coalesce(auction.number, auction.id)::integer' },
    { heading: 'volume', width: 16, kind: 'decimal', sql: 'agreement.quantity' },
    { heading: 'unit', width: 12, sql: 'names.unit_label' },
    { heading: 'price', width: 18, kind: 'decimal', sql: 'agreement.price' },
    { heading: 'sum', width: 22, kind: 'decimal', sql: 'agreement.sum' },
    { heading: 'deposit', width: 20, kind: 'decimal', sql: 'agreement.deposit' },
    { heading: 'inForceFrom', width: 14, kind: 'day', sql: 'agreement.starts_on' },
    { heading: 'inForceUntil', width: 14, kind: 'day', sql: 'agreement.ends_on' },
    { heading: 'created', width: 20, kind: 'moment', sql: 'agreement.created_at' },
  ],
  from: `from cms.agreements agreement
    join cms.companies company on company.id = agreement.company_id
    left join cms.auctions auction on auction.id = agreement.auction_id
    ${joinCategoryTexts('auction.category_id', '$3')}
    ${joinTexts('agreements', 'agreement.id', '$3', ['name', 'product'])}
    where ($2::text is null or ${agreementStatus('agreement')} = $2) order by agreement.id desc`,
}

const ofFact = (kinds: string, day: string) => `from portal.fulfilment_facts fact
    join cms.agreements agreement on agreement.id = fact.agreement_id
    join cms.companies company on company.id = agreement.company_id
    left join portal.statement_lines line on line.id = fact.line_id
    left join portal.fulfilment_facts cancellation on cancellation.agreement_id = fact.agreement_id
      and (cancellation.kind, cancellation.body ->> split_part(fact.kind, '_', 1)) = (split_part(fact.kind, '_', 1) || '_cancelled', fact.id::text)
    where fact.kind in (${kinds}) and ${day} between $2::date and $3::date order by fact.id`
const RECORDED_ON = `(fact.at at time zone 'Europe/Kyiv')::date`

const PARTY_COLUMNS: readonly StoredColumn[] = [
  { heading: 'agreement', width: 20, sql: 'agreement.number' },
  { heading: 'company', width: 40, sql: 'company.company_short_name' },
  { heading: 'edrpou', width: 12, sql: 'company.edrpou' },
]
const DOCUMENT_COLUMNS: readonly StoredColumn[] = [
  { heading: 'number', width: 14, sql: `fact.body ->> 'number'` },
  { heading: 'created', width: 14, kind: 'day', sql: 'fact.at' },
]
const CANCELLATION: StoredColumn = { heading: 'cancelledFor', width: 40, sql: `cancellation.body ->> 'reason'` }

/** Facts of agreements from a day ($2) to another ($3); of payments, what was reversed or returned is negative. */
export const FULFILMENT: Readonly<Record<'invoices' | 'payments' | 'acts', StoredTable>> = {
  invoices: {
    columns: [
      // Invoices and claims are numbered apart, so that their numbers repeat.
      {
        heading: 'documentKind',
        width: 14,
        sql: `case fact.body ->> 'type' when 'penalty' then 'claim' else 'invoice' end`,
        text: named('paper'),
      },
      ...DOCUMENT_COLUMNS,
      { heading: 'agreement', width: 20, sql: 'agreement.number' },
      { heading: 'payer', width: 40, sql: `fact.body #>> '{payer,name}'` },
      { heading: 'edrpou', width: 12, sql: `fact.body #>> '{payer,edrpou}'` },
      // A penalty has no VAT.
      { heading: 'amountUah', width: 20, kind: 'decimal', sql: `fact.body ->> 'amount'` },
      { heading: 'until', width: 14, kind: 'day', sql: `fact.body ->> 'dueOn'` },
      CANCELLATION,
    ],
    from: ofFact(`'invoice_issued'`, RECORDED_ON),
  },
  payments: {
    columns: [
      { heading: 'day', width: 14, kind: 'day', sql: `fact.body ->> 'on'` },
      ...PARTY_COLUMNS,
      {
        heading: 'amountUah',
        width: 20,
        kind: 'decimal',
        sql: `(case fact.kind when 'payment_counted' then '' else '-' end) || (fact.body ->> 'amount')`,
      },
      { heading: 'payer', width: 34, sql: 'line.payer_name' },
      { heading: 'iban', width: 34, sql: 'line.payer_iban' },
      { heading: 'purpose', width: 60, sql: 'line.purpose' },
      { heading: 'managersNote', width: 40, sql: `fact.body ->> 'note'` },
    ],
    from: ofFact(`'payment_counted', 'payment_reversed', 'overpayment_returned'`, `(fact.body ->> 'on')::date`),
  },
  acts: {
    columns: [
      ...DOCUMENT_COLUMNS,
      ...PARTY_COLUMNS,
      { heading: 'volume', width: 16, kind: 'decimal', sql: 'act.volume::numeric(20, 3)::text' },
      { heading: 'price', width: 18, kind: 'decimal', sql: 'agreement.price' },
      { heading: 'sum', width: 20, kind: 'decimal', sql: `round(act.volume * agreement.price::numeric, 2)::text` },
      CANCELLATION,
    ],
    from: ofFact(`'act_made'`, RECORDED_ON).replace(
      'where',
      `cross join lateral (
        select sum((waybill.body ->> 'volume')::numeric) / 1000 as volume from portal.fulfilment_facts waybill
        where waybill.agreement_id = fact.agreement_id and fact.body -> 'waybills' @> to_jsonb(waybill.id) and waybill.kind = 'waybill_recorded'
      ) act where`,
    ),
  },
}

/** Questions, and answers that were published from private chats, whose questions are not recorded (R12.2). */
export const QUESTIONS: StoredTable = {
  with: `with published as (
      select entry.auction_id, entry.at, (parsed.body ->> 'number')::integer as number,
        coalesce(parsed.body -> 'texts' -> $4, parsed.body -> 'texts' -> (parsed.body ->> 'language')) as texts,
        row_number() over (partition by entry.auction_id order by entry.seq) as place
      from portal.auction_log entry cross join lateral (select entry.body::json as body) parsed where entry.kind = 'question_answered'
    ), decisions as (
      select auction_id, staff_id, row_number() over (partition by auction_id order by id) as place
      from portal.selection_decisions where kind = 'question_answered'
    )`,
  columns: [
    { heading: 'auction', width: 10, kind: 'integer', sql: 'coalesce(auction.number, auction.id)::integer' },
    { heading: 'recordName', width: 44, sql: 'texts.title' },
    { heading: 'company', width: 34, sql: 'company.company_short_name' },
    { heading: 'edrpou', width: 12, sql: 'company.edrpou' },
    { heading: 'byWhom', width: 30, sql: 'portal.person_name(person)' },
    { heading: 'created', width: 20, kind: 'moment', sql: 'question.asked_at' },
    { heading: 'asked_question', width: 60, sql: 'question.text' },
    {
      heading: 'status',
      width: 22,
      sql: `json_build_object('number', published.number, 'rejected', question.rejection is not null)`,
      text: (word, { number, rejected }: { number: number | null; rejected: boolean }) =>
        number !== null
          ? word('question_answered', { number })
          : word(rejected ? 'question_rejected' : 'question_open'),
    },
    { heading: 'published_question', width: 60, sql: `published.texts ->> 'question'` },
    { heading: 'published_answer', width: 60, sql: `published.texts ->> 'answer'` },
    { heading: 'reason', width: 40, sql: 'question.rejection' },
    { heading: 'answered', width: 20, kind: 'moment', sql: 'coalesce(question.decided_at, published.at)' },
    { heading: 'who', width: 24, sql: 'staff.name' },
  ],
  from: `from portal.questions question
    full join published on published.auction_id = question.auction_id and published.number = question.number
    left join decisions on decisions.auction_id = published.auction_id and decisions.place = published.place
    join cms.auctions auction on auction.id = coalesce(question.auction_id, published.auction_id)
    left join cms.companies company on company.id = question.company_id
    left join portal.people person on person.id = question.person_id
    left join cms.staff staff on staff.id = coalesce(question.staff_id, decisions.staff_id)
    ${joinTexts('auctions', 'auction.id', '$4', ['title'])}
    where ($2::integer is null or auction.id = $2)
      and ($3::boolean is null or (coalesce(question.decided_at, published.at) is null) = $3)
    order by coalesce(question.asked_at, published.at) desc, question.id desc`,
}

export type Word = (key: OfficeTextKey, details?: Record<string, string | number>) => string

/** The name of a stored value; the value itself if it has none. */
export function nameOf(word: Word, prefix: string, value: string): string {
  const key = `${prefix}_${value.replace('.', '_')}`
  return key in OFFICE_TEXTS.uk ? word(key as OfficeTextKey) : value
}
