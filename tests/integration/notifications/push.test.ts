import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { queueEmails } from '@/lib/server/jobs/emails'
import { claim } from '@/lib/server/notifications/outbox'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createLinkTokens } from '@/lib/server/platform/secrets'
import { writeChoices } from '@/lib/server/notifications/preferences'
import { createPushJobs } from '@/lib/server/notifications/push/push-jobs'
import { createPushService, vapidKeysFrom } from '@/lib/server/notifications/push/push-service'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'
import { aLot } from '@/tests/support/builders/lot'
import { quiet, runJobs } from '@/tests/support/jobs'
import { startPushService, type TestPushService } from '@/tests/support/push-service'

let db: TestDatabase
let service: TestPushService
let jobs: { run(): Promise<void> }
let companyId: number
let auctionId: number
const clock = fixedClock(Date.now() + 60_000)
const keys = vapidKeysFrom(Buffer.alloc(32, 5))

beforeAll(async () => {
  db = await createTestDatabase()
  service = await startPushService()
  companyId = (await registerBuyers(db.pool, 1))[0] ?? 0
  auctionId = await publishLot(db.pool, aLot({ startsAt: clock.now() - 60_000, endsAt: clock.now() + 3_600_000 }))
  await db.pool.query(`insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Конденсат')`, [
    auctionId,
  ])
  const { push } = createPushJobs({
    pool: db.pool,
    streams: { snapshotOf: async () => null },
    clock,
    log: quiet,
    send: createPushService({ keys, contact: 'mailto:portal@portal.test' }),
    services: [service.origin],
    linkTokens: createLinkTokens(Buffer.alloc(32, 7)),
    publicUrl: 'https://portal.test',
  })
  jobs = { run: () => runJobs(db.pool, { push }) }
})
afterEach(async () => {
  service.received.length = 0
  service.answer()
  await db.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await db.pool.query('delete from portal.push_subscriptions')
  await db.pool.query('delete from portal.outbox')
  await db.pool.query('delete from portal.notification_choices')
})
afterAll(async () => {
  await service.stop()
  await db.close()
})

async function subscribe(pushId = service.subscribe()): Promise<string> {
  await db.pool.query(
    `insert into portal.push_subscriptions (person_id, push_id) select min(id), $2 from portal.people where company_id = $1`,
    [companyId, pushId],
  )
  return pushId
}

async function queue(
  kind = 'outbid',
  payload: object = { auction_id: auctionId, provisional_quantity: '50.000' },
): Promise<void> {
  await db.pool.query(`insert into portal.outbox (kind, company_id, payload, created_at) values ($1, $2, $3, $4)`, [
    kind,
    companyId,
    payload,
    new Date(clock.now()),
  ])
}

/** The queued notices with their attempts and the seconds until the next one. */
async function queuedNotices(): Promise<{ attempts: number; seconds: number }[]> {
  const { rows } = await db.pool.query<{ attempts: number; seconds: number }>(
    `select attempts, round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs where task_identifier = 'push'`,
  )
  return rows
}

async function countSubscriptions(): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(`select count(*)::int as n from portal.push_subscriptions`)
  return rows[0]?.n ?? 0
}

