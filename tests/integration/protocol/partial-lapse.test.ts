import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LAPSE_DELAY_MS } from '@/lib/domain/lifecycle'
import { fixedClock } from '@/tests/support/fixed-clock'
import { logOf } from '@/tests/support/auction-record'
import { buyer, callBy, openServer, planAuction, registerBuyers, type Server } from '@/tests/support/auction-house'
import { END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let server: Server
let accounts: number[]
const clock = fixedClock(START - 30 * MINUTE)

beforeAll(async () => {
  db = await createTestDatabase()
  server = await openServer(db, clock)
  accounts = await registerBuyers(db.pool, 2)
})
afterAll(() => db.close())

/** Of 500 t the first bidder gets 300 and the second is offered the remaining 200 of its 300. */
async function offerPart(): Promise<{ auctionId: number; answerBy: number }> {
  const auctionId = await planAuction({
    server,
    pool: db.pool,
    clock,
    accounts,
    lot: { volume: 500_000 },
    quantity: 300,
  })
  for (const at of [START, END + MINUTE]) {
    clock.set(at)
    await server.scheduler.tick()
  }
  const { rows } = await db.pool.query<{ answer_by: string }>(
    `select payload ->> 'answer_by' as answer_by from portal.outbox where kind = 'partial_offer' and (payload ->> 'auction_id')::int = $1`,
    [auctionId],
  )
  return { auctionId, answerBy: Date.parse(rows[0]?.answer_by ?? '') }
}

const accept = (auction_id: number, receivedAt: number) =>
  server.endpoints.auctions.answerPartial(
    { auction_id, accept: true, quantity: '200.000' },
    callBy(buyer(accounts[1]!), receivedAt),
  )

const lastOf = async (auctionId: number) => (await logOf(db.pool, auctionId)).at(-1)?.kind

describe('the deadline of a partial offer (R7.3)', () => {
  it('accepts an answer that was received in time and is recorded later', async () => {
    const { auctionId, answerBy } = await offerPart()
    clock.set(answerBy + LAPSE_DELAY_MS - 1)
    await server.scheduler.tick()
    expect(await accept(auctionId, answerBy - 1)).toMatchObject({ ok: true })
    clock.set(answerBy + LAPSE_DELAY_MS)
    await server.scheduler.tick()
    expect(await lastOf(auctionId)).toBe('partial_accepted')
  })

  it('refuses an answer that was received at it, and the lapse is recorded', async () => {
    const { auctionId, answerBy } = await offerPart()
    clock.set(answerBy + 1)
    expect(await accept(auctionId, answerBy)).toMatchObject({
      ok: false,
      refusal: { code: 'partial_deadline_passed' },
    })
    clock.set(answerBy + LAPSE_DELAY_MS)
    await server.scheduler.tick()
    expect(await lastOf(auctionId)).toBe('partial_refused')
    const { rows } = await db.pool.query<{ payload: object }>(
      `select payload from portal.outbox where kind = 'partial_refused' and (payload ->> 'auction_id')::int = $1`,
      [auctionId],
    )
    expect(rows).toMatchObject([{ payload: { quantity: '200.000', by: 'system' } }])
    expect(await accept(auctionId, answerBy - 1)).toMatchObject({ ok: false, refusal: { code: 'partial_not_pending' } })
  })
})
