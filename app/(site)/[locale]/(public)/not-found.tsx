import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { StatusPage } from '@/components/layout/page-header'
import { pathFor } from '@/lib/i18n/route-names'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('ErrorPage')
  return { title: `404 · ${t('notFoundHeading')}`, description: t('notFoundText'), robots: { index: false } }
}

export default async function NotFound() {
  const [locale, t] = await Promise.all([getLocale(), getTranslations('ErrorPage')])
  return (
    <StatusPage
      route="Page404"
      status="404"
      heading={t('notFoundHeading')}
      text={t('notFoundText')}
      home={{ href: pathFor('index', locale), label: t('home') }}
    />
  )
}
