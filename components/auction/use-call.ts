'use client'

import { useTranslations, useLocale } from 'next-intl'
import { useEffect } from 'react'
import { type Mutation, problemOf, useMutation } from '@/components/forms/use-mutation'
import { ApiError } from '@/lib/api/problems'
import { errorWords, type Refusal } from '@/lib/i18n/error-messages'

/** A call of an auction's page; `unit` goes after the quantities of a refusal. */
export function useCall<Input = void>(call: (input: Input) => Promise<void>, unit?: string): Mutation<Input> {
  const t = useTranslations('BidPanel')
  const words = useRefusalWords(unit)
  return useMutation(call, (error) => (error instanceof ApiError ? words(problemOf(error)) : t('noAnswer')))
}

/** Words a refusal in the page’s language, with its exact numbers; `unit` goes after quantities. */
export function useRefusalWords(unit?: string): (refusal: Refusal) => string {
  const t = useTranslations('Errors')
  const locale = useLocale()
  return (refusal) => {
    const { key, values } = errorWords(refusal, locale, unit)
    return t(key, values)
  }
}

/** Fetches the code of dialogs before they are needed: the moment that needs them may be one without a connection. */
export function usePreload(loaders: readonly (() => Promise<unknown>)[]) {
  useEffect(() => {
    // Where it fails now, it is asked for again when the dialog opens.
    for (const load of loaders) load().catch(() => undefined)
  }, [loaders])
}
