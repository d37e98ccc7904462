import { expect, it, jest } from '@jest/globals'
import { EventEmitter, once } from 'node:events'
import pino from 'pino'
import { endpoints } from '@/lib/contract/endpoints'
import { createApi } from './api'
import { refuse } from '@/lib/server/platform/call'
import { createTurns, RETRY_TURN_S } from './turns'
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

it('answers few of one person’s lists at once, and refuses those beyond the places to wait', async () => {
  const begun = new EventEmitter()
  const answers: (() => void)[] = []
  const lists = jest.fn(
    () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ ok: true, answer: { data: {} } }))
        begun.emit('list')
      }),
  )
  const api = createApi({
    handlers: {
      ...Object.fromEntries(Object.keys(endpoints).map((group) => [group, {}])),
      cabinet: { agreements: lists },
    } as unknown as AllHandlers,
    sessions: {
      findBuyer: async (token: string) => ({
        id: 's',
        companyId: 7,
        personId: token === 'one' ? 1 : 2,
        role: 'viewer',
        status: 'active',
      }),
    } as never,
    publicOrigin: null,
    allow: async () => null,
    turns: createTurns({ atOnce: 1, waiting: 1 }),
    clock: { now: () => Date.now() },
    log: pino({ level: 'silent' }),
    observe: () => undefined,
  })
  const read = async (token: string) =>
    api.request(
      '/api/cabinet/agreements',
      { method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
      { address: '192.0.2.1' },
    )
  const began = once(begun, 'list')
  const first = read('one')
  const second = read('one')
  const third = await read('one')
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, String(RETRY_TURN_S)])
  await began
  const othersTurn = once(begun, 'list')
  const other = read('another')
  await othersTurn
  expect(lists).toHaveBeenCalledTimes(2)
  const secondsTurn = once(begun, 'list')
  for (const answer of answers.splice(0)) answer()
  expect([(await first).status, (await other).status]).toEqual([200, 200])
  await secondsTurn
  answers[0]?.()
  expect((await second).status).toBe(200)
})
