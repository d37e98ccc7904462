import type { LotDocument } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/db/pool'

/** The papers of a published lot in the order in which the manager put them; one whose file is gone is left out. */
export async function readLotDocuments(db: Queryable, lang: Language, auctionId: number): Promise<LotDocument[]> {
  const { rows } = await db.query<LotDocument>({
    name: 'auctions-documents',
    text: `select document.kind::text as kind, document.language::text as language,
        coalesce(nullif(texts.alt, ''), fallback.alt, '') as name, '/storage/media/' || media.filename as url,
        coalesce(media.mime_type, '') as mime, coalesce(media.filesize, 0)::integer as bytes
      from cms.auctions_documents document
      join cms.media media on media.id = document.file_id and media.filename is not null
      left join cms.media_locales texts on texts._parent_id = media.id and texts._locale = $2::cms._locales
      left join cms.media_locales fallback on fallback._parent_id = media.id and fallback._locale = 'uk'
      where document._parent_id = $1 order by document._order`,
    values: [auctionId, lang],
  })
  return rows
}
