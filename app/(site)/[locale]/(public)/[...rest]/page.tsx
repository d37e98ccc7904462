import { setRequestLocale } from 'next-intl/server'
import NotFound from '@/app/(site)/[locale]/(public)/not-found'
import type { Locale } from '@/lib/config/constants'

/** Unknown addresses; rendered for each visit, so that made-up ones do not fill the page cache. */
export const dynamic = 'force-dynamic'

/**
 * The middleware rewrites to this page with status 404, so Next takes title and description from `not-found`. `notFound()` would
 * leave the rendering to the browser.
 */
export default async function UnknownAddress({ params }: { params: Promise<{ locale: Locale }> }) {
  setRequestLocale((await params).locale)
  return <NotFound />
}
