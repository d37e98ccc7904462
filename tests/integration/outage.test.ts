import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createAccountDecisions } from '@/lib/server/identity/managed-accounts'
import { createSessions } from '@/lib/server/identity/sessions'
import { createDeletions } from '@/lib/server/personal-data/decide-deletion'
import { createListener } from '@/lib/server/platform/db/listener'
import { createPool } from '@/lib/server/platform/db/pool'
import { createWriteProbe } from '@/lib/server/platform/db/availability'
import { lastJobMigration, missingMigrations } from '@/lib/server/platform/db/migrate'
import { managerCall, placeBid, publishLot } from '@/tests/support/auction-house'
import { aLot, END, MINUTE } from '@/tests/support/builders/lot'
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
      await placeBid(one, { auctionId, accountId: accounts[0], at: clock.now() }, { price: 14_010, quantity: 300 }),
    ).toMatchObject({ ok: true })
    clock.set(END)
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
    clock.set(END)
    await one.scheduler.tick()
    const { rows } = await suite.db.pool.query<{ account_id: number }>(
      'select account_id from portal.applications where auction_id = $1 and number = 2',
      [auctionId],
    )
    await one.endpoints.auctions.answerPartial(
      { auction_id: auctionId, accept: true, quantity: '200.000' },
      {
        ...managerCall(clock.now()),
        caller: {
          kind: 'account',
          accountId: rows[0]!.account_id,
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
          { auctionId, accountId: rival, at: clock.now() },
          { price: 14_010, quantity: 300 },
        )
        expect(placed).toMatchObject({ ok: true })
        await one.accountDecided(client, change)
      },
    })
    expect(
      await decisions.deactivateAccount({ user_id: deactivated, reason: 'test' }, managerCall(clock.now())),
    ).toMatchObject({ ok: true })
    const { rowCount } = await suite.db.pool.query(
      `select from portal.outbox where kind = 'outbid' and account_id = $1`,
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
      'insert into portal.deletion_requests (account_id, person_id, requested_at) select account_id, id, now() from portal.people where account_id = $1 returning id',
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
      { auctionId, accountId: rival, at: clock.now() },
      { price: 14_010, quantity: 300 },
    )
    await holder.query('rollback')
    holder.release()
    expect(placed).toMatchObject({ ok: true })
    expect(await decided).toMatchObject({ ok: true })
    const { rowCount } = await suite.db.pool.query(
      `select from portal.outbox where kind = 'outbid' and account_id = $1`,
      [deleted],
    )
    expect(rowCount).toBe(1)
  })
})

describe('the write probe', () => {
  it('leaves no rows, and reports why the database cannot be written', async () => {
    const errors: unknown[] = []
    let wrote = 0
    const notes = { failed: (error: unknown) => void errors.push(error), wrote: () => void (wrote += 1) }
    expect(await createWriteProbe(suite.db.pool, notes)()).toBeNull()
    expect((await suite.db.pool.query('select from portal.write_probe')).rowCount).toBe(0)
    const url = new URL(suite.db.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const standby = createPool({ url: url.href.replaceAll('+', '%20') })
    closing.push(() => standby.end())
    expect(await createWriteProbe(standby, notes)()).toMatch(/read-only/)
    expect([wrote, errors.length]).toEqual([1, 1])
  })

  it('reports the cause even if its table is locked', async () => {
    let now = 0
    let wrote = 0
    const notes = { failed: () => undefined, wrote: () => void (wrote += 1) }
    const probe = createWriteProbe(suite.db.pool, notes, () => (now += 60_000))
    await suite.db.pool.query(`
      create function portal.disk_full() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
      create trigger disk_full before insert on portal.write_probe execute function portal.disk_full()`)
    const holder = await suite.db.pool.connect()
    await holder.query('begin')
    // Locks the table like a backup.
    await holder.query('select from portal.write_probe')
    expect(await probe()).toMatch(/disk .*full/)
    await holder.query('lock table portal.write_probe in access exclusive mode')
    expect([await probe(), wrote]).toEqual([expect.stringMatching(/disk .*full/), 0])
    await holder.query('drop trigger disk_full on portal.write_probe; drop function portal.disk_full(); commit')
    holder.release()
    expect([await probe(), wrote]).toEqual([null, 1])
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
