import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { AgreementsView } from '@/components/cabinet/agreements'
import { readRecordQuery } from '@/components/cabinet/record-query'
import { FailedSection } from '@/components/content/failed-section'
import { ClientMessages } from '@/components/layout/client-messages'
import { LinkTabs } from '@/components/ui/link'
import { readFromCursor } from '@/lib/api/first-page'
import { serverApi } from '@/lib/api/server'
import { pathFor } from '@/lib/i18n/route-names'

export const generateMetadata = cabinetMetadata('cabinet-agreements')

export default async function AgreementsPage({ params, searchParams }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, error, session, search] = await Promise.all([
    getTranslations('Cabinet.agreements'),
    getTranslations('ErrorPage'),
    cabinetSession(locale, 'cabinet-agreements'),
    searchParams,
  ])
  const status = search.status === 'archived' ? 'archived' : 'current'
  const query = readRecordQuery(search)
  const answer = await session.readSection('cabinet/agreements', (options) =>
    readFromCursor(query.cursor, (cursor) =>
      serverApi.cabinet.agreements(
        { ...query, lang: locale, status, year: query.year ?? undefined, cursor, limit: 50 },
        options,
      ),
    ),
  )
  const path = pathFor('cabinet-agreements', locale)
  return (
    <CabinetFrame title={t('title')}>
      <LinkTabs
        label={t('title')}
        tabs={(['current', 'archived'] as const).map((key) => ({
          key,
          label: t(key),
          href: key === 'current' ? path : `${path}?status=archived`,
          current: key === status,
        }))}
      />
      <ClientMessages namespaces={['Cabinet.records']} calls={['cabinet']}>
        {answer === null ? (
          <FailedSection text={error('sectionFailed')} />
        ) : (
          <AgreementsView agreements={answer.data} query={query} status={status} />
        )}
      </ClientMessages>
    </CabinetFrame>
  )
}
