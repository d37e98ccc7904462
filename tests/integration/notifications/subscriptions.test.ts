import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getCms } from '@/lib/server/cms/cms'
import { removeExpired } from '@/lib/server/jobs/retention'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createLot } from '@/tests/integration/cms/support'
import { registerBuyers } from '@/tests/support/auction-house'
import { type MailServer, type ReceivedEmail, startMailServer } from '@/tests/support/mail-server'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

const HOUR = 60 * 60_000
let test: TestPortal
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  test = await startTestPortal({ RATE_LIMITS: 'off', SMTP_URL: mail.url, MAIL_FROM: 'portal@portal.test' })
})
afterAll(async () => {
  await test.close()
  await mail.stop()
})

interface Answer {
  status: number
  code?: string
  data?: Record<string, unknown>
}

async function call(path: string, body: object, over = transports[1]![1](test)): Promise<Answer> {
  const response = await post(over, path, body)
  const { code, data } = (await response.json()) as Omit<Answer, 'status'>
  return { status: response.status, code, data }
}

const requestSubscription = (email: string, more: object = {}) =>
  call('/api/subscriptions/ask', { lang: 'en', email, auction_kind: 'gas_condensate', ...more })

async function emailTo(address: string, subject: RegExp): Promise<ReceivedEmail> {
  for (;;) {
    const email = mail.to(address).find(({ email }) => subject.test(email.subject ?? ''))
    if (email) return email
    await mail.next()
  }
}

const tokenIn = ({ email }: ReceivedEmail, path: string) =>
  new RegExp(`/${path}/([\\w.-]+)`).exec(email.text ?? '')?.[1] ?? ''

const stateOf = async (email: string) =>
  (
    await test.db.pool.query<{ confirmed: boolean; stopped: boolean }>(
      `select confirmed_at is not null as confirmed, stopped_at is not null as stopped from portal.subscriptions where email = $1`,
      [email],
    )
  ).rows

/** Subscribes and confirms; returns the token that unsubscribes. */
async function subscribe(address: string): Promise<string> {
  await requestSubscription(address)
  const email = await emailTo(address, /Confirm your subscription/)
  expect(await call('/api/subscriptions/confirm', { token: tokenIn(email, 'subscription') })).toMatchObject({
    status: 200,
    data: { email: address, auction_kind: 'gas_condensate' },
  })
  return tokenIn(email, 'unsubscribe')
}

