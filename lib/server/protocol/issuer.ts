import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
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
  const { rows } = await db.query<{ seller: Party }>({
    name: 'seller',
    text: 'select portal.seller_details($1) as seller',
    values: [lang],
  })
  const [row] = rows
  if (row === undefined) throw new Error('The seller could not be read')
  return row.seller
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
