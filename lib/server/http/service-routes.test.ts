import { expect, it } from '@jest/globals'
import { createEdge } from './edge'
import { createMetrics } from './metrics'
import { problemResponse } from './edge'
import { addServiceRoutes } from './service-routes'

const app = createEdge((_error, _call, requestId) => problemResponse({ code: 'internal_error' }, requestId))
let probes = 0
const checks = {
  async database() {
    probes += 1
    return null
  },
}
addServiceRoutes(app, { metrics: createMetrics(), metricsToken: 'the-token', sendsMessages: true, checks })

it('queries the database once for concurrent health checks', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, async () => app.request('/api/health/ready')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(probes).toBe(1)
  await app.request('/api/health/ready')
  expect(probes).toBe(2)
})

it('serves the documentation of the API as JSON and as a page', async () => {
  const json = await app.request('/api/openapi.json')
  expect([json.headers.get('content-type'), await json.json()]).toEqual([
    'application/json',
    expect.objectContaining({ openapi: '3.1.0' }),
  ])
  expect(await (await app.request('/api/docs')).text()).toContain('<code>/api/bids/place</code>')
})

it('serves the metrics only to a caller with the whole token', async () => {
  const statusOf = async (authorization?: string) =>
    (await app.request('/api/metrics', { headers: authorization === undefined ? {} : { authorization } })).status
  expect(await statusOf('Bearer the-token')).toBe(200)
  for (const wrong of [undefined, 'the-token', 'Bearer the-toke', 'Bearer the-token2'])
    expect(await statusOf(wrong)).toBe(404)
})
