import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { NotificationChoices } from '@/components/cabinet/notification-choices'
import { FailedSection } from '@/components/content/failed-section'
import { ClientMessages } from '@/components/layout/client-messages'
import { serverApi } from '@/lib/api/server'

export const generateMetadata = cabinetMetadata('cabinet-notifications')

export default async function NotificationsPage({ params }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, error, session] = await Promise.all([
    getTranslations('Cabinet.notifications'),
    getTranslations('ErrorPage'),
    cabinetSession(locale, 'cabinet-notifications'),
  ])
  const notifications = await session.readSection('profile/notifications', (options) =>
    serverApi.notifications.choices({}, options),
  )
  return (
    <CabinetFrame title={t('title')} lead={t('text')}>
      <ClientMessages namespaces={['Cabinet.notifications']} calls={['notifications', 'profile', 'tracking']}>
        {notifications ? (
          <NotificationChoices choices={notifications.data.list} />
        ) : (
          <FailedSection text={error('sectionFailed')} />
        )}
      </ClientMessages>
    </CabinetFrame>
  )
}
