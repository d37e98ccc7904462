import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createAccountDecisions } from '@/lib/server/identity/managed-accounts'
import { createSessions } from '@/lib/server/identity/sessions'
import { createDeletions } from '@/lib/server/personal-data/decide-deletion'
import { createListener } from '@/lib/server/platform/db/listener'
import { createPool, BIDDING_LIMITS } from '@/lib/server/platform/db/pool'
import { createWriteProbe } from '@/lib/server/platform/db/availability'
import { lastJobMigration, missingMigrations } from '@/lib/server/platform/db/migrate'
import { fixedClock } from '@/tests/support/fixed-clock'
import {
  managerCall,
  openServer,
  placeBid,
  publishLot,
  registerBuyers,
  type Server,
  startAuction,
} from '@/tests/support/auction-house'
import { aLot, END, MINUTE, START } from '@/tests/support/builders/lot'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { listening, openJobWorker } from '@/tests/support/jobs'
import { bearer, post, startTestPortal } from '@/tests/support/test-portal'
import { vanishingNetwork, type VanishingNetwork } from '@/tests/support/vanishing-network'
import { openStreamHost, watch } from '@/tests/support/watching'

let db: TestDatabase
const clock = fixedClock(START)
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  db = await createTestDatabase()
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

afterAll(() => db.close())

async function openTestServer(changes: Parameters<typeof openServer>[2] = {}): Promise<Server> {
  const opened = await openServer(db, clock, changes)
  closing.push(() => opened.close())
  return opened
}

async function openNetwork(): Promise<VanishingNetwork> {
  const opened = await vanishingNetwork(db.url)
  closing.push(() => opened.close())
  return opened
}

/** A running auction with two participants. */
async function runningAuction(one: Server) {
  clock.set(START - 30 * MINUTE)
  const accounts = await registerBuyers(db.pool, 2)
  const auctionId = await startAuction({ server: one, pool: db.pool, clock, accounts, quantity: 300 })
  clock.set(START + 10 * MINUTE)
  return { auctionId, accounts: accounts as [number, number] }
}

/** Resends the same bid with the same key until it is answered, like a bidder’s page. */
async function retryUntilAnswered(
  send: () => ReturnType<typeof placeBid>,
): Promise<Awaited<ReturnType<typeof placeBid>>> {
  for (;;) {
    const outcome = await send()
    if (outcome.ok || outcome.refusal.code !== 'service_unavailable') return outcome
    await delay(50)
  }
}

