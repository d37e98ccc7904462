import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createMetrics, measurePortal } from '@/lib/server/http/metrics'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { contextOf, draftOf } from '@/lib/server/notifications/write-email'
import { createLinkTokens } from '@/lib/server/platform/secrets'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  managerCall,
  openServer,
  placeBid,
  registerBuyers,
  type Server,
  startAuction,
  testVault,
} from '@/tests/support/auction-house'
import { CLOSE, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const REASON = 'An accident on the pipeline'
const HALTED_AT = START + 20 * MINUTE
let db: TestDatabase
let server: Server
let accounts: number[]
const clock = fixedClock(START - 30 * MINUTE)

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 3)
  server = await openServer(db, clock)
})
afterAll(() => db.close())

async function running(): Promise<number> {
  const auctionId = await startAuction({ server, pool: db.pool, clock, accounts })
  clock.set(HALTED_AT)
  return auctionId
}

const bid = (auctionId: number, index: number, price: number, at = clock.now()) =>
  placeBid(server, { auctionId, companyId: accounts[index]!, at }, { price, quantity: 10 })
const halt = (auctionId: number) =>
  server.endpoints.manager.haltAuction({ auction_id: auctionId, reason: REASON }, managerCall(clock.now()))
const resume = (auctionId: number, seconds = 60) =>
  server.endpoints.manager.resumeAuction({ auction_id: auctionId, notice_seconds: seconds }, managerCall(clock.now()))
async function headOf(auctionId: number) {
  const { rows } = await db.pool.query<{ effective_end: Date; hard_end: Date }>(
    'select * from portal.auction_heads where auction_id = $1',
    [auctionId],
  )
  return rows[0]!
}

/** The metric behind the alert on an end that is not recorded; null if it is absent. */
async function secondsToNextEnd(): Promise<number | null> {
  const metrics = createMetrics()
  measurePortal(metrics, { pools: { general: db.pool, bidding: db.pool }, clock } as never)
  const [, seconds] = /^portal_next_end_seconds (\S+)$/m.exec(await metrics.text()) ?? []
  return seconds === undefined ? null : Number(seconds)
}

