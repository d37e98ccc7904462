'use client'

import { useOfficeText } from '@/app/(cms)/office/office-text'
import { useMutation } from '@/components/forms/calls'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'

interface Problem {
  errors?: { message?: string; data?: { errors?: { message?: string }[] } }[]
  code?: string
  ticket?: string
  enrolment?: boolean
}

/** A refusal of the back office's own sign-in, in its words. */
export class StaffRefusal extends Error {
  override readonly name = 'StaffRefusal'
  constructor(readonly problem: Problem) {
    super(problem.errors?.[0]?.data?.errors?.[0]?.message ?? problem.errors?.[0]?.message)
  }
}

type Ask = <T>(path: string, body: object) => Promise<T>

/** A call of endpoints of the staff collection that a person makes: `ask` posts to one, and throws its refusal. */
export function useStaffCall<Input = void>(call: (ask: Ask, input: Input) => Promise<void>) {
  const { t: say, locale } = useOfficeText('portal')
  const ask = async <T>(path: string, body: object) => {
    const response = await fetch(`/cms-api/staff${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': locale },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new StaffRefusal(answer as Problem)
    return answer as T
  }
  return useMutation<Input>(
    (input) => call(ask, input),
    (error) => (error instanceof StaffRefusal && error.message) || say('signInOffline'),
  )
}
