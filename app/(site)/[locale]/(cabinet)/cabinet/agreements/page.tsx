import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { AgreementCard } from '@/components/cabinet/agreement-card'
import { FailedSection } from '@/components/content/failed-section'
import { ClientMessages } from '@/components/layout/client-messages'
import { LinkButton } from '@/components/ui/button'
import { LinkTabs } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { serverApi } from '@/lib/api/server'
import { pathFor } from '@/lib/i18n/route-names'

export const generateMetadata = cabinetMetadata('cabinet-agreements')

export default async function AgreementsPage({ params, searchParams }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, error, session, search] = await Promise.all([
    getTranslations('Cabinet'),
    getTranslations('ErrorPage'),
    cabinetSession(locale, 'cabinet-agreements'),
    searchParams,
  ])
  const status = search.status === 'archived' ? 'archived' : 'current'
  const cursor = typeof search.cursor === 'string' ? search.cursor.slice(0, 200) : undefined
  const answer = await session.readSection('cabinet/agreements', (options) =>
    serverApi.cabinet.agreements({ lang: locale, status, cursor }, options),
  )
  const path = pathFor('cabinet-agreements', locale)
  const emptyKey = status === 'archived' ? 'agreements.noneArchived' : 'agreements.none'
  const nextCursor = answer?.data.next_cursor
  return (
    <CabinetFrame title={t('agreements.title')}>
      <LinkTabs
        label={t('agreements.title')}
        tabs={(['current', 'archived'] as const).map((key) => ({
          key,
          label: t(`agreements.${key}`),
          href: key === 'current' ? path : `${path}?status=archived`,
          current: key === status,
        }))}
      />
      {answer === null && <FailedSection text={error('sectionFailed')} />}
      {answer?.data.list.length === 0 && <EmptyState title={t(`${emptyKey}.title`)} text={t(`${emptyKey}.text`)} />}
      <ClientMessages namespaces={['Errors']}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {answer?.data.list.map((agreement) => (
            <AgreementCard key={agreement.id} agreement={agreement} />
          ))}
        </div>
      </ClientMessages>
      {nextCursor && (
        <div className="text-center">
          <LinkButton tone="soft" href={`${path}?${new URLSearchParams({ status, cursor: nextCursor })}`}>
            {t('auctions.more')}
          </LinkButton>
        </div>
      )}
    </CabinetFrame>
  )
}
