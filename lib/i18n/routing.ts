import { defineRouting } from 'next-intl/routing'
import { DEFAULT_LOCALE, type Locale, LOCALES } from '@/lib/config/constants'
import { matchRoute, pathFor } from './route-names'

export type { Locale }

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && (LOCALES as readonly string[]).includes(value)
}

/** Splits a pathname into its language and the path without the language's prefix. `/uk/…` is understood too: that is what a rewritten request looks like. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  if (!isLocale(first)) return { locale: DEFAULT_LOCALE, path: pathname || '/' }
  return { locale: first, path: `/${rest.join('/')}` }
}

/** Puts the language's prefix before a path of the site: `/news` → `/en/news`; Ukrainian has none. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === '/' ? `/${locale}` : `/${locale}${path.startsWith('/') ? '' : '/'}${path}`
}

/** The language is the URL's prefix and nothing else: no cookie, no browser language (specification, point 2). */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
})

/** The same page in another language: route, params, query and fragment stay, only the language changes. */
export function switchLocale(location: { pathname: string; search?: string; hash?: string }, to: Locale): string {
  const route = matchRoute(location.pathname)
  const path = route.name === 'Page404'
    ? localizePath(splitLocale(location.pathname).path, to)
    : pathFor(route.name, to, route.params)
  return `${path}${location.search ?? ''}${location.hash ?? ''}`
}
