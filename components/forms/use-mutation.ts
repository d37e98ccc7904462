'use client'

import { useState } from 'react'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { Problem } from '@/lib/contract/errors'

export interface Mutation<Input> {
  pending: boolean
  /** The refusal, where the last attempt got one. */
  problem: Problem | null
  /** Why the last attempt failed, in words; null while there is nothing to say. */
  failure: string | null
  run: (input: Input) => Promise<void>
  clear: () => void
}

/** What a call can fail with; everything else is a bug and is thrown on. */
export type CallError = ApiError | OfflineError

type State = { kind: 'idle' } | { kind: 'pending' } | { kind: 'failed'; error: CallError }

/**
 * One call of the API that a person makes: it cannot be made twice at once, and its failure is a sentence.
 *
 * @param say the words for a failure, in the page's language
 */
export function useMutation<Input = void>(
  call: (input: Input) => Promise<void>,
  say: (error: CallError) => string,
): Mutation<Input> {
  const [state, setState] = useState<State>({ kind: 'idle' })
  return {
    pending: state.kind === 'pending',
    problem: state.kind === 'failed' && state.error instanceof ApiError ? problemOf(state.error) : null,
    failure: state.kind === 'failed' ? say(state.error) : null,
    clear: () => setState({ kind: 'idle' }),
    async run(input) {
      if (state.kind === 'pending') return
      setState({ kind: 'pending' })
      try {
        await call(input)
        setState({ kind: 'idle' })
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof OfflineError)) {
          setState({ kind: 'idle' })
          throw error
        }
        setState({ kind: 'failed', error })
      }
    },
  }
}

/** A refusal's facts, with the wait that a header said. */
export function problemOf({ problem, retryAfter }: ApiError): Problem {
  return { ...problem, retry_after: retryAfter ?? problem.retry_after }
}
