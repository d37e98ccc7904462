import { describe, expect, it } from '@jest/globals'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors'
import { signInProblem } from './sign-in-state'

const refusal = (code: ErrorCode, retryAfter: number | null = null) =>
  new ApiError({ type: '', title: '', status: ERROR_STATUS[code], code, detail: '', request_id: '' }, retryAfter)

describe('the problem that the sign-in form shows', () => {
  it.each([
    ['invalid_credentials', { code: 'invalid_credentials' }],
    ['account_deactivated_by_manager', { code: 'account_deactivated_by_manager' }],
    ['second_factor_code_invalid', { code: 'second_factor_code_invalid' }],
    // A 503 like an outage, but it concerns this account only, and a recovery code helps.
    ['second_factor_unavailable', { code: 'second_factor_unavailable' }],
    ['too_many_requests', { code: 'too_many_requests', retry_after: 60 }],
    ['internal_error', { code: 'service_unavailable' }],
    ['service_unavailable', { code: 'service_unavailable' }],
  ] as const)('follows from the refusal %s', (code, problem) => {
    expect(signInProblem(refusal(code))).toEqual(problem)
  })

  it('is an outage without an answer; bugs are rethrown', () => {
    expect(signInProblem(new OfflineError(new Error('gone')))).toEqual({ code: 'service_unavailable' })
    expect(() => signInProblem(new TypeError('x'))).toThrow('x')
  })
})
