import { expect, it, jest } from '@jest/globals'
import pino from 'pino'
import { endpoints } from '@/lib/contract/endpoints'
import { createApi } from './api'
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
