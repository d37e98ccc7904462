import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/db/pool'
import type { DetailRow } from './print-document'
import type { DocumentWords } from './words'

/** A party of a document; '' is what the portal does not know of it. */
export interface Party {
  name: string
  edrpou: string
  taxNumber: string
  eic: string
  iban: string
  bank: string
  address: string
  /** Who signs, with the position; and what gives the right to: "the charter". */
  signatory: string
  authority: string
}

/** Who sells, by the site's settings and the seller's details; texts of another language are better than none. */
export async function readSeller(db: Queryable, lang: Language): Promise<Party> {
  const localized = (column: string) =>
    `coalesce((select ${column} from cms.seller_locales where ${column} <> '' and _locale::text in ($1, 'uk') order by _locale::text = $1 desc limit 1), '')`
  const { rows } = await db.query<Party>({
    name: 'seller',
    text: `select
        coalesce((select company_name from cms.settings_locales where _locale::text in ($1, 'uk') order by _locale::text = $1 desc limit 1), '') as name,
        coalesce(seller.edrpou, '') as edrpou, coalesce(seller.tax_number, '') as "taxNumber",
        coalesce(seller.eic, '') as eic, coalesce(seller.iban, '') as iban,
        ${localized('bank')} as bank, ${localized('address')} as address,
        ${localized('signatory')} as signatory, ${localized('authority')} as authority
      from (select 1) one left join (select * from cms.seller order by id limit 1) seller on true`,
    values: [lang],
  })
  const [seller] = rows
  if (seller === undefined) throw new Error('The seller could not be read')
  return seller
}

/** The codes and the account of a party; a line to fill in where the portal does not know them. */
export function partyDetails(party: Party, t: DocumentWords): DetailRow[] {
  const known = (value: string) => (value === '' ? null : value)
  return [
    [t('document.edrpou'), known(party.edrpou)],
    [t('document.taxNumber'), known(party.taxNumber)],
    [t('document.eic'), known(party.eic)],
    [t('document.iban'), known(groupsOfFour(party.iban))],
    [t('document.bank'), known(party.bank)],
    [t('document.address'), known(party.address)],
  ]
}

/** Who signs for a party, and by what right. */
export function signatoryDetails(party: Party, t: DocumentWords): DetailRow[] {
  return [
    [t('document.signatory'), party.signatory === '' ? null : party.signatory],
    [t('document.authority'), party.authority === '' ? null : party.authority],
  ]
}

/** An account as banks print it. */
function groupsOfFour(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
