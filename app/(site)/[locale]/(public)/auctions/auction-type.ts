import 'server-only'
import { notFound } from 'next/navigation'
import { publicApi } from '@/lib/api/public'
import type { Locale } from '@/lib/config/constants'
import type { Category } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'
import type { Crumb } from '@/lib/seo/structured-data'

export interface AuctionType {
  categories: Category[]
  /** The category of the address; null on pages without a type. */
  category: Category | null
}

/** The categories, and the one that the address names; an unknown one is not found. */
export async function readAuctionType(locale: Locale, auctionType: string | undefined): Promise<AuctionType> {
  const { data } = await publicApi.content.categories({ lang: locale })
  if (auctionType === undefined) return { categories: data.list, category: null }
  return { categories: data.list, category: data.list.find(({ slug }) => slug === auctionType) ?? notFound() }
}

/** What stands over a page of a product: the product’s own page. */
export function aboveOf(category: Category | null, locale: Locale): Crumb[] {
  return category === null ? [] : [{ name: category.name, path: pathFor('auctions-auctionType', locale, { auctionType: category.slug }) }]
}

/** Tells the gas pages' band from the others (specification, point 2). */
export function bandToneOf(category: Category | null): 'flame' | 'ink' {
  return category?.key === 'natural_gas' ? 'flame' : 'ink'
}
