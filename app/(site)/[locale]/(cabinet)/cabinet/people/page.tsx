import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { PeopleView } from '@/components/cabinet/people/people'
import { FailedSection } from '@/components/content/failed-section'
import { ClientMessages } from '@/components/layout/client-messages'
import { serverApi } from '@/lib/api/server'

export const generateMetadata = cabinetMetadata('cabinet-people')

export default async function PeoplePage({ params }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, error, session] = await Promise.all([
    getTranslations('People'),
    getTranslations('ErrorPage'),
    cabinetSession(locale, 'cabinet-people'),
  ])
  const people = await session.readSection('people/list', (options) => serverApi.people.list({}, options))
  const isOwner = people?.data.list.some(({ self, role }) => self && role === 'owner') === true
  const activity = isOwner
    ? await session.readSection('people/activity', (options) => serverApi.people.activity({ limit: 20 }, options))
    : null
  return (
    <CabinetFrame title={t('title')} lead={t('lead')}>
      <ClientMessages namespaces={['People', 'Common', 'Fields', 'Waiting']} calls={['people']}>
        {people ? (
          <PeopleView people={people.data} activity={activity?.data ?? null} />
        ) : (
          <FailedSection text={error('sectionFailed')} />
        )}
      </ClientMessages>
    </CabinetFrame>
  )
}
