import type { Locale } from '@/lib/config/constants'
import { localizePath, splitLocale } from './locales'

/**
 * The table of routes (specification, point 2): name → path without language prefix. `[param]` is required, `[[param]]` optional. The
 * first match wins, so fixed segments come before params.
 */
export const ROUTES = {
  index: '/',
  cabinet: '/cabinet',
  'cabinet-agreements': '/cabinet/agreements',
  'cabinet-documents': '/cabinet/documents',
  'cabinet-feedbackform': '/cabinet/feedbackform',
  'cabinet-info': '/cabinet/info',
  'cabinet-people': '/cabinet/people',
  news: '/news',
  'news-slug': '/news/[slug]',
  'password-reset': '/password-reset',
  'password-reset-token': '/password-reset/token/[token]',
  register: '/register',
  shop: '/shop',
  'user-login': '/user-login',
  'profile-user-email-confirm-token': '/profile/user-email-confirm/token/[[token]]',
  'user-email-confirm-token': '/user-email-confirm/token/[[token]]',
  'unsubscribe-token': '/unsubscribe/[token]',
  'invitation-token': '/invitation/[token]',
  'subscription-token': '/subscription/[token]',
  'auctions-gas': '/auctions/gas',
  'auctions-auctionType-certificates': '/auctions/[[auctionType]]/certificates',
  'auctions-auctionType-gasSubPage': '/auctions/[[auctionType]]/gasSubPage',
  'auctions-auctionType-how-does-work': '/auctions/[[auctionType]]/how-does-work',
  'auctions-auctionType-results-past-auctions': '/auctions/[[auctionType]]/results-past-auctions/[[year]]',
  'auctions-auctionType-rules-auctions': '/auctions/[[auctionType]]/rules-auctions',
  'auctions-auctionType': '/auctions/[auctionType]',
  'auctions-auctionType-auctionSlug': '/auctions/[auctionType]/[auctionSlug]',
  Page404: '/404',
  error: '/error',
  slug: '/[slug]',
} as const

export type RouteName = keyof typeof ROUTES
export type CabinetRoute = Extract<RouteName, 'cabinet' | `cabinet-${string}`>

/** Pages of the cabinet; all of them need a session, and none is indexed. */
export function isCabinetRoute(name: RouteName): name is CabinetRoute {
  return name === 'cabinet' || name.startsWith('cabinet-')
}
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
  const segments = ROUTES[name]
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
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const params = matchSegments(ROUTES[name].split('/').filter(Boolean), segments)
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
