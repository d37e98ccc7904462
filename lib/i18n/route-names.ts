import type { Locale } from '@/lib/config/constants'
import { localizePath, splitLocale } from './locales'

/**
 * `for`: `public` pages are the same for everybody, and cached. `account`: signing in and what belongs to it. `cabinet`: only for a session.
 * `nobody`: error pages. `sitemap`: how its entries are listed: once, per product, per document, or not at all. `drafts`: editors
 * can preview a draft of its content.
 */
type Route = { path: string } & (
  | { for: 'public'; sitemap: 'itself' | 'product' | 'listed' | 'left out'; drafts?: true }
  | { for: 'account' | 'cabinet' | 'nobody'; sitemap?: never; drafts?: never }
)

/**
 * The table of routes (specification, point 2): by name, with the path without language prefix. `[param]` is required, `[[param]]` optional.
 * The first match wins, so fixed segments come before params. The sitemap, robots, the kind of a page, previews and the browser tests' visits
 * follow from it.
 */
const TABLE = {
  index: { path: '/', for: 'public', sitemap: 'itself', drafts: true },
  cabinet: { path: '/cabinet', for: 'cabinet' },
  'cabinet-agreements': { path: '/cabinet/agreements', for: 'cabinet' },
  'cabinet-agreements-id': { path: '/cabinet/agreements/[id]', for: 'cabinet' },
  'cabinet-company': { path: '/cabinet/company', for: 'cabinet' },
  'cabinet-documents': { path: '/cabinet/documents', for: 'cabinet' },
  'cabinet-feedbackform': { path: '/cabinet/feedbackform', for: 'cabinet' },
  'cabinet-info': { path: '/cabinet/info', for: 'cabinet' },
  'cabinet-notifications': { path: '/cabinet/notifications', for: 'cabinet' },
  'cabinet-people': { path: '/cabinet/people', for: 'cabinet' },
  news: { path: '/news', for: 'public', sitemap: 'itself' },
  'news-slug': { path: '/news/[slug]', for: 'public', sitemap: 'listed', drafts: true },
  'password-reset': { path: '/password-reset', for: 'account' },
  'password-reset-token': { path: '/password-reset/token/[token]', for: 'account' },
  register: { path: '/register', for: 'account' },
  shop: { path: '/shop', for: 'public', sitemap: 'itself' },
  'user-login': { path: '/user-login', for: 'account' },
  'profile-user-email-confirm-token': { path: '/profile/user-email-confirm/token/[[token]]', for: 'account' },
  'user-email-confirm-token': { path: '/user-email-confirm/token/[[token]]', for: 'account' },
  'unsubscribe-token': { path: '/unsubscribe/[token]', for: 'account' },
  'invitation-token': { path: '/invitation/[token]', for: 'account' },
  'subscription-token': { path: '/subscription/[token]', for: 'account' },
  // The products' pages list it.
  'auctions-gas': { path: '/auctions/gas', for: 'public', sitemap: 'left out', drafts: true },
  'auctions-auctionType-certificates': {
    path: '/auctions/[[auctionType]]/certificates',
    for: 'public',
    sitemap: 'product',
    drafts: true,
  },
  'auctions-auctionType-gasSubPage': {
    path: '/auctions/[[auctionType]]/gasSubPage',
    for: 'public',
    sitemap: 'product',
    drafts: true,
  },
  'auctions-auctionType-how-does-work': {
    path: '/auctions/[[auctionType]]/how-does-work',
    for: 'public',
    sitemap: 'product',
    drafts: true,
  },
  'auctions-auctionType-results-past-auctions': {
    path: '/auctions/[[auctionType]]/results-past-auctions/[[year]]',
    for: 'public',
    sitemap: 'product',
    drafts: true,
  },
  'auctions-auctionType-rules-auctions': {
    path: '/auctions/[[auctionType]]/rules-auctions',
    for: 'public',
    sitemap: 'product',
    drafts: true,
  },
  'auctions-auctionType': { path: '/auctions/[auctionType]', for: 'public', sitemap: 'product', drafts: true },
  'auctions-auctionType-auctionSlug': {
    path: '/auctions/[auctionType]/[auctionSlug]',
    for: 'public',
    sitemap: 'listed',
    drafts: true,
  },
  Page404: { path: '/404', for: 'nobody' },
  error: { path: '/error', for: 'nobody' },
  slug: { path: '/[slug]', for: 'public', sitemap: 'listed', drafts: true },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof TABLE
export type CabinetRoute = {
  [Name in RouteName]: (typeof TABLE)[Name] extends { for: 'cabinet' } ? Name : never
}[RouteName]

/** A page of the cabinet that its menus name. */
export type CabinetMenuRoute = Exclude<CabinetRoute, 'cabinet-agreements-id'>

export const ROUTES: Readonly<Record<RouteName, Route>> = TABLE
export const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[]

export type RouteParams = Readonly<Record<string, string | undefined>>
export type LocalizedRouteName = `${RouteName}___${Locale}`

export interface MatchedRoute {
  name: RouteName
  locale: Locale
  params: RouteParams
}

/** `cabinet-info___en` */
export function localizedRouteName(name: RouteName, locale: Locale): LocalizedRouteName {
  return `${name}___${locale}`
}

export function auctionPath(auction: { slug: string; category: { slug: string } }, locale: Locale): string {
  return pathFor('auctions-auctionType-auctionSlug', locale, {
    auctionType: auction.category.slug,
    auctionSlug: auction.slug,
  })
}

/** The path of a route in one language. @throws if a required param is missing */
export function pathFor(name: RouteName, locale: Locale, params: RouteParams = {}): string {
  const segments = ROUTES[name].path
    .split('/')
    .filter(Boolean)
    .flatMap((segment) => {
      const param = parameterOf(segment)
      if (!param) return [segment]
      const value = params[param.name]
      if (value) return [encodeURIComponent(value)]
      if (param.optional) return []
      throw new Error(`Route ${name} needs the param ${param.name}`)
    })
  return localizePath(`/${segments.join('/')}`, locale)
}

/** The route of a pathname, or the not-found page. */
export function matchRoute(pathname: string): MatchedRoute {
  const { locale, path } = splitLocale(pathname)
  const segments = path.split('/').filter(Boolean)
  for (const name of ROUTE_NAMES) {
    const params = matchSegments(ROUTES[name].path.split('/').filter(Boolean), segments)
    if (params) return { name, locale, params }
  }
  return { name: 'Page404', locale, params: {} }
}

function matchSegments(pattern: string[], segments: string[]): RouteParams | null {
  const [head, ...rest] = pattern
  if (head === undefined) return segments.length === 0 ? {} : null
  const param = parameterOf(head)
  const [value, ...others] = segments
  if (!param) return value === head ? matchSegments(rest, others) : null
  if (value !== undefined) {
    const matched = matchSegments(rest, others)
    if (matched) return { [param.name]: decode(value), ...matched }
  }
  return param.optional ? matchSegments(rest, segments) : null
}

function parameterOf(segment: string): { name: string; optional: boolean } | null {
  const match = /^\[(\[)?(\w+)\]?\]$/.exec(segment)
  return match?.[2] ? { name: match[2], optional: match[1] !== undefined } : null
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
