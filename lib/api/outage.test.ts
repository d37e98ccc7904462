import { describe, expect, it } from '@jest/globals'
import { OfflineError, isNotFound, retryAfterOutage } from './problems'
import { apiError } from '@/tests/support/builders/problem'

describe('an error of the API', () => {
  it.each([
    ['not found', apiError('not_found'), true, null],
    ['not found: an invalid address', apiError('invalid_input'), true, null],
    ['an outage: no database', apiError('service_unavailable', 2), false, 2],
    ['an outage: an unreadable answer', apiError('service_unavailable'), false, 5],
    ['an outage: too many requests', apiError('too_many_requests', 30), false, 30],
    ['an outage: no network', new OfflineError(new Error('gone')), false, 5],
    ['a bug of the portal', apiError('internal_error'), false, null],
    ['a bug of the page', new TypeError('x'), false, null],
  ])('is recognised as %s', (_name, error, notFound, seconds) => {
    expect(isNotFound(error)).toBe(notFound)
    expect(retryAfterOutage(error)).toBe(seconds)
  })
})
