import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NewsPage, newsTitle } from '@/app/(site)/[locale]/(public)/news/news-page'
import type { Locale } from '@/lib/config/constants'

interface NewsProps {
  params: Promise<{ locale: Locale }>
}

export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: NewsProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'News' })
  return { title: await newsTitle(locale), description: t('description') }
}

export default async function News({ params }: NewsProps) {
  return <NewsPage locale={(await params).locale} />
}
