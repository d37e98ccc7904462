import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { ReloadWhenBack } from '@/components/session/outage-notice'
import { StatusPage } from '@/components/layout/page-header'
import { buttonLook } from '@/components/ui/button'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface ErrorPageProps {
  params: Promise<{ locale: Locale; status: string }>
}

export { generateStaticParams } from '@/app/(site)/on-demand'

export async function generateMetadata({ params }: ErrorPageProps): Promise<Metadata> {
  const { locale, status } = await params
  const t = await getTranslations({ locale, namespace: 'ErrorPage' })
  return { title: `${status} · ${t('heading')}`, description: t('body'), robots: { index: false } }
}

/**
 * Answers at the address of a page that failed (server/error-page.ts, middleware.ts) with its status and the texts of the 404 page
 * (specification, point 2). It calls no API. Its link to the same address tries again, also without a script.
 */
export default async function ErrorPage({ params }: ErrorPageProps) {
  const { locale, status } = await params
  setRequestLocale(locale)
  const t = await getTranslations('ErrorPage')
  const isBusy = status === '429'
  const isTemporary = status !== '500' && !isBusy
  return (
    <StatusPage
      route="error"
      status={status}
      heading={t('notFoundHeading')}
      text={t('notFoundText')}
      further={
        isTemporary
          ? `${t('silent')} ${t('automatic')}`
          : isBusy
            ? `${t('busy')} ${t('again')}`
            : `${t('heading')}. ${t('again')}`
      }
      home={{ href: pathFor('index', locale), label: t('home') }}
      action={
        <>
          <a href="" className={buttonLook({ tone: 'inverse', size: 'lg' })}>
            {t('retry')}
          </a>
          {isTemporary && <ReloadWhenBack />}
        </>
      }
    />
  )
}
