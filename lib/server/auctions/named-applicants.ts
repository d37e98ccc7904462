import { domainToUnicode } from 'node:url'
import { compactLatin } from '@/lib/contract/company'
import { refuse } from '@/lib/server/platform/call'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { PUBLIC_MAIL_DOMAINS } from './related'
import { foldedWords } from '@/lib/server/platform/folded-words'

/** Words of legal forms, which many companies' names share. */
const LEGAL_FORMS = new Set(
  foldedWords(
    'тов тзов пп прат пат ат дп кп фоп ооо зао оао ао чп товариство приватне публічне акціонерне підприємство дочірнє державне ' +
      'з обмеженою додатковою відповідальністю общество с ограниченной ответственностью llc ltd limited inc jsc',
  ),
)

/** Characters. Shorter names would match ordinary words. */
const SHORTEST_NAME = 4

/**
 * Refuses a text that will be public if it names one of an auction's applicants: by its name, codes, mailbox or people (R8.3). A name
 * may be an ordinary word, so that it can be insisted on. Does not find paraphrases.
 */
export async function refuseNaming(
  db: Queryable,
  auctionId: number,
  text: string,
  areNamesConfirmed = false,
): Promise<ReturnType<typeof refuse> | null> {
  const identifiers = await findIdentifiers(db, { auctionId, companyId: null }, text)
  const found = identifiers.filter((identifier) => ['name', 'code', 'email'].includes(identifier))
  return found.some((identifier) => identifier !== 'name' || !areNamesConfirmed)
    ? refuse('reason_names_bidder', { extensions: { found } })
    : null
}

/** The kinds of text that identify a company. */
type Identifier = 'name' | 'code' | 'email' | 'phone' | 'domain'

interface CompanyRow {
  names: (string | null)[]
  codes: (string | null)[]
  emails: string[]
  phones: string[]
}

/**
 * Finds what in a text identifies a company that applied for the lot or asked about it, because publishing that could
 * reveal who asked (R12.1). Does not find paraphrases.
 */
export async function findIdentifiers(
  db: Queryable,
  { auctionId, companyId }: { auctionId: number; companyId: number | null },
  text: string,
): Promise<Identifier[]> {
  const { rows } = await db.query<CompanyRow>(
    `select array[company_name, company_short_name] || people.surnames as names, array[edrpou, eic, iban] as codes, people.emails, people.phones
     from cms.companies company
     cross join lateral (
       select coalesce(array_agg(surname), '{}') as surnames, coalesce(array_agg(email), '{}') as emails, coalesce(array_agg(phone), '{}') as phones
       from portal.people where company_id = company.id
     ) people
     where id = $2 or id in (select company_id from portal.applications where auction_id = $1)`,
    [auctionId, companyId],
  )
  const lowered = text.toLowerCase()
  const numbers = (text.match(/\d[\d\s().+-]{6,}\d/g) ?? []).map((number) => number.replace(/\D/g, ''))
  const compact = compactLatin(text)
  const matches = rows.flatMap((row): (Identifier | false)[] => [
    mentionsAny(row.names, text) && 'name',
    (mentionsAny(row.codes, text) || row.codes.some((code) => mentionsCode(code, { numbers, compact }))) && 'code',
    row.emails.flatMap(spellingsOf).some((email) => lowered.includes(email)) && 'email',
    row.phones.map(subscriberOf).some((digits) => digits !== '' && numbers.some((number) => number.includes(digits))) &&
      'phone',
    row.emails
      .flatMap(spellingsOf)
      .map(domainOf)
      .some((domain) => !PUBLIC_MAIL_DOMAINS.has(domain) && lowered.includes(domain)) && 'domain',
  ])
  return [...new Set(matches)].filter((identifier) => identifier !== false)
}

/** Digits of a phone number with its country code; an extension may follow. */
const PHONE_DIGITS = 12
const SUBSCRIBER_DIGITS = 9

/** The digits after the country code; empty if they are too few for a phone. */
function subscriberOf(phone: string): string {
  const digits = phone.replace(/\D/g, '').slice(0, PHONE_DIGITS)
  return digits.length < SUBSCRIBER_DIGITS ? '' : digits.slice(-SUBSCRIBER_DIGITS)
}

/** A shorter code is looked for among the text's numbers: within the text without its spaces it may be part of another one. */
const SHORTEST_UNIQUE_CODE = 16

/** Whether a text contains a code that is written in groups or with look-alike letters. */
function mentionsCode(code: string | null, { numbers, compact }: { numbers: string[]; compact: string }): boolean {
  if (code === null || code === '—') return false
  return code.length >= SHORTEST_UNIQUE_CODE ? compact.includes(code) : numbers.includes(code)
}

/** An address as it is stored, in ASCII, and as people write it. */
function spellingsOf(email: string): string[] {
  const domain = domainToUnicode(domainOf(email))
  return domain === '' ? [email] : [email, `${email.slice(0, email.lastIndexOf('@'))}@${domain}`]
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

export function mentionsAny(names: readonly (string | null)[], text: string): boolean {
  const searched = ` ${foldedWords(text).join(' ')} `
  return names.some((name) => {
    const distinctive = foldedWords(name ?? '')
      .filter((word) => !LEGAL_FORMS.has(word))
      .join(' ')
    return distinctive.length >= SHORTEST_NAME && searched.includes(` ${distinctive} `)
  })
}
