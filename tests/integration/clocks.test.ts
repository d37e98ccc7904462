import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import { agreeOnTime, ClockDisagreement, type Machine, thisMachine } from '@/lib/server/platform/agree-on-time'
import { fixedClock, createDatabaseClock, type DatabaseClock } from '@/lib/server/platform/clock'
import { claim } from '@/lib/server/notifications/outbox'
import {
  gatherParticipants,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  travel,
  type Server,
} from '@/tests/support/auction-house'
import { stateOf } from '@/tests/support/auction-record'
import { aLot, MINUTE } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const HOUR = 60 * MINUTE
let db: TestDatabase
/** Connections by which the database's clock is the one that can be set. */
let pool: Pool
let auctionId: number
let accounts: number[]
let endsAt: number
const closing: (() => Promise<unknown>)[] = []

/** An auction that runs for half an hour yet by the real time, on a database whose clock can be set. */
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
  auctionId = await publishLot(
    db.pool,
    aLot({ startsAt, applicationDeadline: startsAt, endsAt, hardEndAt: endsAt + HOUR }),
  )
  await gatherParticipants(preparing, db.pool, {
    auctionId,
    accounts,
    at: past.now(),
    offer: { price: 14_000, quantity: 300 },
  })
  await travel(db.pool, past, startsAt)
  await preparing.scheduler.tick()
  await preparing.close()
  await db.pool.query('delete from portal.servers')
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await pool.end()
  await db.close()
})

function setClock(hours: number): Promise<unknown> {
  return db.pool.query(`update settable.ahead set by = $1::float8 * interval '1 hour'`, [hours])
}

/** A server as the portal starts it; it has given its first sign of life. */
async function start(machine: Machine = thisMachine()): Promise<{ server: Server; clock: DatabaseClock }> {
  const { offset } = await agreeOnTime(pool, machine)
  const clock = await createDatabaseClock({ db: pool, offset, timer: () => machine.elapsed() })
  const server = await openServer({ ...db, pool }, clock, { machine })
  closing.push(async () => {
    clock.stop()
    await server.close()
  })
  await server.scheduler.tick()
  return { server, clock }
}

/** Started anew, or another one: it knows nothing of this one's timer. */
function otherMachine(setBy = 0): Machine {
  return { boot: randomUUID(), elapsed: () => performance.now(), clock: () => Date.now() + setBy }
}

async function expectNothingMoved(server: Server, clock: DatabaseClock): Promise<void> {
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(2_000)
  const { effectiveEnd, endedAt, outages } = await stateOf(db.pool, auctionId)
  expect([effectiveEnd, endedAt, outages]).toEqual([endsAt, null, []])
  const bid = await placeBid(
    server,
    { auctionId, accountId: accounts[0]!, at: clock.now() },
    { price: 14_010, quantity: 300 },
  )
  expect(bid).toMatchObject({ ok: true })
}

describe('a database’s clock that was set while an auction runs', () => {
  it.each([1, -1])(
    'by %d h: a server that is started again keeps the portal’s time, and no end moves',
    async (hours) => {
      await start()
      await setClock(hours)
      const { server, clock } = await start()
      await expectNothingMoved(server, clock)
    },
  )

  it.each([1, -1])('by %d h: another machine’s server goes by the time of the one that lives', async (hours) => {
    const { server: alive } = await start()
    await setClock(hours)
    const beating = setInterval(() => void alive.beat(), 100)
    const { server, clock } = await start(otherMachine())
    clearInterval(beating)
    await expectNothingMoved(server, clock)
  })

  it.each([1, -1])('by %d s: a server that starts goes by the time of the one that lives', async (secondsAhead) => {
    const { server: alive, clock: before } = await start()
    await setClock(secondsAhead / 3_600)
    const beating = setInterval(() => void alive.beat(), 100)
    const { clock } = await start(otherMachine())
    clearInterval(beating)
    expect(Math.abs(clock.now() - before.now())).toBeLessThan(700)
    expect(clock.health().jumped).toBe(false)
  })

  it('is no reason to start on another machine where nobody lives: a sentence says what to do', async () => {
    const { server } = await start()
    await server.stop()
    await setClock(1)
    await expect(agreeOnTime(pool, otherMachine())).rejects.toThrow(
      /database's clock and this machine's differ by -?3600\.\d s.*Set the clocks right/,
    )
    await expect(agreeOnTime(pool, otherMachine(HOUR))).resolves.toMatchObject({ offset: 0 })
  })

  it('does not keep letters back', async () => {
    await setClock(1)
    await db.pool.query('delete from portal.outbox')
    const { rows } = await pool.query<{ id: number }>(
      `insert into portal.outbox (kind, account_id, payload) values ('account_confirmed', $1, '{}') returning id`,
      [accounts[0]],
    )
    expect(await claim(pool, rows[0]!.id, Date.now())).toMatchObject({ accountId: accounts[0] })
  })
})

describe('running servers whose clocks disagree', () => {
  it('let no further one start, which could not know whose time holds', async () => {
    const { server: one } = await start()
    const two = await openServer(db, { now: () => Date.now() + HOUR }, { machine: otherMachine() })
    closing.push(() => two.close())
    await two.beat()
    const beating = setInterval(() => void Promise.all([one.beat(), two.beat()]), 100)
    await expect(agreeOnTime(pool, otherMachine())).rejects.toThrow(ClockDisagreement)
    clearInterval(beating)
  })
})
