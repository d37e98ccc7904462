import { sql } from 'drizzle-orm'
import type { CollectionAfterChangeHook, CollectionBeforeChangeHook, PayloadRequest } from 'payload'
import { savesDraft } from '@/lib/server/cms/hooks/announce-change'
import { runSql } from './database'

export const MAXIMUM_PATH_LENGTH = 500

/** A path of the site, never another host (`//host`, `/\host`). */
export function isPath(value: string): boolean {
  return value.length <= MAXIMUM_PATH_LENGTH && /^\/(?![/\\])[^\s\\]*$/.test(value)
}

/** Without a slash at the end. What is too long for a path stays as it is: the time to find its last slashes grows with the square of it. */
export function normalizePath(value: string): string {
  if (value.length > MAXIMUM_PATH_LENGTH) return value
  const path = value.trim()
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

interface Redirect {
  from: string
  to: string
  id: number | null
}

const MAX_CHAIN = 20

/** Whether a redirect, followed through those that stand already, would lead to where it began. */
export async function leadsBack(req: PayloadRequest, { from, to, id }: Redirect): Promise<boolean> {
  let at: string | null = normalizePath(to)
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
  return docs[0] && docs[0].id !== except ? docs[0].to : null
}

const TABLES = { pages: sql`cms.pages`, news: sql`cms.news` }
const PLACES = { pages: '/', news: '/news/' }
type Addressed = keyof typeof TABLES

function isAddressed(slug: string): slug is Addressed {
  return slug in TABLES
}

/** The address that visitors know: that of the published document, whatever drafts have been saved since. */
export const notePublishedAddress: CollectionBeforeChangeHook = async ({
  collection,
  data,
  originalDoc,
  operation,
  req,
}) => {
  req.context.publishedSlug = null
  if (operation !== 'update' || savesDraft(req) || !isAddressed(collection.slug)) return data
  const id = (originalDoc as { id?: number } | undefined)?.id
  const [row] = await runSql(
    req,
    sql`select slug from ${TABLES[collection.slug]} where id = ${id} and _status = 'published'`,
  )
  req.context.publishedSlug = row?.slug ?? null
  return data
}

/** Keeps old links working: what was published under another address leads to the new one from now on. */
export const keepOldAddress: CollectionAfterChangeHook = async ({ collection, doc, req }) => {
  const { slug, _status } = doc as { slug?: string | null; _status?: string }
  const before = req.context.publishedSlug
  if (savesDraft(req) || _status !== 'published' || !slug || !isAddressed(collection.slug)) return
  const to = PLACES[collection.slug] + slug
  // What stands at an address itself is not redirected from it.
  await req.payload.delete({ collection: 'redirects', where: { from: { equals: to } }, overrideAccess: true, req })
  if (typeof before === 'string' && before !== slug) await redirect(req, PLACES[collection.slug] + before, to)
}

/** Those that led to the old address lead on at once, so that no chain grows. An address too long for a redirect is not kept. */
async function redirect(req: PayloadRequest, from: string, to: string): Promise<void> {
  if (!isPath(from) || !isPath(to)) return
  const common = { collection: 'redirects', depth: 0, overrideAccess: true, req } as const
  await req.payload.update({ ...common, where: { to: { equals: from } }, data: { to } })
  const { docs } = await req.payload.find({ ...common, where: { from: { equals: from } }, limit: 1 })
  if (docs[0]) await req.payload.update({ ...common, id: docs[0].id, data: { to } })
  else await req.payload.create({ ...common, data: { from, to } })
}
