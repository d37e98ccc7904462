import { sql } from '@payloadcms/db-postgres/drizzle'
import type {
  CollectionAfterChangeHook,
  CollectionBeforeChangeHook,
  CollectionConfig,
  PayloadRequest,
  TextFieldSingleValidation,
  Where,
} from 'payload'
import { isPagePath } from '@/lib/http/canonical-path'
import { resolveAddress } from '@/lib/http/page-index'
import { isPath, MAX_PATH_LENGTH, normalizePath } from '@/lib/http/redirect-path'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { matchRoute } from '@/lib/i18n/route-names'
import { CONTENT_ROLES, openTo } from '@/lib/server/cms/access'
import { announcedAndAudited, siteMenu } from '@/lib/server/cms/collections/common'
import { runSql } from '@/lib/server/payload/database'
import { names, text, localized } from '@/lib/server/cms/fields/basic-fields'
import { savesDraft } from '@/lib/server/cms/hooks/announce-change'
import { translate } from '@/lib/server/cms/translations'

/** Whether a route, a published page or a file answers at a path, so that a redirect from there would never be used. */
async function isAnswered(req: PayloadRequest, path: string): Promise<boolean> {
  if (!isPagePath(path)) return true
  const isPublished = async (collection: 'pages' | 'news', slug: string) => {
    const where: Where = { and: [{ slug: { equals: slug } }, { _status: { equals: 'published' } }] }
    return (await req.payload.count({ collection, where, overrideAccess: true, req })).totalDocs > 0
  }
  const answer = await resolveAddress(matchRoute(path), path, {
    isAuctionType: async (type) => Object.values(CATEGORY_SLUGS).includes(type),
    async typeOfAuction(slug) {
      const [row] = await runSql(
        req,
        sql`select category.slug from cms.auctions auction join cms.categories category on category.id = auction.category_id
          where auction.slug = ${slug} and auction._status = 'published'`,
      )
      return typeof row?.slug === 'string' ? row.slug : null
    },
    isPage: (slug) => isPublished('pages', slug),
    isNews: (slug) => isPublished('news', slug),
    redirect: async () => null,
  })
  return answer.kind !== 'unknown'
}

interface Redirect {
  from: string
  to: string
  id: number | null
}

const MAX_CHAIN = 20

/** Whether a redirect would lead, through the existing ones, back to its start. */
async function leadsBack(req: PayloadRequest, { from, to, id }: Redirect): Promise<boolean> {
  let at: string | null = pathAlone(to)
  for (let hops = 0; at !== null; hops += 1) {
    if (at === from || hops > MAX_CHAIN) return true
    at = await nextFrom(req, at, id)
  }
  return false
}

async function nextFrom(req: PayloadRequest, from: string, except: number | null): Promise<string | null> {
  const { docs } = await req.payload.find({
    collection: 'redirects',
    where: { from: { equals: from } },
    depth: 0,
    limit: 1,
    overrideAccess: true,
    req,
  })
  return docs[0] && docs[0].id !== except ? pathAlone(docs[0].to) : null
}

