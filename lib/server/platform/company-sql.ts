import { REQUIRED_DOCUMENTS, type RequiredDocument } from '@/lib/domain/application'
import type { Queryable } from '@/lib/server/platform/db/pool'

export type AccountStatus = 'awaiting_confirmation' | 'active' | 'deactivated'

/** Serialises decisions on a company and its people. Lock the company before a person: the other order deadlocks. */
export async function lockCompany(db: Queryable, companyId: number): Promise<boolean> {
  const { rowCount } = await db.query('select from cms.companies where id = $1 for no key update', [companyId])
  return rowCount !== 0
}

/** The searchable text of `cms.companies company`; an index has the same expression. */
export const COMPANY_SEARCH_TEXT =
  'portal.words_of_company(company.company_name, company.company_short_name, company.edrpou, company.email, company.phone, company.surname)'

/** The accreditation documents that an account has not uploaded, as a column (text[], in their usual order). */
export function missingDocumentsOf(account: 'application.company_id' | 'account.company_id' | '$1::integer'): string {
  return `(select coalesce(array_agg(required.kind order by required.place), '{}')
    from unnest(array[${REQUIRED_DOCUMENTS.map((kind) => `'${kind}'`).join(', ')}]) with ordinality required (kind, place)
    where not exists (select from portal.files file where file.company_id = ${account} and file.kind = required.kind and file.deleted_at is null))`
}

export async function readMissingDocuments(db: Queryable, companyId: number): Promise<RequiredDocument[]> {
  const { rows } = await db.query<{ missing: RequiredDocument[] }>({
    name: 'missing-documents',
    text: `select ${missingDocumentsOf('$1::integer')} as missing`,
    values: [companyId],
  })
  return rows[0]?.missing ?? []
}

const inKyiv = (instant: string) => `(${instant} at time zone 'Europe/Kyiv')::date`

/**
 * Whether an agreement (`agreement` is its row of cms.agreements) is archived, as a condition: by a manager, or because its last
 * day in Kyiv is over and nothing is left to pay, ship or sign (R16.6). The stored status does not change after that day.
 */
export function isAgreementArchived(agreement: string): string {
  const isOver = `coalesce(${inKyiv(`${agreement}.ends_on`)} < ${inKyiv('now()')}, false)`
  return `(${agreement}.status = 'archived' or (${isOver} and not coalesce(${agreement}.unsettled, false)))`
}

/** The status of an agreement as shown, exported and searched. */
export function agreementStatus(agreement: string): string {
  return `case when ${isAgreementArchived(agreement)} then 'archived' else ${agreement}.status::text end`
}

/** Whether the portal verified an agreement's electronic signatures (R15.2); null without any. */
export function signatureStanding(agreementId: string): string {
  return `(
    select case when count(*) = 0 or bool_or(signature.side = 'paper') then null when bool_or(decision.how is not null) then 'checked'
      when bool_and(signature.verified) then 'verified' else 'unverified' end
    from portal.agreement_signatures signature left join portal.signature_decisions decision on decision.agreement_id = signature.agreement_id and decision.act_id is null
    where signature.agreement_id = ${agreementId} and signature.act_id is null
  )`
}

/** Whether an agreement in force ends within so many days from today. */
export function agreementEndsWithin(agreement: string, days: number): string {
  return `(${agreementStatus(agreement)} = 'current' and ${inKyiv(`${agreement}.ends_on`)} < ${inKyiv('now()')} + ${days})`
}

/**
 * Joins columns of cms.<table>_locales as `name`, each in the language or else in Ukrainian; '' if it is in neither.
 *
 * @param id SQL of the id in cms.<table>, which may be null
 * @param lang SQL of the language
 */
export function joinTexts(
  table: 'agreements' | 'auctions' | 'categories' | 'media' | 'products',
  id: string,
  lang: string,
  columns: readonly string[],
  name = 'texts',
): string {
  const language = `(${lang})::text::cms._locales`
  const texts = columns.map(
    (column) =>
      `coalesce(max(${column}) filter (where ${column} <> '' and _locale = ${language}), max(${column}) filter (where _locale = 'uk'), '') as ${column}`,
  )
  return `cross join lateral (select ${texts.join(', ')} from cms.${table}_locales where _parent_id = ${id} and _locale in (${language}, 'uk')) ${name}`
}

/** Joins the texts of a category as `names`. A forgotten translation must not leave a volume without its unit. */
export function joinCategoryTexts(category: string, lang: string): string {
  return joinTexts('categories', category, lang, ['name', 'unit_label', 'price_unit_label'], 'names')
}