describe('R13.1 a halt', () => {
  it('refuses bids, and moves both ends by its length', async () => {
    const auctionId = await running()
    const before = await headOf(auctionId)
    expect(await secondsToNextEnd()).toBe((END - HALTED_AT) / 1_000)
    expect(await halt(auctionId)).toMatchObject({ ok: true, answer: { data: { reason: REASON, resumes_at: null } } })
    expect(await bid(auctionId, 0, 14_010)).toMatchObject({ refusal: { code: 'auction_halted' } })
    expect(await halt(auctionId)).toMatchObject({ refusal: { code: 'auction_halted' } })

    clock.set(END + 5 * MINUTE)
    await server.scheduler.tick()
    expect(await secondsToNextEnd()).toBeNull()
    expect(await headOf(auctionId)).toMatchObject({ ended_at: null, halted_at: new Date(HALTED_AT) })
    expect(await bid(auctionId, 0, 14_010)).toMatchObject({ refusal: { code: 'auction_halted' } })

    const resumesAt = clock.now() + 2 * MINUTE
    expect(await resume(auctionId, 120)).toMatchObject({
      answer: { data: { resumes_at: new Date(resumesAt).toISOString() } },
    })
    expect(await resume(auctionId)).toMatchObject({ refusal: { code: 'auction_not_halted' } })
    const shift = resumesAt - HALTED_AT
    expect(await headOf(auctionId)).toMatchObject({
      halted_at: null,
      effective_end: new Date(before.effective_end.getTime() + shift),
      hard_end: new Date(before.hard_end.getTime() + shift),
    })
    expect(await bid(auctionId, 0, 14_010, resumesAt - 1)).toMatchObject({
      refusal: { code: 'auction_halted', extensions: { resumes_at: new Date(resumesAt).toISOString() } },
    })
    clock.set(resumesAt)
    expect(await bid(auctionId, 0, 14_010)).toMatchObject({ ok: true })
    clock.set(CLOSE + shift)
    await server.scheduler.tick()
    expect(await headOf(auctionId)).toMatchObject({ ended_at: new Date(CLOSE + shift) })
  })

  it('still decides a bid that was received before it', async () => {
    const auctionId = await running()
    await halt(auctionId)
    expect(await bid(auctionId, 1, 14_010, HALTED_AT - 1)).toMatchObject({ ok: true })
  })

  it('may be concurrent with bids, each of which is recorded or refused', async () => {
    const auctionId = await running()
    const bids = accounts.map((_, index) => bid(auctionId, index, 14_010, HALTED_AT - 1 + index))
    const [halted, ...outcomes] = await Promise.all([halt(auctionId), ...bids])
    expect(halted.ok).toBe(true)
    const codes = outcomes.map((outcome) => outcome.ok || outcome.refusal.code)
    expect(codes[0]).toBe(true)
    for (const code of codes.slice(1)) expect([true, 'auction_halted']).toContain(code)
    const recorded = outcomes.filter(({ ok }) => ok).length
    expect(await headOf(auctionId)).toMatchObject({ bid_seq: accounts.length + recorded })
  })

  it('is announced to every participant, and recorded with its author', async () => {
    const auctionId = await running()
    await halt(auctionId)
    await resume(auctionId)
    const { rows } = await db.pool.query(
      `select kind, count(*)::integer as emails from portal.outbox
       where (payload ->> 'auction_id')::integer = $1 and kind in ('auction_halted', 'auction_resumed') group by kind order by kind`,
      [auctionId],
    )
    expect(rows).toEqual(['auction_halted', 'auction_resumed'].map((kind) => ({ kind, emails: accounts.length })))
    const decisions = await db.pool.query(
      'select kind, reason, staff_id from portal.selection_decisions where auction_id = $1 order by id',
      [auctionId],
    )
    expect(decisions.rows).toEqual([
      { kind: 'halted', reason: REASON, staff_id: 1 },
      { kind: 'resumed', reason: null, staff_id: 1 },
    ])
  })

  it('is announced by no email that arrives too late to be true', async () => {
    const auctionId = await running()
    const streams = createStreamCache({ pool: db.pool, vault: testVault })
    const links = { linkTokens: createLinkTokens(Buffer.alloc(32, 7)), publicUrl: 'https://portal.test' }
    const sends = async (kind: 'auction_halted' | 'auction_resumed', payload: object) => {
      const context = contextOf({ db: db.pool, streams, ...links }, { payload: {} }, null, clock.now())
      return !('dropped' in (await draftOf(kind, { auction_id: auctionId, ...payload }, context)))
    }
    await halt(auctionId)
    expect(await sends('auction_halted', { reason: REASON })).toBe(true)
    await resume(auctionId)
    const resumed = { resumes_at: new Date(clock.now() + MINUTE).toISOString() }
    expect(await sends('auction_halted', { reason: REASON })).toBe(false)
    expect(await sends('auction_resumed', resumed)).toBe(true)
    clock.advance(2 * MINUTE)
    await halt(auctionId)
    expect(await sends('auction_halted', { reason: 'An earlier reason' })).toBe(false)
    expect(await sends('auction_resumed', resumed)).toBe(false)
    expect(await sends('auction_halted', { reason: REASON })).toBe(true)
    await server.endpoints.manager.cancelAuction({ auction_id: auctionId, reason: REASON }, managerCall(clock.now()))
    expect(await sends('auction_halted', { reason: REASON })).toBe(false)
  })

  it('is refused if its reason names an applicant', async () => {
    const auctionId = await running()
    const refusal = await server.endpoints.manager.haltAuction(
      { auction_id: auctionId, reason: 'ТОВ «Company 1» asked for it.' },
      managerCall(clock.now()),
    )
    expect(refusal).toMatchObject({ refusal: { code: 'reason_names_bidder' } })
  })

  it('is made with a surname that may be an ordinary word if the manager insists, but not with a code', async () => {
    const auctionId = await running()
    await db.pool.query(`update portal.people set surname = 'Мороз' where company_id = $1`, [accounts[0]])
    const halt = (reason: string, isConfirmed: boolean) =>
      server.endpoints.manager.haltAuction(
        { auction_id: auctionId, reason, names_confirmed: isConfirmed },
        managerCall(clock.now()),
      )
    expect(await halt('Мороз пошкодив лінію.', false)).toMatchObject({
      refusal: { code: 'reason_names_bidder', extensions: { found: ['name'] } },
    })
    const { rows } = await db.pool.query<{ edrpou: string }>('select edrpou from cms.companies where id = $1', [
      accounts[0],
    ])
    expect(await halt(`Мороз, ${rows[0]?.edrpou}`, true)).toMatchObject({ refusal: { code: 'reason_names_bidder' } })
    expect(await halt('Мороз пошкодив лінію.', true)).toMatchObject({ ok: true })
  })
})
