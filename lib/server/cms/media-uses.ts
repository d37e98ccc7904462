import { sql } from 'drizzle-orm'
import { APIError, type CollectionBeforeDeleteHook, type PayloadRequest } from 'payload'
import { localeOrDefault } from '@/lib/i18n/locales'
import { runSql } from '@/lib/server/cms/database'
import { type FieldTextKey, MESSAGES, say } from '@/lib/server/cms/translations'

const NAMES = {
  certificates: 'certificate',
  pages: 'page',
  'auction-pages': 'auctionPage',
  news: 'newsItem',
} as const satisfies Record<string, FieldTextKey>

interface Use {
  collection: keyof typeof NAMES
  id: number
}

const MAX_NAMED = 5

/** A file that something cannot be without stays: a certificate, or a list of documents on a page, its latest draft included. */
export const refuseDeletingUsed: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const uses = await usesOf(req, Number(id))
  if (uses.length === 0) return
  const places = await Promise.all(uses.map((use) => nameOf(req, use)))
  throw new APIError(say(req, 'fileInUse', { places: places.join('; ') }), 409, null, true)
}

async function usesOf(req: PayloadRequest, mediaId: number): Promise<Use[]> {
  const named = sql`'$[*] ? (@.blockType == "documents").items[*].file ? (@ == $id || @ == $text)',
    jsonb_build_object('id', ${mediaId}::integer, 'text', ${String(mediaId)}::text)`
  const rows = await runSql(
    req,
    sql`
      select 'certificates' as collection, id from cms.certificates where file_id = ${mediaId}
      union select 'pages', id from cms.pages where jsonb_path_exists(blocks, ${named})
      union select 'pages', parent_id from cms._pages_v where latest and jsonb_path_exists(version_blocks, ${named})
      union select 'auction-pages', id from cms.auction_pages where jsonb_path_exists(blocks, ${named})
      union select 'auction-pages', parent_id from cms._auction_pages_v
        where latest and jsonb_path_exists(version_blocks, ${named})
      union select 'news', id from cms.news where jsonb_path_exists(blocks, ${named})
      union select 'news', parent_id from cms._news_v where latest and jsonb_path_exists(version_blocks, ${named})
      order by collection, id limit ${MAX_NAMED}`,
  )
  return rows.map(({ collection, id }) => ({ collection: collection as Use['collection'], id: Number(id) }))
}

async function nameOf(req: PayloadRequest, { collection, id }: Use): Promise<string> {
  const language = localeOrDefault(req.i18n.language)
  const { title } = await req.payload.findByID({
    collection,
    id,
    depth: 0,
    draft: true,
    locale: language,
    overrideAccess: true,
    req,
  })
  return `${MESSAGES[language].fields[NAMES[collection]]}: ${title || id}`
}
