import { getTranslations, setRequestLocale } from 'next-intl/server'
import { CabinetFrame, cabinetMetadata, type CabinetPageProps } from '@/app/(site)/[locale]/(cabinet)/cabinet-frame'
import { type CabinetSession, cabinetSession } from '@/app/(site)/[locale]/(cabinet)/cabinet-session'
import { AccountProgress } from '@/components/cabinet/account-notices'
import { AuctionsView, readCabinetQuery } from '@/components/cabinet/auctions-view'
import { ClientMessages } from '@/components/layout/client-messages'
import { readAllPages } from '@/lib/api/all-pages'
import { serverApi } from '@/lib/api/server'

export const generateMetadata = cabinetMetadata('cabinet')

export default async function CabinetPage({ params, searchParams }: CabinetPageProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const [t, session, search] = await Promise.all([
    getTranslations('Cabinet.auctions'),
    cabinetSession(locale, 'cabinet'),
    searchParams,
  ])
  const query = readCabinetQuery(search)
  const { view, state, cursor } = query
  const paging = { lang: locale, cursor: cursor ?? undefined }
  // In a navigation within the visit only the browser knows the user: the steps are then prepared for either case.
  const showsSteps = session.user === null || session.user.status === 'awaiting_confirmation'
  const [auctions, documents, renderedAt] = await Promise.all([
    session.readSection('cabinet/auctions', (options) =>
      view === 'history'
        ? serverApi.cabinet.history(paging, options)
        : serverApi.cabinet.auctions({ ...paging, scope: view, states: state ? [state] : undefined }, options),
    ),
    showsSteps
      ? session.readSection('documents/list', (options) =>
          readAllPages((page) => serverApi.documents.list(page, options)),
        )
      : null,
    readNow(session),
  ])
  return (
    <CabinetFrame title={t('title')} progress={documents && <AccountProgress documents={documents} />}>
      <ClientMessages namespaces={['Cabinet', 'DocumentKinds', 'Common']}>
        <AuctionsView
          query={query}
          entries={auctions?.data.list ?? null}
          nextCursor={auctions?.data.next_cursor ?? null}
          renderedAt={renderedAt}
        />
      </ClientMessages>
    </CabinetFrame>
  )
}

/** The portal's time; this server's if the portal does not answer. */
async function readNow(session: CabinetSession): Promise<number> {
  const time = await session.readSection('time', () => serverApi.time.now({}))
  return time ? Date.parse(time.data.now) : Date.now()
}
