import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Payload } from 'payload'
import { serveMedia } from '@/lib/server/cms/media-files'
import type { DetailRow } from './print-document'
import type { DocumentWords } from './words'

/** A party of a document; unknown details are ''. */
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

/** The seller from the settings; Ukrainian texts where the language has none. */
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

/** The logo that was uploaded in the site's settings. */
interface Logo {
  /** Of its file, by the content. */
  name: string
  readPng(): Promise<Uint8Array | null>
}

/** Null where no logo was uploaded: documents have the portal's flame then. */
export type ReadLogo = () => Promise<Logo | null>

export const noLogo: ReadLogo = () => Promise.resolve(null)

export async function readLogo(db: Queryable, cms: () => Promise<Payload>): Promise<Logo | null> {
  const { rows } = await db.query<{ name: string | null }>(
    `select media.filename as name from cms.settings join cms.media on media.id = settings.logo_id order by settings.id limit 1`,
  )
  const name = rows[0]?.name
  if (!name) return null
  return {
    name,
    async readPng() {
      const file = await serveMedia(cms, name)
      if (file === null) return null
      const { default: sharp } = await import('sharp')
      // Flat: PDF/A-2 takes transparency, but printers that flatten pages themselves blur it.
      return sharp(Buffer.from(await file.arrayBuffer()))
        .resize({ width: 660, height: 216, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer()
    },
  }
}

/** Codes and account of a party; unknown ones become lines to fill in. */
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
