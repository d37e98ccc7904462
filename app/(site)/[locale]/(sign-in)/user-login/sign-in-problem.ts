import type { SignInProblem } from '@/components/forms/sign-in-state'
import { ApiError, OfflineError } from '@/lib/api/problems'

/** What the sign-in form says of a call that failed; what is no answer of the API is thrown on. */
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
