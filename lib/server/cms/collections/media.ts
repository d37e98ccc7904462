import { createHash } from 'node:crypto'
import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  type CollectionAfterReadHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type PayloadRequest,
} from 'payload'
import { localeOrDefault } from '@/lib/i18n/locales'
import { CONTENT_ROLES, openTo } from '@/lib/server/cms/access'
import { refuseDeletingLotDocuments, refuseExchangingLotDocuments } from '@/lib/server/cms/auctions/lot-documents'
import { announcedAndAudited, siteMenu } from '@/lib/server/cms/collections/common'
import { runSql } from '@/lib/server/cms/database'
import { localizedText, names, words } from '@/lib/server/cms/fields/basic-fields'
import { translationGaps } from '@/lib/server/cms/fields/draftable'
import { serveMedia } from '@/lib/server/cms/media-files'
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

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
}

/**
 * A file comes with its request: Payload would fetch one from whatever address a new record names, however large it is and however
 * long it takes, and keep it under the name that was sent.
 */
const requireFile: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' && !req.file) throw new APIError(say(req, 'fileMissing'), 400, null, true)
  return args
}

/**
 * A stored picture that is cropped anew becomes the file of its request: Payload would fetch it from the host that the request names, and
 * keep the result under the same name, which browsers have cached for ever.
 */
const cropStored: CollectionBeforeOperationHook = async ({ args, operation, overrideAccess, req }) => {
  if (operation !== 'update' || req.file || !req.query?.uploadEdits) return args
  if (req.context.skipCloudStorage === true) {
    // The bucket's plugin saves the record once more when its files are kept: they are cropped already.
    delete req.query.uploadEdits
    return args
  }
  const { id } = args as { id?: number | string }
  if (id === undefined) throw new APIError(say(req, 'cropNeedsFile'), 400, null, true)
  const common = { collection: 'media', id, depth: 0, overrideAccess: overrideAccess === true, req } as const
  const { filename, mimeType } = await req.payload.findByID(common)
  const stored = filename ? await serveMedia(async () => req.payload, filename) : null
  if (!filename || !mimeType || stored === null) throw new APIError(say(req, 'cropNeedsFile'), 400, null, true)
  const data = Buffer.from(await stored.arrayBuffer())
  req.file = { data, mimetype: mimeType, name: filename, size: data.length }
  return args
}

/** Names never reach the disk: a file is called by its content and how it is cropped, so that its address can be cached for ever. */
const nameByContent: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if ((operation === 'create' || operation === 'update' || operation === 'updateByID') && req.file) {
    const extension = EXTENSIONS[req.file.mimetype]
    const content = createHash('sha256').update(req.file.data)
    if (req.query?.uploadEdits) content.update(JSON.stringify(req.query.uploadEdits))
    const hash = content.digest('hex').slice(0, 32)
    if (extension) req.file.name = `${hash}.${extension}`
  }
  return args
}

type Named = { filename?: string | null; url?: string | null }

/** Narrower copies for `srcset`; of a picture that is narrower itself there are fewer. */
const SIZES = [
  ['small', 480],
  ['medium', 960],
  ['large', 1600],
] as const

function thumbnailOf(doc: Record<string, unknown>): string | null {
  if (typeof doc.mimeType !== 'string' || !doc.mimeType.startsWith('image/')) return null
  const small = (doc.sizes as { small?: { filename?: string | null } } | undefined)?.small?.filename
  return `/storage/media/${small ?? String(doc.filename)}`
}

const addressForVisitors: CollectionAfterReadHook = ({ doc }) => {
  const media = doc as Named & { sizes?: Record<string, Named | undefined> }
  for (const file of [media, ...Object.values(media.sizes ?? {})])
    if (file?.filename) file.url = `/storage/media/${file.filename}`
  return media
}

/** Images and PDF files of the site; public at /storage/media. SVG is left out: it can carry scripts. */
export const Media: CollectionConfig = {
  slug: 'media',
  labels: names(words('mediaFile'), words('media')),
  upload: {
    // Payload itself keeps and removes no file (media-plugin.ts), and looks for none in a directory of the portal.
    staticDir: '/dev/null',
    mimeTypes: Object.keys(EXTENSIONS),
    pasteURL: false,
    // Of photographs the camera's place and time are dropped with the other metadata.
    imageSizes: SIZES.map(([name, width]) => ({
      name,
      width,
      withoutEnlargement: undefined,
      formatOptions: { format: 'webp', options: { quality: 82 } },
    })),
    adminThumbnail: ({ doc }) => thumbnailOf(doc),
  },
  admin: {
    // A file's own name is a checksum: people know it by what it shows.
    useAsTitle: 'alt',
    defaultColumns: ['alt', 'facts', 'translations', 'updatedAt'],
    listSearchableFields: ['alt', 'filename'],
    ...siteMenu,
  },
  // The file of a copy could be fetched from an address too, whatever file its request brings.
  disableDuplicate: true,
  access: openTo(CONTENT_ROLES),
  // What is kept and removed is read of the document as it is answered, which a caller may ask only parts of.
  forceSelect: { filename: true, mimeType: true, sizes: true, _objectKey: true },
  hooks: {
    beforeOperation: [requireFile, refuseExchangingLotDocuments, cropStored, nameByContent],
    beforeDelete: [refuseDeletingLotDocuments, refuseDeletingUsed],
    afterRead: [addressForVisitors],
    ...announcedAndAudited,
  },
  fields: [
    localizedText('alt', words('alternativeText'), {
      admin: { components: { Cell: '@/app/(cms)/content/fields#MediaCell' } },
    }),
    {
      name: 'facts',
      type: 'ui',
      label: words('file'),
      admin: {
        components: { Field: '@/app/(cms)/content/fields#NoField', Cell: '@/app/(cms)/content/fields#FileDetailsCell' },
      },
    },
    translationGaps,
    // The bucket's plugin keeps its key here; the column is there without a bucket too, so that there is one schema.
    { name: '_objectKey', type: 'text', admin: { hidden: true, readOnly: true } },
  ],
}
