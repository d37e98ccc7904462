import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CLOSE_DELAY_MS } from '@/lib/domain/lifecycle'
import type { Lot } from '@/lib/domain/lot'
import type { QueueLog } from '@/lib/server/auctions/bid/bid-queue'
import { createScheduler } from '@/lib/server/auctions/scheduler'
import type { Sessions } from '@/lib/server/identity/sessions'
import { fixedClock } from '@/tests/support/fixed-clock'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import {
  apply,
  managerCall,
  openServer,
  placeBid,
  planAuction,
  publishLot,
  registerBuyers,
  type Server,
} from '@/tests/support/auction-house'
import { bidsOf, logOf, stateOf } from '@/tests/support/auction-record'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let accounts: number[]
const clock = fixedClock(START)

beforeEach(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 4)
  clock.set(START - 30 * MINUTE)
})

afterEach(() => db.close())

const server = (changes: Parameters<typeof openServer>[2] = {}) => openServer(db, clock, changes)

async function plannedAuction(at: Server, changes: Partial<Lot> = {}, participants = 2): Promise<number> {
  const bidders = accounts.slice(0, participants)
  return planAuction({ server: at, pool: db.pool, clock, accounts: bidders, lot: changes, quantity: 300 })
}

async function runningAuction(at: Server, changes: Partial<Lot> = {}): Promise<number> {
  const auctionId = await plannedAuction(at, changes)
  clock.set(START)
  await at.scheduler.tick()
  return auctionId
}

type BuyerSession = NonNullable<Awaited<ReturnType<Sessions['findBuyer']>>>

/** The session of the account that is its own token. */
function sessionOf(token: string): BuyerSession {
  const id = Number(token)
  return { id: token, companyId: id, personId: id, role: 'owner', status: 'active', expiresAt: Infinity }
}

async function kindsOf(auctionId: number): Promise<string[]> {
  return (await logOf(db.pool, auctionId)).map((entry) => entry.kind)
}

describe('R3.1 the start', () => {
  it('turns the confirmed preliminary bids into the first bids, once even with two schedulers', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await plannedAuction(one)
    clock.set(START)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick(), one.scheduler.tick(), two.scheduler.tick()])
    await one.scheduler.tick()
    expect((await kindsOf(auctionId)).slice(-3)).toEqual(['started', 'bid', 'bid'])
    expect(await bidsOf(db.pool, auctionId)).toMatchObject([
      { seq: 1, company_id: accounts[0], participant: 1, preliminary: true },
      { seq: 2, company_id: accounts[1], participant: 2, preliminary: true },
    ])
  })

  it('rejects unconfirmed applications (R2.5), and is unsuccessful below the minimum of participants (R2.6)', async () => {
    const one = await server()
    const auctionId = await publishLot(db.pool, aLot({ minimumParticipants: 2 }))
    const empty = await publishLot(db.pool, aLot())
    await apply(one, { auctionId, companyId: accounts[0]!, at: clock.now() }, { price: 14_000, quantity: 10 })
    clock.set(START)
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).toEqual([
      'announced',
      'application_received',
      'application_rejected',
      'unsuccessful',
    ])
    expect(await kindsOf(empty)).toEqual(['announced', 'unsuccessful'])
    const { rows } = await db.pool.query(
      `select kind, company_id from portal.outbox where (payload ->> 'auction_id')::int = $1 and company_id is not null order by kind`,
      [auctionId],
    )
    expect(rows).toEqual([
      { kind: 'application_rejected', company_id: accounts[0] },
      { kind: 'auction_unsuccessful', company_id: accounts[0] },
    ])
  })

  it('delays the decision on a bid received at the first instant until it is recorded', async () => {
    const one = await server()
    const auctionId = await plannedAuction(one)
    clock.set(START)
    const early = placeBid(one, { auctionId, companyId: accounts[0]!, at: START }, { price: 14_010, quantity: 300 })
    await one.scheduler.tick()
    expect(await early).toMatchObject({ ok: true, answer: { data: { bid: { seq: 3 } } } })
  })
})

