import type { Payload, Where } from 'payload'
import { DEFAULT_LOCALE } from '@/lib/config/constants'
import {
  type AuctionPageKind,
  type certificatesEndpoints,
  type contentEndpoints,
  contentPage,
  type ContentPage,
  type newsEndpoints,
  type pagesEndpoints,
} from '@/lib/contract/content'
import type { CategoryKey } from '@/lib/contract/primitives'
import type { shopEndpoints } from '@/lib/contract/shop'
import type { PreviewScope } from '@/lib/contract/content'
import { normalizePath } from '@/lib/http/redirect-path'
import type { AuctionPage, Page } from '@/lib/server/payload/payload-types'
import { answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, type Page as ListPage, pageOf } from '@/lib/server/platform/keyset'
import { readable, type RecordFaults } from '@/lib/server/platform/record-faults'
import { blocksOf } from './block-shapes'
import { listCertificates, listProducts } from './certificates'
import type { Content } from './content'
import { listNews, readNewsItem } from './news'
import { languagesOf, metaOf, type Reading, shownLanguage, statusOf } from './shapes'

export async function readPage(
  payload: Payload,
  faults: RecordFaults,
  slug: string,
  reading: Reading,
): Promise<ContentPage | null> {
  return findPage(payload, faults, 'pages', { slug: { equals: slug } }, reading)
}

/** The category's page, else the one for all categories. */
export async function readAuctionPage(
  payload: Payload,
  faults: RecordFaults,
  kind: AuctionPageKind,
  category: CategoryKey | undefined,
  reading: Reading,
): Promise<ContentPage | null> {
  const forAll: Where = { and: [{ kind: { equals: kind } }, { category: { exists: false } }] }
  const forCategory: Where | null = category
    ? { and: [{ kind: { equals: kind } }, { 'category.key': { equals: category } }] }
    : null
  return (
    (forCategory && (await findPage(payload, faults, 'auction-pages', forCategory, reading))) ??
    findPage(payload, faults, 'auction-pages', forAll, reading)
  )
}

async function findPage(
  payload: Payload,
  faults: RecordFaults,
  collection: 'pages' | 'auction-pages',
  where: Where,
  { lang, draft }: Reading,
): Promise<ContentPage | null> {
  const visible = draft ? where : { and: [where, { _status: { equals: 'published' } }] }
  const common = { collection, draft, limit: 1, pagination: false } as const
  const { docs: matches } = await payload.find({
    ...common,
    where: visible,
    locale: 'all',
    depth: 0,
    select: { title: true },
  })
  const languages = languagesOf(matches[0]?.title)
  const language = shownLanguage(languages, lang)
  if (!matches[0] || language === null) return null
  const { docs } = await payload.find({
    ...common,
    where: { id: { equals: matches[0].id } },
    locale: language,
    depth: 1,
  })
  const doc: Page | AuctionPage | undefined = docs[0]
  if (!doc) return null
  return {
    slug: 'slug' in doc ? doc.slug : '',
    title: doc.title ?? '',
    blocks: blocksOf(doc.blocks, language, { faults, collection, id: doc.id }),
    meta: metaOf(doc.meta),
    updated_at: doc.updatedAt,
    status: await statusOf(payload, collection, doc),
    language,
    languages,
  }
}

/** A page needs a title in some language. */
const listedPage = contentPage
  .pick({ slug: true, updated_at: true, languages: true })
  .refine(({ slug }) => slug !== '', 'slug: missing')
  .refine(({ languages }) => languages.length > 0, 'title: missing')

type PageEntry = Pick<ContentPage, 'slug' | 'updated_at' | 'languages'>

