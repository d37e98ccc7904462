import type { Locale } from '@/lib/config/constants'
import { pathFor, ROUTES, type RouteName } from '@/lib/i18n/route-names'
import { BELONGS_TO_ONE, SITEMAP_PLACES } from '@/lib/seo/sitemap-routes'

/** Not pages of the site: the back office and what programs talk to. */
const CLOSED = ['/admin', '/cms-api', '/api/', '/internal/', '/storage/files/']

/** What search engines need not look at: the back office, the API, and what belongs to one visitor. */
export function robotsText(locales: readonly Locale[], origin: string): string {
  const names = (Object.keys(ROUTES) as RouteName[]).filter((name) => {
    const place = SITEMAP_PLACES[name]
    return typeof place === 'object' && place.leftOut === BELONGS_TO_ONE
  })
  const paths = names.flatMap((name) => locales.map((locale) => pathFor(name, locale, { token: 'x' }).replace(/x$/, '')))
  // A path closes what begins with it, so that the shorter ones are enough.
  const shortest = [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}/`)))
  return ['User-agent: *', ...[...CLOSED, ...shortest].map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
