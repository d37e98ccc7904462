import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { Feedback } from '@/components/cabinet/feedback'
import { ClientMessages } from '@/components/layout/client-messages'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'

interface FeedbackPageProps {
  params: Promise<{ locale: Locale }>
}

export async function generateMetadata({ params }: FeedbackPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Cabinet.feedback' })
  return { title: t('title'), robots: { index: false } }
}

export default async function FeedbackPage({ params }: FeedbackPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session] = await Promise.all([
    getTranslations('Cabinet.feedback'),
    cabinetSession(locale, 'cabinet-feedbackform'),
  ])
  const { data } = await session.read((options) => serverApi.feedback.list({ limit: 10 }, options))
  return (
    <CabinetFrame title={t('title')} lead={t('lead')}>
      <ClientMessages namespaces={['Cabinet', 'Common', 'Errors']}>
        <Feedback messages={data.list} cursor={data.next_cursor} />
      </ClientMessages>
    </CabinetFrame>
  )
}
