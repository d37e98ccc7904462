import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NewsPage, newsTitle } from '@/app/(site)/[locale]/(public)/news/news-page'
import { pageMetadata } from '@/app/(site)/page-metadata'
import type { Locale } from '@/lib/config/constants'
import { ROUTES } from '@/lib/i18n/route-names'

interface NewsProps {
  params: Promise<{ locale: Locale }>
}

export async function generateMetadata({ params }: NewsProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'News' })
  return pageMetadata({ locale, path: ROUTES.news.path, title: await newsTitle(locale), description: t('description') })
}

export default async function News({ params }: NewsProps) {
  return <NewsPage locale={(await params).locale} />
}
