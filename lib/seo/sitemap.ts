import type { Locale } from '@/lib/config/constants'
import { pathsByLanguage } from '@/lib/i18n/locales'

export interface SitemapUrl {
  /** Without the language’s prefix. */
  path: string
  /** ISO 8601. */
  changed?: string
  /** All languages by default. */
  languages?: readonly Locale[]
}

/** A sitemap holds at most 50 000 addresses and 50 MB (sitemaps.org); a page has one address per language. */
export const URLS_PER_SITEMAP = 15_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The sitemap, or the index of its parts if one file is too small, or a part by its number from 1; null if there is no such part. */
export function sitemapXml(
  urls: readonly SitemapUrl[],
  part: number | null,
  origin: string,
  urlsPerSitemap = URLS_PER_SITEMAP,
): string | null {
  const parts = Math.max(1, Math.ceil(urls.length / urlsPerSitemap))
  if (part === null && parts > 1) return indexXml(parts, origin)
  const number = part ?? 1
  if (!Number.isInteger(number) || number < 1 || number > parts) return null
  return urlSetXml(urls.slice((number - 1) * urlsPerSitemap, number * urlsPerSitemap), origin)
}

function indexXml(parts: number, origin: string): string {
  const entries = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${escape(`${origin}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
  )
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

function urlSetXml(urls: readonly SitemapUrl[], origin: string): string {
  const entries = urls.flatMap((url) => entriesOf(url, origin))
  return `${HEAD}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

/** Each address lists all languages, as search engines require. */
function entriesOf({ path, changed, languages }: SitemapUrl, origin: string): string[] {
  const { 'x-default': main = '', ...paths } = pathsByLanguage(path, languages)
  const link = ([language, to]: [string, string]) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escape(origin + to)}"/>`
  const links = [...Object.entries(paths), ['x-default', main] as [string, string]].map(link).join('')
  const time = changed === undefined ? '' : `<lastmod>${escape(changed)}</lastmod>`
  return Object.values(paths).map(
    (localizedPath) => `<url><loc>${escape(origin + localizedPath)}</loc>${time}${links}</url>`,
  )
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
