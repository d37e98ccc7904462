import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { auctionsEndpoints, type AuctionSummary, type ListedState } from '@/lib/contract/auctions'
import { MOVES_END } from '@/lib/server/events/course-of-prices'
import { createAuctionQueries, type AuctionQueries } from '@/lib/server/auctions/queries/endpoints'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import { callHandler } from '@/tests/support/call-handler'
import {
  gatherParticipants,
  managerCall,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  type Server,
} from '@/tests/support/auction-house'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

let db: TestDatabase
let server: Server
let queries: AuctionQueries
let accounts: number[]
const clock = fixedClock(START)

beforeAll(async () => {
  db = await createTestDatabase()
  accounts = await registerBuyers(db.pool, 2)
  server = await openServer(db, clock)
  queries = createAuctionQueries({
    pool: db.pool,
    streams: server.streams,
    clock,
    faults: createRecordFaults({ warn: () => undefined }),
    directory: {
      companies: async () => new Map(),
      documents: async () => new Map(),
      undelivered: async () => new Map(),
    },
  })
})

afterAll(() => db.close())

/** Publishes a lot from `start` to `end`. */
async function addLot(start: number, end: number, hasParticipants = true): Promise<number> {
  const times = { applicationDeadline: start, startsAt: start, endsAt: end, hardEndAt: end + 60 * MINUTE }
  const auctionId = await publishLot(db.pool, aLot(times))
  const offer = { price: 14_000, quantity: 10 }
  if (hasParticipants) await gatherParticipants(server, db.pool, { auctionId, accounts, at: clock.now(), offer })
  return auctionId
}

async function pageFrom(cursor: string | null, limit: number, states?: ListedState[]) {
  const input = { lang: 'uk' as const, limit, states, ...(cursor !== null && { cursor }) }
  const caller = { kind: 'visitor' } as const
  const { data } = await callHandler(auctionsEndpoints.list, queries.handlers.auctions.list, input, caller, clock.now())
  return data
}

async function remainingPages(cursor: string | null, limit: number, states?: ListedState[]): Promise<AuctionSummary[]> {
  if (cursor === null) return []
  const page = await pageFrom(cursor, limit, states)
  return [...page.list, ...(await remainingPages(page.next_cursor, limit, states))]
}

const idsOf = (list: readonly AuctionSummary[]) => list.map(({ id }) => id)

async function advanceTo(at: number): Promise<void> {
  clock.set(at)
  await server.scheduler.tick()
}

const cancel = (auction_id: number) =>
  server.endpoints.manager.cancelAuction({ auction_id, reason: 'No pipeline' }, managerCall(clock.now()))

it('the order of the list is stable while auctions change state between two pages', async () => {
  clock.set(START - 30 * MINUTE)
  const sold = await addLot(START, END - 20 * MINUTE)
  const extended = await addLot(START, END)
  const ending = await addLot(START, END + MINUTE)
  const starting = await addLot(END - 5 * MINUTE, END + 40 * MINUTE)
  const unsuccessful = await addLot(END - 4 * MINUTE, END + 30 * MINUTE, false)
  const cancelled = await addLot(END + 10 * MINUTE, END + 50 * MINUTE)
  const planned = await addLot(END + 30 * MINUTE, END + 90 * MINUTE)
  const over = await addLot(START, END + 90 * MINUTE)
  const before = await addLot(START, END + 90 * MINUTE)
  await cancel(before)
  await advanceTo(START - MINUTE)
  await cancel(over)
  await advanceTo(START)
  await advanceTo(END - 10 * MINUTE)

  const order = [extended, ending, starting, unsuccessful, cancelled, planned, sold, over, before]
  expect(idsOf((await pageFrom(null, 100)).list)).toEqual(order)
  const first = await pageFrom(null, 1)
  expect(idsOf([...first.list, ...(await remainingPages(first.next_cursor, 2))])).toEqual(order)
  const plannedFirst = await pageFrom(null, 1, ['planned'])
  expect(idsOf(plannedFirst.list)).toEqual([starting])

  await advanceTo(END - 5 * MINUTE)
  await advanceTo(END - 4 * MINUTE)
  await advanceTo(END - MINUTE)
  const bid = { auctionId: extended, companyId: accounts[0]!, at: clock.now() }
  expect(await placeBid(server, bid, { price: 14_100, quantity: 20 })).toMatchObject({ ok: true })
  for (const step of ['confirmWinners', 'complete'] as const)
    await server.endpoints.manager[step]({ auction_id: sold }, managerCall(clock.now()))
  const second = await pageFrom(first.next_cursor, 2)
  expect(idsOf(second.list)).toEqual([ending, starting])

  await advanceTo(END + 5 * MINUTE)
  await cancel(cancelled)
  const remaining = await remainingPages(second.next_cursor, 2)
  expect(idsOf([...first.list, ...second.list, ...remaining])).toEqual(order)
  // Each auction has its current state.
  expect(remaining.map(({ state }) => state)).toEqual([
    'unsuccessful',
    'cancelled',
    'planned',
    'completed',
    'cancelled',
    'cancelled',
  ])
  // Auctions that no longer match the filter are omitted.
  expect(idsOf(await remainingPages(plannedFirst.next_cursor, 1, ['planned']))).toEqual([planned])
})

it('the current order is used if the first page is older than an hour or from the future', async () => {
  const all = idsOf((await pageFrom(null, 100)).list)
  for (const asOf of [0, clock.now() - 60 * MINUTE, clock.now() + MINUTE]) {
    const cursor = Buffer.from(JSON.stringify([asOf, 0, -1e14, 0])).toString('base64url')
    expect(idsOf((await pageFrom(cursor, 100)).list)).toEqual(all)
  }
})

it('finds what moved an end by its own index, not in the whole log', async () => {
  const client = await db.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query(
      `explain select at from portal.auction_log where auction_id = 1 and ${MOVES_END}`,
    )
    expect(JSON.stringify(rows)).toContain('auction_log_moves')
    await client.query('rollback')
  } finally {
    client.release()
  }
})
