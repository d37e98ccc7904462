import * as z from 'zod'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { authEndpoints } from '@/lib/contract/accounts'
import type { ErrorCode } from '@/lib/contract/errors'
import type { Refusal } from '@/lib/i18n/error-messages'

export type SignInFieldErrors = Partial<{
  email: 'emailRequired' | 'emailFormat'
  password: 'passwordRequired'
  code: 'required'
}>

/** What the form shows after an attempt. Browsers without JavaScript get the email back, never the password. */
export interface SignInState {
  email: string
  fields: SignInFieldErrors
  problem: Refusal | null
  /** The password was right; the second step continues with this ticket. */
  ticket: string | null
  /** Counts attempts, so that the same error twice moves the focus twice. */
  attempt: number
}

export const INITIAL_SIGN_IN: SignInState = { email: '', fields: {}, problem: null, ticket: null, attempt: 0 }

type SignInReading = { ok: true; email: string; password: string } | { ok: false; fields: SignInFieldErrors }

/** Reads the form by the contract's own schema. */
export function readSignIn(entry: { email: string; password: string }): SignInReading {
  const parsed = z.safeParse(authEndpoints.login.request, entry)
  if (parsed.success) return { ok: true, ...parsed.data }
  const fields: SignInFieldErrors = {}
  for (const { path } of parsed.error.issues) {
    if (path[0] === 'email') fields.email ??= entry.email.trim() === '' ? 'emailRequired' : 'emailFormat'
    if (path[0] === 'password') fields.password = 'passwordRequired'
  }
  return { ok: false, fields }
}

/** Refusals that the person who signs in can do something about; any other counts as an outage. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set([
  'invalid_credentials',
  'account_deactivated',
  'account_deactivated_by_manager',
  'second_factor_code_invalid',
  'second_factor_unavailable',
  'sign_in_expired',
  'too_many_requests',
])

/** The refusal that the form shows for a failed call. @throws a bug */
export function signInProblem(error: unknown): Refusal {
  if (error instanceof OfflineError) return { code: 'service_unavailable' }
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'invalid_input') return { code: 'invalid_credentials' }
  if (!EXPECTED.has(error.code)) return { code: 'service_unavailable' }
  return { code: error.code, ...(error.code === 'too_many_requests' && { retry_after: error.retryAfter ?? 60 }) }
}
