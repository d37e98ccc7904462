import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { removeExpired } from '@/lib/server/jobs/retention'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createPushJobs } from '@/lib/server/notifications/push/push-jobs'
import { createPushService, vapidKeysFrom } from '@/lib/server/notifications/push/push-service'
import { createLinkTokens } from '@/lib/server/platform/secrets'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot } from '@/tests/support/builders/lot'
import { quiet, runJobs } from '@/tests/support/jobs'
import { startPushService, type TestPushService } from '@/tests/support/push-service'
import { post, startTestPortal, type TestPortal, type Transport, transports } from '@/tests/support/test-portal'

const HOUR = 60 * 60_000
const clock = fixedClock(Date.now())
let test: TestPortal
let service: TestPushService

beforeAll(async () => {
  service = await startPushService()
  // The tests run the jobs themselves.
  test = await startTestPortal({ RATE_LIMITS: 'off', MAIL_AND_PUSH: 'off', PUSH_SERVICES: service.origin })
})
beforeEach(async () => {
  service.received.length = 0
  service.answer()
  clock.set(Date.now())
  await test.db.pool.query('delete from portal.browser_subscriptions')
})
afterAll(async () => {
  await test.close()
  await service.stop()
})

async function call(path: string, body: object, over = transports[1]![1](test)) {
  const response = await post(over, `/api/subscriptions/browser/${path}`, body)
  const { code, data } = (await response.json()) as { code?: string; data?: Record<string, unknown> }
  return { status: response.status, code, data }
}

const add = (pushId: string, kind = 'gas_condensate') =>
  call('add', { lang: 'en', push_id: pushId, auction_kind: kind })
const kindsOf = async (pushId: string) => (await call('get', { push_id: pushId })).data?.auction_kinds

async function announceLot(): Promise<number> {
  const { pool } = test.db
  const starts = clock.now() + 48 * HOUR
  const times = { applicationDeadline: starts, startsAt: starts, endsAt: starts + HOUR, hardEndAt: starts + 2 * HOUR }
  const id = await publishLot(pool, aLot(times))
  await pool.query(`insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'en', 'Condensate')`, [
    id,
  ])
  await pool.query('select portal.announce_auction($1)', [id])
  return id
}

/** Runs the queued jobs, as a server's worker does. */
function send(): Promise<void> {
  const { browser_notice } = createPushJobs({
    pool: test.db.pool,
    streams: { snapshotOf: async () => null },
    clock,
    log: quiet,
    send: createPushService({ keys: vapidKeysFrom(Buffer.alloc(32, 5)), contact: 'mailto:portal@portal.test' }),
    services: [service.origin],
    linkTokens: createLinkTokens(Buffer.alloc(32, 7)),
    publicUrl: 'https://portal.test',
  })
  return runJobs(test.db.pool, { browser_notice })
}