describe('R6.2 the end', () => {
  it('is recorded once even with two schedulers, and refuses bids received at or after it', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    clock.set(END - 10 * MINUTE)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    clock.set(END)
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).not.toContain('ended')
    const late = placeBid(two, { auctionId, companyId: accounts[0]!, at: END }, { price: 14_010, quantity: 300 })
    clock.set(END + CLOSE_DELAY_MS)
    await Promise.all([one.scheduler.tick(), two.scheduler.tick(), one.scheduler.tick()])
    await Promise.all([one.scheduler.tick(), two.scheduler.tick()])
    expect(await late).toMatchObject({ ok: false, refusal: { code: 'auction_ended' } })
    expect((await kindsOf(auctionId)).filter((kind) => kind === 'ended')).toHaveLength(1)
  })

  it('is logged once for all servers, like the start and each extension', async () => {
    const lines: [string, object][] = []
    const log: QueueLog = {
      info: (details: object, message: string) =>
        void (message.startsWith('auction') && lines.push([message, details])),
      warn: () => undefined,
    }
    const [one, two] = [await server({ log }), await server({ log })]
    const auctionId = await runningAuction(one)
    await two.scheduler.tick()
    clock.set(END - MINUTE)
    for (const each of [one, two]) await each.scheduler.tick()
    const placed = placeBid(
      one,
      { auctionId, companyId: accounts[1]!, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    expect(await placed).toMatchObject({ ok: true })
    clock.set(END + 2 * MINUTE + CLOSE_DELAY_MS)
    for (let turn = 0; turn < 4; turn += 1) for (const each of [one, two]) await each.scheduler.tick()
    expect(lines).toEqual([
      ['auction started', { auction_id: auctionId, at: new Date(START) }],
      ['auction extended', { auction_id: auctionId, effective_end: new Date(END + 2 * MINUTE) }],
      ['auction ended', { auction_id: auctionId, at: new Date(END + 2 * MINUTE + CLOSE_DELAY_MS) }],
    ])
  })

  it('is recorded five seconds later, so that a bid that was received in time still counts and extends', async () => {
    const one = await server()
    const auctionId = await runningAuction(one)
    clock.set(END - 1_000)
    await one.scheduler.tick()
    const ticket = one.bidQueue.receive(END - 1)
    clock.set(END + CLOSE_DELAY_MS - 1)
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).not.toContain('ended')

    const bid = { auctionId, companyId: accounts[1]!, at: END - 1, ticket }
    const placed = await placeBid(one, bid, { price: 14_010, quantity: 300 })
    expect(placed).toMatchObject({ ok: true, answer: { data: { rank: 1 } } })
    // The bid took volume from the other bidder, so it extended the auction (R5.1).
    const { effectiveEnd } = await stateOf(db.pool, auctionId)
    expect(effectiveEnd).toBe(END - 1 + 3 * MINUTE)
    clock.set(effectiveEnd + CLOSE_DELAY_MS)
    await one.scheduler.tick()
    expect(await kindsOf(auctionId)).toContain('ended')
  })

  it('answers 503 to a bid that was received in time and comes after it, and auction_ended when it is sent again', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one, { hardEndAt: END })
    clock.set(END - 1)
    const ticket = one.bidQueue.receive(END - 1)
    clock.set(END + CLOSE_DELAY_MS)
    await two.scheduler.tick()
    expect((await kindsOf(auctionId)).at(-1)).toBe('ended')
    const bid = { auctionId, companyId: accounts[1]!, at: END - 1, key: 'received-in-time' }
    const offer = { price: 14_010, quantity: 300 }
    expect(await placeBid(one, { ...bid, ticket }, offer)).toEqual({
      ok: false,
      refusal: { code: 'service_unavailable', retryAfter: 1 },
    })
    expect(await placeBid(one, { ...bid, at: clock.now() }, offer)).toMatchObject({
      ok: false,
      refusal: { code: 'auction_ended' },
    })
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(2)
  })

  it('does not prevent a bid whose session takes until after the end to read', async () => {
    let admit = (): void => undefined
    let asked = (): void => undefined
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const placed = new Promise<void>((resolve) => {
      admit = resolve
    })
    const one = await server({
      sessions: {
        findBuyer(token) {
          asked()
          return placed.then(() => sessionOf(token))
        },
      },
    })
    const auctionId = await runningAuction(one, { hardEndAt: END })
    clock.set(END - 250)
    const answered = one.api.request('/api/bids/place', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accounts[1]}`,
        'idempotency-key': 'slow-session',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ auction_id: auctionId, price: '14010.00', quantity: '300.000' }),
    })
    await isAsked
    clock.set(END + 800)
    admit()
    expect((await answered).status).toBe(200)
    clock.set(END + CLOSE_DELAY_MS)
    await one.scheduler.tick()
    expect((await kindsOf(auctionId)).slice(-2)).toEqual(['bid', 'ended'])
  })

  it('is not what a stranger’s request can delay, nor the bids of others', async () => {
    const one = await server({
      // A bid behind the stranger’s would never be decided.
      limits: { admissionMs: 600_000 },
      sessions: {
        findBuyer: (token) =>
          token === 'a-stranger' ? new Promise(() => undefined) : Promise.resolve(sessionOf(token)),
      },
    })
    const auctionId = await runningAuction(one)
    clock.set(END - 250)
    const send = (token: string, price: string) =>
      one.api.request('/api/bids/place', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': `a-bid-of-${price.slice(0, 5)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ auction_id: auctionId, price, quantity: '300.000' }),
      })
    void send('a-stranger', '14010.00')
    for (const price of ['14020.00', '14030.00']) {
      const response = await send(String(accounts[1]), price)
      expect([price, response.status, await response.json()]).toEqual([price, 200, expect.anything()])
    }
  })

  it('does not wait for a bid that is not admitted in time, which gets 503', async () => {
    let answers = true
    const one = await server({
      limits: { admissionMs: 1 },
      sessions: { findBuyer: (token) => (answers ? Promise.resolve(sessionOf(token)) : new Promise(() => undefined)) },
    })
    const auctionId = await runningAuction(one, { hardEndAt: END })
    clock.set(END - 250)
    const send = (price: string) =>
      one.api.request('/api/bids/place', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accounts[1]}`,
          'idempotency-key': `a-bid-of-${price.slice(0, 5)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ auction_id: auctionId, price, quantity: '300.000' }),
      })
    // From now on this server knows the sender.
    expect((await send('13000.00')).status).toBe(422)
    answers = false
    const response = await send('14010.00')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    clock.set(END + CLOSE_DELAY_MS)
    await one.scheduler.tick()
    expect((await kindsOf(auctionId)).at(-1)).toBe('ended')
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(2)
  })

  it('is not recorded if it was extended after the received bids were checked', async () => {
    const one = await server()
    const auctionId = await runningAuction(one)
    const before = await one.streams.current(db.pool, auctionId)
    clock.set(END - MINUTE)
    const first = await placeBid(
      one,
      { auctionId, companyId: accounts[1]!, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    expect(first).toMatchObject({ ok: true })
    // Received after the original end and before the extended one.
    const ticket = one.bidQueue.receive(END + 1)
    clock.set(END + CLOSE_DELAY_MS)
    const scheduler = createScheduler({
      pool: db.pool,
      // Only the transaction that records the end sees that it was extended.
      streams: {
        ...one.streams,
        current: async (from, id) => (from === db.pool ? before : one.streams.current(from, id)),
      },
      clock,
      canRecord: () => true,
      wake: one.bidQueue.wake,
      log: { warn: () => undefined },
    })
    await scheduler.tick()
    await scheduler.stop()
    expect(await kindsOf(auctionId)).not.toContain('ended')
    const placed = await placeBid(
      one,
      { auctionId, companyId: accounts[0]!, at: END + 1, ticket },
      { price: 14_020, quantity: 300 },
    )
    expect(placed).toMatchObject({ ok: true })
  })
})

