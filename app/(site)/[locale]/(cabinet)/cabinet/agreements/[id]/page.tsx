import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { OwnFulfilment } from '@/components/cabinet/own-fulfilment'
import { FailedSection } from '@/components/content/failed-section'
import { ClientMessages } from '@/components/layout/client-messages'
import { AppLink } from '@/components/ui/link'
import { ApiError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface PageProps {
  params: Promise<{ locale: Locale; id: string }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'Fulfilment' })
  return { title: t('progress'), robots: { index: false } }
}

/** One agreement of the buyer, from the signatures to closed (R16). */
export default async function AgreementPage({ params }: PageProps) {
  const { locale, id } = await params
  setRequestLocale(locale)
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  const [t, error, session] = await Promise.all([
    getTranslations('Fulfilment'),
    getTranslations('ErrorPage'),
    cabinetSession(locale, 'cabinet-agreements'),
  ])
  const answer = await session.readSection('fulfilment/read', async (options) => {
    try {
      return await serverApi.fulfilment.read({ agreement_id: Number(id), lang: locale }, options)
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === 'not_found') return 'unknown'
      throw refusal
    }
  })
  if (answer === 'unknown') notFound()
  return (
    <CabinetFrame
      title={answer === null ? t('progress') : t('title', { number: answer.data.agreement.number })}
      lead={answer?.data.agreement.product}
    >
      <p>
        <AppLink
          className="text-small font-semibold text-link hover:underline"
          href={pathFor('cabinet-agreements', locale)}
        >
          {t('back')}
        </AppLink>
      </p>
      <ClientMessages namespaces={['Fulfilment', 'PaymentPlan', 'Chat', 'Common']} calls={['cabinet', 'fulfilment']}>
        {answer === null ? <FailedSection text={error('sectionFailed')} /> : <OwnFulfilment initial={answer.data} />}
      </ClientMessages>
    </CabinetFrame>
  )
}
