'use client'

import { useSearchParams } from 'next/navigation'
import { api } from '@/lib/api/browser'
import { oneOf } from '@/app/(cms)/office/lists/filters'
import { ExportButton } from '@/app/(cms)/office/lists/list-frame'
import { useOffice } from '@/app/(cms)/office/lists/use-office'

/** Above Payload's own lists: the same as a file, narrowed by the status where the list is. */

const STATUS = 'where[status][equals]'

export function ExportOrders() {
  const { locale } = useOffice()
  const status = oneOf(useSearchParams().get(STATUS) ?? undefined, ['new', 'in_work', 'done', 'declined', 'spam'])
  return (
    <div className="office office-above-list">
      <ExportButton read={() => api.manager.exportOrders({ status, lang: locale })} />
    </div>
  )
}

export function ExportFeedback() {
  const { locale } = useOffice()
  const status = oneOf(useSearchParams().get(STATUS) ?? undefined, ['new', 'in_work', 'answered', 'closed'])
  return (
    <div className="office office-above-list">
      <ExportButton read={() => api.manager.exportFeedback({ status, lang: locale })} />
    </div>
  )
}

export function ExportAgreements() {
  const { locale } = useOffice()
  const status = oneOf(useSearchParams().get(STATUS) ?? undefined, ['current', 'archived'])
  return (
    <div className="office office-above-list">
      <ExportButton read={() => api.manager.exportAgreements({ status, lang: locale })} />
    </div>
  )
}
