import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import NotFound from '@/app/(site)/[locale]/(public)/not-found'
import type { Locale } from '@/lib/config/constants'

interface UnknownAddressProps {
  params: Promise<{ locale: Locale }>
}

/** Addresses that nothing stands at; rendered for each visit, so that made-up addresses do not fill the page cache. */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: UnknownAddressProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'ErrorPage' })
  return { title: `404 · ${t('notFoundHeading')}`, description: t('notFoundText'), robots: { index: false } }
}

/**
 * The middleware leads here and answers 404. The page is rendered as any other instead of by `notFound()`, which would leave
 * it to the browser's script.
 */
export default async function UnknownAddress({ params }: UnknownAddressProps) {
  setRequestLocale((await params).locale)
  return <NotFound />
}
