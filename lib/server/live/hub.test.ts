import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from '@jest/globals'
import { pino } from 'pino'
import { initialState } from '@/lib/domain/auction-state'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import type { Caller } from '@/lib/server/platform/call'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool } from '@/lib/server/platform/db/pool'
import { aLot, START } from '@/tests/support/builders/lot'
import { createLiveHub } from './hub'

const buyer: Caller = { kind: 'account', companyId: 7, personId: 1, role: 'owner', sessionId: 'test', status: 'active' }
const manager: Caller = { kind: 'staff', staffId: 3, role: 'manager', name: 'Olha' }

/** Opens a stream whose auction is still being read; `finish` completes the read. */
async function openSlowly(
  caller: Caller,
  { after = null, logSeq = 0 }: { after?: number | null; logSeq?: number } = {},
) {
  const handlers = new Map<string, (payload: string) => void>()
  let reconnect = (): void => undefined
  const listener = {
    on: async (channel: string, handler: (payload: string) => void) => void handlers.set(channel, handler),
    onReconnect: (handle: () => void) => void (reconnect = handle),
  } as unknown as Listener
  let read: (snapshot: AuctionSnapshot) => void = () => undefined
  const reading = new Promise<AuctionSnapshot>((resolve) => {
    read = resolve
  })
  const hub = createLiveHub({
    // Reading the oldest entries never finishes.
    pool: {
      query: ({ values }: { values: number[] }) =>
        values[1] === 0 && logSeq > 0 ? new Promise(() => undefined) : Promise.resolve({ rows: [] }),
    } as unknown as Pool,
    listener,
    streams: { snapshotOf: () => reading },
    clock: fixedClock(START),
    log: pino({ level: 'silent' }),
    readChatMessage: async (id) => ({
      id,
      auction_id: 1,
      from: 'administrator',
      by: null,
      text: 'The loading date is open',
      sent_at: new Date(START).toISOString(),
    }),
  })
  await hub.start()
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const streamRequest = { auctionId: 1, caller, address: 'test', after, requestedAt: performance.now() }
  const attached = hub.attach(request, response, streamRequest)
  return {
    response,
    notify: (channel: string, payload: object) => handlers.get(channel)?.(JSON.stringify(payload)),
    reconnect: () => reconnect(),
    async finish() {
      read({ auctionId: 1, state: initialState(aLot()), logSeq, lastHash: '' })
      return attached
    },
  }
}

it.each([
  ['ends: its session may have ended meanwhile', buyer, true],
  ['of a visitor stays', { kind: 'visitor' }, false],
] as [string, Caller, boolean][])(
  'after a lost connection a stream that was being opened %s',
  async (_what, caller, ends) => {
    const { response, reconnect, finish } = await openSlowly(caller)
    reconnect()
    expect(await finish()).toBeNull()
    expect(response.writableEnded).toBe(ends)
  },
)

it.each([
  ['ends when the buyer’s session ends', buyer, 'portal_account', { company_id: 7 }, true],
  ['ends when the session of the staff ends', manager, 'portal_staff', { staff_id: 3 }, true],
  ['stays when another buyer’s session ends', buyer, 'portal_account', { company_id: 8 }, false],
])('a stream that is being opened %s', async (_what, caller, channel, payload, ends) => {
  const { response, notify, finish } = await openSlowly(caller)
  notify(channel, payload)
  expect(await finish()).toBeNull()
  expect(response.writableEnded).toBe(ends)
})

it('a stream that is sent older entries ends with its session, before it has caught up', async () => {
  const { response, notify, finish } = await openSlowly(buyer, { after: 0, logSeq: 9_000 })
  void finish()
  while (!response.headersSent) await new Promise((resolve) => setImmediate(resolve))
  notify('portal_account', { company_id: 7 })
  expect(response.writableEnded).toBe(true)
})

it.each([
  ['are sent to the company’s people', buyer, true],
  ['are sent to the staff', manager, true],
  ['are not sent to the company’s programs', { ...buyer, program: true }, false],
] as [string, Caller, boolean][])('messages of the private chat %s', async (_what, caller, isSent) => {
  const { response, notify, finish } = await openSlowly(caller)
  await finish()
  const written: string[] = []
  response.write = (bytes: Uint8Array) => written.push(Buffer.from(bytes).toString()) > 0
  notify('portal_chat', { id: 5, auction_id: 1, company_id: 7 })
  await new Promise((resolve) => setImmediate(resolve))
  expect(written.some((frame) => frame.startsWith('event: chat\n'))).toBe(isSent)
})
