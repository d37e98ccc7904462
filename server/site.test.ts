import { expect, it, jest } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TURNS } from '@/lib/server/http/turns'
import { renderInTurn } from './site'

it('renders few pages of the cabinet at once for one session, and makes nobody else wait', async () => {
  const rendering: EventEmitter[] = []
  const site = jest.fn(async (_request: IncomingMessage, response: ServerResponse) => void rendering.push(response))
  const refuse = jest.fn(async () => undefined)
  const handle = renderInTurn(site, refuse)
  const open = (url: string, token: string) =>
    void handle(
      { method: 'GET', url, headers: { cookie: `accessToken=${token}` } } as IncomingMessage,
      Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse,
    )
  for (let page = 0; page < TURNS.atOnce + TURNS.waiting + 3; page += 1)
    open(`/cabinet/agreements?search=${page}`, 'one')
  await new Promise(setImmediate)
  expect([site.mock.calls.length, refuse.mock.calls.length]).toEqual([TURNS.atOnce, 3])
  open('/en/cabinet', 'another')
  open('/news', 'one')
  await new Promise(setImmediate)
  expect(site).toHaveBeenCalledTimes(TURNS.atOnce + 2)
  rendering[0]?.emit('close')
  await new Promise(setImmediate)
  expect(site).toHaveBeenCalledTimes(TURNS.atOnce + 3)
})
