'use client'

import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { api } from '@/lib/api/browser'
import { oneOf } from '@/app/(cms)/office/lists/filters'
import { ExportButton } from '@/app/(cms)/office/lists/list-frame'
import { useOffice } from '@/app/(cms)/office/lists/use-office'

/** Above Payload's own lists: the same as a file, narrowed by the status where the list is. */

const STATUS = 'where[status][equals]'

function AboveList({ children }: { children: ReactNode }) {
  return (
    <div className="office">
      <div className="mb-3 flex justify-end">{children}</div>
    </div>
  )
}

export function ExportOrders() {
  const { locale } = useOffice()
  const status = oneOf(useSearchParams().get(STATUS) ?? undefined, ['new', 'in_work', 'done', 'declined', 'spam'])
  return (
    <AboveList>
      <ExportButton read={() => api.manager.exportOrders({ status, lang: locale })} />
    </AboveList>
  )
}

export function ExportFeedback() {
  const { locale } = useOffice()
  const status = oneOf(useSearchParams().get(STATUS) ?? undefined, ['new', 'in_work', 'answered', 'closed'])
  return (
    <AboveList>
      <ExportButton read={() => api.manager.exportFeedback({ status, lang: locale })} />
    </AboveList>
  )
}

export function ExportAgreements() {
  const { locale } = useOffice()
  const status = oneOf(useSearchParams().get(STATUS) ?? undefined, ['current', 'archived'])
  return (
    <AboveList>
      <ExportButton read={() => api.manager.exportAgreements({ status, lang: locale })} />
    </AboveList>
  )
}
