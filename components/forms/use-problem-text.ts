'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { FormState } from '@/components/forms/form-state'
import { errorWords } from '@/lib/i18n/error-messages'

/** Why an attempt did not succeed, in words, apart from what is wrong in a field. */
export function useProblemText(): (problem: NonNullable<FormState['problem']>) => string {
  const t = useTranslations('Errors')
  const locale = useLocale()
  return ({ code, seconds }) => {
    const { key, values } = errorWords({ code, retry_after: seconds ?? undefined }, locale)
    return t(key, values)
  }
}
