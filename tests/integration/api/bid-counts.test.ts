import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createListener, type Listener } from '@/lib/server/db/listener'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import { createBidCounts } from '@/lib/server/http/bid-counts'
import type { Caller } from '@/lib/server/kernel/handler'
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
  await db.drop()
})

/** What a server has for R4.11, as the portal puts it together; `heard` is fulfilled with what it is next told of an account. */
async function openServer(serverId: string, listener: Listener) {
  const waiting = new Map<number, (count: number) => void>()
  const rateLimits = createRateLimits(true, (accountId) => counts.count(accountId))
  const counts = createBidCounts({
    pool: db.pool,
    listener,
    serverId,
    log: { warn: () => undefined },
    heard(accountId, count) {
      if (accountId === 3) bidsOfThird += count
      rateLimits.letInElsewhere(accountId, count)
      waiting.get(accountId)?.(count)
    },
  })
  await counts.start()
  return {
    counts,
    heard: (accountId: number) => new Promise<number>((resolve) => void waiting.set(accountId, resolve)),
    async bid(accountId: number): Promise<string> {
      const caller: Caller = { kind: 'account', accountId, sessionId: 'test', status: 'active' }
      const refused = await rateLimits.allow('/api/bids/place', undefined, caller, '192.0.2.1')
      return refused === null ? 'let in' : refused.refusal.code
    },
  }
}

describe('R4.11 over several servers', () => {
  it('counts what the others let in', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const heard = b.heard(1)
    for (let bid = 0; bid < 7; bid += 1) expect(await a.bid(1)).toBe('let in')
    await a.counts.tell()
    expect(await heard).toBe(7)
    for (let bid = 0; bid < 3; bid += 1) expect(await b.bid(1)).toBe('let in')
    expect(await b.bid(1)).toBe('too_many_requests')
    expect(await b.bid(2)).toBe('let in')
  })

  it('does not count its own twice, nor what it refused', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const heard = b.heard(3)
    for (let bid = 0; bid < 10; bid += 1) expect(await a.bid(3)).toBe('let in')
    expect(await a.bid(3)).toBe('too_many_requests')
    await a.counts.tell()
    expect(await heard).toBe(10)
    expect(bidsOfThird).toBe(10)
  })

  it('tells by itself', async () => {
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const heard = a.heard(4)
    await b.bid(4)
    expect(await heard).toBe(1)
  })
})
