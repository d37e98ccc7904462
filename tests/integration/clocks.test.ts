import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import { readTimeOnRecord } from '@/lib/server/auctions/bid/heartbeat'
import { createClock, type Machine, type PortalClock, thisMachine } from '@/lib/server/platform/clock'
import { fixedClock } from '@/tests/support/fixed-clock'
import { claim } from '@/lib/server/notifications/outbox'
import { openServer, placeBid, registerBuyers, type Server, startAuction } from '@/tests/support/auction-house'
import { stateOf } from '@/tests/support/auction-record'
import { MINUTE } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const HOUR = 60 * MINUTE
const QUICK = { beatMs: 50 }
let db: TestDatabase
/** Connections on which the database's clock can be set. */
let pool: Pool
let auctionId: number
let accounts: number[]
let endsAt: number
const closing: (() => Promise<unknown>)[] = []

/** Starts an auction that ends in half an hour of real time, on a database whose clock can be set. */
beforeEach(async () => {
  db = await createTestDatabase()
  const name = new URL(db.url).pathname.slice(1)
  await db.pool.query(`
    create schema settable;
    create table settable.ahead (by interval not null);
    insert into settable.ahead values ('0');
    create function settable.clock_timestamp() returns timestamptz language sql as 'select pg_catalog.clock_timestamp() + by from settable.ahead';
    create function settable.now() returns timestamptz language sql as 'select pg_catalog.now() + by from settable.ahead';
    alter table portal.outbox alter next_attempt_at set default settable.now();
    alter database ${name} set search_path = settable, pg_catalog, public`)
  pool = createPool({ url: db.url })
  const startsAt = Date.now() - 10 * MINUTE
  endsAt = startsAt + 40 * MINUTE
  const past = fixedClock(startsAt - 30 * MINUTE)
  const preparing = await openServer(db, past)
  accounts = await registerBuyers(db.pool, 2)
  const lot = { startsAt, applicationDeadline: startsAt, endsAt, hardEndAt: endsAt + HOUR }
  auctionId = await startAuction({ server: preparing, pool: db.pool, clock: past, accounts, lot, quantity: 300 })
  await preparing.close()
  // Its clock was in the past.
  await db.pool.query('update portal.heartbeat set at = null')
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await pool.end()
  await db.close()
})

function setClock(hours: number): Promise<unknown> {
  return db.pool.query(`update settable.ahead set by = $1::float8 * interval '1 hour'`, [hours])
}

/** Starts a server as the portal does. */
async function start(machine: Machine = thisMachine()): Promise<{ server: Server; clock: PortalClock }> {
  const clock = await createClock({ db: pool, machine, readTimeOnRecord: () => readTimeOnRecord(pool) })
  const server = await openServer({ url: db.url, pool }, clock, { machine, heartbeat: QUICK })
  closing.push(async () => {
    await server.close()
  })
  return { server, clock }
}

/** Another machine; `setBy`: milliseconds by which its clock is off. */
function otherMachine(setBy = 0): Machine {
  return { boot: randomUUID(), elapsed: () => performance.now(), wallClock: () => Date.now() + setBy }
}

async function expectNothingMoved(server: Server, clock: PortalClock): Promise<void> {
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(MINUTE)
  const bid = await placeBid(
    server,
    { auctionId, companyId: accounts[0]!, at: clock.now() },
    { price: 14_010, quantity: 300 },
  )
  expect(bid).toMatchObject({ ok: true })
  const { effectiveEnd, endedAt, outages } = await stateOf(db.pool, auctionId)
  expect([effectiveEnd, endedAt, outages]).toEqual([endsAt, null, []])
}

describe('setting the database’s clock during an auction', () => {
  it.each([1, -1])('by %d h does not change the time of a restarted server nor any end', async (hours) => {
    const { server: before } = await start()
    await before.close()
    await setClock(hours)
    const { server, clock } = await start()
    await expectNothingMoved(server, clock)
    expect(clock.hasDrifted()).toBe(true)
  })

  it.each([1, -1])(
    'by %d h leaves running servers, and one of another machine that joins, with one time',
    async (hours) => {
      const [one, two] = [await start(), await start(otherMachine(-3 * HOUR))]
      await setClock(hours)
      await Promise.all([one.server.heartbeat.check(), two.server.heartbeat.check()])
      const three = await start(otherMachine(3 * HOUR))
      const times = [one, two, three].map(({ clock }) => clock.now())
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(100)
      expect(three.clock.fault()).toBeNull()
      await expectNothingMoved(three.server, three.clock)
      await setClock(0)
      await Promise.all([one, two, three].map(({ clock }) => clock.compare()))
      expect([one, two, three].map(({ clock }) => clock.hasDrifted())).toEqual([false, false, false])
      await three.server.heartbeat.check()
      expect((await stateOf(db.pool, auctionId)).outages).toEqual([])
    },
  )

  it('prevents another machine, which cannot determine the time, from deciding, and is reported', async () => {
    const { server: before } = await start()
    await before.close()
    await setClock(1)
    const { server, clock } = await start(otherMachine())
    expect(clock.fault()).toMatch(/clocks of the database and of this machine differ by -3600\.\d s: set them right/)
    expect(server.heartbeat.fault()).toBe(clock.fault())
    const bid = { auctionId, companyId: accounts[0]!, at: Date.now() }
    expect(await placeBid(server, bid, { price: 14_010, quantity: 300 })).toMatchObject({
      ok: false,
      refusal: { code: 'service_unavailable' },
    })
  })

  it('does not delay emails', async () => {
    await setClock(1)
    await db.pool.query('delete from portal.outbox')
    const { rows } = await pool.query<{ id: number }>(
      `insert into portal.outbox (kind, company_id, payload) values ('account_confirmed', $1, '{}') returning id`,
      [accounts[0]],
    )
    expect(await claim(pool, rows[0]!.id, Date.now())).toMatchObject({ companyId: accounts[0] })
  })
})
