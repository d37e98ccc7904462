import { expect, it, jest } from '@jest/globals'
import pino from 'pino'
import { endpoints } from '@/lib/contract/endpoints'
import { createApi } from './api'
import { refuse } from '@/lib/server/platform/call'
import type { AllHandlers } from './request-input'
import { addUnsubscribeRoute } from './service-routes'

it('refuses a body that its sender aborted, and reports no outage of the database', async () => {
  const noteDatabaseError = jest.fn()
  const api = createApi({
    handlers: Object.fromEntries(Object.keys(endpoints).map((group) => [group, {}])) as unknown as AllHandlers,
    sessions: { findBuyer: async () => null } as never,
    publicOrigin: null,
    allow: async () => null,
    clock: { now: () => Date.now() },
    log: pino({ level: 'silent' }),
    observe: () => undefined,
    noteDatabaseError,
  })
  addUnsubscribeRoute(api, { unsubscribe: async () => true, pageOf: () => '/' })
  const body = new ReadableStream({
    pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  })
  const request = { method: 'POST', body, duplex: 'half' } as RequestInit
  const response = await api.request('/api/notifications/one-click/token', request)
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'unreadable_body' }])
  expect(noteDatabaseError).not.toHaveBeenCalled()
})

it('logs who was refused, and why', async () => {
  const lines: string[] = []
  const api = createApi({
    handlers: Object.fromEntries(Object.keys(endpoints).map((group) => [group, {}])) as unknown as AllHandlers,
    sessions: {
      findBuyer: async () => ({ id: 's', companyId: 7, personId: 3, role: 'owner', status: 'active' }),
    } as never,
    publicOrigin: null,
    allow: async () => refuse('too_many_requests', { retryAfter: 1 }),
    clock: { now: () => Date.now() },
    log: pino({ base: null }, { write: (line) => void lines.push(line) }),
    observe: () => undefined,
  })
  const request = { method: 'POST', body: '{}', headers: { authorization: 'Bearer of-the-test' } }
  const response = await api.request('/api/bids/place', request, { address: '192.0.2.1' })
  expect(response.status).toBe(429)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      msg: 'request refused',
      call: 'bids.place',
      code: 'too_many_requests',
      request_id: response.headers.get('x-request-id'),
      company_id: 7,
      person_id: 3,
    }),
  ])
})
