import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { formatIban } from '@/lib/i18n/formats'
import type { DetailRow, PrintedParty } from './print-document'
import type { DocumentTranslator } from './translators'

/** A party of a document; unknown details are ''. */
export interface Party {
  name: string
  edrpou: string
  taxNumber: string
  eic: string
  iban: string
  bank: string
  address: string
  /** Who signs, with the position. */
  signatory: string
  /** What authorises the signatory: "the charter". */
  authority: string
}

/** The seller from the settings; texts that are missing in the language are in Ukrainian. */
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
  /** The file's name, derived from its content. */
  name: string
  readPng(): Promise<Uint8Array | null>
}

/** A file of the media library; null if there is none. */
export type ServeMedia = (name: string) => Promise<Response | null>

/** Null if no logo was uploaded: documents have the portal's flame then. */
export type ReadLogo = () => Promise<Logo | null>

export const noLogo: ReadLogo = () => Promise.resolve(null)

export async function readLogo(db: Queryable, serveMedia: ServeMedia): Promise<Logo | null> {
  const { rows } = await db.query<{ name: string | null }>(
    `select media.filename as name from cms.settings join cms.media on media.id = settings.logo_id order by settings.id limit 1`,
  )
  const name = rows[0]?.name
  if (!name) return null
  return {
    name,
    async readPng() {
      const file = await serveMedia(name)
      if (file === null) return null
      const { default: sharp } = await import('sharp')
      // Flat: PDF/A-2 allows transparency, but printers that flatten pages themselves blur it.
      return sharp(Buffer.from(await file.arrayBuffer()))
        .resize({ width: 660, height: 216, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer()
    },
  }
}

/** A party, with lines to sign on; unknown details become lines to fill in. */
export function printedParty(heading: string, party: Party, t: DocumentTranslator): PrintedParty {
  const row = (label: string, value: string): DetailRow => [label, value || null]
  return {
    heading,
    name: party.name,
    rows: [
      row(t('document.edrpou'), party.edrpou),
      row(t('document.taxNumber'), party.taxNumber),
      row(t('document.eic'), party.eic),
      row(t('document.iban'), formatIban(party.iban)),
      row(t('document.bank'), party.bank),
      row(t('document.address'), party.address),
      row(t('document.signatory'), party.signatory),
      row(t('document.authority'), party.authority),
    ],
    sign: { signature: t('document.signature'), person: t('document.person') },
  }
}
