import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { type Agreement, standingOf } from '@/lib/contract/cabinet'
import { agreementStatus, joinCategoryTexts, joinTexts, signatureStanding } from '@/lib/server/platform/company-sql'
import type { Column } from '@/lib/server/platform/tables'
import { OFFICE_TEXTS, type OfficeTextKey } from '@/lib/i18n/office-texts'

/** Orders, feedback, agreements and questions as tables. Names are in `language`, or else in Ukrainian. */

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
    `select orders.number::integer as number, orders.status::text as status, texts.name as product, orders.volume, orders.unit,
       orders.company, orders.edrpou, orders.name, orders.position, orders.phone, orders.email, orders.comment, orders.manager_note, orders.created_at
     from cms.orders
     ${joinTexts('products', 'orders.product_id', '$2', ['name'])}
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

interface AgreementRow extends Pick<Agreement, 'status' | 'signatures'> {
  number: string
  name: string
  product: string
  company: string
  edrpou: string
  auction: number | null
  quantity: string
  unit: string
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
    `select agreement.number, ${agreementStatus('agreement')} as status, ${signatureStanding('agreement.id')} as signatures, texts.name,
       texts.product, company.company_short_name as company, company.edrpou,
       coalesce(auction.number, auction.id)::integer as auction, agreement.quantity, names.unit_label as unit, agreement.price, agreement.sum, agreement.deposit,
       agreement.starts_on, agreement.ends_on, agreement.created_at
     from cms.agreements agreement
     join cms.companies company on company.id = agreement.company_id
     left join cms.auctions auction on auction.id = agreement.auction_id
     ${joinCategoryTexts('auction.category_id', '$2')}
     ${joinTexts('agreements', 'agreement.id', '$2', ['name', 'product'])}
     where ($1::text is null or ${agreementStatus('agreement')} = $1) order by agreement.id desc limit $3`,
    [status ?? null, language, limit],
  )
  return rows
}

export function agreementColumns(word: Word): Column<AgreementRow>[] {
  return [
    { heading: word('number'), width: 20, value: (row) => row.number },
    { heading: word('status'), width: 30, value: (row) => nameOf(word, 'agreement', standingOf(row)) },
    { heading: word('recordName'), width: 44, value: (row) => row.name },
    { heading: word('soldProduct'), width: 24, value: (row) => row.product },
    { heading: word('company'), width: 34, value: (row) => row.company },
    { heading: word('edrpou'), width: 12, value: (row) => row.edrpou },
    { heading: word('auction'), width: 10, kind: 'integer', value: (row) => row.auction },
    { heading: word('volume'), width: 16, kind: 'decimal', value: (row) => row.quantity },
    { heading: word('unit'), width: 12, value: (row) => row.unit },
    { heading: word('price'), width: 18, kind: 'decimal', value: (row) => row.price },
    { heading: word('sum'), width: 22, kind: 'decimal', value: (row) => row.sum },
    { heading: word('deposit'), width: 20, kind: 'decimal', value: (row) => row.deposit },
    { heading: word('inForceFrom'), width: 14, kind: 'day', value: (row) => row.starts_on?.toISOString() ?? null },
    { heading: word('inForceUntil'), width: 14, kind: 'day', value: (row) => row.ends_on?.toISOString() ?? null },
    { heading: word('created'), width: 20, kind: 'moment', value: (row) => row.created_at.toISOString() },
  ]
}

export type Word = (key: OfficeTextKey, details?: Record<string, string | number>) => string

/** The name of a stored value; the value itself if it has none. */
export function nameOf(word: Word, prefix: string, value: string): string {
  const key = `${prefix}_${value.replace('.', '_')}`
  return key in OFFICE_TEXTS.uk ? word(key as OfficeTextKey) : value
}

interface QuestionRow {
  auction: number
  title: string
  company: string | null
  edrpou: string | null
  by: string | null
  asked_at: Date | null
  text: string | null
  status: 'open' | 'answered' | 'rejected'
  number: number | null
  question: string | null
  answer: string | null
  rejection: string | null
  decided_at: Date | null
  staff: string | null
}

/** Questions, and answers that were published from private chats, whose questions are not recorded (R12.2). */
export async function readQuestions(
  db: Queryable,
  { auctionId, open }: { auctionId?: number | undefined; open?: boolean | undefined },
  language: Language,
  limit: number,
): Promise<QuestionRow[]> {
  const { rows } = await db.query<QuestionRow>(
    `with published as (
       select entry.auction_id, entry.at, (parsed.body ->> 'number')::integer as number,
         coalesce(parsed.body -> 'texts' -> $3, parsed.body -> 'texts' -> (parsed.body ->> 'language')) as texts,
         row_number() over (partition by entry.auction_id order by entry.seq) as place
       from portal.auction_log entry cross join lateral (select entry.body::json as body) parsed where entry.kind = 'question_answered'
     ), decisions as (
       select auction_id, staff_id, row_number() over (partition by auction_id order by id) as place
       from portal.selection_decisions where kind = 'question_answered'
     )
     select coalesce(auction.number, auction.id)::integer as auction, texts.title,
       company.company_short_name as company, company.edrpou, portal.person_name(person) as by, question.asked_at, question.text,
       case when published.number is not null then 'answered' when question.rejection is not null then 'rejected' else 'open' end as status,
       published.number, published.texts ->> 'question' as question, published.texts ->> 'answer' as answer, question.rejection,
       coalesce(question.decided_at, published.at) as decided_at, staff.name as staff
     from portal.questions question
     full join published on published.auction_id = question.auction_id and published.number = question.number
     left join decisions on decisions.auction_id = published.auction_id and decisions.place = published.place
     join cms.auctions auction on auction.id = coalesce(question.auction_id, published.auction_id)
     left join cms.companies company on company.id = question.account_id
     left join portal.people person on person.id = question.person_id
     left join cms.staff staff on staff.id = coalesce(question.staff_id, decisions.staff_id)
     ${joinTexts('auctions', 'auction.id', '$3', ['title'])}
     where ($1::integer is null or auction.id = $1)
       and ($2::boolean is null or (coalesce(question.decided_at, published.at) is null) = $2)
     order by coalesce(question.asked_at, published.at) desc, question.id desc limit $4`,
    [auctionId ?? null, open ?? null, language, limit],
  )
  return rows
}

export function questionColumns(word: Word): Column<QuestionRow>[] {
  return [
    { heading: word('auction'), width: 10, kind: 'integer', value: (row) => row.auction },
    { heading: word('recordName'), width: 44, value: (row) => row.title },
    { heading: word('company'), width: 34, value: (row) => row.company },
    { heading: word('edrpou'), width: 12, value: (row) => row.edrpou },
    { heading: word('byWhom'), width: 30, value: (row) => row.by },
    { heading: word('created'), width: 20, kind: 'moment', value: (row) => row.asked_at?.toISOString() ?? null },
    { heading: word('asked_question'), width: 60, value: (row) => row.text },
    { heading: word('status'), width: 22, value: (row) => questionStatus(word, row) },
    { heading: word('published_question'), width: 60, value: (row) => row.question },
    { heading: word('published_answer'), width: 60, value: (row) => row.answer },
    { heading: word('reason'), width: 40, value: (row) => row.rejection },
    { heading: word('answered'), width: 20, kind: 'moment', value: (row) => row.decided_at?.toISOString() ?? null },
    { heading: word('who'), width: 24, value: (row) => row.staff },
  ]
}

function questionStatus(word: Word, { status, number }: QuestionRow): string {
  return status === 'answered' ? word('question_answered', { number: String(number) }) : word(`question_${status}`)
}
