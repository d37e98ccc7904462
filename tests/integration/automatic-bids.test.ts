import { createHash, randomUUID } from 'node:crypto'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ChangedOrder } from '@/lib/contract/auctions'
import type { AutomaticOrder } from '@/lib/domain/events'
import { problemsOf } from '@/lib/server/events/check'
import { eventOf } from '@/lib/server/events/codec'
import { ownPositionOf } from '@/lib/server/events/own-position'
import { protocolOf } from '@/lib/server/events/protocol'
import { publicEvent } from '@/lib/server/live/public-events'
import type { Outcome } from '@/lib/server/platform/call'
import { createPool } from '@/lib/server/platform/db/pool'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  buyer,
  callBy,
  managerCall,
  openServer,
  placeBid,
  planAuction,
  registerBuyers,
  type Server,
} from '@/tests/support/auction-house'
import { bidEventOf, bidsOf, logOf, type RecordedBidRow, stateOf } from '@/tests/support/auction-record'
import type { BidAnswer, SentBid } from '@/tests/support/bidding-process'
import { CLOSE, END, MINUTE, START, tonnes, type aLot } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { settleRecordSlowly } from '@/tests/support/slow-settlement'

const BEFORE = START - 30 * MINUTE
const NOW = START + 10 * MINUTE
/** A number that occurs nowhere else in the database, neither in kopecks nor in hryvnias. */
const CEILING = 15_870

let db: TestDatabase
let server: Server
let accounts: number[]
const clock = fixedClock(BEFORE)

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 4)
  server = await openServer(db, clock)
})

afterAll(() => db.close())

/** Four buyers apply for 10 t each of a lot of 20 t. */
async function plan(changes: Parameters<typeof aLot>[0] = {}): Promise<number> {
  const lot = { volume: tonnes(20), automaticBids: true, ...changes }
  return planAuction({ server, pool: db.pool, clock, accounts, lot })
}

async function start(auctionId: number): Promise<number> {
  clock.set(START)
  await server.scheduler.tick()
  clock.set(NOW)
  return auctionId
}

const running = async () => start(await plan())

function leaveOrder(
  auctionId: number,
  index: number,
  ceiling: number,
  { at = clock.now(), key = String(randomUUID()), quantity = 10 } = {},
): Promise<Outcome<{ data: ChangedOrder }>> {
  const quantities = { quantity: quantity.toFixed(3), minimum_quantity: '10.000' }
  return Promise.resolve(
    server.endpoints.bids.leaveAutomatic(
      { auction_id: auctionId, ceiling: ceiling.toFixed(2), ...quantities },
      callBy(buyer(accounts[index]!), at, key),
    ),
  )
}

const withdraw = (auctionId: number, index: number, key: string = randomUUID(), at = clock.now()) =>
  Promise.resolve(
    server.endpoints.bids.withdrawAutomatic({ auction_id: auctionId }, callBy(buyer(accounts[index]!), at, key)),
  )
const bid = (auctionId: number, index: number, price: number, at = clock.now()) =>
  placeBid(server, { auctionId, companyId: accounts[index]!, at }, { price, quantity: 10 })

function dataOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`Refused: ${outcome.refusal.code}`)
  return outcome.answer
}

const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'accepted' : outcome.refusal.code)
const summaryOf = (bids: readonly RecordedBidRow[]) =>
  bids.map(({ participant, price, automatic }) => [participant, price / 100, automatic])
const bidsAfterStart = async (auctionId: number) =>
  summaryOf((await bidsOf(db.pool, auctionId)).filter(({ preliminary }) => !preliminary))
const ordersOf = async (auctionId: number) =>
  (await db.pool.query('select from portal.automatic_orders where auction_id = $1', [auctionId])).rowCount

