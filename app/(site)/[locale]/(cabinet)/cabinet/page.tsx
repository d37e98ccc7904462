import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { AccountWay } from '@/components/cabinet/account-notices'
import { AuctionsView, readCabinetQuery, type CabinetQuery } from '@/components/cabinet/auctions-view'
import { ClientMessages } from '@/components/layout/client-messages'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'

interface CabinetPageProps {
  params: Promise<{ locale: Locale }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: CabinetPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Cabinet.auctions' })
  return { title: t('title'), robots: { index: false } }
}

export default async function CabinetPage({ params, searchParams }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session, search] = await Promise.all([
    getTranslations('Cabinet.auctions'),
    cabinetSession(locale, 'cabinet'),
    searchParams,
  ])
  const query = readCabinetQuery(search)
  // In a navigation within the visit only the browser knows whether the account waits; then both are made ready.
  const mayWait = session.user === null || session.user.status === 'awaiting_confirmation'
  const [{ data }, { data: time }, documents] = await Promise.all([
    session.read((options) => readAuctions(query, locale, options)),
    serverApi.time.now({}),
    mayWait ? session.read((options) => serverApi.documents.list({ limit: 100 }, options)) : null,
  ])
  return (
    <CabinetFrame title={t('title')} way={documents && <AccountWay documents={documents.data.list} />}>
      <ClientMessages namespaces={['Cabinet', 'DocumentKinds', 'Common']}>
        <AuctionsView
          query={query}
          entries={data.list}
          nextCursor={data.next_cursor}
          renderedAt={Date.parse(time.now)}
        />
      </ClientMessages>
    </CabinetFrame>
  )
}

function readAuctions({ view, state, cursor }: CabinetQuery, lang: Locale, options: { bearer: string }) {
  const paging = { lang, cursor: cursor ?? undefined }
  if (view === 'history') return serverApi.cabinet.history(paging, options)
  return serverApi.cabinet.auctions({ ...paging, scope: view, states: state ? [state] : undefined }, options)
}
