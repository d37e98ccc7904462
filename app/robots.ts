import type { MetadataRoute } from 'next'
import { LOCALES } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/environment'
import { localizePath } from '@/lib/i18n/locales'

/** The origin is known when the portal runs, not when it is built. */
export const dynamic = 'force-dynamic'

/** Alone, with a query and with what is below it, but not what only begins alike: `/admin` is not `/administratsiia`. */
function within(path: string): string[] {
  return [`${path}$`, `${path}?`, `${path}/`]
}

const PRIVATE = [
  '/cabinet',
  '/user-login',
  '/register',
  '/password-reset',
  '/user-email-confirm',
  '/profile',
  '/unsubscribe',
  '/subscription',
]

export default function robots(): MetadataRoute.Robots {
  const disallow = [
    ...within('/admin'),
    '/cms-api/',
    '/api/',
    '/internal/',
    '/storage/files/',
    ...LOCALES.flatMap((locale) => PRIVATE.flatMap((path) => within(localizePath(path, locale)))),
  ]
  return {
    rules: { userAgent: '*', allow: ['/', '/storage/files/protocol'], disallow },
    sitemap: `${publicUrl()}/sitemap.xml`,
  }
}
