import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { NotificationChoice } from '@/lib/contract/notifications'
import { keyFor } from '@/lib/server/platform/secrets'
import { getCms } from '@/lib/server/cms/cms'
import { createLot } from '@/tests/integration/cms/support'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLotToCome } from '@/tests/support/builders/lot'
import { type MailServer, startMailServer } from '@/tests/support/mail-server'
import { startPushService, type TestPushService } from '@/tests/support/push-service'
import { bearer, post, startTestPortal, type Transport, transports, type TestPortal } from '@/tests/support/test-portal'
import { createUnsubscribing } from '@/lib/server/notifications/subscriptions'

let test: TestPortal
let mail: MailServer
let service: TestPushService
let accounts: number[]
let tokens: string[]

beforeAll(async () => {
  mail = await startMailServer()
  service = await startPushService()
  test = await startTestPortal({
    RATE_LIMITS: 'off',
    SMTP_URL: mail.url,
    MAIL_FROM: 'portal@portal.test',
    PUSH_SERVICES: service.origin,
  })
  accounts = await registerBuyers(test.db.pool, 4)
  tokens = await Promise.all(accounts.map((id) => test.signIn(id)))
})
afterAll(async () => {
  await test.close()
  await mail.stop()
  await service.stop()
})

async function call(
  transport: Transport,
  path: string,
  body: object,
  token?: string,
): Promise<{
  status: number
  body: { code?: string; data?: { list: NotificationChoice[]; push_key: string; topic?: string; wanted?: boolean } }
}> {
  const response = await post(transport, path, body, token ? bearer(token) : {})
  return { status: response.status, body: (await response.json()) as never }
}

async function emailOf(companyId: number): Promise<string> {
  const { rows } = await test.db.pool.query<{ email: string }>(`select email from cms.companies where id = $1`, [
    companyId,
  ])
  return rows[0]?.email ?? ''
}

async function queueEmail(companyId: number, kind = 'chat_message', payload: object = {}): Promise<void> {
  await test.db.pool.query(`insert into portal.outbox (kind, company_id, payload) values ($1, $2, $3)`, [
    kind,
    companyId,
    payload,
  ])
}

const tokenOf = (companyId: number, topic: 'outbid' | 'account') =>
  createUnsubscribing([keyFor('links that stop letters', test.portal.environment.payloadSecret)]).tokenOf(
    companyId,
    topic,
  )

const choiceOf = (list: NotificationChoice[] | undefined, topic: string) =>
  list?.find((choice) => choice.topic === topic)

