import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

/** The address of a view of the news: of a year, and from a place in the list on. */
export function newsPath(locale: Locale, { year, before }: { year?: number; before?: string }): string {
  const query = new URLSearchParams()
  if (year !== undefined) query.set('year', String(year))
  if (before !== undefined) query.set('before', before)
  const path = pathFor('news', locale)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
