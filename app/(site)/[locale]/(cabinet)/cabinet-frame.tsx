import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AccountNotices, type AccountNoticesProps, AccountProgress } from '@/components/cabinet/account-notices'
import { RefusedFileNotice } from '@/components/cabinet/refused-file-notice'
import { CABINET_PAGES } from '@/components/layout/cabinet-pages'
import { ClientMessages } from '@/components/layout/client-messages'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import type { Locale } from '@/lib/config/constants'
import type { CompanyDocument } from '@/lib/contract/documents'
import type { CabinetMenuRoute } from '@/lib/i18n/route-names'

interface CabinetFrameProps extends AccountNoticesProps {
  title: ReactNode
  lead?: ReactNode
  /** The company's documents, for a page that shows how far the account is instead of its notices. */
  documents?: readonly CompanyDocument[] | null
  children: ReactNode
}

/** The frame of every cabinet page: its title on the header, the account's notices, its content. */
export function CabinetFrame({ title, lead, page, documents, children }: CabinetFrameProps) {
  return (
    <>
      <PageHeader>
        <PageHeaderTitle title={title} lead={lead} />
      </PageHeader>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 sm:pt-8">
        <ClientMessages
          namespaces={['Cabinet.notices', 'Cabinet.refusedFile', 'Cabinet.way', 'Waiting']}
          calls={['profile']}
        >
          <RefusedFileNotice />
          {documents ? <AccountProgress documents={documents} /> : <AccountNotices page={page} />}
        </ClientMessages>
        {children}
      </div>
    </>
  )
}

export interface CabinetPageProps {
  params: Promise<{ locale: Locale }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** The metadata of a page of the cabinet, titled as in the menus. */
export function cabinetMetadata(route: CabinetMenuRoute) {
  return async ({ params }: CabinetPageProps): Promise<Metadata> => {
    const { locale } = await params
    const t = await getTranslations({ locale, namespace: 'Header' })
    return { title: t(CABINET_PAGES[route].text), robots: { index: false } }
  }
}
