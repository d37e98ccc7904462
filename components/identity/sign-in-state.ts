import * as z from 'zod'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { authEndpoints } from '@/lib/contract/accounts'

/** Why a sign-in did not succeed, apart from what is wrong in a field. */
export type SignInProblem =
  | { code: 'credentials' }
  | { code: 'deactivated' }
  | { code: 'deactivatedByManager' }
  | { code: 'tooMany'; seconds: number }
  | { code: 'code' }
  | { code: 'codeUnavailable' }
  | { code: 'expired' }
  | { code: 'unavailable' }

export type SignInFieldErrors = Partial<{
  email: 'emailRequired' | 'emailFormat'
  password: 'passwordRequired'
  code: 'codeRequired'
}>

/** What the form shows after an attempt. The e-mail comes back for browsers without JavaScript; the password never does. */
export interface SignInState {
  email: string
  fields: SignInFieldErrors
  problem: SignInProblem | null
  /** The password was right and a code of the second factor is owed: what the second step goes on with. */
  ticket: string | null
  /** Counts attempts, so that the same error twice moves the focus twice. */
  attempt: number
}

export const UNTRIED_SIGN_IN: SignInState = { email: '', fields: {}, problem: null, ticket: null, attempt: 0 }

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

/** What the sign-in form says of a call that failed; anything but an answer of the API is thrown on. */
export function problemOf(error: unknown): SignInProblem {
  if (error instanceof OfflineError) return { code: 'unavailable' }
  if (!(error instanceof ApiError)) throw error
  switch (error.code) {
    case 'invalid_credentials':
    case 'invalid_input':
      return { code: 'credentials' }
    case 'account_deactivated':
      return { code: 'deactivated' }
    case 'account_deactivated_by_manager':
      return { code: 'deactivatedByManager' }
    case 'second_factor_code_invalid':
      return { code: 'code' }
    case 'second_factor_unavailable':
      return { code: 'codeUnavailable' }
    case 'sign_in_expired':
      return { code: 'expired' }
    case 'too_many_requests':
      return { code: 'tooMany', seconds: error.retryAfter ?? 60 }
    default:
      return { code: 'unavailable' }
  }
}
