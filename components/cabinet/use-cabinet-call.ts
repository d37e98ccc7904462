'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type Mutation, problemOf, useMutation } from '@/components/forms/use-mutation'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { errorWords } from '@/lib/i18n/error-messages'

/** The words for a call that failed: the refusal's own, or that there was no answer. Anything else is a bug and is thrown on. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('Errors')
  const tCabinet = useTranslations('Cabinet.errors')
  const locale = useLocale()
  return (error) => {
    if (error instanceof OfflineError) return tCabinet('offline')
    if (!(error instanceof ApiError)) throw error
    const { key, values } = errorWords(problemOf(error), locale)
    return t(key, values)
  }
}

/** A call of the cabinet's page. */
export function useCabinetCall<Input = void>(call: (input: Input) => Promise<void>): Mutation<Input> {
  return useMutation(call, useFailureText())
}
