import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

/** The page of results of one product (or all) in one year (or all). */
export function resultsPath(locale: Locale, { auctionType, year }: { auctionType?: string; year?: number }): string {
  const path = pathFor('auctions-auctionType-results-past-auctions', locale, auctionType ? { auctionType } : {})
  return year === undefined ? path : `${path}/${year}`
}

/** The years that have results, the newest first. */
export function yearsOf(months: readonly { month: string }[]): number[] {
  return [...new Set(months.map(({ month }) => Number(month.slice(0, 4))))].sort((a, b) => b - a)
}

/** A year as it may stand in an address; null for anything else. */
export function parseYear(text: string): number | null {
  return /^20\d\d$/.test(text) ? Number(text) : null
}
