import { describe, expect, it } from '@jest/globals'
import { OfflineError } from '@/lib/api/problems'
import { apiError } from '@/tests/support/builders/problem'
import { orUnavailable } from './responses'

describe('a feed that cannot be read', () => {
  it.each([
    ['an unavailable API', apiError('service_unavailable', 7), 503, '7'],
    ['too many requests', apiError('too_many_requests', 30), 429, '30'],
    ['no network', new OfflineError(new Error('gone')), 503, '5'],
  ])('answers with the status of %s and the seconds to wait', async (_name, error, status, seconds) => {
    const response = await orUnavailable(() => Promise.reject(error))
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, seconds])
  })
})
