import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { DetailTabs } from '@/app/(site)/[locale]/(cabinet)/cabinet/detail-tabs'
import { PersonSheet } from '@/components/cabinet/account-sheets'
import { MovedSection } from '@/components/cabinet/moved-section'
import { PersonalData } from '@/components/cabinet/personal-data'
import { Programs } from '@/components/cabinet/programs'
import { SessionsList } from '@/components/cabinet/sessions-list'
import { TwoFactor } from '@/components/cabinet/two-factor'
import { FailedSection } from '@/components/content/failed-section'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card, CardHeader } from '@/components/ui/card'
import { ApiError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { pathFor } from '@/lib/i18n/route-names'

export const generateMetadata = cabinetMetadata('cabinet-info')

export default async function InfoPage({ params }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, error, session] = await Promise.all([
    getTranslations('Cabinet'),
    getTranslations('ErrorPage'),
    cabinetSession(locale, 'cabinet-info'),
  ])
  const [sessions, twoFactor, deletion, tokens] = await Promise.all([
    session.readSection('auth/sessions/list', (options) => serverApi.auth.sessions({}, options)),
    session.readSection('profile/two-factor/status', (options) => serverApi.twoFactor.status({}, options)),
    session.readSection('profile/deletion/status', (options) => serverApi.personalData.deletionStatus({}, options)),
    session.readSection('tokens/list', (options) => serverApi.tokens.list({}, options).catch(noneForOthers)),
  ])
  const failed = <FailedSection text={error('sectionFailed')} />
  return (
    <CabinetFrame title={t('info.title')} page="cabinet-info">
      <DetailTabs page="cabinet-info" />
      <MovedSection hash="#agreement-details" to={pathFor('cabinet-company', locale)} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <ClientMessages
          namespaces={[
            'Profile',
            'Register',
            'Fields',
            'Common',
            'Cabinet.info',
            'Cabinet.sessions',
            'Waiting',
            'PersonalData',
            'Programs',
            'TwoFactor',
          ]}
          calls={['auth', 'personalData', 'profile', 'tokens', 'twoFactor']}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <PersonSheet />
            {twoFactor ? <TwoFactor status={twoFactor.data} /> : failed}
            {tokens ? tokens.data && <Programs tokens={tokens.data.list} /> : failed}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Card>
              <CardHeader title={t('sessions.title')} />
              <p className="pb-3 pt-1 text-small text-soft">{t('sessions.text')}</p>
              {sessions ? <SessionsList sessions={sessions.data.list} /> : failed}
            </Card>
            {deletion ? <PersonalData deletion={deletion.data} /> : failed}
          </div>
        </ClientMessages>
      </div>
    </CabinetFrame>
  )
}

/** Tokens are for owners. */
function noneForOthers(error: unknown): { data: null } {
  if (error instanceof ApiError && error.code === 'role_insufficient') return { data: null }
  throw error
}
