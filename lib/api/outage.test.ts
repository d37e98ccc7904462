import { describe, expect, it } from '@jest/globals'
import { ApiError, OfflineError, isNotFound, retryAfterOutage } from './problems'
import type { ErrorCode } from '@/lib/contract/errors'

function refusal(status: number, code: ErrorCode, retryAfter: number | null = null): ApiError {
  return new ApiError({ type: 'about:blank', title: '', status, code, detail: '', request_id: '' }, retryAfter)
}

describe('what an error of the API means to a feed', () => {
  it.each([
    ['nothing there', refusal(404, 'not_found'), true, null],
    ['an address that cannot be', refusal(422, 'invalid_input'), true, null],
    ['no database', refusal(503, 'service_unavailable', 2), false, 2],
    ['an unreadable answer', refusal(503, 'service_unavailable'), false, 5],
    ['asked too often', refusal(429, 'too_many_requests', 30), false, 30],
    ['no network', new OfflineError(new Error('gone')), false, 5],
    ['a bug', refusal(500, 'internal_error'), false, null],
    ['another bug', new TypeError('x'), false, null],
  ])('%s', (_name, error, notThere, seconds) => {
    expect(isNotFound(error)).toBe(notThere)
    expect(retryAfterOutage(error)).toBe(seconds)
  })
})