describe('a push notice', () => {
  it('is sent to every browser of the account, encrypted and signed', async () => {
    await subscribe()
    await subscribe()
    await queue()
    await jobs.run()
    expect(service.received).toHaveLength(2)
    for (const { notice, claims, sender, headers } of service.received) {
      expect(notice).toEqual({
        title: expect.stringMatching(/(^|\D)50\u00A0т/),
        body: expect.stringContaining('Частина вашого обсягу'),
        url: expect.stringMatching(/^\/auctions\//),
        tag: `outbid-${auctionId}`,
        lang: 'uk',
      })
      expect(sender).toBe(keys.publicKey)
      expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:portal@portal.test' })
      expect(headers).toMatchObject({
        ttl: '900',
        urgency: 'high',
        topic: `outbid-${auctionId}`,
        'content-encoding': 'aes128gcm',
      })
    }
    expect(await queuedNotices()).toEqual([])
  })

  it('is queued in the transaction of its cause', async () => {
    await subscribe()
    const failing = withTransaction(db.pool, async (client) => {
      await client.query(`insert into portal.outbox (kind, company_id, payload) values ('outbid', $1, '{}')`, [
        companyId,
      ])
      throw new Error('the bid was refused')
    })
    await expect(failing).rejects.toThrow('the bid was refused')
    expect(await queuedNotices()).toEqual([])
  })

  it('is sent once, even if workers run concurrently', async () => {
    await subscribe()
    await queue()
    await Promise.all([jobs.run(), jobs.run()])
    await jobs.run()
    expect(service.received).toHaveLength(1)
  })

  it('is not sent if the account has turned it off', async () => {
    await subscribe()
    await writeChoices(db.pool, companyId, [{ topic: 'outbid', channel: 'push', wanted: false }], clock.now())
    await queue()
    await queue('auction_started', { auction_id: auctionId })
    await jobs.run()
    expect(service.received.map(({ notice }) => (notice as { tag: string }).tag)).toEqual([
      `auction_started-${auctionId}`,
    ])
  })

  it.each(['password_changed', 'account_deactivated'])('is never sent for %s', async (kind) => {
    await subscribe()
    await queue(kind, { at: '2026-11-24T08:00:00.000Z', reason: null })
    await jobs.run()
    expect([service.received, await queuedNotices()]).toEqual([[], []])
  })

  it.each([404, 410])('that is answered with %i deletes the subscription', async (status) => {
    await subscribe()
    await queue()
    await queue('auction_started', { auction_id: auctionId })
    service.answer(status, status)
    await jobs.run()
    expect(await countSubscriptions()).toBe(0)
    expect([service.received, await queuedNotices()]).toEqual([[], []])
  })

  it('is retried after the time that a busy service requests', async () => {
    await subscribe()
    await queue()
    service.answer(429)
    await jobs.run()
    const [later] = await queuedNotices()
    expect(later!.seconds).toBeGreaterThan(110)
    expect(service.received).toEqual([])
    await jobs.run()
    expect([service.received.length, await queuedNotices()]).toEqual([1, []])
  })

  it('is retried by the queue if the service is unavailable', async () => {
    await subscribe()
    await queue()
    service.answer(503)
    await jobs.run()
    expect(await queuedNotices()).toMatchObject([{ attempts: 1 }])
    await jobs.run()
    expect([service.received.length, await queuedNotices()]).toEqual([1, []])
  })

  it('is not sent after its lifetime', async () => {
    await subscribe()
    await queue()
    clock.set(clock.now() + 15 * 60_000)
    await jobs.run()
    expect([service.received, await queuedNotices()]).toEqual([[], []])
  })

  it('is sent only to known push services', async () => {
    const elsewhere = { ...(JSON.parse(service.subscribe()) as object), endpoint: 'http://127.0.0.1:1/internal' }
    await subscribe(JSON.stringify(elsewhere))
    await subscribe('an-opaque-id')
    await queue()
    await jobs.run()
    expect(await queuedNotices()).toEqual([])
  })

  it('is dropped if the service refuses it permanently, without affecting the email', async () => {
    await subscribe()
    await queue()
    service.answer(400)
    await jobs.run()
    expect([await queuedNotices(), await countSubscriptions()]).toEqual([[], 1])
    const { rows } = await db.pool.query(`select failed_at from portal.outbox`)
    expect(rows).toEqual([{ failed_at: null }])
  })

  it('of an email to be sent later is sent to each of its recipients then', async () => {
    const { rows: added } = await db.pool.query<{ id: number }>(
      `insert into portal.people (company_id, role, email, surname, name, phone, language)
       select company_id, 'owner', 'second@buyer.test', surname, name, phone, language from portal.people where company_id = $1 returning id`,
      [companyId],
    )
    for (const id of [companyId, added[0]!.id])
      await db.pool.query(`insert into portal.push_subscriptions (person_id, push_id) values ($1, $2)`, [
        id,
        service.subscribe(),
      ])
    const due = clock.now() + 3 * 24 * 60 * 60_000
    const email = {
      kind: 'account_confirmed',
      company_id: companyId,
      payload: { reason: null },
      dedupe_key: 'later',
    } as const
    await queueEmails(db.pool, [{ ...email, send_at: new Date(due).toISOString() }])
    await jobs.run()
    expect(service.received).toEqual([])

    const { rows } = await db.pool.query<{ id: number }>('select id from portal.outbox')
    clock.set(due)
    await claim(db.pool, rows[0]!.id, due)
    await jobs.run()
    expect(service.received).toHaveLength(2)
  })
})
