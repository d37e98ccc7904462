'use client'

import { Pill } from '@/components/ui/pill'
import { useServerTime } from '@/lib/api/use-server-time'
import type { Agreement } from '@/lib/contract/cabinet'
import { kyivDate } from '@/lib/i18n/formats'

type Dated = Pick<Agreement, 'status' | 'ends_on'>

export function useAgreementStatus({ status, ends_on: lastDay }: Dated): Agreement['status'] {
  const today = useServerTime((now) => kyivDate(new Date(now)))
  return today !== null && lastDay !== null && lastDay < today ? 'archived' : status
}

interface AgreementStatusProps {
  agreement: Dated
  /** The name of each status: the cabinet's pages bring no messages to the browser. */
  words: Record<Agreement['status'], string>
}

export function AgreementStatus({ agreement, words }: AgreementStatusProps) {
  const status = useAgreementStatus(agreement)
  return <Pill tone={status === 'current' ? 'go' : 'done'}>{words[status]}</Pill>
}
