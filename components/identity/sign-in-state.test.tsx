import { describe, expect, it } from '@jest/globals'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { errorStatus, type ErrorCode } from '@/lib/contract/errors'
import { problemOf } from './sign-in-state'

const refusal = (code: ErrorCode, retryAfter: number | null = null) =>
  new ApiError({ type: '', title: '', status: errorStatus[code], code, detail: '', request_id: '' }, retryAfter)

describe('what the sign-in form says', () => {
  it.each([
    ['invalid_credentials', { code: 'credentials' }],
    ['account_deactivated_by_manager', { code: 'deactivatedByManager' }],
    ['second_factor_code_invalid', { code: 'code' }],
    // 503 as an outage is, but it is this account's alone, and a recovery code helps.
    ['second_factor_unavailable', { code: 'codeUnavailable' }],
    ['too_many_requests', { code: 'tooMany', seconds: 60 }],
    ['service_unavailable', { code: 'unavailable' }],
  ] as const)('of %s', (code, problem) => {
    expect(problemOf(refusal(code))).toEqual(problem)
  })

  it('of no answer, and of a bug nothing', () => {
    expect(problemOf(new OfflineError(new Error('gone')))).toEqual({ code: 'unavailable' })
    expect(() => problemOf(new TypeError('x'))).toThrow('x')
  })
})
