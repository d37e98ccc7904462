import { FILES_PATH, type Locale } from '@/lib/config/constants'
import type { CategoryKey } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'

/** The page of results of one product (or all) in one year (or all). */
export function resultsPath(locale: Locale, { auctionType, year }: { auctionType?: string; year?: number }): string {
  const path = pathFor('auctions-auctionType-results-past-auctions', locale, auctionType ? { auctionType } : {})
  return year === undefined ? path : `${path}/${year}`
}

/** The file with all results of the page, in its language. */
export function resultsFilePath(locale: Locale, format: 'csv' | 'xlsx', { category, year }: { category?: CategoryKey; year?: number }): string {
  const query = new URLSearchParams({ lang: locale, ...(category && { category }), ...(year !== undefined && { year: String(year) }) })
  return `${FILES_PATH}/results.${format}?${query}`
}

/** The years that have results, the newest first. */
export function yearsOf(months: readonly { month: string }[]): number[] {
  return [...new Set(months.map(({ month }) => Number(month.slice(0, 4))))].sort((a, b) => b - a)
}

/** A year as it may stand in an address; null for anything else. */
export function parseYear(text: string): number | null {
  return /^20\d\d$/.test(text) ? Number(text) : null
}
