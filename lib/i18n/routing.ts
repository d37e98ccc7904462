import { defineRouting } from 'next-intl/routing'
import { DEFAULT_LOCALE, type Locale, LOCALES } from '@/lib/config/constants'
import { splitLocale, localizePath } from './locales'
import { matchRoute, pathFor } from './route-names'

export type { Locale }
/** The URL's prefix alone decides the language: no cookie, no browser language (specification, point 2). */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
})

/** The same page in another language, with params, query and fragment. */
export function switchLocale(location: { pathname: string; search?: string; hash?: string }, to: Locale): string {
  const route = matchRoute(location.pathname)
  const path =
    route.name === 'Page404'
      ? localizePath(splitLocale(location.pathname).path, to)
      : pathFor(route.name, to, route.params)
  return `${path}${location.search ?? ''}${location.hash ?? ''}`
}
