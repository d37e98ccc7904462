import type { MetadataRoute } from 'next'
import { LOCALES } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/environment'
import { localizePath } from '@/lib/i18n/locales'

/** The origin is known when the portal runs, not when it is built. */
export const dynamic = 'force-dynamic'

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
    '/admin',
    '/cms-api',
    '/api/',
    '/internal/',
    '/storage/files/',
    ...LOCALES.flatMap((locale) => PRIVATE.map((path) => localizePath(path, locale))),
  ]
  return {
    rules: { userAgent: '*', allow: ['/', '/storage/files/protocol'], disallow },
    sitemap: `${publicUrl()}/sitemap.xml`,
  }
}
