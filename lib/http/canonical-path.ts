import { DEFAULT_LOCALE, LOCALES } from '@/lib/config/constants'
import { localizePath } from '@/lib/i18n/locales'
import { ROUTES } from '@/lib/i18n/route-names'
import { statusOfErrorPage } from './public-page'

/** Answered outside the site's pages. */
const NOT_PAGES = /^\/(?:_next|admin|api|cms-api|internal|storage|feeds|og)(?:\/|$)/i
/** Icons, robots.txt and the like, which the pages' middleware does not handle. */
const FILE = /^\/([^/]+\.(?:svg|ico|png|txt|xml|webmanifest|js))$/
/** Always in lower case; tokens are not changed. */
const SLUGS = new Set(['auctionType', 'auctionSlug', 'slug', 'year'])

/**
 * The canonical address of a page that was requested in another spelling: wrong case, needless escapes, double or
 * trailing slashes, a prefix for the default language. Null where the spelling is canonical. `url` is a path with its
 * query, which is kept.
 */
export function canonicalPath(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  const cleaned = path.replace(/[/\\]{2,}|\\/g, '/')
  if (NOT_PAGES.test(cleaned) || statusOfErrorPage(cleaned) !== null) return null
  const [first, ...rest] = cleaned.split('/').filter(Boolean).map(encodedOnce)
  const locale = LOCALES.find((name) => name === first?.toLowerCase())
  const segments = locale === undefined && first !== undefined ? [first, ...rest] : rest
  const canonical = localizePath(`/${withRouteSpelling(segments).join('/')}`, locale ?? DEFAULT_LOCALE)
  return canonical === path ? null : [canonical, ...query].join('?')
}

/** The name of a file at the root; null for every other path. */
export function rootFileOf(path: string): string | null {
  return FILE.exec(path)?.[1] ?? null
}

/** Whether a path belongs to the site's pages. */
export function isPagePath(path: string): boolean {
  return !NOT_PAGES.test(path) && rootFileOf(path) === null
}

/** `%6b` → `k`, `%d0` → `%D0`: a character that needs no escape is written without one. Malformed escapes stay. */
function encodedOnce(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return encodeURIComponent(decodeURIComponent(segment)).replaceAll('%40', '@')
  } catch {
    return segment
  }
}

/** The segments spelled as in the table of routes; segments of no route are unchanged. */
function withRouteSpelling(segments: string[]): string[] {
  for (const { path } of Object.values(ROUTES)) {
    const match = matchPattern(path.split('/').filter(Boolean), segments)
    if (match) return match
  }
  return segments
}

function matchPattern(pattern: string[], segments: string[]): string[] | null {
  const [head, ...rest] = pattern
  const [value, ...others] = segments
  if (head === undefined) return value === undefined ? [] : null
  const param = /^\[+(\w+)\]+$/.exec(head)?.[1]
  if (value !== undefined && (param !== undefined || value.toLowerCase() === head.toLowerCase())) {
    const following = matchPattern(rest, others)
    if (following) return [param === undefined ? head : SLUGS.has(param) ? lowerCased(value) : value, ...following]
  }
  return head.startsWith('[[') ? matchPattern(rest, segments) : null
}

/** Hexadecimal digits of escapes are upper case. */
function lowerCased(segment: string): string {
  return segment.includes('%') ? segment : segment.toLowerCase()
}
