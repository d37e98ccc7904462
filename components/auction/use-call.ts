'use client'

import { useTranslations, useLocale } from 'next-intl'
import { useState, useEffect } from 'react'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { Problem } from '@/lib/contract/errors'
import { errorWords, type Refusal } from '@/lib/i18n/error-messages'

type Outcome = { kind: 'quiet' } | { kind: 'pending' } | { kind: 'offline' } | { kind: 'refused'; problem: Problem }

export interface Call<Input> {
  pending: boolean
  /** The refusal, where the last call got one. */
  problem: Problem | null
  /** What to say of the last call; null while there is nothing to say. */
  words: string | null
  run: (input: Input) => Promise<void>
  clear: () => void
}

/** One call of the API that a person makes: it cannot be made twice at once, and its failure is a sentence. */
export function useCall<Input = void>(call: (input: Input) => Promise<void>, unit?: string): Call<Input> {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'quiet' })
  const t = useTranslations('BidPanel')
  const words = useRefusalWords(unit)
  return {
    pending: outcome.kind === 'pending',
    problem: outcome.kind === 'refused' ? outcome.problem : null,
    words: outcome.kind === 'refused' ? words(outcome.problem) : outcome.kind === 'offline' ? t('noAnswer') : null,
    clear: () => setOutcome({ kind: 'quiet' }),
    async run(input) {
      if (outcome.kind === 'pending') return
      setOutcome({ kind: 'pending' })
      try {
        await call(input)
        setOutcome({ kind: 'quiet' })
      } catch (error) {
        if (error instanceof ApiError)
          setOutcome({
            kind: 'refused',
            problem: { ...error.problem, retry_after: error.retryAfter ?? error.problem.retry_after },
          })
        else if (error instanceof OfflineError) setOutcome({ kind: 'offline' })
        else throw error
      }
    },
  }
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
