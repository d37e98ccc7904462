'use client'

import type { DefaultCellComponentProps, SelectFieldClient } from 'payload'
import { StatusPill } from '@/app/(cms)/office/kit'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { serverClock } from '@/lib/api/server-clock'
import { kyivDate } from '@/lib/i18n/formats'

/** The status of an agreement in its list: archived by a manager, or once its last day in Kyiv is over. */
export function AgreementStatusCell({ cellData, rowData }: DefaultCellComponentProps<SelectFieldClient>) {
  const { word } = useOffice()
  const endsOn: unknown = rowData.ends_on
  const over = typeof endsOn === 'string' && kyivDate(new Date(endsOn)) < kyivDate(new Date(serverClock.now()))
  const status = cellData === 'current' && !over ? 'agreement_current' : 'agreement_archived'
  return (
    <span className="office">
      <StatusPill status={status}>{word(status)}</StatusPill>
    </span>
  )
}
