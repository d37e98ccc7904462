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
import { refuseDeletingLotDocuments, refuseExchangingLotDocuments } from '@/lib/server/cms/hooks/lots'
import { announcedAndAudited, contentMenu } from '@/lib/server/cms/collections/common'
import { runSql } from '@/lib/server/payload/database'
import { localizedText, names, localized } from '@/lib/server/cms/fields/basic-fields'
import { translationGaps } from '@/lib/server/cms/fields/draftable'
import { slugify } from '@/lib/server/cms/fields/slug'
import { serveMedia } from '@/lib/server/cms/media-files'
import { type FieldTextKey, MESSAGES, translate } from '@/lib/server/cms/translations'

const NAMES = {
  certificates: 'certificate',
  pages: 'page',
  'auction-pages': 'auctionPage',
  news: 'newsItem',
  products: 'product',
  settings: 'settings',
} as const satisfies Record<string, FieldTextKey>

interface Use {
  place: keyof typeof NAMES
  id: number
}

const MAX_NAMED = 5

/** Refuses to delete a file or a picture that the site shows, including latest drafts: Payload would empty the fields that name it. */
const refuseDeletingUsed: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const uses = await usesOf(req, Number(id))
  if (uses.length === 0) return
  const places = await Promise.all(uses.map((use) => nameOf(req, use)))
  throw new APIError(translate(req, 'fileInUse', { places: places.join('; ') }), 409, null, true)
}

async function usesOf(req: PayloadRequest, mediaId: number): Promise<Use[]> {
  const usesFile = sql`'$[*] ? (@.image == $id || @.image == $text || @.items[*].image == $id || @.items[*].image == $text
      || @.items[*].file == $id || @.items[*].file == $text)',
    jsonb_build_object('id', ${mediaId}::integer, 'text', ${String(mediaId)}::text)`
  const rows = await runSql(
    req,
    sql`
      select 'certificates' as place, id from cms.certificates where file_id = ${mediaId}
      union select 'products', id from cms.products where image_id = ${mediaId}
      union select 'settings', id from cms.settings where ${mediaId} in (logo_id, favicon_id, meta_favicon_id, meta_og_image_id)
      union select 'pages', id from cms.pages
        where jsonb_path_exists(blocks, ${usesFile}) or ${mediaId} in (meta_favicon_id, meta_og_image_id)
      union select 'pages', parent_id from cms._pages_v where latest
        and (jsonb_path_exists(version_blocks, ${usesFile}) or ${mediaId} in (version_meta_favicon_id, version_meta_og_image_id))
      union select 'auction-pages', id from cms.auction_pages
        where jsonb_path_exists(blocks, ${usesFile}) or ${mediaId} in (meta_favicon_id, meta_og_image_id)
      union select 'auction-pages', parent_id from cms._auction_pages_v where latest
        and (jsonb_path_exists(version_blocks, ${usesFile}) or ${mediaId} in (version_meta_favicon_id, version_meta_og_image_id))
      union select 'news', id from cms.news
        where jsonb_path_exists(blocks, ${usesFile}) or ${mediaId} in (image_id, meta_favicon_id, meta_og_image_id)
      union select 'news', parent_id from cms._news_v where latest and (jsonb_path_exists(version_blocks, ${usesFile})
        or ${mediaId} in (version_image_id, version_meta_favicon_id, version_meta_og_image_id))
      order by place, id limit ${MAX_NAMED}`,
  )
  return rows.map(({ place, id }) => ({ place: place as Use['place'], id: Number(id) }))
}

async function nameOf(req: PayloadRequest, { place, id }: Use): Promise<string> {
  const language = localeOrDefault(req.i18n.language)
  const kind = MESSAGES[language].fields[NAMES[place]]
  if (place === 'settings') return kind
  const common = { id, depth: 0, draft: true, locale: language, overrideAccess: true, req } as const
  const title =
    place === 'products'
      ? (await req.payload.findByID({ ...common, collection: place })).name
      : (await req.payload.findByID({ ...common, collection: place })).title
  return `${kind}: ${title || id}`
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
}

/**
 * A new record must include its file: otherwise Payload 3.90 would fetch one from the address in the data if the query
 * asks for a crop.
 */
const requireFile: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' && !req.file) throw new APIError(translate(req, 'fileMissing'), 400, null, true)
  return args
}

