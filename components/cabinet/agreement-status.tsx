'use client'

import { Pill, type PillTone } from '@/components/ui/pill'
import { useServerTime } from '@/lib/api/use-server-time'
import type { Agreement } from '@/lib/contract/cabinet'
import { kyivDate } from '@/lib/i18n/formats'

type Dated = Pick<Agreement, 'status' | 'ends_on'>
type Shown = Agreement['status'] | 'awaiting_organiser' | 'awaiting_details'

/** The status as it was read, or archived once the last day in Kyiv is over. */
export function useAgreementStatus({ status, ends_on: lastDay }: Dated): Agreement['status'] {
  const today = useServerTime((now) => kyivDate(new Date(now)))
  return today !== null && lastDay !== null && lastDay < today ? 'archived' : status
}

const TONES: Record<Shown, PillTone> = {
  awaiting_organiser: 'plan',
  awaiting_details: 'wait',
  awaiting_signature: 'wait',
  signed_by_buyer: 'wait',
  current: 'go',
  archived: 'done',
}

interface AgreementStatusProps {
  agreement: Dated & Pick<Agreement, 'awaits'>
  labels: Record<Shown, string>
}

export function AgreementStatus({ agreement, labels }: AgreementStatusProps) {
  const status = useAgreementStatus(agreement)
  const incomplete = { organiser: 'awaiting_organiser', buyer: 'awaiting_details', nobody: null } as const
  const shown = (status === 'awaiting_signature' && incomplete[agreement.awaits]) || status
  return <Pill tone={TONES[shown]}>{labels[shown]}</Pill>
}
