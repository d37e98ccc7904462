'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
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
    const { key, values } = errorWords({ ...error.problem, retry_after: error.retryAfter ?? undefined }, locale)
    return t(key, values)
  }
}

interface Mutation<Input> {
  pending: boolean
  /** Why the last attempt failed, in words. */
  failure: string | null
  run: (input: Input) => Promise<void>
  clear: () => void
}

/** One call that a person makes: not twice at once, and its failure is a sentence. */
export function useMutation<Input>(mutation: (input: Input) => Promise<void>): Mutation<Input> {
  const failureText = useFailureText()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  return {
    pending,
    failure,
    clear: () => setFailure(null),
    async run(input) {
      if (pending) return
      setPending(true)
      setFailure(null)
      try {
        await mutation(input)
      } catch (error) {
        setFailure(failureText(error))
      } finally {
        setPending(false)
      }
    },
  }
}
