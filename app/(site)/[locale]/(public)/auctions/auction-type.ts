import 'server-only'
import { notFound } from 'next/navigation'
import { readCategories } from '@/app/(site)/categories'
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

/** The categories, and the one that the address names; an unknown one is not found. Without the list a product's page is made of what its auctions say. */
export async function readAuctionType(locale: Locale, auctionType: string | undefined): Promise<AuctionType> {
  const categories = await readCategories(locale)
  if (auctionType === undefined) return { categories: categories ?? [], category: null }
  const category =
    categories === null
      ? await categoryByAuctions(locale, auctionType)
      : categories.find(({ slug }) => slug === auctionType)
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