describe('silently lost packets', () => {
  it('only delay events, which watchers get once the network is restored', async () => {
    const network = await openNetwork()
    const one = await openTestServer()
    const { auctionId, accounts } = await runningAuction(one)
    const host = await openStreamHost(
      db,
      { streams: one.streams, clock },
      { url: network.url, pingEveryMs: 30, pingTimeoutMs: 1_000 },
    )
    closing.push(() => host.close())
    const watching = await watch(host.origin, auctionId)
    expect(host.listener.connected()).toBe(true)

    network.dropPackets()
    for (const step of [1, 2, 3]) {
      const placed = await placeBid(
        one,
        { auctionId, accountId: accounts[step % 2]!, at: clock.now() },
        { price: 14_000 + 10 * step, quantity: 300 },
      )
      expect(placed.ok).toBe(true)
    }
    while (host.listener.connected()) await delay(10)
    expect(watching.events.filter(({ name }) => name === 'bid')).toEqual([])

    network.restore()
    const events = await watching.until((all) => all.filter(({ name }) => name === 'bid').length === 3)
    expect(events.filter(({ name }) => name === 'bid')).toHaveLength(3)
    expect(host.listener.connected()).toBe(true)
  })

  it('do not block callers: health, a list and a sign-in answer 503 with Retry-After', async () => {
    const network = await openNetwork()
    const through = new URL(network.url)
    // Longer than any of these queries takes, even on a busy machine.
    through.searchParams.set('query_timeout', '2500')
    const test = await startTestPortal({}, { ...db, url: through.href, close: async () => undefined })
    closing.push(() => test.close())
    const call = (path: string, init?: RequestInit) => fetch(`${test.origin}${path}`, init)
    while ((await call('/api/health/ready')).status !== 200) await delay(100)
    const manager = await test.staff('manager')
    const { getCms } = await import('@/lib/server/cms/cms')
    const { poolOf } = await import('@/lib/server/cms/database')
    for (const pool of [test.portal.pool, poolOf(await getCms())]) {
      const { rows } = await (pool as typeof test.portal.pool).query(
        `select name from pg_settings where setting::int > 0 and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
      )
      expect(rows).toHaveLength(3)
      expect((await (pool as typeof test.portal.pool).query('show jit')).rows).toEqual([{ jit: 'off' }])
      expect(pool.options).toMatchObject({
        query_timeout: expect.any(Number),
        connectionTimeoutMillis: expect.any(Number),
      })
    }

    await post(call, '/api/auctions/get', {})
    const metrics = await (await call('/api/metrics')).text()
    for (const line of [
      /^portal_db_connections\{pool="bidding",state="limit"\} 8$/m,
      /^portal_db_connections\{pool="office",state="limit"\} 6$/m,
      /^portal_listener_age_seconds [\d.]+$/m,
      /^portal_outbox_waiting\{kind="letter"\} \d+$/m,
      /^portal_clock_difference_seconds -?[\d.e-]+$/m,
      /^portal_outbox_failed 0$/m,
      /^portal_db_standby_required 0$/m,
      /^portal_db_standby_wait_seconds 0$/m,
      /^portal_outages \d+$/m,
      /^portal_db_away_seconds 0$/m,
      /^portal_api_refusals_total\{call="auctions.get",code="invalid_input"\} 1$/m,
    ]) {
      expect(metrics).toMatch(line)
    }

    network.dropPackets()
    const health = call('/api/health/ready')
    const requests = [
      health,
      post(call, '/api/auctions/list', {}),
      post(call, '/api/auth/login', { email: 'nobody@example.com', password: 'a-password-of-tests' }),
      post(call, '/api/news/list', { lang: 'uk' }),
      post(call, '/api/manager/dashboard', {}, bearer(manager)),
    ]
    for (const response of await Promise.all(requests)) {
      expect([response.url, response.status]).toEqual([response.url, 503])
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await (await health).json()).toMatchObject({
      data: { status: 'not_ready', faults: { database: expect.any(String) } },
    })
    expect((await call('/api/health/live')).status).toBe(200)
    // Pages call in process, and are refused without a query once the database is known to be unreachable.
    const inProcess = (path: string, init?: RequestInit) => test.portal.api(new Request(`${test.origin}${path}`, init))
    while ((await post(inProcess, '/api/time', {})).status !== 503) await delay(50)
    // Must be exported while the database is unreachable, because an alert uses it.
    expect(await (await call('/api/metrics')).text()).toMatch(
      /^portal_api_refusals_total\{call="auctions.list",code="service_unavailable"\} 1$/m,
    )

    network.restore()
    while ((await post(call, '/api/auctions/list', {})).status !== 200) await delay(100)
  })
})

describe('a server that freezes while it locks an auction', () => {
  it('delays bids on other servers only for seconds', async () => {
    const one = await openTestServer()
    const { auctionId, accounts } = await runningAuction(one)
    const frozen = createPool({ url: db.url, limits: BIDDING_LIMITS })
    closing.push(() => frozen.end())
    const holder = await frozen.connect()
    await holder.query('begin')
    await holder.query('select from portal.auction_heads where auction_id = $1 for update', [auctionId])
    // The frozen server never continues.
    const bid = { auctionId, accountId: accounts[0], at: clock.now(), key: 'while-it-is-frozen' }
    expect(await retryUntilAnswered(() => placeBid(one, bid, { price: 14_010, quantity: 300 }))).toMatchObject({
      ok: true,
    })
    holder.release(true)
  })
})

describe('the connections of bidding', () => {
  it('are not used for reads', async () => {
    const biddingPool = createPool({ url: db.url, size: 2 })
    closing.push(() => biddingPool.end())
    const one = await openTestServer({ biddingPool })
    const { auctionId } = await runningAuction(one)
    const connections = await Promise.all([biddingPool.connect(), biddingPool.connect()])
    expect((await one.streams.snapshotOf(auctionId))?.state.startedAt).not.toBeNull()
    for (const client of connections) client.release()
  })

  it('serve bids and ends while reads use up all other connections', async () => {
    const pool = createPool({ url: db.url, size: 2 })
    closing.push(() => pool.end())
    const one = await openTestServer({ pool })
    const { auctionId, accounts } = await runningAuction(one)
    const connections = await Promise.all([pool.connect(), pool.connect()])
    expect(
      await placeBid(one, { auctionId, accountId: accounts[0], at: clock.now() }, { price: 14_010, quantity: 300 }),
    ).toMatchObject({ ok: true })
    clock.set(END)
    await one.scheduler.tick()
    const { rows } = await db.pool.query(
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
    const worker = openJobWorker(db.pool, { agreements: ({ auction_id: id }) => one.makeAgreements(id) })
    closing.push(() => worker.stop())
    worker.start()
    await listening(db.pool)
    const { auctionId } = await runningAuction(one)
    clock.set(END)
    await one.scheduler.tick()
    const { rows } = await db.pool.query<{ account_id: number }>(
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
      db.pool,
      aLot({
        startsAt: END + MINUTE,
        applicationDeadline: END + MINUTE,
        endsAt: END + 60 * MINUTE,
        hardEndAt: END + 120 * MINUTE,
      }),
    )
    clock.set(END + MINUTE)
    await one.scheduler.tick()
    const { rows: heads } = await db.pool.query(
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
      pool: db.pool,
      clock,
      documents: async () => new Map() as never,
      sessions: createSessions({ pool: db.pool, clock, requiresSecondFactor: () => true }),
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
    const { rowCount } = await db.pool.query(`select from portal.outbox where kind = 'outbid' and account_id = $1`, [
      deactivated,
    ])
    expect(rowCount).toBe(1)
  })
})

describe('a decision on a request for deletion concurrent with bids', () => {
  it('does not deadlock with a bid that outbids the company', async () => {
    const one = await openTestServer()
    const { auctionId, accounts } = await runningAuction(one)
    const [deleted, rival] = accounts
    const { rows } = await db.pool.query<{ id: number }>(
      'insert into portal.deletion_requests (account_id, person_id, requested_at) select account_id, id, now() from portal.people where account_id = $1 returning id',
      [deleted],
    )
    const id = rows[0]!.id
    const deletions = createDeletions({
      pool: db.pool,
      clock,
      companies: async () => new Map(),
      announceAccount: async () => undefined,
      forgetAccount: () => undefined,
      onStatus: one.accountDecided,
    })
    // Delays the decision once it has locked the company.
    const holder = await db.pool.connect()
    await holder.query('begin')
    await holder.query('select from portal.deletion_requests where id = $1 for update', [id])
    const decided = deletions.decideDeletion(
      { id, decision: 'refuse', reason: 'An auction is under way.' },
      managerCall(clock.now()),
    )
    const waiting = () =>
      db.pool.query(
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
    const { rowCount } = await db.pool.query(`select from portal.outbox where kind = 'outbid' and account_id = $1`, [
      deleted,
    ])
    expect(rowCount).toBe(1)
  })
})

describe('the write probe', () => {
  it('leaves no rows, and reports why the database cannot be written', async () => {
    const errors: unknown[] = []
    let wrote = 0
    const notes = { failed: (error: unknown) => void errors.push(error), wrote: () => void (wrote += 1) }
    expect(await createWriteProbe(db.pool, notes)()).toBeNull()
    expect((await db.pool.query('select from portal.write_probe')).rowCount).toBe(0)
    const url = new URL(db.url)
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
    const probe = createWriteProbe(db.pool, notes, () => (now += 60_000))
    await db.pool.query(`
      create function portal.disk_full() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
      create trigger disk_full before insert on portal.write_probe execute function portal.disk_full()`)
    const holder = await db.pool.connect()
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
      jobs: await lastJobMigration(db.pool),
    }
    expect(await missingMigrations(db.pool, needed)).toBeNull()
    const client = await db.pool.connect()
    await client.query('begin')
    await client.query(`delete from cms.payload_migrations where name = '20261125_132012_schema'`)
    expect(await missingMigrations(client, needed)).toMatch(/: 20261125_132012_schema$/)
    await client.query('delete from graphile_worker.migrations where id = $1', [needed.jobs])
    expect(await missingMigrations(client, needed)).toMatch(/_schema, \d+ of the job queue, which is at \d+$/)
    await client.query('rollback')
    client.release()
  })
})

describe('a listener', () => {
  it('can be registered without a connection, and is notified once it is restored', async () => {
    const network = await openNetwork()
    const listener = await createListener({ url: network.url, pingEveryMs: 10_000, pingTimeoutMs: 2_000 })
    closing.push(() => listener.stop())
    network.dropPackets()
    const payloads: string[] = []
    await listener.on('a_channel', (payload) => void payloads.push(payload))
    const caughtUp = new Promise<void>((resolve) => listener.onReconnect(resolve))
    network.restore()
    await caughtUp
    await db.pool.query(`notify a_channel, 'a payload'`)
    while (payloads.length === 0) await delay(10)
    expect(payloads).toEqual(['a payload'])
  })
})

describe('a listener that receives an invalid notification', () => {
  it('reports it and calls the other handlers', async () => {
    const faults: unknown[] = []
    const payloads: string[] = []
    const listener = await createListener({ url: db.url, onFault: (...fault) => void faults.push(fault) })
    closing.push(() => listener.stop())
    await listener.on('a_channel', (payload) => void JSON.parse(payload))
    await listener.on('a_channel', (payload) => void payloads.push(payload))
    await db.pool.query(`notify a_channel, 'no JSON'`)
    await db.pool.query(`notify a_channel, '{}'`)
    while (payloads.length < 2) await delay(10)
    expect(payloads).toEqual(['no JSON', '{}'])
    expect(faults).toEqual([[expect.any(SyntaxError), 'a_channel']])
  })
})

describe('a stopped listener', () => {
  it('reports no lost connection', async () => {
    const errors: Error[] = []
    const listener = await createListener({
      url: db.url,
      onError: (error) => void errors.push(error),
      pingEveryMs: 10,
      pingTimeoutMs: 1_000,
    })
    await listener.stop()
    await delay(60)
    expect(errors).toEqual([])
  })
})
