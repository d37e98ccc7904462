import 'server-only'
import { publicApi } from '@/lib/api/public'
import { DEFAULT_LOCALE, LOCALES } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/public-url'
import { ROUTES, type RouteName } from '@/lib/i18n/route-names'
import { sitemapEntries, type SitemapPage } from '@/lib/seo/sitemap'
import { standingPages } from '@/lib/seo/sitemap-routes'

const AT_ONCE = 100
const lang = DEFAULT_LOCALE

interface Page<Row> {
  data: { list: Row[]; next_cursor: string | null }
}

/** The entries of everything that visitors can find, read from the cached API. */
export async function readSitemapEntries(): Promise<string[]> {
  const categories = (await publicApi.content.categories({ lang })).data.list
  const [auctions, news, pages] = await Promise.all([
    allOf((cursor) => publicApi.auctions.list({ lang, cursor, limit: AT_ONCE })),
    allOf((cursor) => publicApi.news.list({ lang, cursor, limit: AT_ONCE })),
    allOf((cursor) => publicApi.pages.list({ cursor, limit: AT_ONCE })),
  ])
  const types = categories.map(({ slug }) => slug)
  const standing = (Object.keys(ROUTES) as RouteName[]).flatMap((name) => standingPages(name, types).map((params) => ({ name, params, languages: LOCALES })))
  const found: SitemapPage[] = [
    ...standing,
    ...pages.map(({ slug, languages, updated_at: changed }) => ({ name: 'slug' as const, params: { slug }, languages, changed })),
    ...news.map(({ slug, languages, updated_at: changed }) => ({ name: 'news-slug' as const, params: { slug }, languages, changed })),
    ...auctions.map(({ slug, category }) => ({ name: 'auctions-auctionType-auctionSlug' as const, params: { auctionType: category.slug, auctionSlug: slug }, languages: LOCALES })),
  ]
  return sitemapEntries(found, publicUrl())
}

async function allOf<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = []
  let cursor: string | undefined
  do {
    const { data } = await read(cursor)
    all.push(...data.list)
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}
