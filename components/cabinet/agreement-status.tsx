'use client'

import { TONES } from '@/lib/contract/tones'
import { Pill } from '@/components/ui/pill'
import { useServerTime } from '@/lib/api/use-server-time'
import { type Agreement, type AgreementStanding, standingOf } from '@/lib/contract/cabinet'
import { kyivDate } from '@/lib/i18n/formats'

type Dated = Pick<Agreement, 'status' | 'signatures' | 'ends_on'>
type Shown = AgreementStanding | 'awaiting_organiser' | 'awaiting_details'

/** The status as it was read, or archived once the last day in Kyiv is over; never more than was verified. */
export function useAgreementStanding({ ends_on: lastDay, ...agreement }: Dated): AgreementStanding {
  const today = useServerTime((now) => kyivDate(new Date(now)))
  return today !== null && lastDay !== null && lastDay < today ? 'archived' : standingOf(agreement)
}

interface AgreementStatusProps {
  agreement: Dated & Pick<Agreement, 'awaits'>
  labels: Record<Shown, string>
}

export function AgreementStatus({ agreement, labels }: AgreementStatusProps) {
  const standing = useAgreementStanding(agreement)
  const incomplete = { organiser: 'awaiting_organiser', buyer: 'awaiting_details', none: null } as const
  const shown = (standing === 'awaiting_signature' && incomplete[agreement.awaits]) || standing
  return <Pill tone={TONES.agreement[shown]}>{labels[shown]}</Pill>
}
