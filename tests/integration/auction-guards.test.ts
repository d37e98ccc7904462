import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bidsEndpoints } from '@/lib/contract/auctions'
import { changeAuction } from '@/lib/server/auctions/change-auction'
import { answer, refuse } from '@/lib/server/http/handler'
import { createSessions, openSession } from '@/lib/server/identity/sessions'
import { fixedClock } from '@/tests/support/fixed-clock'
import { apply, openServer, publishLot, registerBuyers, type Server, startAuction } from '@/tests/support/auction-house'
import { logOf } from '@/tests/support/auction-record'
import { aLot, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let server: Server
let accounts: number[]
const clock = fixedClock(START - 30 * MINUTE)
const offer = { price: 14_000, quantity: 10 }

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 2)
  const sessions = createSessions({ pool: db.pool, clock, requiresSecondFactor: () => true })
  server = await openServer(db, clock, { sessions })
})

afterAll(() => db.close())

describe('a change of an auction', () => {
  it('leaves no entry if it is refused, not even in memory', async () => {
    const auctionId = await publishLot(db.pool, aLot())
    const accountId = accounts[0]!
    await apply(server, { auctionId, accountId, at: clock.now() }, offer)
    const before = await logOf(db.pool, auctionId)
    const outcome = await changeAuction({ pool: db.pool, streams: server.streams }, auctionId, async (auction) => {
      await auction.append([{ kind: 'application_withdrawn', bidderId: accountId, at: clock.now() }])
      expect(auction.stream().logSeq).toBe(before.length + 1)
      return refuse('auction_not_started')
    })
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'auction_not_started' } })
    expect(await logOf(db.pool, auctionId)).toEqual(before)
    expect(server.streams.remembered(auctionId)?.logSeq).toBe(before.length)
  })

  it('is refused for an unpublished auction', async () => {
    const outcome = await changeAuction({ pool: db.pool, streams: server.streams }, 999_999, async () => answer(null))
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'not_found' } })
  })
})

describe('R2.7 the session of a deactivated account', () => {
  it('cannot bid, even if it was not ended', async () => {
    const auctionId = await startAuction({ server, pool: db.pool, clock, accounts })
    const [id, rival] = accounts as [number, number]
    const from = { address: 'test', userAgent: 'test' }
    const sessions = await Promise.all(
      [id, rival].map((account) => openSession(db.pool, { realm: 'buyer', id: account }, from, clock.now())),
    )
    await db.pool.query(
      `insert into portal.account_decisions (account_id, kind, reason) values ($1, 'deactivated', 'test')`,
      [id],
    )
    const bid = async (token: string) => {
      const response = await server.api.request(bidsEndpoints.place.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': crypto.randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ auction_id: auctionId, price: '14010.00', quantity: '10.000', final: false }),
      })
      return { status: response.status, body: (await response.json()) as object }
    }
    const before = await logOf(db.pool, auctionId)
    expect(await bid(sessions[0]!.token)).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
    expect(await logOf(db.pool, auctionId)).toEqual(before)
    expect(await bid(sessions[1]!.token)).toMatchObject({ status: 200 })
  })
})
