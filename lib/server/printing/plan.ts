import type { Language } from '@/lib/contract/primitives'
import type { PaymentPlan } from '@/lib/domain/payment-plan'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { planLines } from '@/lib/i18n/plan-lines'
import { createTranslators } from '@/lib/server/platform/translators'

const translators = createTranslators(LOT_LABELS)

/** A payment plan in words, in one paragraph. */
export function printedPlan(plan: PaymentPlan, lang: Language): string {
  const t = translators[lang]
  return planLines((key, values) => t(`plan.${key}`, values), plan, lang).join('; ')
}
