'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { buttonLook } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextField } from '@/components/ui/field'
import { useServerTime } from '@/lib/api/use-server-time'
import { FILES_PATH } from '@/lib/config/constants'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { kyivDate } from '@/lib/i18n/formats'

/** Downloads the reconciliation statement of a period, by default of all days since the agreement is in force. */
export function ReconciliationForm({ agreement: { id, in_force_on: inForceOn } }: Pick<Fulfilment, 'agreement'>) {
  const t = useTranslations('Fulfilment.reconciliation')
  const locale = useLocale()
  const today = useServerTime((now) => kyivDate(new Date(now))) ?? ''
  const [from, setFrom] = useState(inForceOn ?? '')
  const [chosen, setChosen] = useState<string | null>(null)
  const until = chosen ?? today
  if (inForceOn === null) return null
  const address = `${FILES_PATH}/reconciliation-${id}`
  const day = { type: 'date', required: true, className: 'w-44' } as const
  return (
    <Card padding="sm" className="text-small" data-print="hide">
      <form action={`${address}.pdf`} target="_blank" className="grid gap-3">
        <h2 className="text-h3">{t('title')}</h2>
        <input type="hidden" name="lang" value={locale} />
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            {...day}
            label={t('from')}
            name="from"
            max={until}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            {...day}
            label={t('until')}
            name="until"
            min={from}
            max={today}
            value={until}
            onChange={({ target }) => setChosen(target.value)}
          />
          <button type="submit" className={buttonLook({ tone: 'outline', size: 'sm' })}>
            PDF
          </button>
          <button type="submit" formAction={`${address}.xlsx`} className={buttonLook({ tone: 'outline', size: 'sm' })}>
            XLSX
          </button>
        </div>
      </form>
    </Card>
  )
}
