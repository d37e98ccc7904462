import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { Feedback } from '@/components/cabinet/feedback'
import { ClientMessages } from '@/components/layout/client-messages'
import { serverApi } from '@/lib/api/server'

export const generateMetadata = cabinetMetadata('cabinet-feedbackform')

export default async function FeedbackPage({ params }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session] = await Promise.all([
    getTranslations('Cabinet.feedback'),
    cabinetSession(locale, 'cabinet-feedbackform'),
  ])
  const answer = await session.readSection('feedback/list', (options) =>
    serverApi.feedback.list({ limit: 10 }, options),
  )
  return (
    <CabinetFrame title={t('title')} lead={t('lead')}>
      <ClientMessages namespaces={['Cabinet.feedback', 'Common', 'ErrorPage']} calls={['feedback']}>
        <Feedback history={answer && { messages: answer.data.list, cursor: answer.data.next_cursor }} />
      </ClientMessages>
    </CabinetFrame>
  )
}
