import type { Language } from '@/lib/contract/primitives'
import type { PaymentPlan } from '@/lib/domain/payment-plan'
import { planLines } from '@/lib/i18n/plan-lines'
import { createTranslators } from '@/lib/server/platform/translators'
import en from '@/messages/en.json' with { type: 'json' }
import ru from '@/messages/ru.json' with { type: 'json' }
import uk from '@/messages/uk.json' with { type: 'json' }

const translators = createTranslators({ uk: uk.PaymentPlan, en: en.PaymentPlan, ru: ru.PaymentPlan })

/** A payment plan in words, in one paragraph. */
export function printedPlan(plan: PaymentPlan, lang: Language): string {
  const t = translators[lang]
  return planLines((key, values) => t(key, values), plan, lang).join('; ')
}