describe('a subscription to new auctions', () => {
  it('is requested, confirmed by a link, notified of lots and stopped', async () => {
    expect(await requestSubscription(' Reader@Home.test ')).toEqual({
      status: 200,
      code: undefined,
      data: { email: 'reader@home.test' },
    })
    const first = await emailTo('reader@home.test', /Confirm your subscription/)
    expect(first.email.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true)
    await createLot(await getCms())
    expect(await stateOf('reader@home.test')).toEqual([{ confirmed: false, stopped: false }])
    const token = tokenIn(first, 'subscription')
    for (const time of [1, 2])
      expect([time, (await call('/api/subscriptions/confirm', { token })).status]).toEqual([time, 200])

    const lot = await createLot(await getCms())
    const news = await emailTo('reader@home.test', /New auction/)
    expect(news.email.subject).toContain(`No.\u00A0${lot.number}`)
    expect(mail.to('reader@home.test')).toHaveLength(2)
    expect(news.email.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    )

    const stop = tokenIn(news, 'unsubscribe')
    expect((await call('/api/notifications/unsubscribing', { token: stop })).data).toEqual({
      topic: 'new_auctions',
      company: 'reader@home.test',
      wanted: true,
      account: false,
    })
    const oneClick = await transports[1]![1](test)(`/api/notifications/one-click/${stop}`, { method: 'POST' })
    expect(oneClick.status).toBe(200)
    expect(await stateOf('reader@home.test')).toEqual([{ confirmed: true, stopped: true }])
    // The link of a stopped subscription no longer confirms it, and no emails are queued.
    expect((await call('/api/subscriptions/confirm', { token })).code).toBe('link_expired')
    const last = await createLot(await getCms())
    const { rows } = await test.db.pool.query(
      `select from portal.outbox where kind = 'subscription_auction' and (payload ->> 'auction_id')::integer = $1`,
      [last.id],
    )
    expect(rows).toEqual([])
  })

  it('does not store the secret of its links, neither in its row nor in copies of emails', async () => {
    const stop = await subscribe('secret@home.test')
    const { rows } = await test.db.pool.query<{ stored: string }>(
      `select to_jsonb(subscription)::text as stored from portal.subscriptions subscription where email = 'secret@home.test'
       union all select html || text from portal.emails where 'secret@home.test' = any (recipients)`,
    )
    const signature = stop.split('.').at(-1) ?? '?'
    expect(rows.length).toBeGreaterThan(1)
    for (const { stored } of rows) expect(stored).not.toContain(signature)
  })

  it('is not confirmed by a forged, foreign or outdated link', async () => {
    const stop = await subscribe('links@home.test')
    for (const token of ['forged', stop, stop.replace(/^sub\.\d+/, 'sub.1')])
      expect(await call('/api/subscriptions/confirm', { token })).toMatchObject({ status: 404, code: 'link_invalid' })
    await requestSubscription('late@home.test')
    const email = await emailTo('late@home.test', /Confirm/)
    const token = tokenIn(email, 'subscription')
    await test.db.pool.query(
      `update portal.subscriptions set asked_at = asked_at - interval '1 hour' where email = 'late@home.test'`,
    )
    expect((await call('/api/subscriptions/confirm', { token })).code).toBe('link_invalid')
  })

  it('sends at most one confirmation an hour and three a day, always with the same answer', async () => {
    const sent = async () =>
      (
        await test.db.pool.query(
          `select from portal.outbox where kind = 'subscription_confirmation'
             and (payload ->> 'subscription_id')::integer = (select id from portal.subscriptions where email = 'victim@home.test')`,
        )
      ).rowCount
    const earlier = (hours: number) =>
      test.db.pool.query(
        `update portal.subscriptions set asked_at = asked_at - $1 * interval '1 hour', counted_from = counted_from - $1 * interval '1 hour' where email = 'victim@home.test'`,
        [hours],
      )
    const answers = await Promise.all([
      requestSubscription('victim@home.test'),
      requestSubscription('victim@home.test'),
      requestSubscription('victim@home.test'),
    ])
    expect([answers.map(({ status }) => status), await sent()]).toEqual([[200, 200, 200], 1])
    for (const count of [2, 3, 3]) {
      await earlier(1)
      await requestSubscription('victim@home.test')
      expect(await sent()).toBe(count)
    }
    await earlier(24)
    await requestSubscription('victim@home.test')
    expect(await sent()).toBe(4)
  })

  it('is not created for robots and invalid addresses', async () => {
    expect((await requestSubscription('robot@home.test', { website: 'https://spam.test' })).status).toBe(200)
    expect(await stateOf('robot@home.test')).toEqual([])
    expect(await requestSubscription('no address')).toMatchObject({ status: 422, code: 'invalid_input' })
    expect(await requestSubscription('a@home.test', { auction_kind: 'coal' })).toMatchObject({
      status: 422,
      code: 'invalid_input',
    })
  })

  it('is deleted if it is not confirmed, and a month after it was stopped', async () => {
    await requestSubscription('never@home.test')
    await subscribe('stays@home.test')
    const now = Date.now()
    await removeExpired({ pool: test.db.pool, clock: fixedClock(now + 8 * 24 * HOUR) })
    expect([await stateOf('never@home.test'), (await stateOf('stays@home.test')).length]).toEqual([[], 1])
    await test.db.pool.query(`update portal.subscriptions set stopped_at = now() where email = 'stays@home.test'`)
    await removeExpired({ pool: test.db.pool, clock: fixedClock(now + 31 * 24 * HOUR) })
    expect(await stateOf('stays@home.test')).toEqual([])
  })

  it('is deleted with the personal data of the company with this address', async () => {
    const [id = 0] = await registerBuyers(test.db.pool, 1)
    const { rows } = await test.db.pool.query<{ email: string }>(
      `select lower(email) as email from cms.companies where id = $1`,
      [id],
    )
    const email = rows[0]?.email ?? ''
    await subscribe(email)
    await test.db.pool.query(
      `insert into portal.email_confirmations (person_id, email) select id, email from portal.people where company_id = $1`,
      [id],
    )
    const password = 'Seven-Gas-Meters'
    await test.setPassword(id, password)
    const token = await test.signIn(id)
    const manager = await test.staff('manager')
    const over = transports[1]![1](test)
    const response = await post(over, '/api/profile/deletion/request', { password }, bearer(token))
    expect(response.status).toBe(200)
    const list = (await (
      await post(over, '/api/manager/accounts/deletion/list', { status: 'waiting' }, bearer(manager))
    ).json()) as { data: { list: { id: number; company: { id: number } }[] } }
    const request = list.data.list.find(({ company }) => company.id === id)
    const decided = await post(
      over,
      '/api/manager/accounts/deletion/decide',
      { id: request?.id, decision: 'approve' },
      bearer(manager),
    )
    expect(decided.status).toBe(200)
    expect(await stateOf(email)).toEqual([])
    const emails = await test.db.pool.query(
      `select from portal.emails where $1 = any (recipients) and kind like 'subscription%'`,
      [email],
    )
    expect(emails.rowCount).toBe(0)
  })
})
