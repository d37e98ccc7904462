import type { Locale } from '@/lib/config/constants'
import { localizePath, splitLocale } from '@/lib/i18n/locale'
import { matchRoute, pathFor } from '@/lib/i18n/route-names'

/** The same page in another language: route, params, query and fragment stay, only the language changes. */
export function switchLocale(location: { pathname: string; search?: string; hash?: string }, to: Locale): string {
  const route = matchRoute(location.pathname)
  const path = route.name === 'Page404'
    ? localizePath(splitLocale(location.pathname).path, to)
    : pathFor(route.name, to, route.params)
  return `${path}${location.search ?? ''}${location.hash ?? ''}`
}
