import type { Locale } from '@/lib/config/constants'

/** The page that stands in for one that failed: `/en/~error/503`. It asks the API for nothing. */
const SEGMENT = '~error'

export function errorPagePath(locale: Locale, status: number): string {
  return `/${locale}/${SEGMENT}/${status}`
}

/** The status that such a page is for; null for every other path. */
export function statusOfErrorPage(path: string): number | null {
  const status = /^\/(?:uk|en|ru)\/~error\/(5\d\d)$/.exec(path)?.[1]
  return status === undefined ? null : Number(status)
}

/** Seconds after which a page that nobody answered for is asked for again, where the API names none. */
export const COME_BACK_SECONDS = 5
