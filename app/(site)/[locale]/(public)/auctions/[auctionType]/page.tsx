import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { readTypePage } from '@/app/(site)/[locale]/(public)/auctions/type-content'
import { TypePage } from '@/app/(site)/[locale]/(public)/auctions/type-page'
import { readOwnPage } from '@/app/(site)/[locale]/(public)/queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface TypeParams {
  params: Promise<{ locale: Locale; auctionType: string }>
}

export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: TypeParams): Promise<Metadata> {
  const { locale, auctionType } = await params
  const [t, { category }] = await Promise.all([
    getTranslations({ locale, namespace: 'AuctionsList' }),
    readTypePage(locale, auctionType),
  ])
  const landing = await orNullIfFailed('pages/auction-page', readOwnPage(locale, 'landing', category.key))
  return pageMetadata({
    locale,
    path: pathFor('auctions-auctionType', 'uk', { auctionType }),
    title: t('title', { category: category.name }),
    description: t('description', { category: category.name.toLowerCase() }),
    meta: landing?.meta,
  })
}

export default async function AuctionTypePage({ params }: TypeParams) {
  return <TypePage {...await params} />
}
