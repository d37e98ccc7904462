import type { CollectionSlug, Payload, TypedUser } from 'payload'
import { type Locale, LOCALES } from '@/lib/config/constants'
import type { StaffRole } from '@/lib/contract/manager'
import { CONTENT_ROLES, hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { poolOf } from '@/lib/server/payload/database'
import { readPlannedPublications } from '@/lib/server/cms/scheduled-publishing'
import { findGaps, type Gaps } from '@/lib/server/cms/translation-gaps'

const DRAFTED = ['pages', 'auction-pages', 'news'] as const

/** The collections with texts, and who writes them. */
const WRITTEN = [
  ['pages', CONTENT_ROLES],
  ['auction-pages', CONTENT_ROLES],
  ['news', CONTENT_ROLES],
  ['certificates', CONTENT_ROLES],
  ['products', TRADE_ROLES],
  ['menus', CONTENT_ROLES],
  ['media', CONTENT_ROLES],
] as const satisfies readonly (readonly [CollectionSlug, readonly StaffRole[]])[]

const MAX_DRAFTS = 50
/** Of a collection: those that were changed last. */
const MAX_CHECKED = 200

interface DeskDocument {
  collection: CollectionSlug
  id: number
  title: string
  gaps: Gaps
  changedAt: string
  /** Null for a change of the portal's own. */
  changedBy: string | null
}

type Reader = { payload: Payload; user: TypedUser; language: Locale }

/** An editor's open tasks: drafts, published documents that lack a language, and scheduled or failed publications. */
export async function readDesk({ payload, user, language }: Reader) {
  const reader = { payload, user, language }
  const written = WRITTEN.filter(([, roles]) => hasRole(user, roles)).map(([collection]) => collection)
  const [drafts, published, { waiting, failed }] = await Promise.all([
    Promise.all(DRAFTED.map((collection) => readDrafts(reader, collection))),
    Promise.all(written.map((collection) => readPublished(reader, collection))),
    readPlannedPublications(payload, language),
  ])
  const incomplete = published.flat().filter(({ gaps }) => LOCALES.some((locale) => gaps[locale].length > 0))
  return { drafts: await nameAuthors(payload, newestFirst(drafts.flat())), incomplete, waiting, failed }
}

function newestFirst(documents: DeskDocument[]): DeskDocument[] {
  return documents.toSorted((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt))
}

async function readDrafts(
  { payload, user, language }: Reader,
  collection: (typeof DRAFTED)[number],
): Promise<DeskDocument[]> {
  const { docs } = await payload.findVersions({
    collection,
    where: { and: [{ latest: { equals: true } }, { 'version._status': { equals: 'draft' } }] },
    locale: 'all',
    depth: 0,
    limit: MAX_DRAFTS,
    sort: '-updatedAt',
    user,
    overrideAccess: false,
  })
  return docs.map(({ parent, version, updatedAt }) =>
    documentOf(payload, collection, { ...version, id: Number(parent), updatedAt }, language),
  )
}

async function readPublished(
  { payload, user, language }: Reader,
  collection: (typeof WRITTEN)[number][0],
): Promise<DeskDocument[]> {
  const isDrafted = DRAFTED.some((drafted) => drafted === collection)
  const { docs } = await payload.find({
    collection,
    ...(isDrafted && { where: { _status: { equals: 'published' } } }),
    locale: 'all',
    depth: 0,
    limit: MAX_CHECKED,
    sort: '-updatedAt',
    user,
    overrideAccess: false,
  })
  return docs.map((doc) => documentOf(payload, collection, doc, language))
}

function documentOf(
  payload: Payload,
  collection: CollectionSlug,
  doc: { id: number; updatedAt: string },
  language: Locale,
): DeskDocument {
  const { useAsTitle } = payload.collections[collection].config.admin
  return {
    collection,
    id: doc.id,
    title: titleIn((doc as unknown as Record<string, unknown>)[useAsTitle ?? 'id'], language),
    gaps: findGaps(payload, collection, doc, language),
    changedAt: doc.updatedAt,
    changedBy: null,
  }
}

/** A title in the editor's language, or in another that has one; empty without any. */
function titleIn(title: unknown, language: Locale): string {
  if (typeof title === 'string') return title
  const texts = (title ?? {}) as Partial<Record<Locale, string | null>>
  return [language, ...LOCALES].map((locale) => texts[locale]?.trim()).find(Boolean) ?? ''
}

/** Adds who changed each document last, as the audit trail knows it. */
async function nameAuthors(payload: Payload, documents: DeskDocument[]): Promise<DeskDocument[]> {
  const { rows } = await poolOf(payload).query<{ subject: string; name: string | null }>(
    `select distinct on (entry.subject) entry.subject, staff.name
     from portal.audit entry left join cms.staff staff on staff.id = entry.staff_id
     where entry.subject = any($1::text[]) order by entry.subject, entry.id desc`,
    [documents.map(subjectOf)],
  )
  const names = new Map(rows.map(({ subject, name }) => [subject, name]))
  return documents.map((document) => ({ ...document, changedBy: names.get(subjectOf(document)) ?? null }))
}

function subjectOf({ collection, id }: DeskDocument): string {
  return `${collection}:${id}`
}
