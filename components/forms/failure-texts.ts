import { useLocale, useTranslations } from 'next-intl'
import { ApiError, OfflineError, problemOf } from '@/lib/api/problems'
import { errorMessage, type Refusal } from '@/lib/i18n/error-messages'

/** The text for a refusal or a missing answer. @throws any other error, which is a bug */
export function useFailureText(unit?: string): (error: unknown) => string {
  const t = useTranslations('Errors')
  const refusalText = useRefusalText(unit)
  return (error) => {
    if (error instanceof OfflineError) return t('offline')
    if (!(error instanceof ApiError)) throw error
    return refusalText(problemOf(error))
  }
}

/** The text of a refusal with its exact numbers; `unit` follows quantities. */
export function useRefusalText(unit?: string): (refusal: Refusal) => string {
  const t = useTranslations('Errors')
  const locale = useLocale()
  return (refusal) => {
    const { key, values } = errorMessage(refusal, locale, unit)
    // A page carries the refusals that its calls declare. Another version of the portal may answer one more.
    return t(t.has(key) ? key : 'internal_error', values)
  }
}