/** What `nameByContent` adds to a name, and Payload to a name in use. */
const HASH = /(?:^|-)[0-9a-f]{12}(?:-\d{1,4})?(?=\.)/

/**
 * Reads a picture that is to be cropped from the storage. Payload 3.90 would fetch it from the host that the request names, and store the
 * result under the same name, which browsers have cached forever.
 */
const cropStored: CollectionBeforeOperationHook = async ({ args, operation, overrideAccess, req }) => {
  if (operation !== 'update' || req.file || !req.query?.uploadEdits) return args
  if (req.context.skipCloudStorage === true) {
    // The bucket's plugin saves the record again once it has stored the files, which are cropped already.
    delete req.query.uploadEdits
    return args
  }
  const { id } = args as { id?: number | string }
  if (id === undefined) throw new APIError(translate(req, 'cropNeedsFile'), 400, null, true)
  const common = { collection: 'media', id, depth: 0, overrideAccess: overrideAccess === true, req } as const
  const { filename, mimeType } = await req.payload.findByID(common)
  const stored = filename ? await serveMedia(async () => req.payload, filename) : null
  if (!filename || !mimeType || stored === null) throw new APIError(translate(req, 'cropNeedsFile'), 400, null, true)
  const data = Buffer.from(await stored.arrayBuffer())
  req.file = { data, mimetype: mimeType, name: filename.replace(HASH, ''), size: data.length }
  return args
}

/** Names a file as its editor did, with a hash of its content and crop, so that its address can be cached forever. */
const nameByContent: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if ((operation === 'create' || operation === 'update') && req.file) {
    const extension = EXTENSIONS[req.file.mimetype]
    const content = createHash('sha256').update(req.file.data)
    if (req.query?.uploadEdits) content.update(JSON.stringify(req.query.uploadEdits))
    const given = slugify(req.file.name.replace(/\.[^.]*$/, ''))
    if (extension)
      req.file.name = `${[given, content.digest('hex').slice(0, 12)].filter(Boolean).join('-')}.${extension}`
  }
  return args
}

type Named = { filename?: string | null; url?: string | null }

/** Narrower copies for `srcset`. */
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

/** Images and PDF files of the site, public at /storage/media. No SVG: it can carry scripts. */
export const Media: CollectionConfig = {
  slug: 'media',
  labels: names(localized('mediaFile'), localized('media')),
  upload: {
    // media-plugin.ts stores the files; Payload must find none here.
    staticDir: '/dev/null',
    mimeTypes: Object.keys(EXTENSIONS),
    pasteURL: false,
    // Conversion drops the metadata of photographs, such as the place.
    imageSizes: SIZES.map(([name, width]) => ({
      name,
      width,
      withoutEnlargement: undefined,
      formatOptions: { format: 'webp', options: { quality: 82 } },
    })),
    adminThumbnail: ({ doc }) => thumbnailOf(doc),
  },
  admin: {
    // The file's name contains a hash.
    useAsTitle: 'alt',
    defaultColumns: ['alt', 'facts', 'translations', 'updatedAt'],
    listSearchableFields: ['alt', 'filename'],
    ...contentMenu,
  },
  // Payload would fetch the file of a copy over HTTP.
  disableDuplicate: true,
  access: openTo(CONTENT_ROLES),
  // Payload stores and removes files by these fields, which a caller's selection might omit.
  forceSelect: { filename: true, mimeType: true, sizes: true, _objectKey: true },
  hooks: {
    beforeOperation: [requireFile, refuseExchangingLotDocuments, cropStored, nameByContent],
    beforeDelete: [refuseDeletingLotDocuments, refuseDeletingUsed],
    afterRead: [addressForVisitors],
    ...announcedAndAudited,
  },
  fields: [
    localizedText('alt', localized('alternativeText'), {
      admin: { components: { Cell: '@/app/(cms)/content/fields#MediaCell' } },
    }),
    {
      name: 'facts',
      type: 'ui',
      label: localized('file'),
      admin: {
        components: { Field: '@/app/(cms)/content/fields#NoField', Cell: '@/app/(cms)/content/fields#FileDetailsCell' },
      },
    },
    translationGaps,
    // The bucket's plugin adds this field; it exists without a bucket too, so that there is one schema.
    { name: '_objectKey', type: 'text', admin: { hidden: true, readOnly: true } },
  ],
}
