import type { Payload } from 'payload'
import { type CacheTag, CACHE_TAGS } from '@/lib/config/constants'
import type { Category, MenuItem, Settings, revisionsEndpoints } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import { categoryOf, menuItemsOf, settingsOf } from './shapes'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { createMemo } from '@/lib/server/platform/memo'
import { answer, type Handlers } from '@/lib/server/platform/call'

/** The tables are read at most this often. */
const REVISIONS_CACHE_MS = 1_000

/** SQL of a text that differs after each change: the number of rows and the time of the latest save. */
const edited = (table: string) => `(select count(*) || '@' || coalesce(max(updated_at)::text, '') from cms.${table})`
const media = edited('media')

/** SQL of the revision of each tag's content. */
const REVISIONS: Readonly<Record<CacheTag, string>> = {
  // An auction's record only grows, and does not change once the auction is over.
  [CACHE_TAGS.auctions]: `${edited('auctions')} || '/' || ${edited('categories')} || '/' || (
    select count(*) || '@' || coalesce(sum(log_seq), 0) from portal.auction_heads
    where unsuccessful_at is null and cancelled_at is null and completed_at is null)`,
  [CACHE_TAGS.content]: `${edited('menus')} || '/' || ${edited('categories')} || '/' || ${edited('settings')} || '/' || ${media}`,
  [CACHE_TAGS.pages]: `${edited('pages')} || '/' || ${edited('auction_pages')} || '/' || ${edited('redirects')} || '/' || ${media}`,
  [CACHE_TAGS.news]: `${edited('news')} || '/' || ${media}`,
  [CACHE_TAGS.certificates]: `${edited('certificates')} || '/' || ${edited('categories')} || '/' || ${media}`,
  [CACHE_TAGS.products]: `${edited('products')} || '/' || ${media}`,
}

/** Revisions of the content, read from the tables, so that all servers answer the same, also after a restart. */
export function createRevisions({ pool, clock }: { pool: Pool; clock: Clock }): Handlers<typeof revisionsEndpoints> {
  const memo = createMemo()
  let readAt = -Infinity

  async function read(): Promise<Record<CacheTag, string>> {
    const columns = Object.entries(REVISIONS).map(([tag, text]) => `md5(${text}) as ${tag}`)
    const { rows } = await pool.query<Record<CacheTag, string>>({
      name: 'revisions',
      text: `select ${columns.join(', ')}`,
    })
    return rows[0] as Record<CacheTag, string>
  }

  return {
    async read() {
      if (clock.now() - readAt >= REVISIONS_CACHE_MS) {
        readAt = clock.now()
        memo.forget()
      }
      return answer({ data: await memo.get('revisions', read) })
    },
  }
}

const ALL_TAGS: readonly CacheTag[] = Object.values(CACHE_TAGS)

/** The tags of the pages that show each collection. */
const TAGS_OF_COLLECTION: Readonly<Record<string, readonly CacheTag[]>> = {
  menus: [CACHE_TAGS.content],
  settings: [CACHE_TAGS.content],
  categories: [CACHE_TAGS.content, CACHE_TAGS.auctions, CACHE_TAGS.certificates],
  pages: [CACHE_TAGS.pages],
  'auction-pages': [CACHE_TAGS.pages],
  redirects: [CACHE_TAGS.pages],
  news: [CACHE_TAGS.news],
  certificates: [CACHE_TAGS.certificates],
  products: [CACHE_TAGS.products],
  media: ALL_TAGS.filter((tag) => tag !== CACHE_TAGS.auctions),
  auctions: [CACHE_TAGS.auctions],
  companies: [],
  seller: [],
}

/** The cache tags that a change of a collection makes stale; all of them for an unknown name. */
export function changedTags(collection: string): readonly CacheTag[] {
  return TAGS_OF_COLLECTION[collection] ?? ALL_TAGS
}

/** Menu ids of the specification (point 7). */
const MAIN_MENU = 1
const FOOTER_MENU = 2

export interface Content {
  listCategories(lang: Language): Promise<Category[]>
  allSettings(lang: Language): Promise<Settings>
  /** The items of each menu by its id; none for an id that does not exist. */
  menusByIds(ids: readonly number[], lang: Language): Promise<Record<string, MenuItem[]>>
  /** Called on each `portal_content` notification, and when notifications may have been missed. */
  forgetContent(): void
}

/** Reads edited content for the public calls. It is cached, because every page shows it and it changes about once a week. */
export function createContent(cms: () => Promise<Payload>): Content {
  const memo = createMemo()

  function menus(lang: Language): Promise<Map<number, MenuItem[]>> {
    return memo.get(`menus:${lang}`, async () => {
      const payload = await cms()
      const { docs } = await payload.find({ collection: 'menus', locale: lang, depth: 0, pagination: false })
      return new Map(docs.map((menu) => [menu.id, menuItemsOf(menu)]))
    })
  }

  return {
    listCategories(lang) {
      return memo.get(`categories:${lang}`, async () => {
        const payload = await cms()
        const { docs } = await payload.find({
          collection: 'categories',
          locale: lang,
          depth: 0,
          sort: 'sort_order',
          pagination: false,
        })
        return docs.map(categoryOf)
      })
    },
    allSettings(lang) {
      return memo.get(`settings:${lang}`, async () => {
        const payload = await cms()
        const [global, menusById] = await Promise.all([
          payload.findGlobal({ slug: 'settings', locale: lang, depth: 1 }),
          menus(lang),
        ])
        return settingsOf(global, lang, menusById.get(MAIN_MENU) ?? [], menusById.get(FOOTER_MENU) ?? [])
      })
    },
    async menusByIds(ids, lang) {
      const menusById = await menus(lang)
      return Object.fromEntries(ids.map((id) => [String(id), menusById.get(id) ?? []]))
    },
    forgetContent: () => memo.forget(),
  }
}
