import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { agreementStatus } from '@/lib/server/cms/sql'
import type { Column } from '@/lib/server/platform/tables'
import { portalTranslations, type OfficeTextKey } from '@/lib/server/cms/translations'

/** Orders, feedback and agreements, which Payload's own lists show, as tables. Names are in `language`, or else in Ukrainian. */

interface OrderRow {
  number: number
  status: string
  product: string
  volume: string
  unit: string
  company: string
  edrpou: string
  name: string
  position: string
  phone: string
  email: string
  comment: string | null
  manager_note: string | null
  created_at: Date
}

export async function readOrders(
  db: Queryable,
  status: string | undefined,
  language: Language,
  limit: number,
): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>(
    `select orders.number::integer as number, orders.status::text as status, coalesce(nullif(words.name, ''), ukrainian.name, '') as product, orders.volume, orders.unit,
       orders.company, orders.edrpou, orders.name, orders.position, orders.phone, orders.email, orders.comment, orders.manager_note, orders.created_at
     from cms.orders
     left join cms.products_locales words on words._parent_id = orders.product_id and words._locale::text = $2
     left join cms.products_locales ukrainian on ukrainian._parent_id = orders.product_id and ukrainian._locale = 'uk'
     where ($1::text is null or orders.status::text = $1) order by orders.id desc limit $3`,
    [status ?? null, language, limit],
  )
  return rows
}

export function orderColumns(word: Word): Column<OrderRow>[] {
  return [
    { heading: word('number'), width: 10, kind: 'integer', value: (row) => row.number },
    { heading: word('status'), width: 14, value: (row) => nameOf(word, 'request', row.status) },
    { heading: word('created'), width: 20, kind: 'moment', value: (row) => row.created_at.toISOString() },
    { heading: word('soldProduct'), width: 30, value: (row) => row.product },
    { heading: word('volume'), width: 16, kind: 'decimal', value: (row) => row.volume },
    { heading: word('unit'), width: 12, value: (row) => row.unit },
    { heading: word('company'), width: 40, value: (row) => row.company },
    { heading: word('edrpou'), width: 12, value: (row) => row.edrpou },
    { heading: word('contactPerson'), width: 30, value: (row) => row.name },
    { heading: word('position'), width: 24, value: (row) => row.position },
    { heading: word('phone'), width: 18, value: (row) => row.phone },
    { heading: word('email'), width: 30, value: (row) => row.email },
    { heading: word('comment'), width: 50, value: (row) => row.comment },
    { heading: word('managersNote'), width: 50, value: (row) => row.manager_note },
  ]
}

interface FeedbackRow {
  id: number
  status: string
  topic: string
  company: string
  subject: string
  message: string
  answer: string | null
  answered_at: Date | null
  answered_by: string | null
  created_at: Date
}

export async function readFeedback(db: Queryable, status: string | undefined, limit: number): Promise<FeedbackRow[]> {
  const { rows } = await db.query<FeedbackRow>(
    `select feedback.id, feedback.status::text as status, feedback.topic::text as topic, company.company_short_name as company, feedback.subject,
       feedback.message, feedback.answer, feedback.answered_at, staff.name as answered_by, feedback.created_at
     from cms.feedback
     left join cms.companies company on company.id = feedback.company_id
     left join cms.staff staff on staff.id = feedback.answered_by_id
     where ($1::text is null or feedback.status::text = $1) order by feedback.id desc limit $2`,
    [status ?? null, limit],
  )
  return rows
}

export function feedbackColumns(word: Word): Column<FeedbackRow>[] {
  return [
    { heading: word('number'), width: 10, kind: 'integer', value: (row) => row.id },
    { heading: word('status'), width: 14, value: (row) => nameOf(word, 'request', row.status) },
    { heading: word('created'), width: 20, kind: 'moment', value: (row) => row.created_at.toISOString() },
    { heading: word('company'), width: 34, value: (row) => row.company },
    { heading: word('topic'), width: 20, value: (row) => nameOf(word, 'topic', row.topic) },
    { heading: word('request_subject'), width: 40, value: (row) => row.subject },
    { heading: word('messageText'), width: 60, value: (row) => row.message },
    { heading: word('answer'), width: 60, value: (row) => row.answer },
    { heading: word('answered'), width: 20, kind: 'moment', value: (row) => row.answered_at?.toISOString() ?? null },
    { heading: word('who'), width: 24, value: (row) => row.answered_by },
  ]
}

interface AgreementRow {
  number: string
  status: string
  name: string
  product: string
  company: string
  edrpou: string
  auction: number | null
  quantity: string
  price: string
  sum: string
  deposit: string | null
  starts_on: Date | null
  ends_on: Date | null
  created_at: Date
}

export async function readAgreements(
  db: Queryable,
  status: string | undefined,
  language: Language,
  limit: number,
): Promise<AgreementRow[]> {
  const { rows } = await db.query<AgreementRow>(
    `select agreement.number, ${agreementStatus('agreement')} as status, coalesce(nullif(words.name, ''), ukrainian.name, '') as name,
       coalesce(nullif(words.product, ''), ukrainian.product, '') as product, company.company_short_name as company, company.edrpou,
       coalesce(auction.number, auction.id)::integer as auction, agreement.quantity, agreement.price, agreement.sum, agreement.deposit,
       agreement.starts_on, agreement.ends_on, agreement.created_at
     from cms.agreements agreement
     join cms.companies company on company.id = agreement.company_id
     left join cms.auctions auction on auction.id = agreement.auction_id
     left join cms.agreements_locales words on words._parent_id = agreement.id and words._locale::text = $2
     left join cms.agreements_locales ukrainian on ukrainian._parent_id = agreement.id and ukrainian._locale = 'uk'
     where ($1::text is null or ${agreementStatus('agreement')} = $1) order by agreement.id desc limit $3`,
    [status ?? null, language, limit],
  )
  return rows
}

export function agreementColumns(word: Word): Column<AgreementRow>[] {
  return [
    { heading: word('number'), width: 20, value: (row) => row.number },
    { heading: word('status'), width: 14, value: (row) => nameOf(word, 'agreement', row.status) },
    { heading: word('subject'), width: 44, value: (row) => row.name },
    { heading: word('soldProduct'), width: 24, value: (row) => row.product },
    { heading: word('company'), width: 34, value: (row) => row.company },
    { heading: word('edrpou'), width: 12, value: (row) => row.edrpou },
    { heading: word('auction'), width: 10, kind: 'integer', value: (row) => row.auction },
    { heading: word('volume'), width: 16, kind: 'decimal', value: (row) => row.quantity },
    { heading: word('price'), width: 18, kind: 'decimal', value: (row) => row.price },
    { heading: word('sum'), width: 22, kind: 'decimal', value: (row) => row.sum },
    { heading: word('deposit'), width: 20, kind: 'decimal', value: (row) => row.deposit },
    { heading: word('inForceFrom'), width: 14, kind: 'day', value: (row) => row.starts_on?.toISOString() ?? null },
    { heading: word('inForceUntil'), width: 14, kind: 'day', value: (row) => row.ends_on?.toISOString() ?? null },
    { heading: word('created'), width: 20, kind: 'moment', value: (row) => row.created_at.toISOString() },
  ]
}

export type Word = (key: OfficeTextKey, details?: Record<string, string | number>) => string

/** The name of a stored value; the value itself where it has none. */
export function nameOf(word: Word, prefix: string, value: string): string {
  const key = `${prefix}_${value.replace('.', '_')}`
  return key in portalTranslations.uk.office ? word(key as OfficeTextKey) : value
}
