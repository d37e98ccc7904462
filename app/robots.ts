import type { MetadataRoute } from 'next'
import { LOCALES } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/environment'
import { pageKind } from '@/lib/http/public-page'
import { localizePath } from '@/lib/i18n/locales'
import { ROUTES } from '@/lib/i18n/route-names'

/** The origin is known when the portal runs, not when it is built. */
export const dynamic = 'force-dynamic'

/** Alone, with a query and with what is below it, but not what only begins alike: `/admin` is not `/administratsiia`. */
function within(path: string): string[] {
  return [`${path}$`, `${path}?`, `${path}/`]
}

/** What is not the same for everybody: the cabinet, signing in, the pages of mailed links. */
const PRIVATE = new Set(
  Object.values(ROUTES)
    .filter((path) => pageKind(path) !== 'public')
    .map((path) => `/${path.split('/')[1]}`),
)

export default function robots(): MetadataRoute.Robots {
  const disallow = [
    ...within('/admin'),
    '/cms-api/',
    '/api/',
    '/internal/',
    '/storage/files/',
    ...LOCALES.flatMap((locale) => [...PRIVATE].flatMap((path) => within(localizePath(path, locale)))),
  ]
  return {
    rules: { userAgent: '*', allow: ['/', '/storage/files/protocol'], disallow },
    sitemap: `${publicUrl()}/sitemap.xml`,
  }
}
