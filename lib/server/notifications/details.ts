import type { PersonRole } from '@/lib/contract/company'
import type { AgreementAwaits } from '@/lib/contract/cabinet'
import { feedbackTopic, type FeedbackTopic } from '@/lib/contract/feedback'
import type { Language } from '@/lib/contract/primitives'
import type { TokenScope } from '@/lib/contract/endpoint'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import { type CompanyDocument, documentKind } from '@/lib/contract/documents'
import { missingDocuments, type RequiredDocument } from '@/lib/domain/application'
import { emailTranslators } from './texts'

export interface Attachment {
  name: string
  mediaType: string
  content: Buffer
}

/** Mail servers commonly refuse emails over 25 MB, a quarter of which is encoding: larger files are opened in the back office. */
export const MAX_ATTACHED_BYTES = 15 * 1024 * 1024

interface StoredDocument {
  id: number
  kind: CompanyDocument['kind']
  name: string
  media_type: string
  bytes: number
}

/** A company's accreditation documents for an email to the managers (R2.4), the required ones first, and those that are missing. */
export async function readAccreditation(
  db: Queryable,
  companyId: number,
): Promise<{ attachments: Attachment[]; missing: RequiredDocument[] }> {
  const { rows } = await db.query<StoredDocument>(
    `select id, kind, name, media_type, bytes from portal.files file
     where company_id = $1 and kind = any ($2) and deleted_at is null order by array_position($2, kind), id desc`,
    [companyId, documentKind.options],
  )
  return { attachments: await attach(db, rows), missing: missingDocuments(rows) }
}

/** Those of a company's documents that it has not deleted, and of them as many attachments as one email takes. */
export async function readDocuments(
  db: Queryable,
  ids: readonly number[],
): Promise<{ files: StoredDocument[]; attachments: Attachment[] }> {
  const { rows: files } = await db.query<StoredDocument>(
    `select id, kind, name, media_type, bytes from portal.files where id = any ($1) and deleted_at is null order by id`,
    [ids],
  )
  return { files, attachments: await attach(db, files) }
}

async function attach(db: Queryable, files: readonly StoredDocument[]): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  let remainingBytes = MAX_ATTACHED_BYTES
  for (const { id, name, media_type: mediaType, bytes } of files) {
    const content = bytes <= remainingBytes ? await readContent(db, id) : null
    if (content === null) continue
    remainingBytes -= bytes
    attachments.push({ name, mediaType, content })
  }
  return attachments
}

export interface AuctionEvents {
  id: number
  number: number
  title: string
  slug: string
  category: string
  unit: string
  /** "UAH/t" */
  priceUnit: string
  startsAt: Date
  /** Not later than the cancellation. */
  applicationDeadline: Date
  /** Moved by extensions and outages (R5.2). */
  effectiveEnd: Date
  cancelled: boolean
  /** Last hash of the protocol (R8.4); null before the record begins. */
  entrySeq: number | null
  entryHash: string | null
}

export async function readAuction(db: Queryable, id: number, language: Language): Promise<AuctionEvents | null> {
  const { rows } = await db.query<AuctionEvents>(
    `select auction.id, coalesce(auction.number, auction.id)::integer as number, coalesce(nullif(words.title, ''), ukrainian.title, '') as title,
       auction.slug, category.slug as category, names.unit_label as unit, names.price_unit_label as "priceUnit", auction.starts_at as "startsAt",
       least(coalesce(auction.application_deadline, auction.starts_at), head.cancelled_at) as "applicationDeadline",
       least(coalesce(head.effective_end, auction.ends_at), head.cancelled_at) as "effectiveEnd", head.cancelled_at is not null as cancelled,
       head.log_seq as "entrySeq", head.last_hash as "entryHash"
     from cms.auctions auction
     join cms.categories category on category.id = auction.category_id
     ${joinCategoryTexts('category.id', '$2')}
     left join cms.auctions_locales words on words._parent_id = auction.id and words._locale::text = $2
     left join cms.auctions_locales ukrainian on ukrainian._parent_id = auction.id and ukrainian._locale = 'uk'
     left join portal.auction_heads head on head.auction_id = auction.id
     where auction.id = $1`,
    [id, language],
  )
  return rows[0] ?? null
}

export interface CompanyDetails {
  id: number
  name: string
  fullName: string
  edrpou: string
  person: string
  phone: string
  email: string
  emailConfirmed: boolean
  auctionKind: 'gas_condensate' | 'natural_gas' | 'all'
  language: Language
  /** Other companies with the same EDRPOU. */
  sameEdrpou: number
}

