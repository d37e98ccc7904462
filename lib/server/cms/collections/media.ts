import { createHash } from 'node:crypto'
import {
  APIError,
  type CollectionAfterReadHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
} from 'payload'
import { CONTENT_ROLES, openTo } from '@/lib/server/cms/access'
import { refuseDeletingLotDocuments, refuseExchangingLotDocuments } from '@/lib/server/cms/auctions/lot-documents'
import { announcedAndAudited, siteMenu } from '@/lib/server/cms/collections/common'
import { localizedText, names, words } from '@/lib/server/cms/fields/basic-fields'
import { mediaStorage } from '@/lib/server/cms/media-storage'
import { say } from '@/lib/server/cms/translations'

/** Used while no bucket is configured. */
function mediaDirectory(): string {
  const storage = mediaStorage()
  return storage.kind === 'disk' ? storage.directory : ''
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
  if (req.file) return args
  if (operation === 'create') throw new APIError(say(req, 'fileMissing'), 400, null, true)
  // A picture to be cropped anew is read from the disk, but one in a bucket is fetched from the host that the request names.
  if (operation === 'update' && req.query?.uploadEdits && mediaStorage().kind === 'bucket')
    throw new APIError(say(req, 'cropNeedsFile'), 400, null, true)
  return args
}

/** Names never reach the disk: a file is called by its content, so that its address can be cached for ever. */
const nameByContent: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if ((operation === 'create' || operation === 'update' || operation === 'updateByID') && req.file) {
    const extension = EXTENSIONS[req.file.mimetype]
    const hash = createHash('sha256').update(req.file.data).digest('hex').slice(0, 32)
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
    staticDir: mediaDirectory(),
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
    defaultColumns: ['alt', 'facts', 'updatedAt'],
    listSearchableFields: ['alt', 'filename'],
    ...siteMenu,
  },
  // The file of a copy could be fetched from an address too, whatever file its request brings.
  disableDuplicate: true,
  access: openTo(CONTENT_ROLES),
  hooks: {
    beforeOperation: [requireFile, nameByContent, refuseExchangingLotDocuments],
    beforeDelete: [refuseDeletingLotDocuments],
    afterRead: [addressForVisitors],
    ...announcedAndAudited,
  },
  fields: [
    localizedText('alt', words('alternativeText'), {
      admin: { components: { Cell: '@/app/(cms)/content/cells#MediaCell' } },
    }),
    {
      name: 'facts',
      type: 'ui',
      label: words('file'),
      admin: {
        components: { Field: '@/app/(cms)/content/cells#NoField', Cell: '@/app/(cms)/content/cells#FileDetailsCell' },
      },
    },
    // The bucket's plugin keeps its key here; the column is there without a bucket too, so that there is one schema.
    { name: '_objectKey', type: 'text', admin: { hidden: true, readOnly: true } },
  ],
}