describe('R10.2 an order', () => {
  it('placed before the start bids at the start, with that as its time of receipt', async () => {
    const auctionId = await plan()
    dataOf(await leaveOrder(auctionId, 3, 15_000))
    await start(auctionId)
    expect(await bidsAfterStart(auctionId)).toEqual([[4, 14_010, true]])
    expect((await bidsOf(db.pool, auctionId)).at(-1)?.received_at).toEqual(new Date(START))
  })

  it('bids when it is placed and after each bid, in the same decision as its cause', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, 14_030))
    dataOf(await bid(auctionId, 0, 14_020, NOW + 1))
    dataOf(await bid(auctionId, 1, 14_020, NOW + 2))
    // A bid at its ceiling would win nothing any more.
    dataOf(await bid(auctionId, 0, 14_040, NOW + 3))
    dataOf(await bid(auctionId, 1, 14_040, NOW + 4))
    expect(await bidsAfterStart(auctionId)).toEqual([
      [4, 14_010, true],
      [1, 14_020, false],
      [2, 14_020, false],
      [4, 14_030, true],
      [1, 14_040, false],
      [2, 14_040, false],
    ])
    const times = (await bidsOf(db.pool, auctionId)).slice(4).map(({ received_at }) => received_at.getTime() - NOW)
    expect(times).toEqual([0, 1, 2, 2, 3, 4])
  })

  it('has the same effect whether bids are decided in one batch or one after another', async () => {
    const bids = [
      [0, 14_010],
      [1, 14_020],
      [0, 14_030],
      [1, 14_040],
    ] as const
    const [batched, sequential] = [await running(), await running()]
    await Promise.all([leaveOrder(batched, 3, 14_050), ...bids.map(([index, price]) => bid(batched, index, price))])
    dataOf(await leaveOrder(sequential, 3, 14_050))
    for (const [index, price] of bids) dataOf(await bid(sequential, index, price))
    expect(await bidsAfterStart(batched)).toEqual(await bidsAfterStart(sequential))
  })

  it('extends the auction if its bid takes volume from another', async () => {
    const auctionId = await running()
    const late = END - MINUTE
    clock.set(late)
    dataOf(await leaveOrder(auctionId, 3, 14_100))
    const log = await logOf(db.pool, auctionId)
    expect(log.slice(-3).map(({ kind }) => kind)).toEqual(['automatic_order_left', 'bid', 'extended'])
    expect((await stateOf(db.pool, auctionId)).effectiveEnd).toBe(late + 3 * MINUTE)
  })

  it('notifies its bidder once its ceiling is reached, without naming the ceiling', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, 14_010))
    dataOf(await bid(auctionId, 0, 14_020))
    dataOf(await bid(auctionId, 1, 14_020))
    const { rows } = await db.pool.query<{ payload: unknown }>(
      `select payload from portal.outbox where kind = 'ceiling_reached' and company_id = $1 and (payload ->> 'auction_id')::integer = $2`,
      [accounts[3], auctionId],
    )
    expect(rows).toEqual([{ payload: { auction_id: auctionId, provisional_quantity: '0.000' } }])
  })

  it('records which person placed the order that bids', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, 15_000))
    const { rows } = await db.pool.query<{ bids: number }>(
      `select count(*)::int as bids from portal.bids bid join portal.bid_people on bid_people.auction_id = bid.auction_id and bid_seq = seq
       where bid.auction_id = $1 and automatic`,
      [auctionId],
    )
    expect(rows).toEqual([{ bids: 1 }])
  })

  it('adds no query to the bids of a lot without orders', async () => {
    const queries: unknown[] = []
    const pool = createPool({ url: db.url, size: 2, onIdleError: () => undefined })
    const connect = async () => {
      const client = await pool.connect()
      return new Proxy(client, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            if (name === 'query') queries.push((args[0] as { name?: string }).name ?? args[0])
            return (value as (...values: unknown[]) => unknown).apply(target, args)
          }
        },
      })
    }
    const auctionId = await running()
    await server.close()
    const biddingPool = new Proxy(pool, {
      get(target, name) {
        if (name === 'connect') return connect
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
      },
    })
    server = await openServer(db, clock, { biddingPool })
    dataOf(await bid(auctionId, 0, 14_010))
    queries.length = 0
    dataOf(await bid(auctionId, 0, 14_020))
    expect(queries).toEqual(['record-bids'])
    await server.close()
    await pool.end()
    server = await openServer(db, clock)
  })
})

