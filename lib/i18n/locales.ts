import { type Locale, DEFAULT_LOCALE, LOCALES } from '@/lib/config/constants'

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && (LOCALES as readonly string[]).includes(value)
}

/** The language with this code, or Ukrainian. */
export function localeOrDefault(name: string): Locale {
  return isLocale(name) ? name : DEFAULT_LOCALE
}

/** Splits a pathname into language and path. Rewritten requests have the prefix `/uk` too. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  if (!isLocale(first)) return { locale: DEFAULT_LOCALE, path: pathname || '/' }
  return { locale: first, path: `/${rest.join('/')}` }
}

/** Adds the language's prefix: `/news` → `/en/news`; Ukrainian has none. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === '/' ? `/${locale}` : `/${locale}${path.startsWith('/') ? '' : '/'}${path}`
}

/** Where a page is in each of its languages, and the one for everybody else as `x-default`. No languages: all of them. */
export function pathsByLanguage(path: string, languages: readonly Locale[] = []): Record<string, string> {
  const available = languages.length > 0 ? languages : LOCALES
  const main = available.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : (available[0] as Locale)
  return {
    ...Object.fromEntries(available.map((language) => [language, localizePath(path, language)])),
    'x-default': localizePath(path, main),
  }
}