/** A machine whose timer, which measures the time without a beat, is advanced by hand. */
function createManualMachine() {
  let elapsed = 0
  return {
    machine: { boot: 'paused', elapsed: () => elapsed, wallClock: () => 0 },
    pass(milliseconds: number) {
      elapsed += milliseconds
      clock.advance(milliseconds)
    },
  }
}

describe('R3.2 an outage', () => {
  async function createManualServer() {
    const { machine, pass } = createManualMachine()
    const one = await server({ machine })
    const beat = async (milliseconds: number) => {
      pass(milliseconds)
      await one.heartbeat.check()
    }
    return { one, beat }
  }

  it('moves the ends of running auctions once, by its length', async () => {
    const { one, beat } = await createManualServer()
    const auctionId = await runningAuction(one)
    await beat(1_000)
    await beat(10 * MINUTE)
    await beat(1_000)
    expect((await kindsOf(auctionId)).filter((kind) => kind === 'outage')).toHaveLength(1)
    const state = await stateOf(db.pool, auctionId)
    expect([state.effectiveEnd, state.hardEnd]).toEqual([END + 10 * MINUTE, END + 70 * MINUTE])
    const { rows } = await db.pool.query(
      'select effective_end, hard_end from portal.auction_heads where auction_id = $1',
      [auctionId],
    )
    expect(rows).toEqual([{ effective_end: new Date(state.effectiveEnd), hard_end: new Date(state.hardEnd) }])
    const { rows: outages } = await db.pool.query('select auctions from portal.outages')
    expect(outages).toEqual([{ auctions: [auctionId] }])
  })

  it('is not recorded if no beat was missing for 15 s, or a clock jumped', async () => {
    const { one, beat } = await createManualServer()
    const auctionId = await runningAuction(one)
    await beat(14_999)
    clock.advance(MINUTE)
    await beat(1_000)
    expect(await kindsOf(auctionId)).not.toContain('outage')
  })

  it('is not recorded if a bid of any auction was recorded in it: the portal was slow, but worked', async () => {
    const { one, beat } = await createManualServer()
    const [auctionId, other] = [await plannedAuction(one), await plannedAuction(one)]
    clock.set(START)
    await one.scheduler.tick()
    await beat(1_000)
    clock.advance(9_000)
    const bid = { auctionId: other, companyId: accounts[1]!, at: clock.now() }
    expect(await placeBid(one, bid, { price: 14_010, quantity: 300 })).toMatchObject({ ok: true })
    clock.advance(-9_000)
    await beat(20_000)
    expect(await kindsOf(auctionId)).not.toContain('outage')
    // Silence after that bid counts from the bid on.
    await beat(20_000)
    expect((await stateOf(db.pool, auctionId)).outages).toEqual([{ from: clock.now() - 20_000, to: clock.now() }])
  })

  it('leaves an auction that would have ended in it open for the extension window', async () => {
    const { one, beat } = await createManualServer()
    const auctionId = await runningAuction(one)
    clock.set(END - MINUTE)
    await beat(0)
    await beat(31 * MINUTE)
    const state = await stateOf(db.pool, auctionId)
    expect([state.endedAt, state.effectiveEnd]).toEqual([null, END + 33 * MINUTE])
  })

  it('is recorded before later bids are decided, so that they are accepted', async () => {
    const { one, beat } = await createManualServer()
    const auctionId = await runningAuction(one)
    clock.set(END - 1_000)
    await beat(0)
    await beat(19_000)
    const again = placeBid(
      one,
      { auctionId, companyId: accounts[0]!, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    expect(await again).toMatchObject({ ok: true })
    expect((await kindsOf(auctionId)).filter((kind) => kind === 'outage')).toHaveLength(1)
    expect((await stateOf(db.pool, auctionId)).effectiveEnd).toBe(END + 18_000 + 3 * MINUTE)
  })
})

describe('R2.7 a deactivated account', () => {
  it('is excluded from the allocation and refused on every server after the commit', async () => {
    const [one, two] = [await server(), await server()]
    const auctionId = await runningAuction(one)
    clock.set(START + MINUTE)
    const [first, second] = [accounts[0]!, accounts[1]!]
    await placeBid(two, { auctionId, companyId: first, at: clock.now() }, { price: 14_010, quantity: 300 })
    await withTransaction(db.pool, (client) => one.accountDecided(client, { companyId: first, status: 'deactivated' }))
    const refused = await placeBid(
      two,
      { auctionId, companyId: first, at: clock.now() },
      { price: 14_020, quantity: 300 },
    )
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'account_deactivated' } })
    const other = await placeBid(
      two,
      { auctionId, companyId: second, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    expect(other).toMatchObject({ ok: true, answer: { data: { rank: 1, provisional_quantity: '300.000' } } })
    expect(await bidsOf(db.pool, auctionId)).toHaveLength(4)
  })
})

describe('R8 selection', () => {
  it('is confirmed, completed and followed by one agreement per winner, retried on failure', async () => {
    let broken = true
    const agreements: string[] = []
    const opened = await openServer(db, clock, {
      createAgreements: async (_client, list) => {
        if (broken) throw new Error('not now')
        agreements.push(...list.map(({ participant, quantity, sum }) => `${participant}: ${quantity} for ${sum}`))
      },
      showWinners: async (id) => ({
        auction_id: id,
        version: '',
        state: 'selection',
        confirmed: true,
        list: [],
        volume_sold: '0.000',
        average_price: null,
        blockers: [],
      }),
    })
    const auctionId = await runningAuction(opened)
    clock.set(END + CLOSE_DELAY_MS)
    await opened.scheduler.tick()
    const complete = () => opened.endpoints.manager.complete({ auction_id: auctionId }, managerCall(clock.now()))
    expect(await complete()).toMatchObject({ ok: false })
    // The first bidder gets 300 t; the second accepts the 200 t that are left.
    const part = await opened.endpoints.auctions.answerPartial(
      { auction_id: auctionId, accept: true, quantity: '200.000' },
      {
        ...managerCall(clock.now()),
        caller: {
          kind: 'account',
          companyId: accounts[1]!,
          personId: 1,
          role: 'owner',
          sessionId: 's',
          status: 'active',
        },
      },
    )
    expect(part).toMatchObject({ ok: true, answer: { data: { provisional_quantity: '200.000', partial_until: null } } })
    await opened.endpoints.manager.confirmWinners({ auction_id: auctionId }, managerCall(clock.now()))
    expect(await complete()).toMatchObject({ ok: true })
    expect(agreements).toEqual([])
    await expect(opened.makeAgreements(auctionId)).rejects.toThrow('not now')
    broken = false
    await opened.makeAgreements(auctionId)
    await opened.makeAgreements(auctionId)
    expect(agreements).toEqual(['1: 300.000 for 4200000.00', '2: 200.000 for 2800000.00'])
    const { rows } = await db.pool.query('select * from portal.auction_results where auction_id = $1', [auctionId])
    expect(rows).toMatchObject([
      { participants: 2, winners: 2, volume_sold: 500_000, average_price: 1_400_000, final_price: 1_400_000 },
    ])
    const { rows: audited } = await db.pool.query('select action from portal.audit where subject = $1 order by id', [
      `auction:${auctionId}`,
    ])
    expect(audited.map((row: { action: string }) => row.action)).toEqual(['winners_confirmed', 'auction_completed'])
  })
})
