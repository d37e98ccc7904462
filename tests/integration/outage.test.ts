import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createAccountDecisions } from '@/lib/server/identity/managed-accounts'
import { createSessions } from '@/lib/server/identity/sessions'
import { createDeletions } from '@/lib/server/personal-data/decide-deletion'
import { createListener } from '@/lib/server/platform/db/listener'
import { createHeartbeat, type Silence } from '@/lib/server/auctions/bid/heartbeat'
import { createPool, type Pool } from '@/lib/server/platform/db/pool'
import { isDiskFull } from '@/lib/server/platform/db/transaction'
import { lastJobMigration, missingMigrations } from '@/lib/server/platform/db/migrate'
import { managerCall, placeBid, publishLot } from '@/tests/support/auction-house'
import { aLot, CLOSE, END, MINUTE } from '@/tests/support/builders/lot'
import { listening, openJobWorker } from '@/tests/support/jobs'

import { serversOfSuite } from '@/tests/support/suite-servers'

const suite = serversOfSuite()
const { clock, closing, openTestServer, runningAuction } = suite

describe('the connections of bidding', () => {
  it('are not used for reads', async () => {
    const biddingPool = createPool({ url: suite.db.url, size: 2 })
    closing.push(() => biddingPool.end())
    const one = await openTestServer({ biddingPool })
    const { auctionId } = await runningAuction(one)
    const connections = await Promise.all([biddingPool.connect(), biddingPool.connect()])
    expect((await one.streams.snapshotOf(auctionId))?.state.startedAt).not.toBeNull()
    for (const client of connections) client.release()
  })

  it('serve bids and ends while reads use up all other connections', async () => {
    const pool = createPool({ url: suite.db.url, size: 2 })
    closing.push(() => pool.end())
    const one = await openTestServer({ pool })
    const { auctionId, accounts } = await runningAuction(one)
    const connections = await Promise.all([pool.connect(), pool.connect()])
    expect(
      await placeBid(one, { auctionId, companyId: accounts[0], at: clock.now() }, { price: 14_010, quantity: 300 }),
    ).toMatchObject({ ok: true })
    clock.set(CLOSE)
    await one.scheduler.tick()
    const { rows } = await suite.db.pool.query(
      'select ended_at is not null as ended from portal.auction_heads where auction_id = $1',
      [auctionId],
    )
    expect(rows).toEqual([{ ended: true }])
    for (const client of connections) client.release()
  })
})

