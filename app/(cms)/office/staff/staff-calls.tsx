'use client'

import { useQuery } from '@tanstack/react-query'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { useSingleMutation } from '@/app/(cms)/office/queries'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'

export interface SecurityStatus {
  two_factor: { enabled: boolean; enabled_at: string | null; recovery_codes_left: number; required: boolean }
  sessions: {
    id: string
    device: string
    address: string
    created_at: string
    last_seen_at: string
    current: boolean
  }[]
}

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

/** Posts to an endpoint of the staff collection. @throws {StaffRefusal} */
export async function askStaff<T>(path: string, body: object, locale: string): Promise<T> {
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

function useFailureText(): (error: Error | null) => string | null {
  const { t } = useOfficeText('portal')
  return (error) => error && ((error instanceof StaffRefusal && error.message) || t('signInOffline'))
}

export function useStaffCall<Input = void>(call: (input: Input) => Promise<unknown>) {
  const failureText = useFailureText()
  const { isPending, error, run, reset } = useSingleMutation(call)
  return { isPending, failure: failureText(error), run, reset }
}

export function useStaffQuery<Data>(path: string) {
  const { locale } = useOfficeText('portal')
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery({
    queryKey: [path, locale],
    queryFn: () => askStaff<Data>(path, {}, locale),
  })
  return { data, failure: failureText(error), refetch: () => void refetch() }
}

export function Failure({ words }: { words: string | null }) {
  if (words === null) return null
  return (
    <Notice tone="lose" role="alert">
      {words}
    </Notice>
  )
}

/** The password of the signed-in member of staff. */
export function PresentPasswordField({ autoFocus }: { autoFocus?: boolean }) {
  const { t } = useOfficeText('portal')
  return (
    <TextField
      label={t('currentPassword')}
      name="present"
      type="password"
      autoComplete="current-password"
      maxLength={200}
      autoFocus={autoFocus}
    />
  )
}
