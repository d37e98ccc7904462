import type { SharedTrait } from '@/lib/contract/manager-auctions'
import { email, iban, phone } from '@/lib/contract/company'
import { isInvalid, signatureVerdict } from '@/lib/contract/signatures'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { foldedWords } from '@/lib/server/platform/folded-words'

/** Domains where anyone can have a mailbox: sharing one does not relate companies. Listed in docs/auction-rules.md. */
export const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com ukr.net i.ua ua.fm email.ua 3g.ua meta.ua bigmir.net online.ua freemail.ukr.net ' +
    'outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com yahoo.com ymail.com aol.com ' +
    'proton.me protonmail.com pm.me gmx.com gmx.net mail.com zoho.com tutanota.com tuta.com fastmail.com'
  ).split(' '),
)

/** Reserved (RFC 2606): belongs to no company. Erased accounts have such addresses. */
const RESERVED_DOMAIN = /\.(?:example|invalid|test|localhost)$/

/** A company's details that may relate it to another (R14.4). */
export interface CompanyTraits {
  readonly company_id: number
  readonly ibans: readonly string[]
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  /** Names of its people and of those who signed with its certificates, or its agreements. */
  readonly names: readonly string[]
  /** Salted hashes. */
  readonly browsers: readonly string[]
}

/** Shared traits by company, then by the other company. */
export type Relations = ReadonlyMap<number, ReadonlyMap<number, readonly SharedTrait[]>>

export async function readRelations(db: Queryable, companyIds: readonly number[]): Promise<Relations> {
  const { rows } = await db.query<CompanyTraits>({
    name: 'company-traits',
    text: `select company.id as company_id, array[coalesce(company.iban, '')] as ibans, people.phones, people.emails,
        people.names || array(
          select distinct signature -> 'signer' ->> 'name'
          from portal.files file join portal.signature_checks checked on checked.file_id = file.id
          left join portal.agreement_signatures agreement on agreement.file_id = file.id
          cross join jsonb_array_elements(checked.result -> 'signatures') signature
          where file.company_id = company.id and file.deleted_at is null and coalesce(agreement.side, 'buyer') = 'buyer'
            and signature ->> 'verdict' <> all ($2)
            -- Its own signatory: not a registrar's seal, nor the organiser's signature in the buyer's file. A person's key has no
            -- EDRPOU: it counts where the company signs.
            and (signature -> 'signer' ->> 'edrpou' = company.edrpou
              or agreement.side = 'buyer' and signature -> 'signer' ->> 'edrpou' is null)
            and signature -> 'signer' ->> 'name' is not null
        ) as names,
        array(
          select distinct encode(session.browser, 'hex') from portal.sessions session join portal.people person on person.id = session.person_id
          where person.company_id = company.id and session.browser is not null
        ) as browsers
      from cms.companies company
      cross join lateral (
        select coalesce(array_agg(phone), '{}') as phones, coalesce(array_agg(email), '{}') as emails,
          coalesce(array_agg(portal.person_name(person)), '{}') as names
        from portal.people person where person.company_id = company.id and person.removed_at is null
      ) people
      where company.id = any ($1) order by company.id`,
    values: [companyIds, signatureVerdict.options.filter(isInvalid)],
  })
  return relationsOf(rows)
}

/** Companies that share an IBAN, a phone, a mail domain of their own, a person's name or a browser. */
export function relationsOf(companies: readonly CompanyTraits[]): Relations {
  const relations = new Map(companies.map(({ company_id: id }) => [id, new Map<number, SharedTrait[]>()]))
  const holders = new Map<string, { id: number; trait: SharedTrait }[]>()
  for (const company of companies) {
    const traits = new Map(traitsOf(company).map(({ key, ...trait }) => [`${trait.what} ${key}`, trait]))
    for (const [key, trait] of traits) {
      const others = holders.get(key) ?? []
      for (const other of others) {
        add(relations, company.company_id, other.id, trait)
        add(relations, other.id, company.company_id, other.trait)
      }
      holders.set(key, [...others, { id: company.company_id, trait }])
    }
  }
  return relations
}

function add(relations: Map<number, Map<number, SharedTrait[]>>, id: number, other: number, trait: SharedTrait): void {
  const related = relations.get(id)
  related?.set(other, [...(related.get(other) ?? []), trait])
}

/** `key` is the same for all spellings of a value. */
type Keyed = SharedTrait & { readonly key: string }

function traitsOf({ ibans, phones, emails, names, browsers }: CompanyTraits): Keyed[] {
  const shown = (what: SharedTrait['what'], value: string, key = value): Keyed => ({ what, value, key })
  return [
    ...ibans.flatMap((value) => iban.safeParse(value).data ?? []).map((value) => shown('iban', value)),
    ...phones.flatMap((value) => phoneNumber(value) ?? []).map((value) => shown('phone', value)),
    ...emails.flatMap((value) => ownDomain(value) ?? []).map((value) => shown('mail_domain', value)),
    ...names.flatMap((value) => {
      const key = foldName(value)
      return key === '' ? [] : [shown('signatory', value, key)]
    }),
    ...browsers.map((key): Keyed => ({ what: 'browser', value: null, key })),
  ]
}

/** In E.164 without an extension, because a switchboard is one company's. */
function phoneNumber(value: string): string | null {
  return phone.safeParse(value).data?.replace(/ .*/, '') ?? null
}

/** In lower case and ASCII; null for public mailbox domains. */
function ownDomain(address: string): string | null {
  const parsed = email.safeParse(address).data
  if (parsed === undefined) return null
  const domain = parsed.slice(parsed.lastIndexOf('@') + 1)
  return PUBLIC_MAIL_DOMAINS.has(domain) || RESERVED_DOMAIN.test(domain) ? null : domain
}

/** The words of a name without regard to order, case, apostrophes and look-alike Latin letters; empty if there are none. */
export function foldName(name: string): string {
  // Some people type a quotation mark for an apostrophe.
  return foldedWords(name.replaceAll('"', '')).sort().join(' ')
}