describe('the scheduler', () => {
  it('starts an auction while agreements are being created', async () => {
    let finish = (): void => undefined
    const endless = new Promise<void>((resolve) => {
      finish = resolve
    })
    let resolveBegun = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      resolveBegun = resolve
    })
    const one = await openTestServer({
      createAgreements: () => {
        resolveBegun()
        return endless
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
    const worker = openJobWorker(suite.db.pool, { agreements: ({ auction_id: id }) => one.makeAgreements(id) })
    closing.push(() => worker.stop())
    worker.start()
    await listening(suite.db.pool)
    const { auctionId } = await runningAuction(one)
    clock.set(CLOSE)
    await one.scheduler.tick()
    const { rows } = await suite.db.pool.query<{ company_id: number }>(
      'select company_id from portal.applications where auction_id = $1 and number = 2',
      [auctionId],
    )
    await one.endpoints.auctions.answerPartial(
      { auction_id: auctionId, accept: true, quantity: '200.000' },
      {
        ...managerCall(clock.now()),
        caller: {
          kind: 'account',
          companyId: rows[0]!.company_id,
          personId: 1,
          role: 'owner',
          sessionId: 's',
          status: 'active',
        },
      },
    )
    await one.endpoints.manager.confirmWinners({ auction_id: auctionId }, managerCall(clock.now()))
    const completing = one.endpoints.manager.complete({ auction_id: auctionId }, managerCall(clock.now()))
    await begun
    const next = await publishLot(
      suite.db.pool,
      aLot({
        startsAt: END + MINUTE,
        applicationDeadline: END + MINUTE,
        endsAt: END + 60 * MINUTE,
        hardEndAt: END + 120 * MINUTE,
      }),
    )
    clock.set(END + MINUTE)
    await one.scheduler.tick()
    const { rows: heads } = await suite.db.pool.query(
      'select unsuccessful_at is not null as decided from portal.auction_heads where auction_id = $1',
      [next],
    )
    expect(heads).toEqual([{ decided: true }])
    finish()
    await completing
  })
})

describe('a decision on a company concurrent with bids', () => {
  it('does not deadlock with a bid that outbids the company', async () => {
    const one = await openTestServer()
    const { auctionId, accounts } = await runningAuction(one)
    const [deactivated, rival] = accounts
    const decisions = createAccountDecisions({
      pool: suite.db.pool,
      clock,
      documents: async () => new Map() as never,
      sessions: createSessions({ pool: suite.db.pool, clock, requiresSecondFactor: () => true }),
      async onStatus(client, change) {
        // The decision has locked the company, which the bid notifies.
        const placed = await placeBid(
          one,
          { auctionId, companyId: rival, at: clock.now() },
          { price: 14_010, quantity: 300 },
        )
        expect(placed).toMatchObject({ ok: true })
        await one.accountDecided(client, change)
      },
    })
    expect(
      await decisions.deactivateAccount({ company_id: deactivated, reason: 'test' }, managerCall(clock.now())),
    ).toMatchObject({ ok: true })
    const { rowCount } = await suite.db.pool.query(
      `select from portal.outbox where kind = 'outbid' and company_id = $1`,
      [deactivated],
    )
    expect(rowCount).toBe(1)
  })
})

describe('a decision on a request for deletion concurrent with bids', () => {
  it('does not deadlock with a bid that outbids the company', async () => {
    const one = await openTestServer()
    const { auctionId, accounts } = await runningAuction(one)
    const [deleted, rival] = accounts
    const { rows } = await suite.db.pool.query<{ id: number }>(
      'insert into portal.deletion_requests (company_id, person_id, requested_at) select company_id, id, now() from portal.people where company_id = $1 returning id',
      [deleted],
    )
    const id = rows[0]!.id
    const deletions = createDeletions({
      pool: suite.db.pool,
      clock,
      companies: async () => new Map(),
      announceAccount: async () => undefined,
      forgetAccount: () => undefined,
      onStatus: one.accountDecided,
    })
    // Delays the decision once it has locked the company.
    const holder = await suite.db.pool.connect()
    await holder.query('begin')
    await holder.query('select from portal.deletion_requests where id = $1 for update', [id])
    const decided = deletions.decideDeletion(
      { id, decision: 'refuse', reason: 'An auction is under way.' },
      managerCall(clock.now()),
    )
    const waiting = () =>
      suite.db.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like 'update portal.deletion_requests%'`,
      )
    while ((await waiting()).rowCount === 0) await delay(10)
    // The bid outbids the company and notifies it.
    const placed = await placeBid(
      one,
      { auctionId, companyId: rival, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    await holder.query('rollback')
    holder.release()
    expect(placed).toMatchObject({ ok: true })
    expect(await decided).toMatchObject({ ok: true })
    const { rowCount } = await suite.db.pool.query(
      `select from portal.outbox where kind = 'outbid' and company_id = $1`,
      [deleted],
    )
    expect(rowCount).toBe(1)
  })
})

describe('the heartbeat', () => {
  async function openHeartbeat(pool: Pool, outages: Silence[] = []) {
    let elapsed = 0
    const errors: unknown[] = []
    const heartbeat = createHeartbeat({
      pool,
      serverId: 'of this test',
      clock,
      machine: { boot: randomUUID(), elapsed: () => elapsed, wallClock: () => clock.now() },
      recordOutage: async (_client, silence) => () => void outages.push(silence),
      log: { warn: () => undefined },
      onChecked: (error) => void errors.push(error),
      times: { beatMs: 60_000 },
    })
    closing.push(() => heartbeat.stop())
    await heartbeat.start()
    return { heartbeat, errors, pass: (milliseconds: number) => void (elapsed += milliseconds) }
  }
  const beatOf = async () =>
    (await suite.db.pool.query<{ beat: number }>('select beat from portal.heartbeat')).rows[0]!.beat

  it('is not renewed while the disk is full, even if a page of the probe is free, and says why', async () => {
    const { heartbeat, errors, pass } = await openHeartbeat(suite.db.pool)
    const before = await beatOf()
    await suite.db.pool.query(`
      create function portal.disk_full() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
      create trigger disk_full before insert on portal.write_probe execute function portal.disk_full()`)
    pass(9_000)
    await heartbeat.check()
    expect([heartbeat.fault(), isDiskFull(errors.at(-1)), await beatOf()]).toEqual([null, true, before])
    pass(1_000)
    expect(heartbeat.fault()).toBe('no bid can be recorded: the disk of the database is full')
    await suite.db.pool.query('drop trigger disk_full on portal.write_probe; drop function portal.disk_full()')
    await heartbeat.check()
    expect([heartbeat.fault(), await beatOf()]).toEqual([null, before + 1])
  })

  it('goes on while a backup reads the probe', async () => {
    const { heartbeat } = await openHeartbeat(suite.db.pool)
    const before = await beatOf()
    const holder = await suite.db.pool.connect()
    await holder.query('begin')
    await holder.query('select from portal.write_probe')
    await heartbeat.check()
    await holder.query('rollback')
    holder.release()
    expect(await beatOf()).toBe(before + 1)
  })

  it('of a read-only database is none', async () => {
    const url = new URL(suite.db.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const standby = createPool({ url: url.href.replaceAll('+', '%20') })
    closing.push(() => standby.end())
    const { heartbeat, pass } = await openHeartbeat(standby)
    pass(10_000)
    await heartbeat.check()
    expect(heartbeat.fault()).toBe('no bid can be recorded: the database is read-only')
  })

  it('records an outage of 15 s once, in the transaction of the first beat after it', async () => {
    const outages: Silence[] = []
    const { heartbeat, pass } = await openHeartbeat(suite.db.pool, outages)
    pass(14_999)
    await heartbeat.check()
    expect(outages).toEqual([])
    pass(15_000)
    await heartbeat.check()
    await heartbeat.check()
    expect(outages).toEqual([{ silentMs: 15_000 }])
  })

  it('of one server covers the other', async () => {
    const outages: Silence[] = []
    const [one, two] = [await openHeartbeat(suite.db.pool, outages), await openHeartbeat(suite.db.pool, outages)]
    for (let second = 0; second < 40; second += 1) {
      for (const each of [one, two]) each.pass(1_000)
      await one.heartbeat.check()
    }
    await two.heartbeat.check()
    expect([outages, two.heartbeat.fault()]).toEqual([[], null])
  })
})

describe('missing migrations', () => {
  it('of the portal, of Payload and of the job queue are a fault in health', async () => {
    const needed = {
      portal: ['0001-schema.sql'],
      cms: ['20261125_132012_schema'],
      jobs: await lastJobMigration(suite.db.pool),
    }
    expect(await missingMigrations(suite.db.pool, needed)).toBeNull()
    const client = await suite.db.pool.connect()
    await client.query('begin')
    await client.query(`delete from cms.payload_migrations where name = '20261125_132012_schema'`)
    expect(await missingMigrations(client, needed)).toMatch(/: 20261125_132012_schema$/)
    await client.query('delete from graphile_worker.migrations where id = $1', [needed.jobs])
    expect(await missingMigrations(client, needed)).toMatch(/_schema, \d+ of the job queue, which is at \d+$/)
    await client.query('rollback')
    client.release()
  })
})

describe('a listener that receives an invalid notification', () => {
  it('reports it and calls the other handlers', async () => {
    const faults: unknown[] = []
    const payloads: string[] = []
    const listener = await createListener({ url: suite.db.url, onFault: (...fault) => void faults.push(fault) })
    closing.push(() => listener.stop())
    await listener.on('a_channel', (payload) => void JSON.parse(payload))
    await listener.on('a_channel', (payload) => void payloads.push(payload))
    await suite.db.pool.query(`notify a_channel, 'no JSON'`)
    await suite.db.pool.query(`notify a_channel, '{}'`)
    while (payloads.length < 2) await delay(10)
    expect(payloads).toEqual(['no JSON', '{}'])
    expect(faults).toEqual([[expect.any(SyntaxError), 'a_channel']])
  })
})

describe('a stopped listener', () => {
  it('reports no lost connection', async () => {
    const errors: Error[] = []
    const listener = await createListener({
      url: suite.db.url,
      onError: (error) => void errors.push(error),
      pingEveryMs: 10,
      pingTimeoutMs: 1_000,
    })
    await listener.stop()
    await delay(60)
    expect(errors).toEqual([])
  })
})
