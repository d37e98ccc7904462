import { type Locale, DEFAULT_LOCALE, LOCALES } from '@/lib/config/constants'

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && (LOCALES as readonly string[]).includes(value)
}

/** The language of that name, as a browser or the back office has it; Ukrainian where the portal does not speak it. */
export function localeOrDefault(name: string): Locale {
  return isLocale(name) ? name : DEFAULT_LOCALE
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