describe.each(transports)('notification choices, %s', (_way, over) => {
  it('include everything by default except other companies’ auctions', async () => {
    const { body } = await call(over(test), '/api/profile/notifications', {}, tokens[3])
    expect(choiceOf(body.data?.list, 'outbid')).toEqual({
      topic: 'outbid',
      email: { wanted: true, required: false },
      push: { wanted: true, required: false },
    })
    expect(choiceOf(body.data?.list, 'new_auctions')).toMatchObject({
      email: { wanted: false },
      push: { wanted: false },
    })
    expect(choiceOf(body.data?.list, 'account')).toMatchObject({ email: { wanted: true, required: true } })
    expect(body.data?.push_key).toMatch(/^B[\w-]{86}$/)
  })

  it('are stored per account', async () => {
    const changes = [
      { topic: 'course', channel: 'email', wanted: true },
      { topic: 'course', channel: 'email', wanted: false },
    ]
    const { body } = await call(over(test), '/api/profile/notifications/update', { changes }, tokens[0])
    expect(choiceOf(body.data?.list, 'course')).toMatchObject({ email: { wanted: false }, push: { wanted: true } })
    const other = await call(over(test), '/api/profile/notifications', {}, tokens[1])
    expect(choiceOf(other.body.data?.list, 'course')).toMatchObject({ email: { wanted: true } })
  })

  it.each(['account', 'obligations'])(
    'cannot turn off emails about %s, and a refused call changes nothing',
    async (topic) => {
      const changes = [
        { topic: 'answers', channel: 'push', wanted: false },
        { topic, channel: 'email', wanted: false },
      ]
      const refused = await call(over(test), '/api/profile/notifications/update', { changes }, tokens[1])
      expect(refused).toMatchObject({ status: 409, body: { code: 'notification_required' } })
      const { body } = await call(over(test), '/api/profile/notifications', {}, tokens[1])
      expect(choiceOf(body.data?.list, 'answers')).toMatchObject({ push: { wanted: true } })
    },
  )

  it('can be turned off by the link in an email, after a confirmation', async () => {
    const token = tokenOf(accounts[2] as number, 'outbid')
    await call(
      over(test),
      '/api/profile/notifications/update',
      { changes: [{ topic: 'outbid', channel: 'email', wanted: true }] },
      tokens[2],
    )
    const before = await call(over(test), '/api/notifications/unsubscribing', { token })
    expect(before.body.data).toMatchObject({ topic: 'outbid', wanted: true })
    expect((await call(over(test), '/api/notifications/unsubscribing', { token })).body.data).toMatchObject({
      wanted: true,
    })
    expect((await call(over(test), '/api/notifications/unsubscribe', { token })).status).toBe(200)
    const { body } = await call(over(test), '/api/profile/notifications', {}, tokens[2])
    expect(choiceOf(body.data?.list, 'outbid')).toMatchObject({ email: { wanted: false }, push: { wanted: true } })
  })

  it.each([
    ['that is forged', () => 'forged'],
    ['of another account', () => tokenOf(accounts[2] as number, 'outbid').replace(/^\d+/, String(accounts[1]))],
    ['of another topic', () => tokenOf(accounts[2] as number, 'outbid').replace('outbid', 'results')],
    ['of emails that are required', () => tokenOf(accounts[2] as number, 'account')],
  ])('cannot be turned off by a link %s', async (_what, token) => {
    expect(await call(over(test), '/api/notifications/unsubscribe', { token: token() })).toMatchObject({
      status: 404,
      body: { code: 'unsubscribe_link_invalid' },
    })
  })

  it('can be turned off by a mail program’s POST, but not by a GET', async () => {
    await call(
      over(test),
      '/api/profile/notifications/update',
      { changes: [{ topic: 'outbid', channel: 'email', wanted: true }] },
      tokens[2],
    )
    const address = `/api/notifications/one-click/${tokenOf(accounts[2] as number, 'outbid')}`
    const isWanted = async () =>
      choiceOf((await call(over(test), '/api/profile/notifications', {}, tokens[2])).body.data?.list, 'outbid')?.email
        .wanted
    const viewed = await over(test)(address, { redirect: 'manual' })
    expect([viewed.status, await isWanted()]).toEqual([303, true])
    const stopped = await over(test)(address, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([stopped.status, await isWanted()]).toEqual([200, false])
    expect((await over(test)('/api/notifications/one-click/made-up', { method: 'POST' })).status).toBe(404)
  })
})

describe('emails', () => {
  it('are sent to those who want them, with a link to unsubscribe', async () => {
    const auctionId = await publishLot(test.db.pool, aLotToCome())
    const [wants, doesNot] = [accounts[1] as number, accounts[0] as number]
    for (const id of [doesNot, wants]) await queueEmail(id, 'auction_ended', { auction_id: auctionId })
    const address = await emailOf(wants)
    while (mail.to(address).length === 0) await mail.next()
    const [email] = mail.to(address)
    const header = (name: string) => email?.email.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toMatch(/^<http:\/\/localhost:\d+\/api\/notifications\/one-click\/[\w.-]+>$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(email?.email.html).toMatch(/href="http:\/\/localhost:\d+\/unsubscribe\/[\w.-]+"/)
    expect(mail.to(await emailOf(doesNot))).toEqual([])
  })

  it('have no link to unsubscribe if they are required', async () => {
    const address = await emailOf(accounts[1] as number)
    mail.emails.length = 0
    await queueEmail(accounts[1] as number, 'account_confirmed', { reason: null })
    while (mail.to(address).length === 0) await mail.next()
    expect(mail.to(address)[0]?.email.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  })

  it('announce a published auction once to those who want them', async () => {
    const [subscriber, other] = [accounts[1] as number, accounts[0] as number]
    await call(
      transports[0]![1](test),
      '/api/profile/notifications/update',
      { changes: [{ topic: 'new_auctions', channel: 'email', wanted: true }] },
      tokens[1],
    )
    const cms = await getCms()
    const { id } = await createLot(cms)
    await cms.update({ collection: 'auctions', id, data: { title: 'Газовий конденсат, уточнено' } })
    const { rows } = await test.db.pool.query(
      `select company_id from portal.outbox where kind = 'auction_announced' and company_id = any ($1)`,
      [[subscriber, other]],
    )
    expect(rows).toEqual([{ company_id: subscriber }])
  })
})

describe('push notices of a session', () => {
  it('are signed by the portal, and end with the session', async () => {
    const transport = transports[1]![1](test)
    const [companyId, token] = [accounts[3] as number, await test.signIn(accounts[3] as number)]
    const pushId = service.subscribe()
    expect((await call(transport, '/api/profile/push/add-id', { push_id: pushId }, token)).status).toBe(200)
    const coming = service.next()
    await queueEmail(companyId, 'account_confirmed', { reason: null })
    const { body } = await call(transport, '/api/profile/notifications', {}, token)
    expect(await coming).toMatchObject({
      sender: body.data?.push_key,
      notice: { lang: 'uk', tag: expect.stringContaining('account_confirmed') },
    })
    await call(transport, '/api/auth/logout', {}, token)
    expect(
      (await test.db.pool.query(`select 1 from portal.push_subscriptions where push_id = $1`, [pushId])).rowCount,
    ).toBe(0)
  })

  it('are sent to the account that last signed in in a browser', async () => {
    const transport = transports[0]![1](test)
    const pushId = service.subscribe()
    const owners = async () =>
      (
        await test.db.pool.query<{ company_id: number }>(
          `select company_id from portal.push_subscriptions join portal.people on people.id = person_id where push_id = $1`,
          [pushId],
        )
      ).rows.map(({ company_id }) => company_id)
    await call(transport, '/api/profile/push/add-id', { push_id: pushId }, tokens[0])
    await call(transport, '/api/profile/push/add-id', { push_id: pushId }, tokens[1])
    expect(await owners()).toEqual([accounts[1]])
    await call(transport, '/api/profile/push/remove-id', { push_id: pushId }, tokens[0])
    expect(await owners()).toEqual([accounts[1]])
    await call(transport, '/api/profile/push/remove-id', { push_id: pushId }, tokens[1])
    expect(await owners()).toEqual([])
  })

  it('are sent to at most twenty browsers', async () => {
    for (let browser = 0; browser < 25; browser += 1)
      await call(transports[0]![1](test), '/api/profile/push/add-id', { push_id: `browser-${browser}` }, tokens[2])
    const { rows } = await test.db.pool.query<{ push_id: string }>(
      `select push_id from portal.push_subscriptions where person_id = (select min(id) from portal.people where company_id = $1) order by id desc`,
      [accounts[2]],
    )
    expect(rows).toHaveLength(20)
    expect(rows[0]?.push_id).toBe('browser-24')
  })
})

describe('the tracking helper', () => {
  it('is off by default', async () => {
    const response = await post(transports[0]![1](test), '/api/tracking/settings', {}, bearer(tokens[0] as string))
    expect(await response.json()).toEqual({ data: { matomo: null } })
  })
})
