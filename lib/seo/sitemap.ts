import { DEFAULT_LOCALE, LOCALES, type Locale } from '@/lib/config/constants'
import { pathFor, type RouteName, type RouteParams } from '@/lib/i18n/route-names'

/** A page in all its languages. */
export interface SitemapPage {
  name: RouteName
  params: RouteParams
  languages: readonly Locale[]
  /** ISO instant of the last change, where it is known. */
  changed?: string
}

/** So many addresses stand in one part (the protocol allows 50 000, and 50 MB). */
export const SITEMAP_PART = 5000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** One address for each language of each page. */
export function sitemapEntries(pages: readonly SitemapPage[], origin: string): string[] {
  return pages.flatMap(({ name, params, languages, changed }) => {
    const known = languages.length > 0 ? languages : LOCALES
    const address = (locale: Locale) => escapeXml(`${origin}${pathFor(name, locale, params)}`)
    const main = known.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : (known[0] ?? DEFAULT_LOCALE)
    const alternates = [
      ...known.map((locale) => alternate(locale, address(locale))),
      alternate('x-default', address(main)),
    ].join('')
    return known.map((locale) => `<url><loc>${address(locale)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}${alternates}</url>`)
  })
}

/** A whole sitemap, or one part of it. */
export function sitemapXml(entries: readonly string[]): string {
  return `${HEAD}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

/** The list of parts, from 1 on. */
export function sitemapIndexXml(parts: number, origin: string): string {
  const items = Array.from({ length: parts }, (_, index) => `<sitemap><loc>${escapeXml(origin)}/sitemap/${index + 1}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${items.join('\n')}\n</sitemapindex>\n`
}

function alternate(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
