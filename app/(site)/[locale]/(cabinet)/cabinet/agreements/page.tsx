import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { AgreementCard } from '@/components/cabinet/agreement-card'
import { LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/notice'
import { LinkTabs } from '@/components/ui/link'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface AgreementsPageProps {
  params: Promise<{ locale: Locale }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: AgreementsPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Cabinet.agreements' })
  return { title: t('title'), robots: { index: false } }
}

export default async function AgreementsPage({ params, searchParams }: AgreementsPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, tMore, session, search] = await Promise.all([
    getTranslations('Cabinet.agreements'),
    getTranslations('Cabinet.auctions'),
    cabinetSession(locale, 'cabinet-agreements'),
    searchParams,
  ])
  const status = search.status === 'archived' ? 'archived' : 'current'
  const cursor = typeof search.cursor === 'string' ? search.cursor.slice(0, 200) : undefined
  const { data } = await session.read((options) =>
    serverApi.cabinet.agreements({ lang: locale, status, cursor }, options),
  )
  const path = pathFor('cabinet-agreements', locale)
  const addresses = { current: path, archived: `${path}?status=archived` }
  const nothing = status === 'archived' ? 'noneArchived' : 'none'
  return (
    <CabinetFrame title={t('title')}>
      <LinkTabs
        label={t('title')}
        tabs={(['current', 'archived'] as const).map((key) => ({
          key,
          label: t(key),
          href: addresses[key],
          current: key === status,
        }))}
      />
      {data.list.length === 0 && <EmptyState title={t(`${nothing}.title`)} text={t(`${nothing}.text`)} />}
      <div className="grid gap-4">
        {data.list.map((agreement) => (
          <AgreementCard key={agreement.id} agreement={agreement} />
        ))}
      </div>
      {data.next_cursor && (
        <div className="text-center">
          <LinkButton tone="soft" href={`${path}?${new URLSearchParams({ status, cursor: data.next_cursor })}`}>
            {tMore('more')}
          </LinkButton>
        </div>
      )}
    </CabinetFrame>
  )
}