describe('R10.1 an order', () => {
  it('is refused if the lot does not allow it, off the grid, below the minimum or above the volume', async () => {
    const auctionId = await running()
    const closed = await start(await plan({ automaticBids: false }))
    expect(codeOf(await leaveOrder(closed, 0, 15_000))).toBe('automatic_bids_not_allowed')
    expect(await leaveOrder(auctionId, 0, 14_000)).toMatchObject({
      refusal: { code: 'bid_below_minimum', extensions: { minimum: '14010.00' } },
    })
    expect(codeOf(await leaveOrder(auctionId, 0, 14_015))).toBe('bid_off_grid')
    expect(codeOf(await leaveOrder(auctionId, 0, 15_000, { quantity: 30 }))).toBe('quantity_above_volume')
    expect(codeOf(await withdraw(auctionId, 0))).toBe('automatic_order_not_found')
    // No single bid may be that high, but the ceiling may: each of the order's bids obeys the limit.
    expect(codeOf(await leaveOrder(auctionId, 0, 90_000))).toBe('accepted')
    expect(await bidsAfterStart(auctionId)).toEqual([])
  })

  it('can be raised, lowered and withdrawn, and its bids remain', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, 14_100))
    dataOf(await leaveOrder(auctionId, 3, 14_200))
    dataOf(await leaveOrder(auctionId, 3, 14_010))
    expect(await ordersOf(auctionId)).toBe(1)
    expect(codeOf(await leaveOrder(auctionId, 3, 14_000))).toBe('bid_below_minimum')
    expect(dataOf(await withdraw(auctionId, 3)).data.automatic).toBeNull()
    expect(await ordersOf(auctionId)).toBe(0)
    dataOf(await bid(auctionId, 0, 14_020))
    dataOf(await bid(auctionId, 1, 14_020))
    expect(await bidsAfterStart(auctionId)).toEqual([
      [4, 14_010, true],
      [1, 14_020, false],
      [2, 14_020, false],
    ])
  })

  it('is placed once per key, and not again by a late retry', async () => {
    const auctionId = await running()
    const first = dataOf(await leaveOrder(auctionId, 3, 14_100, { key: 'the-first-key' }))
    const again = dataOf(await leaveOrder(auctionId, 3, 14_100, { key: 'the-first-key' }))
    expect(again).toEqual(first)
    dataOf(await withdraw(auctionId, 3, 'the-second-key'))
    const late = dataOf(await leaveOrder(auctionId, 3, 14_100, { key: 'the-first-key' }))
    expect(late.data).toEqual({ ...first.data, automatic: null })
    expect((await stateOf(db.pool, auctionId)).orders.size).toBe(0)
    expect(codeOf(await withdraw(auctionId, 3, 'the-first-key'))).toBe('idempotency_key_reused')
  })

  it('is not taken for the first one when its key comes with other numbers, which stay sealed', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, 14_100, { key: 'one-key' }))
    expect(codeOf(await leaveOrder(auctionId, 3, 14_200, { key: 'one-key' }))).toBe('idempotency_key_reused')
    dataOf(await leaveOrder(auctionId, 3, 14_100, { key: 'another-key' }))
    const { rows } = await db.pool.query<{ fingerprint: string }>(
      `select fingerprint from portal.bid_requests where auction_id = $1 and idempotency_key in ('one-key', 'another-key')`,
      [auctionId],
    )
    expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2)
    expect(rows.map(({ fingerprint }) => fingerprint)).toEqual(rows.map(() => expect.stringMatching(/^[\w-]{43}$/)))
  })

  it('can be corrected with the same key after a refusal, since none of its numbers is stored', async () => {
    const auctionId = await running()
    expect(codeOf(await leaveOrder(auctionId, 3, CEILING + 5, { key: 'a-refused-key' }))).toBe('bid_off_grid')
    expect(codeOf(await leaveOrder(auctionId, 3, 14_100, { key: 'a-refused-key' }))).toBe('accepted')
  })

  it('is withdrawn in the order of receipt, also between concurrent bids', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, 15_000))
    await Promise.all([
      bid(auctionId, 0, 14_020, NOW + 1),
      withdraw(auctionId, 3, randomUUID(), NOW + 1),
      bid(auctionId, 1, 14_020, NOW + 1),
    ])
    expect((await bidsAfterStart(auctionId)).filter(([, , automatic]) => automatic)).toEqual([[4, 14_010, true]])
  })

  it('follows the procedure when changed and withdrawn during concurrent bids', async () => {
    const auctionId = await running()
    const started = await stateOf(db.pool, auctionId)
    const entries = (await logOf(db.pool, auctionId)).length
    const ordersByEntry = new Map<number, AutomaticOrder>()
    const change = async (index: number, ceiling: number, at: number) => {
      const outcome = await leaveOrder(auctionId, index, ceiling, { at })
      if (!outcome.ok) return
      const numbers = { quantity: tonnes(10), minimumQuantity: tonnes(10), salt: '' }
      ordersByEntry.set(outcome.answer.data.entry_seq, { ceiling: ceiling * 100, ...numbers })
    }
    // Each instant has bids, changed orders and withdrawals, so that they are decided in the same batches.
    await Promise.all(
      Array.from({ length: 12 }, (_, round) => {
        const at = NOW + 1 + Math.floor(round / 3)
        const price = 14_010 + 10 * round
        return [
          bid(auctionId, 0, price, at),
          change(2, price + 30, at),
          bid(auctionId, 1, price, at),
          round % 4 === 3 ? withdraw(auctionId, 3, randomUUID(), at) : change(3, price + (round % 2) * 50, at),
        ]
      }).flat(),
    )
    const events = (await logOf(db.pool, auctionId)).slice(entries).map((entry) =>
      eventOf(entry, {
        application: () => {
          throw new Error('An application in a running auction')
        },
        bidder: (participant) => accounts[participant - 1]!,
        order: (seq) => ordersByEntry.get(seq) ?? null,
      }),
    )
    const expected = settleRecordSlowly(
      started,
      events.filter((event) => event !== null),
    )
    const recorded = (await bidsOf(db.pool, auctionId)).map(bidEventOf).slice(started.seq)
    expect(recorded.filter(({ automatic }) => automatic).length).toBeGreaterThan(3)
    expect(events.some((event) => event?.kind === 'automatic_order_withdrawn')).toBe(true)
    const essentialsOf = (bids: typeof recorded) =>
      bids.map(({ seq, bidderId, price, automatic, receivedAt }) => [seq, bidderId, price, automatic, receivedAt])
    expect(essentialsOf(recorded)).toEqual(essentialsOf([...expected.bids]))
  })

  it('does nothing while bidding is halted, and for a deactivated company', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, 15_000))
    dataOf(
      await server.endpoints.manager.haltAuction(
        { auction_id: auctionId, reason: 'A fault' },
        managerCall(clock.now()),
      ),
    )
    expect(codeOf(await leaveOrder(auctionId, 2, 15_000))).toBe('auction_halted')
    expect(codeOf(await withdraw(auctionId, 3))).toBe('accepted')

    const other = await running()
    dataOf(await leaveOrder(other, 3, 15_000))
    const client = await db.pool.connect()
    await client.query('begin')
    await server.accountDecided(client, { companyId: accounts[3]!, status: 'deactivated' })
    await client.query('commit')
    client.release()
    dataOf(await bid(other, 0, 14_020))
    dataOf(await bid(other, 1, 14_020))
    expect((await bidsAfterStart(other)).filter(([participant]) => participant === 4)).toEqual([[4, 14_010, true]])
    expect(codeOf(await leaveOrder(other, 3, 15_100))).toBe('account_deactivated')
  })
})

