import type { ReactNode } from 'react'
import { AccountNotices, type AccountNoticesProps } from '@/components/cabinet/account-notices'
import { PageHeader, PageHeaderTitle } from '@/components/layout/page-header'
import { ClientMessages } from '@/components/layout/client-messages'

export interface CabinetFrameProps extends AccountNoticesProps {
  title: ReactNode
  lead?: ReactNode
  /** Stands in the notices' place where the page tells more. */
  way?: ReactNode
  children: ReactNode
}

/** What every page of the cabinet has: its title on the header, the account's notices, its content. */
export function CabinetFrame({ title, lead, page, way, children }: CabinetFrameProps) {
  return (
    <>
      <PageHeader>
        <PageHeaderTitle title={title} lead={lead} />
      </PageHeader>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 sm:pt-8">
        <ClientMessages namespaces={['Cabinet', 'Waiting', 'Errors']}>
          {way ?? <AccountNotices page={page} />}
        </ClientMessages>
        {children}
      </div>
    </>
  )
}
