import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { type CabinetSession, cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { Board } from '@/components/cabinet/board'
import { HistoryView } from '@/components/cabinet/history'
import { readRecordQuery, type RecordQuery } from '@/components/cabinet/record-query'
import { FailedSection } from '@/components/content/failed-section'
import { ClientMessages } from '@/components/layout/client-messages'
import { LinkTabs } from '@/components/ui/link'
import { readAllPages } from '@/lib/api/all-pages'
import { readFromCursor } from '@/lib/api/first-page'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

export const generateMetadata = cabinetMetadata('cabinet')

export default async function CabinetPage({ params, searchParams }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session, search] = await Promise.all([
    getTranslations('Cabinet.auctions'),
    cabinetSession(locale, 'cabinet'),
    searchParams,
  ])
  const view = search.view === 'history' ? 'history' : 'current'
  // In a navigation within the visit only the browser knows the user: the steps are then prepared for either case.
  const showsSteps = session.user === null || session.user.status === 'awaiting_confirmation'
  const [content, documents] = await Promise.all([
    view === 'history' ? history(session, locale, readRecordQuery(search)) : board(session, locale),
    showsSteps
      ? session.readSection('documents/list', (options) =>
          readAllPages((page) => serverApi.documents.list(page, options)),
        )
      : null,
  ])
  const path = pathFor('cabinet', locale)
  return (
    <CabinetFrame title={t('title')} documents={documents}>
      <LinkTabs
        label={t('scopes')}
        tabs={(['current', 'history'] as const).map((key) => ({
          key,
          label: t(key),
          href: key === 'current' ? path : `${path}?view=history`,
          current: key === view,
        }))}
      />
      <ClientMessages namespaces={['Cabinet.auctions', 'Cabinet.records', 'Common']}>{content}</ClientMessages>
    </CabinetFrame>
  )
}

/** Two pages hold more auctions than the organiser keeps open. */
const MAX_PAGES = 2

async function board(session: CabinetSession, lang: Locale) {
  const [entries, agreements, renderedAt] = await Promise.all([
    session.readSection('cabinet/auctions', (options) =>
      readAllPages((page) => serverApi.cabinet.auctions({ ...page, lang, scope: 'open' }, options), MAX_PAGES),
    ),
    session.readSection('cabinet/agreements', (options) =>
      serverApi.cabinet.agreements({ lang, status: 'current', limit: 100 }, options),
    ),
    readNow(session),
  ])
  return <Board entries={entries} agreements={agreements?.data.list ?? []} renderedAt={renderedAt} />
}

async function history(session: CabinetSession, lang: Locale, query: RecordQuery) {
  const [error, answer] = await Promise.all([
    getTranslations('ErrorPage'),
    session.readSection('cabinet/history', (options) =>
      readFromCursor(query.cursor, (cursor) =>
        serverApi.cabinet.history({ ...query, lang, year: query.year ?? undefined, cursor, limit: 50 }, options),
      ),
    ),
  ])
  return answer ? <HistoryView history={answer.data} query={query} /> : <FailedSection text={error('sectionFailed')} />
}

/** The portal's time; this server's if the portal does not answer. */
async function readNow(session: CabinetSession): Promise<number> {
  const time = await session.readSection('time', () => serverApi.time.now({}))
  return time ? Date.parse(time.data.now) : Date.now()
}
