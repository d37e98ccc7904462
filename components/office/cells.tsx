'use client'

import { toast } from '@payloadcms/ui'
import { useSearchParams } from 'next/navigation'
import type { DefaultCellComponentProps, ListViewSlotSharedClientProps, SelectFieldClient } from 'payload'
import { useState } from 'react'
import { callCms } from '@/components/office/cms-api'
import { ExportButton, oneOf } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation } from '@/components/office/queries'
import { classNames } from '@/components/ui/class-names'
import { pillLook, type PillTone } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import type { Locale } from '@/lib/config/constants'
import { agreementStatus } from '@/lib/contract/cabinet'
import type { OfficeTextKey } from '@/lib/server/cms/translations'

/** The states that can be set from the list: "answered" needs a written answer first. */
const CHOICES: Record<string, readonly string[]> = {
  orders: ['new', 'in_work', 'done', 'declined', 'spam'],
  feedback: ['new', 'in_work', 'closed'],
}

const TONES: Record<string, PillTone> = { new: 'wait', in_work: 'plan', done: 'go', answered: 'go' }

/** The status of an order or a message, changed within Payload's list. */
export function StatusCell({ cellData, collectionSlug, rowData }: DefaultCellComponentProps<SelectFieldClient>) {
  const { t } = useOfficeText()
  const stored = String(cellData)
  const [saved, setSaved] = useState({ over: stored, status: stored })
  // The list was read again and has another status: a colleague may have set it.
  if (saved.over !== stored) setSaved({ over: stored, status: stored })
  const choices = CHOICES[collectionSlug] ?? []
  const labelOf = (value: string) => t(`request_${value}` as OfficeTextKey)

  const { sending, run } = useOfficeMutation(
    async (next: string) => {
      await callCms(`/${collectionSlug}/${Number(rowData.id)}`, 'PATCH', { status: next })
      setSaved({ over: stored, status: next })
      toast.success(t('statusSaved'))
    },
    { toastFailure: true },
  )
  const status = sending ?? saved.status

  return (
    <span className="office">
      <select
        className={classNames(
          pillLook(TONES[status] ?? 'done'),
          'min-h-8 cursor-pointer border border-transparent hover:border-current',
        )}
        aria-label={t('status')}
        value={status}
        onChange={(event) => void run(event.target.value)}
      >
        {!choices.includes(status) && <option value={status}>{labelOf(status)}</option>}
        {choices.map((value) => (
          <option key={value} value={value}>
            {labelOf(value)}
          </option>
        ))}
      </select>
    </span>
  )
}

const EXPORTS: Record<string, (status: string | undefined, lang: Locale) => Promise<File>> = {
  orders: (status, lang) =>
    api.manager.exportOrders({ status: oneOf(status, ['new', 'in_work', 'done', 'declined', 'spam']), lang }),
  feedback: (status, lang) =>
    api.manager.exportFeedback({ status: oneOf(status, ['new', 'in_work', 'answered', 'closed']), lang }),
  agreements: (status, lang) => api.manager.exportAgreements({ status: oneOf(status, agreementStatus.options), lang }),
}

/** The export above Payload's list, filtered by the same status. */
export function ExportAbove({ collectionSlug }: ListViewSlotSharedClientProps) {
  const { locale } = useOfficeText()
  const status = useSearchParams().get('where[status][equals]') ?? undefined
  const read = EXPORTS[collectionSlug]
  return (
    read && (
      <div className="office">
        <div className="mb-3 flex justify-end">
          <ExportButton read={() => read(status, locale)} />
        </div>
      </div>
    )
  )
}
