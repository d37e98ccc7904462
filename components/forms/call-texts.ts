import { useLocale, useTranslations } from 'next-intl'
import { type Mutation, problemOf, useMutation } from '@/components/forms/calls'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { errorMessage, type Refusal } from '@/lib/i18n/error-messages'

/** A call whose failures become texts; `unit` follows the quantities of a refusal. */
export function useCall<Input = void>(call: (input: Input) => Promise<void>, unit?: string): Mutation<Input> {
  return useMutation(call, useFailureText(unit))
}

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
    return t(key, values)
  }
}
