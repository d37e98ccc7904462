import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createListener, type Listener } from '@/lib/server/platform/db/listener'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import { createLimitCounts } from '@/lib/server/http/rate-limits'
import type { Caller } from '@/lib/server/http/handler'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let listeners: Listener[]
let servers: Awaited<ReturnType<typeof openServer>>[]
let bidsOfThird = 0

beforeAll(async () => {
  db = await createTestDatabase()
  listeners = [await createListener({ url: db.url }), await createListener({ url: db.url })]
  servers = [await openServer('a', listeners[0]!), await openServer('b', listeners[1]!)]
})
afterAll(async () => {
  for (const server of servers) server.counts.stop()
  for (const listener of listeners) await listener.stop()
  await db.close()
})

/** Composes a server's limits as the portal does; `received` resolves with the next count received for a key. */
async function openServer(serverId: string, listener: Listener) {
  const waiting = new Map<string, (count: number) => void>()
  const counts = createLimitCounts({ pool: db.pool, listener, serverId, log: { warn: () => undefined } })
  const rateLimits = createRateLimits(true, counts.count)
  await counts.start((limit, key, count) => {
    if (key === 'account:3') bidsOfThird += count
    rateLimits.countRemote(limit, key, count)
    waiting.get(key)?.(count)
  })
  const allow = async (path: string, caller: Caller, address: string): Promise<string> => {
    const refused = await rateLimits.allow(path, { requests: 40, seconds: 60 }, caller, address)
    return refused === null ? 'admitted' : refused.refusal.code
  }
  return {
    counts,
    received: (who: number | string) =>
      new Promise<number>((resolve) => void waiting.set(typeof who === 'number' ? `account:${who}` : who, resolve)),
    bid: (accountId: number) =>
      allow(
        '/api/bids/place',
        { kind: 'account', accountId, personId: 1, role: 'owner', sessionId: 'test', status: 'active' },
        '192.0.2.1',
      ),
    read: (address: string) => allow('/api/auctions/list', { kind: 'visitor' }, address),
  }
}

describe('R4.11 over several servers', () => {
  it('counts bids admitted by other servers', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const count = b.received(1)
    for (let bid = 0; bid < 7; bid += 1) expect(await a.bid(1)).toBe('admitted')
    await a.counts.flush()
    expect(await count).toBe(7)
    for (let bid = 0; bid < 3; bid += 1) expect(await b.bid(1)).toBe('admitted')
    expect(await b.bid(1)).toBe('too_many_requests')
    expect(await b.bid(2)).toBe('admitted')
  })

  it('does not count its own bids twice, nor refused ones', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const count = b.received(3)
    for (let bid = 0; bid < 10; bid += 1) expect(await a.bid(3)).toBe('admitted')
    expect(await a.bid(3)).toBe('too_many_requests')
    await a.counts.flush()
    expect(await count).toBe(10)
    expect(bidsOfThird).toBe(10)
  })

  it('notifies the others periodically', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const count = a.received(4)
    await b.bid(4)
    expect(await count).toBe(1)
  })
})

describe('the other limits over several servers', () => {
  it('count requests admitted by other servers, per network for IPv6', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const count = b.received('2001:db8:0:1::/64')
    for (let time = 0; time < 30; time += 1) expect(await a.read(`2001:db8:0:1::${time}`)).toBe('admitted')
    await a.counts.flush()
    expect(await count).toBe(30)
    for (let time = 0; time < 10; time += 1) expect(await b.read('2001:db8:0:1::ffff')).toBe('admitted')
    expect(await b.read('2001:db8:0:1::1')).toBe('too_many_requests')
    expect(await b.read('2001:db8:0:2::1')).toBe('admitted')
  })

  it('do not notify the others of small counts', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const count = b.received('192.0.2.9')
    await a.read('192.0.2.8')
    for (let time = 0; time < 2; time += 1) await a.read('192.0.2.9')
    await a.counts.flush()
    expect(await count).toBe(2)
    for (let time = 0; time < 40; time += 1) expect(await b.read('192.0.2.8')).toBe('admitted')
  })
})
