'use client'

import { toast } from '@payloadcms/ui'
import type { DefaultCellComponentProps, SelectFieldClient } from 'payload'
import { useState } from 'react'
import type { OfficeTextKey } from '@/lib/server/cms/translations'
import { useOffice, useOfficeCall } from '@/app/(cms)/office/lists/use-office'
import { classNames } from '@/components/ui/class-names'
import { pillLook, type PillTone } from '@/components/ui/pill'
import { useWords } from '@/app/(cms)/office/use-words'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'

/** What may be set from the list. An answer has to be written first, so “answered” is not among them. */
const CHOICES: Record<string, readonly string[]> = {
  orders: ['new', 'in_work', 'done', 'declined', 'spam'],
  feedback: ['new', 'in_work', 'closed'],
}

const TONES: Record<string, PillTone> = { new: 'wait', in_work: 'plan', done: 'go', answered: 'go' }

/** The status of an order or a message in its list, changed without opening it. */
export function StatusCell({ cellData, collectionSlug, rowData }: DefaultCellComponentProps<SelectFieldClient>) {
  const { word } = useOffice()
  const { say } = useWords()
  const [status, setStatus] = useState(String(cellData))
  const choices = CHOICES[collectionSlug] ?? []
  const named = (value: string) => word(`request_${value}` as OfficeTextKey)

  const change = useOfficeCall(async (next: string) => {
    setStatus(next)
    try {
      const response = await fetch(`/cms-api/${collectionSlug}/${Number(rowData.id)}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: next }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      if (!response.ok) throw new Error(`status was not changed: HTTP ${response.status}`)
      toast.success(say('done'))
    } catch (error) {
      setStatus(status)
      throw error
    }
  }, toast.error)

  return (
    <span className="office">
      <select
        className={classNames(
          pillLook(TONES[status] ?? 'done'),
          'min-h-8 cursor-pointer border border-transparent hover:border-current',
        )}
        aria-label={word('status')}
        value={status}
        onChange={(event) => void change.run(event.target.value)}
      >
        {!choices.includes(status) && <option value={status}>{named(status)}</option>}
        {choices.map((value) => (
          <option key={value} value={value}>
            {named(value)}
          </option>
        ))}
      </select>
    </span>
  )
}
