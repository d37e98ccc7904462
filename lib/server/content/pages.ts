import type { Payload, Where } from 'payload'
import type { CategoryKey } from '@/lib/contract/content'
import type { AuctionPageKind, ContentPage } from '@/lib/contract/pages'
import type { Language } from '@/lib/contract/primitives'
import type { AuctionPage, Page } from '@/lib/server/cms/payload-types'
import { blocksOf } from '@/lib/server/content/block-shapes'
import { languagesOf, shownLanguage } from '@/lib/server/content/languages'
import { metaOf } from '@/lib/server/content/meta-shapes'
import { decodeCursor, defaultLimit, pageOf, type Page as ListPage } from '@/lib/server/kernel/keyset'

/** `draft`: the latest draft instead of what is published. */
export interface Reading {
  lang: Language
  draft: boolean
}

export async function readPage(payload: Payload, slug: string, reading: Reading): Promise<ContentPage | null> {
  return readOne(payload, 'pages', { slug: { equals: slug } }, reading)
}

/** A product's own page comes before the one for all. */
export async function readAuctionPage(payload: Payload, kind: AuctionPageKind, category: CategoryKey | undefined, reading: Reading): Promise<ContentPage | null> {
  const forAll: Where = { and: [{ kind: { equals: kind } }, { category: { exists: false } }] }
  const own: Where | null = category ? { and: [{ kind: { equals: kind } }, { 'category.key': { equals: category } }] } : null
  return (own && (await readOne(payload, 'auction-pages', own, reading))) ?? readOne(payload, 'auction-pages', forAll, reading)
}

async function readOne(payload: Payload, collection: 'pages' | 'auction-pages', where: Where, { lang, draft }: Reading): Promise<ContentPage | null> {
  const sought = draft ? where : { and: [where, { _status: { equals: 'published' } }] }
  const common = { collection, draft, limit: 1, pagination: false } as const
  const { docs: found } = await payload.find({ ...common, where: sought, locale: 'all', depth: 0, select: { title: true } })
  const languages = languagesOf(found[0]?.title)
  const language = shownLanguage(languages, lang)
  if (!found[0] || language === null) return null
  const { docs } = await payload.find({ ...common, where: { id: { equals: found[0].id } }, locale: language, fallbackLocale: 'uk', depth: 1 })
  const doc: Page | AuctionPage | undefined = docs[0]
  return doc ? pageShape(doc, language, languages) : null
}

function pageShape(doc: Page | AuctionPage, language: Language, languages: Language[]): ContentPage {
  return {
    slug: 'slug' in doc ? doc.slug : '',
    title: doc.title ?? '',
    blocks: blocksOf(doc.blocks, language),
    meta: metaOf(doc.meta),
    updated_at: doc.updatedAt,
    language,
    languages,
  }
}

export type PageEntry = Pick<ContentPage, 'slug' | 'updated_at' | 'languages'>

/** What is published, in the order of its coming into being. */
export async function listPages(payload: Payload, cursor: string | undefined, limit = defaultLimit): Promise<ListPage<PageEntry>> {
  const [after] = decodeCursor(cursor, ['number']) ?? []
  const where: Where[] = [{ _status: { equals: 'published' } }]
  if (after !== undefined) where.push({ id: { greater_than: after } })
  const { docs } = await payload.find({
    collection: 'pages', where: { and: where }, sort: 'id', limit: limit + 1, pagination: false, depth: 0, locale: 'all',
    select: { title: true, slug: true, updatedAt: true },
  })
  return pageOf(docs, limit, (doc) => [doc.id], (doc) => ({ slug: doc.slug, updated_at: doc.updatedAt, languages: languagesOf(doc.title) }))
}

const LONGEST_CHAIN = 20

/** Follows what editors redirected by hand to its end; a circle leads nowhere. */
export async function findRedirect(payload: Payload, path: string): Promise<string | null> {
  const seen = new Set([path])
  let at = path
  while (seen.size <= LONGEST_CHAIN) {
    const { docs } = await payload.find({ collection: 'redirects', where: { from: { equals: at } }, limit: 1, pagination: false, depth: 0 })
    const to = docs[0]?.to
    if (to === undefined) return at === path ? null : at
    if (seen.has(to)) return null
    seen.add(to)
    at = to
  }
  return null
}
