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
    if (fault !== null) throw fault
    return null
  },
}
let fault: Error | null = null
const logged: unknown[] = []
addServiceRoutes(app, {
  metrics: createMetrics(),
  metricsToken: 'the-token',
  sendsMessages: true,
  checks,
  warnings: {},
  checkFailed: (error, check) => void logged.push([check, error]),
})

it('queries the database once for concurrent health checks', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, async () => app.request('/api/health/ready')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(probes).toBe(1)
  await app.request('/api/health/ready')
  expect(probes).toBe(2)
})

it('shows the cause of a failed check to anyone, and its error, which may name addresses, only in the log', async () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  const unknown = new Error('permission denied for table migrations at db.internal:5432')
  const faultOf = async (error: Error) => {
    fault = error
    const { data } = (await (await app.request('/api/health/ready')).json()) as { data: { faults: object } }
    fault = null
    return data.faults
  }
  expect(await faultOf(lost)).toEqual({ database: 'the database does not answer' })
  expect(await faultOf(unknown)).toEqual({ database: 'failed: the log has the reason' })
  expect(logged).toEqual([
    ['database', lost],
    ['database', unknown],
  ])
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
