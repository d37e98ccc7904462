import { describe, expect, it } from '@jest/globals'
import { OfflineError, isNotFound, retryAfterOutage } from './problems'
import { apiError } from '@/tests/support/builders/problem'

describe('what an error of the API means to a feed', () => {
  it.each([
    ['nothing there', apiError('not_found'), true, null],
    ['an address that cannot be', apiError('invalid_input'), true, null],
    ['no database', apiError('service_unavailable', 2), false, 2],
    ['an unreadable answer', apiError('service_unavailable'), false, 5],
    ['asked too often', apiError('too_many_requests', 30), false, 30],
    ['no network', new OfflineError(new Error('gone')), false, 5],
    ['a bug', apiError('internal_error'), false, null],
    ['another bug', new TypeError('x'), false, null],
  ])('%s', (_name, error, notThere, seconds) => {
    expect(isNotFound(error)).toBe(notThere)
    expect(retryAfterOutage(error)).toBe(seconds)
  })
})
