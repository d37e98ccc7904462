import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createListener } from '@/lib/server/platform/db/listener'
import { createPool, BIDDING_LIMITS } from '@/lib/server/platform/db/pool'
import { placeBid } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal } from '@/tests/support/test-portal'
import { openStreamHost, watch } from '@/tests/support/watching'

import { serversOfSuite } from '@/tests/support/suite-servers'

const suite = serversOfSuite()
const { clock, closing, openTestServer, openNetwork, runningAuction } = suite

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
      suite.db,
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
        { auctionId, companyId: accounts[step % 2]!, at: clock.now() },
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
    const test = await startTestPortal({}, { ...suite.db, url: through.href, close: async () => undefined })
    closing.push(() => test.close())
    const call = (path: string, init?: RequestInit) => fetch(`${test.origin}${path}`, init)
    while ((await call('/api/health/ready')).status !== 200) await delay(100)
    const manager = await test.staff('manager')
    const { getCms } = await import('@/lib/server/cms/cms')
    const { poolOf } = await import('@/lib/server/payload/database')
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
      /^portal_outbox_waiting\{kind="email"\} \d+$/m,
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
      post(call, '/api/auctions/list', {}),
      post(call, '/api/auth/login', { email: 'nobody@example.com', password: 'a-password-of-tests' }),
      post(call, '/api/news/list', { lang: 'uk' }),
      post(call, '/api/manager/dashboard', {}, bearer(manager)),
    ]
    for (const response of await Promise.all(requests)) {
      expect([response.url, response.status]).toEqual([response.url, 503])
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // A load balancer must not take all servers out together.
    expect(await (await health).json()).toMatchObject({
      data: { status: 'ready', warnings: { database: expect.any(String) } },
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
    const frozen = createPool({ url: suite.db.url, limits: BIDDING_LIMITS })
    closing.push(() => frozen.end())
    const holder = await frozen.connect()
    await holder.query('begin')
    await holder.query('select from portal.auction_heads where auction_id = $1 for update', [auctionId])
    // The frozen server never continues.
    const bid = { auctionId, companyId: accounts[0], at: clock.now(), key: 'while-it-is-frozen' }
    expect(await retryUntilAnswered(() => placeBid(one, bid, { price: 14_010, quantity: 300 }))).toMatchObject({
      ok: true,
    })
    holder.release(true)
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
    await suite.db.pool.query(`notify a_channel, 'a payload'`)
    while (payloads.length === 0) await delay(10)
    expect(payloads).toEqual(['a payload'])
  })
})
