import { useLocale, useTranslations } from 'next-intl'
import type { PaymentPlan } from '@/lib/domain/payment-plan'
import { planLines } from '@/lib/i18n/plan-lines'

/** How an agreement is paid for and delivered, in words (R16.1). */
export function PlanLines({ plan }: { plan: PaymentPlan }) {
  const t = useTranslations('PaymentPlan')
  return (
    <ul role="list" className="grid gap-1">
      {planLines(t, plan, useLocale()).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