/** The published pages, the oldest first. */
export async function listPages(
  payload: Payload,
  faults: RecordFaults,
  cursor: string | undefined,
  limit = DEFAULT_LIMIT,
): Promise<ListPage<PageEntry>> {
  const [after] = decodeCursor(cursor, ['id']) ?? []
  const where: Where[] = [{ _status: { equals: 'published' } }]
  if (after !== undefined) where.push({ id: { greater_than: after } })
  const { docs } = await payload.find({
    collection: 'pages',
    where: { and: where },
    sort: 'id',
    limit: limit + 1,
    pagination: false,
    depth: 0,
    locale: 'all',
    select: { title: true, slug: true, updatedAt: true },
  })
  const page = pageOf(docs, limit, (doc) => [doc.id])
  const shape = (doc: (typeof docs)[number]) => ({
    slug: doc.slug,
    updated_at: doc.updatedAt,
    languages: languagesOf(doc.title),
  })
  return {
    ...page,
    list: readable(faults, { collection: 'pages', schema: listedPage, idOf: ({ id }) => id, shape }, page.list),
  }
}

const MAX_CHAIN = 20

/** Follows the editors' redirects to the end; null without a redirect, and for a loop. */
export async function findRedirect(payload: Payload, path: string): Promise<string | null> {
  const start = normalizePath(path)
  const visited = new Set([start])
  let at = start
  while (visited.size <= MAX_CHAIN) {
    const { docs } = await payload.find({
      collection: 'redirects',
      where: { from: { equals: at } },
      limit: 1,
      pagination: false,
      depth: 0,
    })
    const to = docs[0]?.to
    if (to === undefined) return at === start ? null : at
    if (visited.has(to)) return null
    visited.add(to)
    at = to
  }
  return null
}

interface PageDependencies {
  cms(): Promise<Payload>
  faults: RecordFaults
  /** Whether a secret permits seeing drafts. `now`: epoch milliseconds. */
  mayPreview(scope: PreviewScope, secret: string | undefined, now: number): boolean
}

interface PageHandlers {
  pages: Handlers<typeof pagesEndpoints>
  news: Handlers<typeof newsEndpoints>
  certificates: Handlers<typeof certificatesEndpoints>
  products: Handlers<typeof shopEndpoints>['products']
}

/** Reads published content at each call: the site caches its pages. */
export function createPageEndpoints({ cms, faults, mayPreview }: PageDependencies): PageHandlers {
  return {
    pages: {
      async get({ slug, lang, preview }, call) {
        const page = await readPage(await cms(), faults, slug, {
          lang,
          draft: mayPreview('content', preview, call.receivedAt),
        })
        return page ? answer({ data: page }) : refuse('not_found')
      },
      async list({ cursor, limit }) {
        return answer({ data: await listPages(await cms(), faults, cursor, limit) })
      },
      async auctionPage({ kind, category, lang, preview }, call) {
        const draft = mayPreview('content', preview, call.receivedAt)
        return answer({ data: { page: await readAuctionPage(await cms(), faults, kind, category, { lang, draft }) } })
      },
      async redirect({ path }) {
        return answer({ data: { to: await findRedirect(await cms(), path) } })
      },
    },
    news: {
      async list(query) {
        return answer({ data: await listNews(await cms(), faults, query) })
      },
      async get({ slug, lang, preview }, call) {
        const item = await readNewsItem(await cms(), faults, slug, {
          lang,
          draft: mayPreview('content', preview, call.receivedAt),
        })
        return item ? answer({ data: item }) : refuse('not_found')
      },
    },
    certificates: {
      async list(query) {
        return answer({ data: await listCertificates(await cms(), faults, query) })
      },
    },
    async products({ lang }) {
      return answer({ data: { list: await listProducts(await cms(), faults, lang) } })
    },
  }
}

/** The specification's three calls of every route entry (point 7). */
export function createContentEndpoints(content: Content): Handlers<typeof contentEndpoints> {
  return {
    async categories({ lang }, { language }) {
      return answer({ data: { list: await content.listCategories(lang ?? language ?? DEFAULT_LOCALE) } })
    },
    async settings({ lang }) {
      return answer({ data: await content.allSettings(lang) })
    },
    async menus({ ids, lang }) {
      return answer({ items: await content.menusByIds(ids, lang) })
    },
  }
}
