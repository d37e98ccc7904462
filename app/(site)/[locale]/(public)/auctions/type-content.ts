import 'server-only'
import { notFound } from 'next/navigation'
import { type AuctionSection, SECTION_STATES, SECTIONS } from '@/components/content/section-states'
import { OfflineError } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'
import { readCategories } from '@/app/(site)/site-frame'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { pathFor } from '@/lib/i18n/route-names'
import type { Crumb } from '@/lib/seo/structured-data'

interface AuctionType {
  categories: Category[]
  /** The category of the address; null on pages without a type. */
  category: Category | null
}

/** The categories, and the one that the address names; an unknown one is not found. Without the list a product's page is made of what its auctions say. */
export async function readAuctionType(locale: Locale, auctionType: string | undefined): Promise<AuctionType> {
  const categories = await readCategories(locale)
  if (auctionType === undefined) return { categories: categories ?? [], category: null }
  const category =
    categories === null
      ? await categoryByAuctions(locale, auctionType)
      : categories.find(({ slug }) => slug === auctionType)
  // That nothing of a product has been auctioned does not say that the address is unknown.
  if (!category && categories === null && Object.values(CATEGORY_SLUGS).includes(auctionType))
    throw new OfflineError(new Error('no list of categories'))
  return { categories: categories ?? (category ? [category] : []), category: category ?? notFound() }
}

async function categoryByAuctions(lang: Locale, auctionType: string): Promise<Category | undefined> {
  const { data } = await publicApi.auctions.list({ lang, limit: 100 })
  return data.list.find(({ category }) => category.slug === auctionType)?.category
}

/** What stands over a page of a product: the product’s own page. */
export function aboveOf(category: Category | null, locale: Locale): Crumb[] {
  return category === null
    ? []
    : [{ name: category.name, path: pathFor('auctions-auctionType', locale, { auctionType: category.slug }) }]
}

/** Tells the gas pages’ header from the others (specification, point 2). */
export function headerToneOf(category: Category | null): 'flame' | 'ink' {
  return category?.key === 'natural_gas' ? 'flame' : 'ink'
}

/** Enough for what is on at once; the rest comes by the button. */
const PAGE = 12

export async function readTypePage(
  lang: Locale,
  auctionType: string,
): Promise<{ category: Category; sections: AuctionSection[] }> {
  const { category } = await readAuctionType(lang, auctionType)
  if (!category) notFound()
  const sections = await Promise.all(
    SECTIONS.map(async (name): Promise<AuctionSection> => {
      const answer = await orNullIfFailed(
        'auctions/list',
        publicApi.auctions.list({
          lang,
          category: category.key,
          states: [...SECTION_STATES[name]],
          limit: PAGE,
        }),
      )
      if (answer === null) return { name, auctions: [], nextCursor: null, failed: true }
      return { name, auctions: answer.data.list, nextCursor: answer.data.next_cursor }
    }),
  )
  return { category, sections }
}

/** The words that the live page of a lot needs in the browser, published or drafted. */
export const AUCTION_NAMESPACES = [
  'Auction',
  'Lot',
  'AuctionState',
  'Verdict',
  'Outcome',
  'BidPanel',
  'Apply',
  'DocumentKinds',
  'Chat',
  'Errors',
  'Calendar',
  'Common',
] as const
