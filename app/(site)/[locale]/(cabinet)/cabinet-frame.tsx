import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AccountNotices, type AccountNoticesProps } from '@/components/cabinet/account-notices'
import { RefusedFileNotice } from '@/components/cabinet/refused-file-notice'
import { CABINET_PAGES } from '@/components/layout/cabinet-pages'
import { ClientMessages } from '@/components/layout/client-messages'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import type { Locale } from '@/lib/config/constants'
import type { CabinetMenuRoute } from '@/lib/i18n/route-names'

interface CabinetFrameProps extends AccountNoticesProps {
  title: ReactNode
  lead?: ReactNode
  /** Replaces the account's notices. */
  progress?: ReactNode
  children: ReactNode
}

/** The frame of every cabinet page: its title on the header, the account's notices, its content. */
export function CabinetFrame({ title, lead, page, progress, children }: CabinetFrameProps) {
  return (
    <>
      <PageHeader>
        <PageHeaderTitle title={title} lead={lead} />
      </PageHeader>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 sm:pt-8">
        <ClientMessages namespaces={['Cabinet', 'Waiting', 'Errors']}>
          <RefusedFileNotice />
          {progress ?? <AccountNotices page={page} />}
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