describe('R10.5 a ceiling', () => {
  it('is not readable anywhere in the database, and deleted at the end', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, CEILING))
    expect(codeOf(await leaveOrder(auctionId, 2, CEILING + 5))).toBe('bid_off_grid')
    const { rows: tables } = await db.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('portal', 'cms', 'graphile_worker')`,
    )
    for (const { name } of tables) {
      // Only as a whole number, because the hexadecimal digits of a seal or a nonce may contain any other.
      const { rows } = await db.pool.query<{ row: string }>(
        `select row_to_json(found)::text as row from ${name} found where row_to_json(found)::text ~ '\\m${CEILING}(00)?\\M'`,
      )
      expect([name, rows]).toEqual([name, []])
    }
    expect(await ordersOf(auctionId)).toBe(1)
    clock.set(CLOSE)
    await server.scheduler.tick()
    expect(await ordersOf(auctionId)).toBe(0)
    expect((await stateOf(db.pool, auctionId)).orders.size).toBe(0)
  })

  it('is not logged, not even with a row that the database rejects', async () => {
    const auctionId = await running()
    const before = server.problems.length
    await db.pool.query('alter table portal.automatic_orders add constraint broken check (false) not valid')
    try {
      expect(codeOf(await leaveOrder(auctionId, 3, CEILING))).toBe('service_unavailable')
    } finally {
      await db.pool.query('alter table portal.automatic_orders drop constraint broken')
    }
    expect(server.problems.length).toBeGreaterThan(before)
    const quantities = inspect(server.problems, { depth: Infinity, showHidden: true })
    // In hryvnias or kopecks.
    expect(quantities).not.toMatch(new RegExp(`\\b${CEILING}(?:00)?\\b`))
  })

  it('is deleted if the auction is cancelled', async () => {
    const auctionId = await running()
    dataOf(await leaveOrder(auctionId, 3, CEILING))
    dataOf(
      await server.endpoints.manager.cancelAuction({ auction_id: auctionId, reason: 'x' }, managerCall(clock.now())),
    )
    expect(await ordersOf(auctionId)).toBe(0)
  })

  it('is shown only to its bidder, with the salt that proves the seal on record', async () => {
    const auctionId = await running()
    const { automatic, entry_seq: seq } = dataOf(await leaveOrder(auctionId, 3, CEILING)).data
    expect(automatic).toMatchObject({ ceiling: '15870.00', quantity: '10.000', minimum_quantity: '10.000' })
    const sealed = [automatic!.salt, '15870.00', '10.000', '10.000'].join('|')
    const log = await logOf(db.pool, auctionId)
    const entry = log.find((each) => each.seq === seq)!
    expect(JSON.parse(entry.body)).toMatchObject({
      kind: 'automatic_order_left',
      participant: 4,
      seal: createHash('sha256').update(sealed).digest('hex'),
    })
    const state = await stateOf(db.pool, auctionId)
    const snapshot = { auctionId, state, logSeq: log.length, lastHash: '' }
    const note = { id: 1, reason: null, missing: [] }
    expect(ownPositionOf(snapshot, accounts[3]!, note, NOW).automatic).toEqual({ ...automatic, reached: false })
    for (const companyId of accounts.slice(0, 3))
      expect(ownPositionOf(snapshot, companyId, note, NOW)).not.toHaveProperty('automatic')
    expect(log.map((each) => publicEvent(each, snapshot)).filter((event) => event?.id === seq)).toEqual([])
  })

  it('is not revealed to a rival by refusals, by lower orders or by the sequence numbers of entries', async () => {
    const answers: unknown[] = []
    for (const ceiling of [14_500, 15_500]) {
      const auctionId = await running()
      dataOf(await leaveOrder(auctionId, 3, ceiling))
      const tried = [
        await leaveOrder(auctionId, 2, 14_005),
        await leaveOrder(auctionId, 2, 14_000),
        await bid(auctionId, 2, 20_000),
      ]
      dataOf(await leaveOrder(auctionId, 2, 14_200))
      dataOf(await leaveOrder(auctionId, 1, 14_200))
      dataOf(await leaveOrder(auctionId, 0, 14_200))
      const entries = (await logOf(db.pool, auctionId)).map(({ seq, kind }) => [seq, kind])
      answers.push([tried, await bidsAfterStart(auctionId), entries])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('is part of a valid protocol, in which no automatic bid can be altered (R8.4)', async () => {
    const auctionId = await plan()
    const receipt = dataOf(await leaveOrder(auctionId, 3, 14_050)).data.automatic!
    await start(auctionId)
    dataOf(await leaveOrder(auctionId, 2, 14_090))
    dataOf(await leaveOrder(auctionId, 2, 14_200))
    clock.set(END - MINUTE)
    dataOf(await bid(auctionId, 0, 14_100))
    dataOf(await bid(auctionId, 1, 14_110))
    dataOf(await withdraw(auctionId, 2))
    clock.set(END + 10 * MINUTE)
    await server.scheduler.tick()
    for (const step of ['confirmWinners', 'complete'] as const)
      await server.endpoints.manager[step]({ auction_id: auctionId }, managerCall(clock.now()))
    const bodies = (await logOf(db.pool, auctionId)).map(({ body }) => body)
    const text = [receipt.salt, receipt.ceiling, receipt.quantity, receipt.minimum_quantity].join('|')
    const unsigned = ['The protocol is not signed.']
    expect(problemsOf(protocolOf(bodies), { orders: [text] })).toEqual(unsigned)
    expect(problemsOf(protocolOf(bodies), { orders: [text.replace('14050', '14060')] })).toHaveLength(2)

    const altered = (change: (body: Record<string, unknown>) => object, at: (body: string) => boolean) => () =>
      protocolOf(
        bodies.map((body) => (at(body) ? JSON.stringify(change(JSON.parse(body) as Record<string, unknown>)) : body)),
      )
    const automatic = bodies.findLast((body) => body.includes('"automatic":true'))!
    const isAutomatic = (body: string) => body === automatic
    expect(altered((body) => ({ ...body, price: '14115.00' }), isAutomatic)).toThrow('bid_off_grid')
    expect(altered((body) => ({ ...body, received_at: new Date(NOW).toISOString() }), isAutomatic)).toThrow(
      'not what the rules',
    )
    const manualBid = bodies.find((body) => body.includes('"price":"14100.00"'))!
    expect(
      altered(
        (body) => ({ ...body, automatic: true }),
        (body) => body === manualBid,
      ),
    ).toThrow('no automatic order')
    expect(
      altered(
        (body) => ({ ...body, seal: 'x' }),
        (body) => body.includes('automatic_order_left'),
      ),
    ).toThrow('cannot be read')
    const withdrawn = bodies.find((body) => body.includes('"automatic_order_withdrawn"'))!
    expect(
      altered(
        (body) => ({ ...body, participant: 1 }),
        (body) => body === withdrawn,
      ),
    ).toThrow('automatic_order_not_found')
  })
})

describe('two servers', () => {
  it('follow the procedure, even if one is killed', async () => {
    const auctionId = await plan()
    dataOf(await leaveOrder(auctionId, 0, 14_150))
    dataOf(await leaveOrder(auctionId, 1, 14_170))
    await start(auctionId)
    const started = await stateOf(db.pool, auctionId)
    const recordedAtStart = (await bidsOf(db.pool, auctionId)).length
    await server.close()

    const since = String(Date.now())
    const children: ChildProcess[] = []
    for (let index = 0; index < 2; index += 1) {
      const child = fork('tests/support/bidding-process.ts', [db.url, String(NOW), since], {
        execArgv: ['--import', 'tsx'],
        env: { ...process.env, NODE_OPTIONS: '' },
      })
      await once(child, 'message')
      child.on('error', () => undefined)
      children.push(child)
    }
    const alive = new Set(children)
    const forward = (sent: SentBid, preferred: ChildProcess): Promise<BidAnswer> =>
      new Promise((resolve) => {
        const to = alive.has(preferred) ? preferred : [...alive][0]!
        const again = () => {
          alive.delete(to)
          resolve(forward(sent, preferred))
        }
        to.once('exit', again)
        to.on('message', function listen(answer: BidAnswer) {
          if (answer.key !== sent.key) return
          to.off('message', listen)
          to.off('exit', again)
          const isBusy = !answer.outcome.ok && answer.outcome.refusal.code === 'service_unavailable'
          resolve(isBusy ? forward(sent, preferred) : answer)
        })
        to.send(sent)
      })
    const answers: BidAnswer[] = []
    await Promise.all(
      [2, 3].map(async (person) => {
        for (let round = 1; round <= 20; round += 1) {
          const key = `person-${person}-round-${round}`
          const sent = { key, auctionId, companyId: accounts[person]!, price: 14_000 + 10 * round }
          answers.push(await forward(sent, children[person % 2]!))
          if (person !== 2 || round !== 8) continue
          children[0]!.kill('SIGKILL')
        }
      }),
    )
    for (const child of children) child.kill('SIGKILL')

    expect(answers.map(({ outcome }) => codeOf(outcome))).toEqual(answers.map(() => 'accepted'))
    const bids = (await bidsOf(db.pool, auctionId)).slice(recordedAtStart)
    expect(bids.filter(({ automatic }) => !automatic)).toHaveLength(40)
    expect(bids.some(({ automatic }) => automatic)).toBe(true)
    expect(
      bids.map(({ seq, company_id, price, automatic, received_at }) => [
        seq,
        company_id,
        price,
        automatic,
        received_at.getTime(),
      ]),
    ).toEqual(
      settleRecordSlowly(started, bids.map(bidEventOf)).bids.map(({ seq, bidderId, price, automatic, receivedAt }) => [
        seq,
        bidderId,
        price,
        automatic,
        receivedAt,
      ]),
    )
    for (const { participant, price } of bids.filter(({ automatic }) => automatic))
      expect(price).toBeLessThanOrEqual(participant === 1 ? 1_415_000 : 1_417_000)
    server = await openServer(db, clock)
  })
})
