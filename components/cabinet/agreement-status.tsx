import { TONES } from '@/lib/contract/tones'
import { Pill } from '@/components/ui/pill'
import { type Agreement, type AgreementStanding, standingOf } from '@/lib/contract/cabinet'

type Shown = AgreementStanding | 'awaiting_organiser' | 'awaiting_details'

interface AgreementStatusProps {
  agreement: Pick<Agreement, 'status' | 'signatures' | 'awaits'>
  labels: Record<Shown, string>
}

export function AgreementStatus({ agreement, labels }: AgreementStatusProps) {
  const standing = standingOf(agreement)
  const incomplete = { organiser: 'awaiting_organiser', buyer: 'awaiting_details', none: null } as const
  const shown = (standing === 'awaiting_signature' && incomplete[agreement.awaits]) || standing
  return <Pill tone={TONES.agreement[shown]}>{labels[shown]}</Pill>
}
