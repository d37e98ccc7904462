import { expect, it } from '@jest/globals'
import { createEdge } from './edge'
import { createMetrics } from './metrics'
import { problemResponse } from './edge'
import { addServiceRoutes } from './service-routes'

const app = createEdge((_error, _call, requestId) => problemResponse({ code: 'internal_error' }, requestId))
addServiceRoutes(app, { metrics: createMetrics(), metricsToken: 'the-token', sendsMessages: true, checks: {} })

it('gives the metrics to a caller with the whole token', async () => {
  const statusOf = async (authorization?: string) =>
    (await app.request('/api/metrics', { headers: authorization === undefined ? {} : { authorization } })).status
  expect(await statusOf('Bearer the-token')).toBe(200)
  for (const wrong of [undefined, 'the-token', 'Bearer the-toke', 'Bearer the-token2'])
    expect(await statusOf(wrong)).toBe(404)
})
