import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { CONTENT_ID } from '@/components/layout/skip-link'
import { ScrollToTop } from '@/components/layout/scroll-to-top'
import { SiteFooter } from '@/components/layout/site-footer'
import { SiteHeader } from '@/components/layout/site-header'
import { isLocale } from '@/lib/i18n/locale'

export default async function PublicLayout({ children, params }: { children: ReactNode; params: Promise<{ locale: string }> }) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  setRequestLocale(locale)
  const [frame, t] = await Promise.all([readSiteFrame(locale), getTranslations('Header')])
  return (
    <>
      <SiteHeader frame={frame} locale={locale} />
      <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col pb-16 outline-none has-data-fills:pb-0 sm:pb-24">
        {children}
      </main>
      <SiteFooter frame={frame} locale={locale} />
      <ScrollToTop label={t('toTop')} />
    </>
  )
}