function pathAlone(address: string): string {
  return normalizePath(address).replace(/[?#].*$/, '')
}

const TABLES = { pages: sql`cms.pages`, news: sql`cms.news` }
const PLACES = { pages: '/', news: '/news/' }
type Addressed = keyof typeof TABLES

function isAddressed(slug: string): slug is Addressed {
  return slug in TABLES
}

/** Remembers the address of the published version, for `redirectOldAddress`. */
export const rememberPublishedAddress: CollectionBeforeChangeHook = async ({
  collection,
  data,
  originalDoc,
  operation,
  req,
}) => {
  const id = (originalDoc as { id?: number } | undefined)?.id
  if (operation !== 'update' || id === undefined || savesDraft(req) || !isAddressed(collection.slug)) return data
  const [row] = await runSql(
    req,
    sql`select slug from ${TABLES[collection.slug]} where id = ${id} and _status = 'published'`,
  )
  const key = `${collection.slug}:${id}`
  if (typeof row?.slug === 'string') publishedSlugs(req).set(key, row.slug)
  else publishedSlugs(req).delete(key)
  return data
}

/** Keyed by document: the rows of a list are published concurrently within one request. */
function publishedSlugs(req: PayloadRequest): Map<string, string> {
  return (req.context.publishedSlugs ??= new Map<string, string>()) as Map<string, string>
}

export const redirectOldAddress: CollectionAfterChangeHook = async ({ collection, doc, req }) => {
  const { id, slug, _status } = doc as { id: number; slug?: string | null; _status?: string }
  if (savesDraft(req) || _status !== 'published' || !slug || !isAddressed(collection.slug)) return
  const to = PLACES[collection.slug] + slug
  // The document has this address now, so a redirect from it is deleted.
  await req.payload.delete({ collection: 'redirects', where: { from: { equals: to } }, overrideAccess: true, req })
  const before = publishedSlugs(req).get(`${collection.slug}:${id}`)
  if (before !== undefined && before !== slug) await redirect(req, PLACES[collection.slug] + before, to)
}

/** Changes redirects to the former address too, so that no chain forms. Does nothing if an address is too long. */
async function redirect(req: PayloadRequest, from: string, to: string): Promise<void> {
  if (!isPath(from) || !isPath(to)) return
  const common = { collection: 'redirects', depth: 0, overrideAccess: true, req } as const
  await req.payload.update({ ...common, where: { to: { equals: from } }, data: { to } })
  const { docs } = await req.payload.find({ ...common, where: { from: { equals: from } }, limit: 1 })
  if (docs[0]) await req.payload.update({ ...common, id: docs[0].id, data: { to } })
  else await req.payload.create({ ...common, data: { from, to } })
}

const validateFrom: TextFieldSingleValidation = async (value, { req }) => {
  if (typeof value !== 'string' || !isPath(value) || /[?#]/.test(value) || isTooLongEscaped(value))
    return translate(req, 'pathShape')
  return (await isAnswered(req, normalizePath(value))) ? translate(req, 'pathAnswered') : true
}

/** The form that browsers send. */
function isTooLongEscaped(path: string): boolean {
  return new URL(path, 'http://site').pathname.length > MAX_PATH_LENGTH
}

const validateTo: TextFieldSingleValidation = async (value, { req, siblingData, id }) => {
  if (typeof value !== 'string' || !isPath(value)) return translate(req, 'pathShape')
  const from = (siblingData as { from?: unknown }).from
  if (typeof from !== 'string' || !isPath(from)) return true
  return (await leadsBack(req, { from: normalizePath(from), to: value, id: typeof id === 'number' ? id : null }))
    ? translate(req, 'redirectLoop')
    : true
}

const normalize = ({ value }: { value?: unknown }): unknown =>
  typeof value === 'string' ? normalizePath(value) : value

/** Redirects of moved pages, created when a published page or news item gets another address. */
export const Redirects: CollectionConfig = {
  slug: 'redirects',
  labels: names(localized('redirect'), localized('redirects')),
  defaultSort: '-createdAt',
  admin: {
    useAsTitle: 'from',
    defaultColumns: ['from', 'to', 'createdAt'],
    ...siteMenu,
    description: localized('redirectsHint'),
  },
  access: openTo(CONTENT_ROLES),
  hooks: announcedAndAudited,
  fields: [
    text('from', localized('oldAddress'), {
      unique: true,
      index: true,
      maxLength: MAX_PATH_LENGTH,
      admin: {
        description: localized('oldAddressHint'),
      },
      hooks: { beforeValidate: [normalize] },
      validate: validateFrom,
    }),
    text('to', localized('newAddress'), {
      maxLength: MAX_PATH_LENGTH,
      hooks: { beforeValidate: [normalize] },
      validate: validateTo,
    }),
  ],
}
