'use client'

import { Pill, type PillTone } from '@/components/ui/pill'
import { useServerTime } from '@/lib/api/use-server-time'
import type { Agreement } from '@/lib/contract/cabinet'
import { kyivDate } from '@/lib/i18n/formats'

type Dated = Pick<Agreement, 'status' | 'ends_on'>

/** The status as it was read, or archived once the last day in Kyiv is over. */
export function useAgreementStatus({ status, ends_on: lastDay }: Dated): Agreement['status'] {
  const today = useServerTime((now) => kyivDate(new Date(now)))
  return today !== null && lastDay !== null && lastDay < today ? 'archived' : status
}

const TONES: Record<Agreement['status'], PillTone> = {
  awaiting_signature: 'wait',
  signed_by_buyer: 'wait',
  current: 'go',
  archived: 'done',
}

interface AgreementStatusProps {
  agreement: Dated
  labels: Record<Agreement['status'], string>
}

export function AgreementStatus({ agreement, labels }: AgreementStatusProps) {
  const status = useAgreementStatus(agreement)
  return <Pill tone={TONES[status]}>{labels[status]}</Pill>
}