describe.each(transports)('a browser without an account, %s', (_way, over) => {
  it('is notified of a new lot of its product once, with a way to unsubscribe', async () => {
    const [condensate, gas] = [service.subscribe(), service.subscribe()]
    expect((await call('key', {}, over(test))).data?.push_key).toMatch(/^[\w-]{87}$/)
    const subscription = { lang: 'en', push_id: condensate, auction_kind: 'gas_condensate' }
    expect(await call('add', subscription, over(test))).toMatchObject({ status: 200 })
    await add(condensate)
    await add(gas, 'natural_gas')
    expect(await kindsOf(condensate)).toEqual(['gas_condensate'])

    const auctionId = await announceLot()
    await send()
    await test.db.pool.query('select portal.announce_auction($1)', [auctionId])
    await send()
    expect(service.received.map(({ notice }) => notice)).toEqual([
      {
        title: expect.stringMatching(/No\.\u00A0\d+/),
        body: expect.any(String),
        url: expect.stringMatching(/^\/en\/auctions\//),
        tag: `auction_announced-${auctionId}`,
        lang: 'en',
        stop: { label: 'Stop notifications', auction_kind: 'gas_condensate' },
      },
    ])
  })

  it('gets nothing after unsubscribing', async () => {
    const pushId = service.subscribe()
    await add(pushId)
    await add(pushId, 'natural_gas')
    expect(await call('remove', { push_id: pushId, auction_kind: 'gas_condensate' }, over(test))).toMatchObject({
      status: 200,
    })
    expect(await kindsOf(pushId)).toEqual(['natural_gas'])
    await announceLot()
    await send()
    expect(service.received).toEqual([])
  })
})

describe('browsers without an account', () => {
  it('are refused if their push service is not allow-listed', async () => {
    expect(await add('{"endpoint":"http://127.0.0.1:1/","keys":{}}')).toMatchObject({
      status: 422,
      code: 'push_service_unknown',
    })
  })

  it('are counted by the network of an address with a zone', async () => {
    const pushId = service.subscribe()
    const linkLocal = ((path: string, init?: RequestInit) =>
      test.portal.api(new Request(`http://portal.internal${path}`, init), { address: 'fe80::1%eth0' })) as Transport
    expect(await call('add', { lang: 'en', push_id: pushId, auction_kind: 'gas_condensate' }, linkLocal)).toMatchObject(
      {
        status: 200,
      },
    )
    const { rows } = await test.db.pool.query('select address from portal.browser_subscriptions')
    expect(rows).toEqual([{ address: 'fe80::' }])
  })

  it('are deleted if the push service does not know them, and retried if it is unavailable', async () => {
    const pushId = service.subscribe()
    await add(pushId)
    await announceLot()
    service.answer(503)
    await send()
    expect(await kindsOf(pushId)).toEqual(['gas_condensate'])
    await send()
    expect(service.received).toHaveLength(1)

    await announceLot()
    service.answer(410)
    await send()
    expect(await kindsOf(pushId)).toEqual([])
  })

  it('get no notice after a day', async () => {
    await add(service.subscribe())
    const auctionId = await announceLot()
    // The push service would still accept a notice that has expired.
    await test.db.pool.query('update portal.browser_announcements set at = $2 where auction_id = $1', [
      auctionId,
      new Date(clock.now() - 24 * HOUR),
    ])
    await send()
    expect(service.received).toEqual([])
  })

  it('are skipped if an account is notified in the same browser', async () => {
    const { pool } = test.db
    const pushId = service.subscribe()
    const [companyId] = await registerBuyers(pool, 1)
    await add(pushId)
    await pool.query(
      `insert into portal.push_subscriptions (person_id, push_id) select min(id), $2 from portal.people where company_id = $1`,
      [companyId, pushId],
    )
    await pool.query(
      `insert into portal.notification_choices (person_id, topic, channel, wanted, chosen_at)
       select min(id), 'new_auctions', 'push', true, now() from portal.people where company_id = $1`,
      [companyId],
    )
    await announceLot()
    await send()
    expect(service.received).toEqual([])
  })

  it('are limited to a hundred per address, and deleted a year after the last visit', async () => {
    const { pool } = test.db
    const first = service.subscribe()
    await add(first)
    const { rows } = await pool.query<{ address: string }>('select address from portal.browser_subscriptions')
    await pool.query(
      `insert into portal.browser_subscriptions (push_id, auction_kind, language, address, seen_at)
       select 'browser ' || n, 'gas_condensate', 'uk', $1, now() from generate_series(1, 99) n`,
      [rows[0]?.address],
    )
    await pool.query(`update portal.browser_subscriptions set seen_at = now() - interval '1 hour' where push_id = $1`, [
      first,
    ])
    const last = service.subscribe()
    await add(last)
    expect([await kindsOf(first), await kindsOf(last)]).toEqual([[], ['gas_condensate']])

    const inAYear = fixedClock(Date.now() + 366 * 24 * HOUR)
    await pool.query(`update portal.browser_subscriptions set seen_at = now() + interval '2 days' where push_id = $1`, [
      last,
    ])
    await removeExpired({ pool, clock: inAYear })
    const { rows: remaining } = await pool.query('select push_id from portal.browser_subscriptions')
    expect(remaining).toEqual([{ push_id: last }])
  })
})
