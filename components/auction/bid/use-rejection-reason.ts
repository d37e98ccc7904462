import { useTranslations } from 'next-intl'
import type { RejectionReason } from '@/lib/domain/events'

const CODES: readonly string[] = ['not_confirmed_before_start', 'account_deactivated'] satisfies RejectionReason[]

function isCode(reason: string): reason is RejectionReason {
  return CODES.includes(reason)
}

/** Why an application was rejected: the manager's text, or the text for a code that the portal recorded (R2.5, R2.7). */
export function useRejectionReason(): (reason: string) => string {
  const t = useTranslations('Common.rejection')
  return (reason) => (isCode(reason) ? t(reason) : reason)
}
