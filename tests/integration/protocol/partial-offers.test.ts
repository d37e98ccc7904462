import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Problem } from '@/lib/contract/errors'
import type { OwnPosition } from '@/lib/contract/stream'
import { LAPSE_DELAY_MS } from '@/lib/domain/lifecycle'
import { type Directory, winnersBoardOf } from '@/lib/server/auctions/queries/manager'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { readRecipient } from '@/lib/server/notifications/details'
import { readUndelivered } from '@/lib/server/notifications/undelivered'
import { contextOf, draftOf } from '@/lib/server/notifications/write-email'
import { createLinkTokens } from '@/lib/server/platform/secrets'
import {
  buyer,
  callBy,
  openServer,
  placeBid,
  planAuction,
  registerBuyers,
  type Server,
  startAuction,
  testVault,
} from '@/tests/support/auction-house'
import { logOf } from '@/tests/support/auction-record'
import { END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { fixedClock } from '@/tests/support/fixed-clock'
import { bearer, post, startTestPortal, type TestPortal } from '@/tests/support/test-portal'

const PAPER = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

describe('the deadline of a partial offer (R7.3)', () => {
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

  const board = async (auctionId: number) => {
    const directory = {
      companies: async () => new Map(),
      documents: async () => new Map(),
      undelivered: (about: Parameters<Directory['undelivered']>[0]) =>
        readUndelivered(db.pool, { ...about, now: clock.now() }),
    }
    const snapshot = await server.streams.snapshotOf(auctionId)
    return winnersBoardOf(db.pool, directory, snapshot!, clock.now())
  }

  it('stands on the board beside an email that has not arrived, with the company’s telephone', async () => {
    const { auctionId } = await offerPart()
    const emailOf = async () => (await board(auctionId))?.list.map(({ undelivered }) => undelivered)
    const email = `portal.outbox where kind = 'partial_offer' and (payload ->> 'auction_id')::int = ${auctionId}`
    const { rows } = await db.pool.query<{ email: string; phone: string }>(
      `select person.email, person.phone from portal.people person where company_id = $1`,
      [accounts[1]],
    )
    await db.pool.query(`update ${email.replace(' where', ' set sent_at = now() where')}`)
    expect(await emailOf()).toEqual([null, null])
    await db.pool.query(
      `update ${email.replace(' where', " set sent_at = null, attempts = 1, last_error = '452 4.2.2 full', next_attempt_at = now() + interval '1 hour' where")}`,
    )
    expect(await emailOf()).toEqual([null, { ...expectedOf(rows[0]!), final: false }])
    await db.pool.query(`update ${email.replace(' where', ' set failed_at = now() where')}`)
    expect(await emailOf()).toEqual([null, { ...expectedOf(rows[0]!), final: true }])
  })

  const expectedOf = ({ email, phone }: { email: string; phone: string }) => ({
    since: expect.any(String),
    emails: [email],
    reached: 0,
    phone,
  })

  const lastOf = async (auctionId: number) => (await logOf(db.pool, auctionId)).at(-1)?.kind

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

describe('partial offers in the portal (R7.3)', () => {
  /** The portal uses the real time: bidding ended an hour ago, and the offer is open for a working day. */
  const START = Math.floor(Date.now() / MINUTE) * MINUTE - 120 * MINUTE
  const END = START + 60 * MINUTE
  let db: TestDatabase
  let test: TestPortal
  let auctionId: number
  /** A second auction with the same course. */
  let otherAuctionId: number
  let accounts: number[]
  let manager: string
  let winner: string

  beforeAll(async () => {
    db = await createTestDatabase()
    accounts = await registerBuyers(db.pool, 3)
    // Before the portal leads, because it would decide these bids at the real time.
    auctionId = await bringToSelection()
    otherAuctionId = await bringToSelection()
    test = await startTestPortal({ RATE_LIMITS: 'off' }, db)
    manager = await test.staff('manager')
    winner = await test.signIn(accounts[0]!)
  })
  afterAll(() => test.close())

  /** Of 500 t №3 gets 100, №2 gets 300 and №1 is offered the remaining 100 of its 300, or 200 without №3. */
  async function bringToSelection(): Promise<number> {
    const clock = fixedClock(START - 30 * MINUTE)
    const server = await openServer(db, clock)
    const times = { applicationDeadline: START, startsAt: START, endsAt: END, hardEndAt: END + 30 * MINUTE }
    const id = await startAuction({ server, pool: db.pool, clock, accounts, lot: times, quantity: 100 })
    for (const [index, quantity] of [300, 300, 100].entries()) {
      const bid = { auctionId: id, companyId: accounts[index]!, at: clock.now() }
      expect(await placeBid(server, bid, { price: 14_010 + 10 * index, quantity })).toMatchObject({ ok: true })
    }
    clock.set(END + MINUTE)
    await server.scheduler.tick()
    await server.close()
    return id
  }

  async function call<T>(path: string, token: string, body: object): Promise<{ status: number; body: T }> {
    const response = await post((address, init) => fetch(`${test.origin}${address}`, init), path, body, bearer(token))
    return { status: response.status, body: (await response.json()) as T }
  }

  const answer = (accept: boolean, quantity?: string) =>
    call<Problem>('/api/auctions/partial', winner, { auction_id: auctionId, accept, quantity })

  async function own(): Promise<OwnPosition> {
    return (await call<{ data: OwnPosition }>('/api/auctions/own', winner, { auction_id: auctionId })).body.data
  }

  async function disqualify(participant: number): Promise<number> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ auction_id: auctionId, participant, reason: 'Ліцензію анульовано' }))
      form.append(name, String(value))
    form.append('file', new File([PAPER], 'Акт.pdf'))
    const path = `${test.origin}/api/manager/winners/disqualify`
    return (await fetch(path, { method: 'POST', body: form, headers: bearer(manager) })).status
  }

  /** Everything recorded about the auction: its log, decisions and emails. */
  async function record(): Promise<object[]> {
    const { rows } = await db.pool.query<object>(
      `select 'log' as what, kind, body from portal.auction_log where auction_id = $1
       union all select 'decision', kind, '' from portal.selection_decisions where auction_id = $1
       union all select 'email', kind, payload::text from portal.outbox where (payload ->> 'auction_id')::int = $1
       order by 1, 2, 3`,
      [auctionId],
    )
    return rows
  }

  /** For each offer, whether its email would still be sent; `after`: milliseconds from now. */
  async function emailsSent(after = 0): Promise<boolean[]> {
    const { pool } = db
    const { rows } = await pool.query<{ payload: object }>(
      `select payload from portal.outbox where kind = 'partial_offer' and (payload ->> 'auction_id')::int = $1 order by id`,
      [auctionId],
    )
    const streams = createStreamCache({ pool, vault: testVault })
    const deps = { db: pool, streams, linkTokens: createLinkTokens(Buffer.alloc(32, 7)), publicUrl: test.origin }
    const account = await readRecipient(pool, { companyId: accounts[0]!, personId: null, email: null })
    return Promise.all(
      rows.map(async (row) => {
        const context = contextOf(deps, row, account, Date.now() + after)
        return !('dropped' in (await draftOf('partial_offer', row.payload, context)))
      }),
    )
  }

  describe('the answer to an offer', () => {
    it('counts only for the offered volume', async () => {
      expect(await own()).toMatchObject({ provisional_quantity: '100.000', partial_until: expect.any(String) })
      expect(await emailsSent()).toEqual([true])
      expect(await disqualify(3)).toBe(200)
      // A delayed email about the former offer is not sent, neither now nor after the deadline.
      expect(await emailsSent()).toEqual([false, true])
      expect(await emailsSent(7 * 24 * 60 * MINUTE)).toEqual([false, true])
      const before = await record()

      // Answers from a page that still shows the former offer.
      for (const accept of [true, false]) {
        expect(await answer(accept, '100.000')).toMatchObject({
          status: 409,
          body: { code: 'partial_offer_changed', quantity: '200.000' },
        })
      }
      expect(await answer(true)).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
      expect(await record()).toEqual(before)
      expect(await own()).toMatchObject({ provisional_quantity: '200.000', partial_until: expect.any(String) })

      expect(await answer(true, '200.000')).toMatchObject({
        status: 200,
        body: { data: { provisional_quantity: '200.000', partial_until: null } },
      })
      const { rows } = await db.pool.query<{ body: string }>(
        `select body from portal.auction_log where auction_id = $1 and kind in ('partial_accepted', 'partial_refused')`,
        [auctionId],
      )
      expect(rows.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
        { participant: 1, quantity: '200.000' },
      ])

      expect(await emailsSent()).toEqual([false, false])
      const answered = await record()
      expect(await answer(true, '200.000')).toMatchObject({ status: 409, body: { code: 'partial_not_pending' } })
      expect(await record()).toEqual(answered)
    })

    it('is requested with the price, which the email shows', async () => {
      const { rows } = await db.pool.query<{ payload: object }>(
        `select payload from portal.outbox where kind = 'partial_offer' and (payload ->> 'auction_id')::int = $1 order by id`,
        [auctionId],
      )
      expect(rows.map(({ payload }) => payload)).toMatchObject([
        { quantity: '100.000', price: '14010.00' },
        { quantity: '200.000', price: '14010.00' },
      ])
    })
  })

  describe('a larger part than the accepted one', () => {
    beforeAll(() => {
      auctionId = otherAuctionId
    })

    it('is offered with the accepted part, on the page and by email', async () => {
      expect(await own()).not.toHaveProperty('kept_part')
      expect(await answer(true, '100.000')).toMatchObject({ status: 200 })
      expect(await own()).not.toHaveProperty('kept_part')
      expect(await disqualify(3)).toBe(200)
      expect(await own()).toMatchObject({ provisional_quantity: '200.000', kept_part: '100.000' })
      const { rows } = await db.pool.query<{ payload: object }>(
        `select payload from portal.outbox where kind = 'partial_offer' and (payload ->> 'auction_id')::int = $1 order by id`,
        [auctionId],
      )
      expect(rows.map(({ payload }) => payload)).toEqual([
        expect.not.objectContaining({ kept: expect.anything() }),
        expect.objectContaining({ quantity: '200.000', kept: '100.000' }),
      ])
      expect((await answer(true, '200.000')).status).toBe(200)
      expect(await own()).not.toHaveProperty('kept_part')
    })
  })
})
