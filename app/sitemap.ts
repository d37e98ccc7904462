import type { MetadataRoute } from 'next'
import { publicApi } from '@/lib/api/public'
import { LOCALES, type Locale } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/public-url'
import { serverApi } from '@/lib/api/server'
import { localizePath } from '@/lib/i18n/locale'
import { pathFor, ROUTES, type RouteName } from '@/lib/i18n/route-names'
import { SITEMAP_ROUTES } from '@/lib/seo/sitemap-routes'

export const dynamic = 'force-dynamic'

/** A sitemap holds 50 000 addresses at most; each place stands in it once for each language. */
const MOST_PLACES = 16_000

interface Place {
  path: string
  changed?: string
  languages?: readonly Locale[]
}

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { data } = await publicApi.content.categories({ lang: 'uk' })
  const places = [...fixedPlaces(data.list.map(({ slug }) => slug)), ...(await writtenPlaces()), ...(await newsPlaces()), ...(await auctionPlaces())]
  return places.slice(0, MOST_PLACES).flatMap(entriesOf)
}

function fixedPlaces(products: string[]): Place[] {
  return (Object.keys(SITEMAP_ROUTES) as RouteName[]).flatMap((name): Place[] => {
    const standing = SITEMAP_ROUTES[name]
    if (standing === 'itself') return [{ path: pathFor(name, 'uk') }]
    if (standing !== 'product') return []
    const general = ROUTES[name].includes('[[') ? [{ path: pathFor(name, 'uk') }] : []
    return [...general, ...products.map((auctionType) => ({ path: pathFor(name, 'uk', { auctionType }) }))]
  })
}

async function writtenPlaces(): Promise<Place[]> {
  const pages = await everything((cursor) => serverApi.pages.list({ cursor, limit: 100 }))
  return pages.map(({ slug, updated_at: changed, languages }) => ({ path: pathFor('slug', 'uk', { slug }), changed, languages }))
}

async function newsPlaces(): Promise<Place[]> {
  const items = await everything((cursor) => publicApi.news.list({ lang: 'uk', cursor, limit: 100 }))
  return items.map(({ slug, updated_at: changed, languages }) => ({ path: pathFor('news-slug', 'uk', { slug }), changed, languages }))
}

async function auctionPlaces(): Promise<Place[]> {
  const auctions = await everything((cursor) => publicApi.auctions.list({ lang: 'uk', cursor, limit: 100 }))
  return auctions.map(({ slug, category }) => ({ path: pathFor('auctions-auctionType-auctionSlug', 'uk', { auctionType: category.slug, auctionSlug: slug }) }))
}

async function everything<Item>(read: (cursor: string | undefined) => Promise<{ data: { list: Item[]; next_cursor: string | null } }>): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const { data } = await read(cursor)
    all.push(...data.list)
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined && all.length < MOST_PLACES)
  return all
}

function entriesOf({ path, changed, languages = LOCALES }: Place): MetadataRoute.Sitemap {
  const address = (locale: Locale) => publicUrl() + localizePath(path, locale)
  const known = languages.length > 0 ? languages : LOCALES
  const alternates = { languages: { ...Object.fromEntries(known.map((locale) => [locale, address(locale)])), 'x-default': address(known.includes('uk') ? 'uk' : (known[0] as Locale)) } }
  return known.map((locale) => ({ url: address(locale), lastModified: changed, alternates }))
}
