'use client'

import { useState } from 'react'
import { useFailureText } from '@/components/cabinet/use-failure-text'

export interface Deed<Input> {
  pending: boolean
  /** Why the last attempt failed, in words. */
  failure: string | null
  run: (input: Input) => Promise<void>
  clear: () => void
}

/** One call that a person makes: not twice at once, and its failure is a sentence. */
export function useDeed<Input>(deed: (input: Input) => Promise<void>): Deed<Input> {
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
        await deed(input)
      } catch (error) {
        setFailure(failureText(error))
      } finally {
        setPending(false)
      }
    },
  }
}
