import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { HomePageView } from '@/app/(site)/[locale]/(public)/home-page'
import { readAuctionPage } from './queries'
import { pageMetadata } from '@/app/(site)/page-metadata'
import { orNullIfFailed } from '@/lib/api/section'
import type { Locale } from '@/lib/config/constants'
import { ROUTES } from '@/lib/i18n/route-names'

interface HomeProps {
  params: Promise<{ locale: Locale }>
}

export async function generateMetadata({ params }: HomeProps): Promise<Metadata> {
  const { locale } = await params
  const [t, landing] = await Promise.all([
    getTranslations({ locale, namespace: 'Home' }),
    orNullIfFailed('pages/auction-page', readAuctionPage(locale, 'landing')),
  ])
  return pageMetadata({
    locale,
    path: ROUTES.index,
    title: t('title'),
    description: t('description'),
    meta: landing?.meta,
  })
}

export default async function HomePage({ params }: HomeProps) {
  return <HomePageView locale={(await params).locale} />
}
