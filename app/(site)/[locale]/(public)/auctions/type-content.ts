import 'server-only'
import { notFound } from 'next/navigation'
import { type AuctionSection, SECTION_STATES, type SectionName, SECTIONS } from '@/components/content/section-states'
import { OfflineError } from '@/lib/api/problems'
import { publicApi } from '@/lib/api/public'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'
import { readCategories } from '@/app/(site)/site-frame'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { pathFor } from '@/lib/i18n/route-names'
import type { Crumb } from '@/lib/seo/structured-data'

/** Pages of one product, or of all without a type. */
export interface TypeParams {
  locale: Locale
  auctionType?: string
}

interface AuctionType {
  categories: Category[]
  /** The category of the address; null on pages without a type. */
  category: Category | null
}

/**
 * The categories, and the one in the address; not found if it is unknown. Without the list the category is taken from
 * the auctions.
 */
export async function readAuctionType(locale: Locale, auctionType: string | undefined): Promise<AuctionType> {
  const categories = await readCategories(locale)
  if (auctionType === undefined) return { categories: categories ?? [], category: null }
  const category =
    categories === null
      ? await categoryByAuctions(locale, auctionType)
      : categories.find(({ slug }) => slug === auctionType)
  // A product without auctions yet is still a known address.
  if (!category && categories === null && Object.values(CATEGORY_SLUGS).includes(auctionType))
    throw new OfflineError(new Error('no list of categories'))
  return { categories: categories ?? (category ? [category] : []), category: category ?? notFound() }
}

async function categoryByAuctions(lang: Locale, auctionType: string): Promise<Category | undefined> {
  const { data } = await publicApi.auctions.list({ lang, limit: 100 })
  return data.list.find(({ category }) => category.slug === auctionType)?.category
}

/** The crumb above a product's pages: the product's own page. */
export function aboveOf(category: Category | null, locale: Locale): Crumb[] {
  return category === null
    ? []
    : [{ name: category.name, path: pathFor('auctions-auctionType', locale, { auctionType: category.slug }) }]
}

/** The gas pages have a different header (specification, point 2). */
export function headerToneOf(category: Category | null): 'flame' | 'ink' {
  return category?.key === 'natural_gas' ? 'flame' : 'ink'
}

/** A button loads the rest. */
const PAGE = 12
/** Rows to filter on the page; earlier ones are among the results. */
const COMPLETED = 48

export async function readTypePage(
  lang: Locale,
  auctionType: string,
): Promise<{ category: Category; sections: AuctionSection[] }> {
  const { category } = await readAuctionType(lang, auctionType)
  if (!category) notFound()
  const sections = await Promise.all(SECTIONS.map((name) => readSection(lang, category, name)))
  return { category, sections }
}

async function readSection(lang: Locale, category: Category, name: SectionName): Promise<AuctionSection> {
  const of = { lang, category: category.key }
  if (name === 'completed') {
    const answer = await orNullIfFailed('auctions/results', publicApi.auctions.results({ ...of, limit: COMPLETED }))
    if (answer === null) return { name, auctions: [], nextCursor: null, failed: true }
    return { name, auctions: answer.data.list, nextCursor: answer.data.next_cursor }
  }
  const states = [...SECTION_STATES[name]]
  const answer = await orNullIfFailed('auctions/list', publicApi.auctions.list({ ...of, states, limit: PAGE }))
  if (answer === null) return { name, auctions: [], nextCursor: null, failed: true }
  return { name, auctions: answer.data.list, nextCursor: answer.data.next_cursor }
}

/** The messages that the live page of a lot needs in the browser. */
export const AUCTION_NAMESPACES = [
  'Auction',
  'Lot',
  'AuctionState',
  'Verdict',
  'Outcome',
  'BidPanel',
  'AutomaticBid',
  'Deposit',
  'Apply',
  'DocumentKinds',
  'Chat',
  'Questions',
  'Calendar',
  'Common',
] as const

/** What the live page of a lot calls. */
export const AUCTION_CALLS = ['auctions', 'auth', 'bids', 'cabinet', 'chat', 'deposits'] as const
