import { splitLocale } from '@/lib/i18n/locales'
import { matchRoute, ROUTES } from '@/lib/i18n/route-names'
import type { AddressAnswer } from './page-index'
import type { Locale } from '@/lib/config/constants'

/** The error page, `/en/~error/503`, which makes no calls. */
const SEGMENT = '~error'

export function errorPagePath(locale: Locale, status: number): string {
  return `/${locale}/${SEGMENT}/${status}`
}

/** The status in the path of an error page; null for every other path. */
export function statusOfErrorPage(path: string): number | null {
  const status = /^\/(?:uk|en|ru)\/~error\/(429|5\d\d)$/.exec(path)?.[1]
  return status === undefined ? null : Number(status)
}

/** Seconds before an unanswered page is requested again, where the API names no time. */
export const DEFAULT_RETRY_SECONDS = 5

/**
 * `cabinet`: only for a session, rendered for each visit. `account`: signing in and what belongs to it, rendered for each
 * visit too. `public`: the same for everybody, cached. `office`: the staff's office, rendered for each visit. `cms`: Payload's pages.
 */
type PageKind = 'cabinet' | 'account' | 'public' | 'office' | 'cms'

export function pageKind(pathname: string): PageKind {
  if (/^\/(admin|cms-api)(\/|$)/.test(pathname)) return 'cms'
  if (/^\/office(\/|$)/.test(pathname)) return 'office'
  const kind = ROUTES[matchRoute(pathname).name].for
  return kind === 'nobody' ? 'public' : kind
}

/**
 * The cookie of an editor who looks at drafts: the secret of a preview link, as `/api/pages/get` and `/api/news/get`
 * accept it. Set by the link and read by the draft pages only, so that every other page is the same for everyone.
 */
export const PREVIEW_COOKIE = 'previewSecret'

/** Where pages with drafts are rendered, for each visit; the visitor's address does not change. No slug can begin with it. */
export const DRAFT_SEGMENT = '~draft'

/** Clears the cookie and returns to the page that visitors see. */
export const LEAVE_PREVIEW_PATH = '/internal/preview/leave'

/** The sender of a page's request, by whom the API counts attempts and whom it lists among the account's sessions. */
export interface Visitor {
  address: string
  userAgent: string
}

/**
 * Reads the visitor of a page's request. The server writes the address that it trusts into X-Forwarded-For
 * (client-address.ts); in a chain only the last entry can be trusted.
 */
export function visitorOf(headers: Pick<Headers, 'get'>): Visitor {
  const address = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return { address: address || 'unknown', userAgent: headers.get('user-agent') ?? '' }
}

/** Whether the visitor came over https, directly or as a proxy reports. */
export function isHttps(forwardedProto: string | string[] | null | undefined): boolean {
  return forwardedProto?.toString().split(',')[0]?.trim() === 'https'
}

/** The list of news in its other views: of one year, or further down. They have separate addresses and are rendered for each visit. */
export const NEWS_VIEW_SEGMENT = '~news'
/** Matches only the route of unknown addresses. The visitor’s path follows it, for the links to the other languages. */
export const NOT_FOUND_SEGMENT = '~not-found'

/**
 * The page that answers an address: its own, another one under the same address, or one it permanently redirects to.
 */
type PublicPage = { kind: 'itself' } | { kind: 'rewritten' | 'moved' | 'not-found'; to: string }

/** `to` is a path with its query; a rewritten one carries the language’s prefix in Ukrainian too, as the pages’ folders do. */
export async function publicPageOf(
  url: { pathname: string; search: string; searchParams: URLSearchParams },
  previews: boolean,
  find: (pathname: string) => Promise<AddressAnswer>,
): Promise<PublicPage> {
  const { locale, path } = splitLocale(url.pathname)
  const { name } = matchRoute(url.pathname)
  if (name === 'news' && (/^20\d\d$/.test(url.searchParams.get('year') ?? '') || url.searchParams.get('before'))) {
    return { kind: 'rewritten', to: `/${locale}/${NEWS_VIEW_SEGMENT}${url.search}` }
  }
  const answer = await find(url.pathname)
  // An unpublished page is unknown but has a draft; moved pages redirect editors too.
  if (previews && ROUTES[name].drafts && answer.kind !== 'moved')
    return { kind: 'rewritten', to: `/${locale}/${DRAFT_SEGMENT}${path === '/' ? '' : path}${url.search}` }
  switch (answer.kind) {
    case 'known':
      return { kind: 'itself' }
    case 'moved':
      return { kind: 'moved', to: `${answer.to}${url.search}` }
    case 'unknown':
      return { kind: 'not-found', to: `/${locale}/${NOT_FOUND_SEGMENT}${path}${url.search}` }
    default:
      return answer satisfies never
  }
}
