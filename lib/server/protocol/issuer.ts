import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/db/pool'
import type { DetailRow } from './print-document'
import type { PartyWords } from './words'

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

/** Who sells, as the settings of the site have it; texts of another language are better than none. */
export async function readSeller(db: Queryable, lang: Language): Promise<Party> {
  const { rows } = await db.query<{ name: string }>({
    name: 'seller',
    text: `select company_name as name from cms.settings_locales where _locale::text in ($1, 'uk') order by _locale::text = $1 desc limit 1`,
    values: [lang],
  })
  const unknown = { edrpou: '', taxNumber: '', eic: '', iban: '', bank: '', address: '', signatory: '', authority: '' }
  return { ...unknown, name: rows[0]?.name ?? '' }
}

/** The codes and the account of a party; a line to fill in where the portal does not know them. */
export function partyDetails(party: Party, words: PartyWords): DetailRow[] {
  const known = (value: string) => (value === '' ? null : value)
  return [
    [words.edrpou, known(party.edrpou)],
    [words.taxNumber, known(party.taxNumber)],
    [words.eic, known(party.eic)],
    [words.iban, known(groupsOfFour(party.iban))],
    [words.bank, known(party.bank)],
    [words.address, known(party.address)],
  ]
}

/** Who signs for a party, and by what right. */
export function signatoryDetails(party: Party, words: PartyWords): DetailRow[] {
  return [
    [words.signatory, party.signatory === '' ? null : party.signatory],
    [words.authority, party.authority === '' ? null : party.authority],
  ]
}

/** An account as banks print it. */
function groupsOfFour(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
