import { setRequestLocale } from 'next-intl/server'
import NotFound from '@/app/(site)/[locale]/(public)/not-found'
import type { Locale } from '@/lib/config/constants'

/** Addresses that nothing stands at; rendered for each visit, so that made-up addresses do not fill the page cache. */
export const dynamic = 'force-dynamic'

/**
 * The middleware leads here and answers 404, with which Next takes title and description from `not-found`. The page is rendered
 * as any other instead of by `notFound()`, which would leave it to the browser's script.
 */
export default async function UnknownAddress({ params }: { params: Promise<{ locale: Locale }> }) {
  setRequestLocale((await params).locale)
  return <NotFound />
}
