import { orUnavailable, textResponse } from '@/app/feeds/responses'
import { publicUrl } from '@/lib/config/environment'
import { sitemapXml, type SitemapUrl } from '@/lib/seo/sitemap'
import 'server-only'
import { readAllPages } from '@/lib/api/all-pages'
import { publicApi } from '@/lib/api/public'
import { auctionPath, pathFor, ROUTE_NAMES, ROUTES } from '@/lib/i18n/route-names'

/** Every public page: the site’s own, editors' pages, news and auctions. */
async function readSitemapUrls(): Promise<SitemapUrl[]> {
  const { data } = await publicApi.content.categories({ lang: 'uk' })
  const [pages, news, auctions] = await Promise.all([contentUrls(), newsUrls(), auctionUrls()])
  return [...fixedUrls(data.list.map(({ slug }) => slug)), ...pages, ...news, ...auctions]
}

function fixedUrls(products: string[]): SitemapUrl[] {
  return ROUTE_NAMES.flatMap((name): SitemapUrl[] => {
    const { path, sitemap } = ROUTES[name]
    if (sitemap === 'itself') return [{ path: pathFor(name, 'uk') }]
    if (sitemap !== 'product') return []
    const general = path.includes('[[') ? [{ path: pathFor(name, 'uk') }] : []
    return [...general, ...products.map((auctionType) => ({ path: pathFor(name, 'uk', { auctionType }) }))]
  })
}

async function contentUrls(): Promise<SitemapUrl[]> {
  const pages = await readAllPages((page) => publicApi.pages.list(page))
  return pages.map(({ slug, updated_at: changed, languages }) => ({
    path: pathFor('slug', 'uk', { slug }),
    changed,
    languages,
  }))
}

async function newsUrls(): Promise<SitemapUrl[]> {
  const items = await readAllPages((page) => publicApi.news.list({ lang: 'uk', ...page }))
  return items.map(({ slug, updated_at: changed, languages }) => ({
    path: pathFor('news-slug', 'uk', { slug }),
    changed,
    languages,
  }))
}

async function auctionUrls(): Promise<SitemapUrl[]> {
  const auctions = await readAllPages((page) => publicApi.auctions.list({ lang: 'uk', ...page }))
  return auctions.map((auction) => ({ path: auctionPath(auction, 'uk') }))
}

/** The origin is known at run time, not at build time. */
export const dynamic = 'force-dynamic'

/** `/sitemap.xml`, and `/sitemap.xml?part=2` if one file is too small. */
export async function GET(request: Request): Promise<Response> {
  const part = new URL(request.url).searchParams.get('part')
  if (part !== null && !/^[1-9]\d{0,4}$/.test(part)) return textResponse(null, '')
  return orUnavailable(async () =>
    textResponse(
      sitemapXml(await readSitemapUrls(), part === null ? null : Number(part), publicUrl()),
      'application/xml; charset=utf-8',
    ),
  )
}