export async function readCompany(db: Queryable, id: number): Promise<CompanyDetails | null> {
  const { rows } = await db.query<CompanyDetails>(
    `select id, company_short_name as name, company_name as "fullName", edrpou, concat_ws(' ', surname, name, nullif(patronymic, '')) as person, phone, email,
       (select account.email_confirmed from portal.accounts account where account.company_id = company.id) as "emailConfirmed",
       auction_kind::text as "auctionKind", language::text as language,
       (select count(*)::integer from cms.companies other where other.edrpou = company.edrpou and other.id <> company.id) as "sameEdrpou"
     from cms.companies company where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** The recipient of an email to a company: the company, with the person's name, address and language. */
export interface Recipient extends CompanyDetails {
  /** Null: the company's address for documents. */
  personId: number | null
}

/** Null if the company, or the person, is gone. */
export async function readRecipient(
  db: Queryable,
  { companyId, personId, email }: { companyId: number; personId: number | null; email: string | null },
): Promise<Recipient | null> {
  const company = await readCompany(db, companyId)
  if (company === null) return null
  if (personId === null) return { ...company, personId, ...(email !== null && { email, emailConfirmed: true }) }
  const { rows } = await db.query<Pick<CompanyDetails, 'person' | 'phone' | 'email' | 'emailConfirmed' | 'language'>>(
    `select portal.person_name(person) as person, phone, email, language, exists (
       select from portal.email_confirmations confirmation
       where confirmation.person_id = person.id and confirmation.email = person.email) as "emailConfirmed"
     from portal.people person where id = $1 and removed_at is null`,
    [personId],
  )
  return rows[0] ? { ...company, ...rows[0], personId } : null
}

export async function readPersonName(db: Queryable, id: number): Promise<string | null> {
  const { rows } = await db.query<{ name: string | null }>(
    `select portal.person_name(person) as name from portal.people person where id = $1`,
    [id],
  )
  return rows[0]?.name ?? null
}

/** The buyer's last price in whole kopecks. */
export async function readLastPrice(db: Queryable, auctionId: number, companyId: number): Promise<number | null> {
  const { rows } = await db.query<{ price: number }>(
    `select price from portal.bids where company_id = $2 and auction_id = $1 order by seq desc limit 1`,
    [auctionId, companyId],
  )
  return rows[0]?.price ?? null
}

/** An agreement with the terms of payment that its PDF names: those on record. */
export async function readAgreement(db: Queryable, id: number, language: Language) {
  const { rows } = await db.query<
    Record<'number' | 'quantity' | 'price' | 'sum' | 'paymentTerms' | 'paymentPeriod', string> & {
      awaits: AgreementAwaits
    }
  >(
    `select agreement.number, agreement.quantity, agreement.price, agreement.sum,
       portal.agreement_awaits(agreement.id) as awaits,
       coalesce(recorded.texts ->> 'payment_terms', '') as "paymentTerms",
       coalesce(recorded.texts ->> 'payment_period', '') as "paymentPeriod"
     from cms.agreements agreement
     left join lateral (
       select body::json -> 'texts' -> $2 as texts from portal.auction_log entry
       where entry.auction_id = agreement.auction_id and (seq = 1 or kind = 'lot_corrected') order by seq desc limit 1
     ) recorded on true
     where agreement.id = $1`,
    [id, language],
  )
  return rows[0] ?? null
}

export async function readContent(db: Queryable, fileId: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>(`select content from portal.file_contents where file_id = $1`, [
    fileId,
  ])
  return rows[0]?.content ?? null
}

/** Null once the link was used, replaced or has expired. */
export async function readLink(db: Queryable, tokenId: string, now: number): Promise<{ until: Date } | null> {
  const { rows } = await db.query<{ until: Date }>(
    `select expires_at as until from portal.one_time_tokens
     where id = $1 and used_at is null and voided_at is null and expires_at > $2`,
    [tokenId, new Date(now)],
  )
  return rows[0] ?? null
}

/** Null once the invitation was accepted, withdrawn or has expired. `name`: of a company that a manager has confirmed. */
export async function readInvitation(db: Queryable, id: string, now: number) {
  const { rows } = await db.query<{
    email: string
    role: PersonRole
    until: Date
    name: string | null
    edrpou: string
  }>(
    `select invitation.email, invitation.role, invitation.expires_at as until, company.edrpou,
       case when account.status = 'active' then company.company_short_name end as name
     from portal.invitations invitation join portal.accounts account using (company_id) join cms.companies company on company.id = company_id
     where invitation.id = $1 and accepted_at is null and withdrawn_at is null and expires_at > $2`,
    [id, new Date(now)],
  )
  return rows[0] ?? null
}

/** Null once it was decided. */
export async function readAccessRequest(db: Queryable, id: number) {
  const { rows } = await db.query<{ name: string; email: string; phone: string }>(
    `select portal.person_name(person) as name, person.email, person.phone
     from portal.access_requests request join portal.people person on person.id = request.person_id
     where request.id = $1 and request.decision is null`,
    [id],
  )
  return rows[0] ?? null
}

export async function readMessage(db: Queryable, id: number): Promise<string | null> {
  const { rows } = await db.query<{ text: string }>(`select text from portal.chat_messages where id = $1`, [id])
  return rows[0]?.text ?? null
}

/** The agreement that a company has from an auction, which its chat is about from then on; null if it has none. */
export async function readAgreementOf(db: Queryable, auctionId: number, companyId: number) {
  const { rows } = await db.query<{ id: number; number: string }>(
    'select id, number from cms.agreements where auction_id = $1 and company_id = $2 order by id limit 1',
    [auctionId, companyId],
  )
  return rows[0] ?? null
}

/** A question on a published lot, with the lot's question deadline. */
export async function readQuestion(db: Queryable, id: number) {
  const { rows } = await db.query<{ text: string; rejection: string | null; deadline: Date }>(
    `select question.text, question.rejection, lot.question_deadline as deadline
     from portal.questions question join cms.lots lot on lot.id = question.auction_id where question.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** The company that the email's header and footer name. */
export interface Sender {
  name: string
  supportEmail: string | null
  workingHours: string | null
}

/** A text in the language $1, or in Ukrainian if it is blank; null if both are. */
const inLanguage = (column: string) =>
  `(array_agg(${column} order by _locale::text = $1 desc) filter (where ${column} <> ''))[1]`

export async function readSender(db: Queryable, language: Language): Promise<Sender> {
  const { rows } = await db.query<{ name: string | null; supportEmail: string | null; workingHours: string | null }>(
    `select words.name, settings.support_email as "supportEmail", words."workingHours"
     from cms.settings settings
     cross join lateral (
       select ${inLanguage('company_name')} as name, ${inLanguage('working_hours')} as "workingHours"
       from cms.settings_locales where _parent_id = settings.id and _locale::text in ($1, 'uk')
     ) words
     order by settings.id limit 1`,
    [language],
  )
  const row = rows[0]
  return {
    // Until the settings are filled in.
    name: row?.name ?? emailTranslators[language].t('labels.portal'),
    supportEmail: row?.supportEmail ?? null,
    workingHours: row?.workingHours ?? null,
  }
}

/** Recipients of the managers' emails; the administrators while there are no managers. */
export async function readManagersEmails(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ email: string; role: string }>(
    `select email, role::text as role from cms.staff where role in ('manager', 'admin') order by id`,
  )
  const managers = rows.filter(({ role }) => role === 'manager')
  return (managers.length > 0 ? managers : rows).map(({ email }) => email)
}

export interface OrderDetails {
  id: number
  number: number
  product: string
  /** "25.000" */
  volume: string
  unit: string
  name: string
  phone: string
  email: string
  company: string
  position: string
  edrpou: string
  comment: string
  status: string
}

/** The product is named in the recipient's language; in Ukrainian if it has no name in that language. */
export async function readOrder(db: Queryable, id: number, language: Language): Promise<OrderDetails | null> {
  const { rows } = await db.query<OrderDetails>(
    `select orders.id, orders.number::integer as number, coalesce(nullif(words.name, ''), ukrainian.name, '') as product, orders.volume::text as volume, orders.unit,
       orders.name, orders.phone, orders.email, orders.company, orders.position, orders.edrpou, coalesce(orders.comment, '') as comment, orders.status::text as status
     from cms.orders orders
     left join cms.products_locales words on words._parent_id = orders.product_id and words._locale::text = $2
     left join cms.products_locales ukrainian on ukrainian._parent_id = orders.product_id and ukrainian._locale = 'uk'
     where orders.id = $1`,
    [id, language],
  )
  return rows[0] ?? null
}

export interface FeedbackDetails {
  id: number
  companyId: number
  topic: FeedbackTopic
  subject: string
  message: string
  answer: string | null
  files: { id: number; name: string; mediaType: string; bytes: number }[]
}

export async function readFeedback(db: Queryable, id: number): Promise<FeedbackDetails | null> {
  const { rows } = await db.query<
    Omit<FeedbackDetails, 'topic' | 'files'> & { topic: string; file_ids: number[] | null }
  >(
    `select id, company_id as "companyId", topic::text as topic, subject, message, answer, file_ids from cms.feedback where id = $1`,
    [id],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { file_ids: fileIds, ...feedback } = row
  const files = await db.query<FeedbackDetails['files'][number]>(
    `select id, name, media_type as "mediaType", bytes from portal.files where id = any ($1) and company_id = $2 and deleted_at is null order by id`,
    [fileIds ?? [], row.companyId],
  )
  return { ...feedback, topic: feedbackTopic.catch('other').parse(row.topic), files: files.rows }
}

/** Null for a token that was ended. */
export async function readApiToken(db: Queryable, id: number) {
  const { rows } = await db.query<{
    name: string
    scope: TokenScope
    addresses: string | null
    owner: string
    expires_at: Date
  }>(
    `select token.name, token.scope, token.addresses, portal.person_name(person) as owner, token.expires_at
     from portal.api_tokens token join portal.people person on person.id = token.person_id
     where token.id = $1 and token.ended_at is null`,
    [id],
  )
  return rows[0] ?? null
}
