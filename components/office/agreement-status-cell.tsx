import type { DefaultServerCellComponentProps } from 'payload'
import { AgreementStatus } from '@/components/office/kit'
import { agreementStatus, signatureStanding } from '@/lib/contract/cabinet'
import { kyivDate } from '@/lib/i18n/formats'

/** The status of an agreement in Payload's list: archived by a manager or after its last day in Kyiv. */
export function AgreementStatusCell({ cellData, rowData }: DefaultServerCellComponentProps) {
  const lastDay = dayOf(rowData?.ends_on)
  const stored = agreementStatus.catch('awaiting_signature').parse(cellData)
  const status = isOver(lastDay) ? 'archived' : stored
  const signatures = signatureStanding
    .nullable()
    .catch(null)
    .parse(rowData?.signatures ?? null)
  return (
    <span className="office">
      <AgreementStatus agreement={{ status, signatures, ends_on: lastDay }} />
    </span>
  )
}

function dayOf(instant: unknown): string | null {
  return typeof instant === 'string' ? kyivDate(new Date(instant)) : null
}

function isOver(day: string | null): boolean {
  return day !== null && day < kyivDate(new Date())
}
