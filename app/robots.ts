import type { MetadataRoute } from 'next'
import { LOCALES } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/environment'
import { localizePath } from '@/lib/i18n/locales'
import { ROUTES } from '@/lib/i18n/route-names'

/** The origin is known at run time, not at build time. */
export const dynamic = 'force-dynamic'

/**
 * A path, with any query, and everything below it, but not paths that merely begin with it: `/admin` is not
 * `/administratsiia`.
 */
function within(path: string): string[] {
  return [`${path}$`, `${path}?`, `${path}/`]
}

/** Pages that differ between visitors: the cabinet, sign-in, and the pages behind links in emails. */
const PRIVATE = new Set(
  Object.values(ROUTES)
    .filter((route) => route.for === 'account' || route.for === 'cabinet')
    .map(({ path }) => `/${path.split('/')[1]}`),
)

export default function robots(): MetadataRoute.Robots {
  const disallow = [
    ...within('/admin'),
    ...within('/office'),
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
