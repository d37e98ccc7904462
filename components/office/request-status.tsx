'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callCms } from '@/components/office/cms-client'
import { TONES } from '@/lib/contract/tones'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation } from '@/components/office/queries'
import { classNames } from '@/components/ui/class-names'
import { pillLook } from '@/components/ui/pill'
import { toast } from '@/components/ui/toast'
import type { FeedbackStatus } from '@/lib/contract/feedback'

/** The states that the list may set: "answered" needs a written answer first. */
const CHOICES = {
  orders: ['new', 'in_work', 'done', 'declined', 'spam'],
  feedback: ['new', 'in_work', 'closed'],
} as const

export type RequestStatus = (typeof CHOICES)['orders'][number] | FeedbackStatus

interface Props {
  collection: keyof typeof CHOICES
  id: number
  status: RequestStatus
  /** The record, for a screen reader. */
  of: string
}

/** The status of an order or a message, changed within the list. */
export function RequestStatusChoice({ collection, id, status: stored, of }: Props) {
  const { t } = useOfficeText()
  const client = useQueryClient()
  const [saved, setSaved] = useState({ over: stored, status: stored })
  // The list was read again and has another status: a colleague may have set it.
  if (saved.over !== stored) setSaved({ over: stored, status: stored })
  const { sending, run } = useOfficeMutation(
    async (next: RequestStatus) => {
      await callCms(`/${collection}/${id}?depth=0`, 'PATCH', { status: next })
      setSaved({ over: stored, status: next })
      toast.success(t('statusSaved'))
      void client.invalidateQueries()
    },
    { toastFailure: true },
  )
  const status = sending ?? saved.status
  const choices: readonly RequestStatus[] = CHOICES[collection]
  return (
    <select
      className={classNames(
        pillLook(TONES.request[status]),
        'min-h-11 cursor-pointer border border-transparent hover:border-current tabular:min-h-7 tabular:py-0.5',
      )}
      aria-label={`${t('status')}: ${of}`}
      value={status}
      onChange={({ target }) => void run(target.value as RequestStatus)}
    >
      {!choices.includes(status) && <option value={status}>{t(`request_${status}`)}</option>}
      {choices.map((value) => (
        <option key={value} value={value}>
          {t(`request_${value}`)}
        </option>
      ))}
    </select>
  )
}
