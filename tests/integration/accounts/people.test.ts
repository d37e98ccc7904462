import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLinkTokens, keyFor } from '@/lib/server/platform/secrets'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLot, MINUTE } from '@/tests/support/builders/lot'
import { bearer, post, startTestPortal, type TestPortal, type Transport, transports } from '@/tests/support/test-portal'
import { hashToken, newToken } from '@/lib/server/identity/tokens'
import { queueEmails } from '@/lib/server/jobs/emails'

/** R14: the people of a company, their roles, invitations and requests to join. */

const linkTokens = createLinkTokens(keyFor('links in letters', 'the-secret-of-the-tests-and-of-nothing-else'))
const password = 'Seven-Gas-Meters'

let test: TestPortal
let manager: string
let transport: Transport

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off', MAIL_AND_PUSH: 'off' })
  transport = transports[0]![1](test)
  manager = await test.staff('manager')
})
afterAll(() => test.close())

interface Answer {
  status: number
  code?: string
  data: Record<string, unknown>
}

async function call(
  path: string,
  body: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await post(transport, path, body, { ...(token && bearer(token)), ...headers })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

type Role = 'owner' | 'trader' | 'viewer'

async function signIn(personId: number): Promise<string> {
  const token = newToken()
  await test.db.pool.query(
    `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address) values ($1, $2, now() + interval '1 day', 'test', 'test')`,
    [hashToken(token), personId],
  )
  return token
}

interface Person {
  id: number
  email: string
  token: string
}

async function addPerson(companyId: number, role: Role, name = 'Олена'): Promise<Person> {
  const email = `${crypto.randomUUID()}@people.test`
  const { rows } = await test.db.pool.query<{ id: number }>(
    `insert into portal.people (company_id, email, surname, name, phone, role) values ($1, $2, 'Коваленко', $4, '+380441112233', $3) returning id`,
    [companyId, email, role, name],
  )
  const id = rows[0]!.id
  await test.db.pool.query(`insert into portal.email_confirmations (person_id, email) values ($1, $2)`, [id, email])
  return { id, email, token: await signIn(id) }
}

/** An active company with its first owner. */
async function addCompany(): Promise<{ id: number; edrpou: string; owner: Person }> {
  const [id = 0] = await registerBuyers(test.db.pool, 1)
  const { rows } = await test.db.pool.query<{ person: number; email: string; edrpou: string }>(
    `select person.id as person, person.email, company.edrpou from portal.people person join cms.companies company on company.id = company_id where company_id = $1`,
    [id],
  )
  const { person, email, edrpou } = rows[0]!
  return { id, edrpou, owner: { id: person, email, token: await signIn(person) } }
}

async function invite(owner: Person, role: Role = 'trader', email = `${crypto.randomUUID()}@invited.test`) {
  await letMinutesPass(email, 2)
  return inviteAgain(owner, role, email)
}

/** Since the address was last invited. */
async function letMinutesPass(email: string, minutes: number): Promise<void> {
  await test.db.pool.query(
    `update portal.invitations set invited_at = invited_at - $2 * interval '1 minute' where email = $1`,
    [email, minutes],
  )
}

async function inviteAgain(owner: Person, role: Role, email: string) {
  const answer = await call('/api/people/invite', { email, role }, owner.token)
  const list = (answer.data?.invitations ?? []) as { id: string; email: string }[]
  const id = list.find((invitation) => invitation.email === email)?.id ?? ''
  return { ...answer, id, email, token: id && linkTokens.tokenOf(id) }
}

const acceptanceOf = (token: string) => ({
  token,
  surname: 'Бондар',
  name: 'Ірина',
  phone: '+380501112233',
  password,
  accept_rules: true,
})

const registration = (edrpou: string, email = `${crypto.randomUUID()}@asking.test`) => ({
  email,
  password,
  surname: 'Новак',
  name: 'Петро',
  phone: '+380671112233',
  iban: 'UA883006140000026006500211904',
  auction_kind: 'all',
  company_name: 'Та сама компанія',
  company_short_name: 'Та сама',
  edrpou,
  eic: '21X000000001397P',
  accept_rules: true,
})

/** Opens the link that a registration mailed. */
async function confirmMailbox(email: string): Promise<Answer> {
  const { rows } = await test.db.pool.query<{ id: string }>(
    `select token.id from portal.one_time_tokens token join portal.people person on person.id = person_id where person.email = $1`,
    [email],
  )
  return call('/api/auth/email-confirm', { token: linkTokens.tokenOf(rows[0]?.id ?? '') })
}

/** Issues a link that changes a person's address; returns its token. */
async function emailChangeTo(email: string, personId: number): Promise<string> {
  const id = crypto.randomUUID()
  await test.db.pool.query(
    `insert into portal.one_time_tokens (id, token_hash, kind, person_id, email, issued_at, expires_at)
     values ($1, $2, 'email_change', $3, $4, now(), now() + interval '1 hour')`,
    [id, hashToken(linkTokens.tokenOf(id)), personId, email],
  )
  return linkTokens.tokenOf(id)
}

async function rolesOf(companyId: number): Promise<string[]> {
  const { rows } = await test.db.pool.query<{ role: string }>(
    `select role from portal.people where company_id = $1 and removed_at is null order by role, id`,
    [companyId],
  )
  return rows.map(({ role }) => role)
}

async function emailsTo(personId: number): Promise<string[]> {
  const { rows } = await test.db.pool.query<{ kind: string }>(
    `select kind from portal.outbox where person_id = $1 order by id`,
    [personId],
  )
  return rows.map(({ kind }) => kind)
}

describe('an invitation', () => {
  it('admits the person who accepts its link, with a new password', async () => {
    const { id, owner } = await addCompany()
    const invited = await invite(owner)
    expect(await call('/api/people/invitation', { token: invited.token })).toMatchObject({
      data: { email: invited.email, role: 'trader', company_name: 'C1', invited_by: expect.stringMatching(/^S\d* N$/) },
    })
    expect(await call('/api/people/invitation/accept', acceptanceOf(invited.token))).toMatchObject({
      status: 200,
      data: { email: invited.email },
    })
    expect(await rolesOf(id)).toEqual(['owner', 'trader'])
    const signedIn = await call('/api/auth/login', { email: invited.email, password })
    expect(signedIn.data.user).toMatchObject({
      id,
      role: 'trader',
      name: 'Ірина',
      email_confirmed: true,
      status: 'active',
    })
    const { data } = await call('/api/people/list', {}, owner.token)
    expect(data.list).toMatchObject([
      { email: owner.email, role: 'owner', self: true },
      { email: invited.email, role: 'trader', second_factor: false, signed_in_at: expect.any(String) },
    ])
    expect(data.invitations).toEqual([])
  })

  it('works once', async () => {
    const { id, owner } = await addCompany()
    const { token } = await invite(owner)
    const answers = await Promise.all([1, 2, 3].map(() => call('/api/people/invitation/accept', acceptanceOf(token))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.filter(({ status }) => status === 409).map(({ code }) => code)).toEqual(['link_used', 'link_used'])
    expect(await rolesOf(id)).toEqual(['owner', 'trader'])
  })

  it.each([
    ['withdrawn', 'link_used', `update portal.invitations set withdrawn_at = now() where id = $1`],
    [
      'expired',
      'link_expired',
      `update portal.invitations set invited_at = now() - interval '8 days', expires_at = now() - interval '1 day' where id = $1`,
    ],
  ])('does not work once %s', async (_case, code, sql) => {
    const { id, owner } = await addCompany()
    const invited = await invite(owner)
    await test.db.pool.query(sql, [invited.id])
    expect(await call('/api/people/invitation', { token: invited.token })).toMatchObject({ code })
    expect(await call('/api/people/invitation/accept', acceptanceOf(invited.token))).toMatchObject({ code })
    expect(await rolesOf(id)).toEqual(['owner'])
  })

  it('is withdrawn by an owner, and by another one to the same address', async () => {
    const { owner } = await addCompany()
    const first = await invite(owner)
    const second = await invite(owner, 'viewer', first.email)
    expect(await call('/api/people/invitation', { token: first.token })).toMatchObject({ code: 'link_used' })
    expect(await call('/api/people/invitations/withdraw', { id: second.id }, owner.token)).toMatchObject({
      status: 200,
    })
    expect(await call('/api/people/invitations/withdraw', { id: second.id }, owner.token)).toMatchObject({
      status: 404,
    })
    expect(await call('/api/people/invitation', { token: second.token })).toMatchObject({ code: 'link_used' })
  })

  it.each(['removed', 'demoted', 'suspended'] as const)('is void once the inviter is %s', async (how) => {
    const { id, owner } = await addCompany()
    const other = await addPerson(id, 'owner')
    const { token } = await invite(other)
    const ways = {
      removed: () => call('/api/people/remove', { id: other.id }, owner.token),
      demoted: () => call('/api/people/role', { id: other.id, role: 'trader' }, owner.token),
      suspended: () => call('/api/manager/people/deactivate', { person_id: other.id, reason: 'Скарга' }, manager),
    }
    expect((await ways[how]()).status).toBe(200)
    expect(await call('/api/people/invitation/accept', acceptanceOf(token))).toMatchObject({ code: 'link_used' })
  })

  it('is refused to an owner whose suspension is about to be committed', async () => {
    const { id } = await addCompany()
    const other = await addPerson(id, 'owner')
    const earlier = await invite(other)
    const { pool } = test.db
    const isWaiting = async (query: string) =>
      (
        await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
          [query],
        )
      ).rowCount === 1
    // The suspension has read which invitations it withdraws, and waits for the first of them.
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from portal.invitations where id = $1 for update', [earlier.id])
    const suspending = call('/api/manager/people/deactivate', { person_id: other.id, reason: 'Скарга' }, manager)
    while (!(await isWaiting('update portal.invitations%'))) await pool.query('select pg_sleep(0.01)')
    let over = false
    const inviting = invite(other).finally(() => (over = true))
    while (!over && !(await isWaiting('%from cms.companies%'))) await pool.query('select pg_sleep(0.01)')
    await holder.query('rollback')
    holder.release()
    expect((await suspending).status).toBe(200)
    expect(await inviting).toMatchObject({ code: 'role_insufficient' })
  })

  it('is accepted once if two companies invited the same address, even concurrently', async () => {
    const [one, other] = [await addCompany(), await addCompany()]
    const first = await invite(one.owner)
    const second = await invite(other.owner, 'viewer', first.email)
    const accepted = await Promise.all(
      [first, second].map(({ token }) => call('/api/people/invitation/accept', acceptanceOf(token))),
    )
    expect(accepted.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'email_already_used'])
  })

  it('is refused for a registered address, when sent and when accepted', async () => {
    const { owner } = await addCompany()
    const elsewhere = await addCompany()
    expect(await invite(owner, 'viewer', elsewhere.owner.email)).toMatchObject({ code: 'email_already_used' })
    const invited = await invite(owner)
    const third = await addCompany()
    const [same] = [await invite(third.owner, 'viewer', invited.email)]
    expect((await call('/api/people/invitation/accept', acceptanceOf(same.token))).status).toBe(200)
    expect(await call('/api/people/invitation/accept', acceptanceOf(invited.token))).toMatchObject({
      code: 'email_already_used',
    })
  })

  it('waits for the proof of the mailbox, because a stranger may have registered with it', async () => {
    const input = registration('42795490')
    await call('/api/auth/register', input)
    const signedIn = await call('/api/auth/login', { email: input.email, password })
    const owner = { id: 0, email: input.email, token: String(signedIn.data.access_token) }
    const setDocumentsEmail = () =>
      call('/api/people/documents-email', { email: 'documents@invited.test' }, owner.token)
    expect(await invite(owner)).toMatchObject({ code: 'account_email_not_confirmed' })
    expect(await setDocumentsEmail()).toMatchObject({ code: 'account_email_not_confirmed' })
    await confirmMailbox(input.email)
    expect((await invite(owner)).status).toBe(200)
    expect((await setDocumentsEmail()).status).toBe(200)
  })

  it('can be sent by owners only, and is limited', async () => {
    const { id, owner } = await addCompany()
    for (const role of ['trader', 'viewer'] as const) {
      const { token } = await addPerson(id, role)
      for (const [path, body] of [
        ['invite', { email: 'somebody@invited.test', role: 'owner' }],
        ['role', { id: owner.id, role: 'viewer' }],
        ['remove', { id: owner.id }],
        ['documents-email', { email: 'documents@invited.test' }],
        ['activity', {}],
      ] as const)
        expect([path, (await call(`/api/people/${path}`, body, token)).code]).toEqual([path, 'role_insufficient'])
      const { data } = await call('/api/people/list', {}, token)
      expect(data).toMatchObject({ invitations: [], access_requests: [] })
      expect(data.list).toEqual(
        expect.arrayContaining([expect.objectContaining({ id: owner.id, signed_in_at: null, second_factor: null })]),
      )
    }
    await test.db.pool.query(
      `insert into portal.people (company_id, email, surname, name, phone, role)
       select $1::integer, 'many-' || $1::integer || '-' || n || '@people.test', 'S', 'N', '+380441112233', 'viewer' from generate_series(1, 47) n`,
      [id],
    )
    expect(await invite(owner)).toMatchObject({ code: 'people_limit_reached' })
  })
})

describe('roles (R14.2)', () => {
  it('allow a trader to apply and write, and a viewer only to watch', async () => {
    const { id } = await addCompany()
    const trader = await addPerson(id, 'trader', 'Трейдерка')
    const viewer = await addPerson(id, 'viewer')
    const startsAt = Math.ceil(Date.now() / MINUTE) * MINUTE + 60 * MINUTE
    const auctionId = await publishLot(
      test.db.pool,
      aLot({
        applicationDeadline: startsAt,
        startsAt,
        endsAt: startsAt + 60 * MINUTE,
        hardEndAt: startsAt + 120 * MINUTE,
      }),
    )
    const key = { 'idempotency-key': crypto.randomUUID() }
    const offer = { auction_id: auctionId, price: '14770.00', quantity: '30.000' }
    for (const [path, body] of [
      ['/api/auctions/apply', offer],
      ['/api/auctions/withdraw', { auction_id: auctionId }],
      ['/api/auctions/partial', { auction_id: auctionId, accept: true, quantity: '30.000' }],
      ['/api/bids/place', { ...offer, final: false }],
      [
        '/api/bids/automatic',
        { auction_id: auctionId, ceiling: '14770.00', quantity: '30.000', minimum_quantity: '30.000' },
      ],
      ['/api/bids/automatic/withdraw', { auction_id: auctionId }],
      ['/api/chat/send', { auction_id: auctionId, text: 'Чи можна?' }],
      ['/api/documents/delete', { id: 1 }],
    ] as const)
      expect([path, (await call(path, body, viewer.token, key)).code]).toEqual([path, 'role_insufficient'])
    expect((await call('/api/auctions/own', { auction_id: auctionId }, viewer.token)).status).toBe(200)
    expect((await call('/api/auctions/apply', offer, trader.token)).status).toBe(200)
    const sent = await call('/api/chat/send', { auction_id: auctionId, text: 'Чи можна?' }, trader.token, key)
    expect(sent.data).toMatchObject({ by: 'Коваленко Трейдерка' })
    const { rows } = await test.db.pool.query(
      `select (select person_id from portal.applications where auction_id = $1) as applied,
         (select person_id from portal.chat_messages where auction_id = $1) as wrote`,
      [auctionId],
    )
    expect(rows).toEqual([{ applied: trader.id, wrote: trader.id }])
  })

  it('restrict the company’s data to owners, and personal data to each person', async () => {
    const { id } = await addCompany()
    const trader = await addPerson(id, 'trader')
    expect(await call('/api/profile/update', { iban: 'UA213223130000026007233566001' }, trader.token)).toMatchObject({
      code: 'role_insufficient',
    })
    expect(await call('/api/profile/update', { name: 'Нова', language: 'en' }, trader.token)).toMatchObject({
      data: { name: 'Нова', language: 'en', email: trader.email },
    })
    expect(await call('/api/profile/deletion/request', { password }, trader.token)).toMatchObject({
      code: 'role_insufficient',
    })
  })

  it('change at the next call, without a new session', async () => {
    const { id, owner } = await addCompany()
    const trader = await addPerson(id, 'trader')
    expect((await call('/api/auth/user-profile', {}, trader.token)).data.role).toBe('trader')
    expect((await call('/api/people/role', { id: trader.id, role: 'viewer' }, owner.token)).status).toBe(200)
    expect((await call('/api/auth/user-profile', {}, trader.token)).data.role).toBe('viewer')
    expect(await emailsTo(trader.id)).toEqual(['role_changed'])
  })

  it('grant nothing in another company', async () => {
    const { owner } = await addCompany()
    const other = await addCompany()
    const viewer = await addPerson(other.id, 'viewer')
    expect(await call('/api/people/role', { id: viewer.id, role: 'owner' }, owner.token)).toMatchObject({ status: 404 })
    expect(await call('/api/people/remove', { id: viewer.id }, owner.token)).toMatchObject({ status: 404 })
  })
})

describe('the last owner', () => {
  it('cannot leave, be removed or step down', async () => {
    const { id, owner } = await addCompany()
    await addPerson(id, 'trader')
    expect(await call('/api/people/remove', { id: owner.id }, owner.token)).toMatchObject({
      status: 409,
      code: 'last_owner',
    })
    expect(await call('/api/people/role', { id: owner.id, role: 'trader' }, owner.token)).toMatchObject({
      code: 'last_owner',
    })
    await test.setPassword(id, password)
    expect(await call('/api/profile/deletion/request', { password, scope: 'person' }, owner.token)).toMatchObject({
      code: 'last_owner',
    })
  })

  it.each(['demote', 'remove'])('remains if two owners %s each other concurrently', async (what) => {
    for (let round = 0; round < 5; round += 1) {
      const { id, owner } = await addCompany()
      const other = await addPerson(id, 'owner')
      const removeOrDemote = (target: Person, by: Person) =>
        what === 'demote'
          ? call('/api/people/role', { id: target.id, role: 'viewer' }, by.token)
          : call('/api/people/remove', { id: target.id }, by.token)
      const answers = await Promise.all([removeOrDemote(other, owner), removeOrDemote(owner, other)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await rolesOf(id)).filter((role) => role === 'owner')).toHaveLength(1)
    }
  })

  it('does not count if suspended by a manager', async () => {
    const { id, owner } = await addCompany()
    const other = await addPerson(id, 'owner')
    await call('/api/manager/people/deactivate', { person_id: other.id, reason: 'Скарга' }, manager)
    expect(await call('/api/people/role', { id: owner.id, role: 'viewer' }, owner.token)).toMatchObject({
      code: 'last_owner',
    })
  })
})

describe('a request to delete the company’s data', () => {
  it.each(['demoted', 'removed'])('ends once the owner who made it is %s', async (how) => {
    const { id, owner } = await addCompany()
    const other = await addPerson(id, 'owner')
    await test.setPassword(id, password)
    const { data } = await call('/api/profile/deletion/request', { password }, owner.token)
    const request = data.request as { id: number; status: string }
    expect(request.status).toBe('waiting')
    const changed =
      how === 'demoted'
        ? await call('/api/people/role', { id: owner.id, role: 'viewer' }, other.token)
        : await call('/api/people/remove', { id: owner.id }, other.token)
    expect(changed.status).toBe(200)
    expect((await call('/api/profile/deletion/status', {}, other.token)).data.request).toMatchObject({
      status: 'withdrawn',
    })
    expect(
      await call('/api/manager/accounts/deletion/decide', { id: request.id, decision: 'approve' }, manager),
    ).toMatchObject({ code: 'deletion_already_decided' })
    expect((await call('/api/auth/user-profile', {}, other.token)).status).toBe(200)
  })
})

describe('a removed person', () => {
  it('loses sessions, links and notices immediately, and the address is free again', async () => {
    const { id, owner } = await addCompany()
    const invited = await invite(owner)
    await call('/api/people/invitation/accept', acceptanceOf(invited.token))
    const { data } = await call('/api/auth/login', { email: invited.email, password })
    const token = String(data.access_token)
    const personId = (data.user as { person_id: number }).person_id
    await call('/api/profile/push/add-id', { push_id: 'a-browser' }, token)
    await call('/api/auth/password-reset/request', { email: invited.email })
    expect((await call('/api/people/remove', { id: personId }, owner.token)).status).toBe(200)
    // A form that is still open is refused like any other call.
    expect(await call('/api/profile/update', { name: 'Інша' }, token)).toMatchObject({ status: 401 })
    expect(await call('/api/auth/login', { email: invited.email, password })).toMatchObject({
      code: 'invalid_credentials',
    })
    const { rows } = await test.db.pool.query(
      `select (select count(*)::int from portal.push_subscriptions where person_id = $1) as notices,
         (select count(*)::int from portal.one_time_tokens where person_id = $1 and used_at is null and voided_at is null) as links`,
      [personId],
    )
    expect(rows).toEqual([{ notices: 0, links: 0 }])
    expect(await rolesOf(id)).toEqual(['owner'])
    expect((await invite((await addCompany()).owner, 'viewer', invited.email)).status).toBe(200)
  })

  it('loses an open stream', async () => {
    const { id, owner } = await addCompany()
    const viewer = await addPerson(id, 'viewer')
    const startsAt = Date.now() - MINUTE
    const auctionId = await publishLot(
      test.db.pool,
      aLot({ startsAt, endsAt: startsAt + 60 * MINUTE, hardEndAt: startsAt + 120 * MINUTE }),
    )
    await test.db.pool.query(
      `insert into portal.auction_heads (auction_id, effective_end, hard_end) select id, ends_at, hard_end_at from cms.lots where id = $1 on conflict do nothing`,
      [auctionId],
    )
    const stream = await fetch(`${test.origin}/api/auctions/${auctionId}/events`, { headers: bearer(viewer.token) })
    expect(stream.status).toBe(200)
    const reader = stream.body!.getReader()
    await reader.read()
    await call('/api/people/remove', { id: viewer.id }, owner.token)
    let over = false
    while (!over) over = (await reader.read()).done === true
    expect(over).toBe(true)
  })

  it('may also have left voluntarily, and is still named in the record', async () => {
    const { id, owner } = await addCompany()
    const viewer = await addPerson(id, 'viewer', 'Марта')
    expect((await call('/api/people/remove', { id: viewer.id }, viewer.token)).status).toBe(200)
    const { data } = await call('/api/people/activity', {}, owner.token)
    expect(data.list).toMatchObject([{ action: 'left', by: 'Коваленко Марта' }])
  })
})

describe('emails', () => {
  it('about a lot go to owners and traders, answers to everyone, documents to the second address too', async () => {
    const { id, owner } = await addCompany()
    const trader = await addPerson(id, 'trader')
    const viewer = await addPerson(id, 'viewer')
    const leaver = await addPerson(id, 'trader')
    await call('/api/people/remove', { id: leaver.id }, owner.token)
    await call('/api/people/documents-email', { email: 'documents@invited.test' }, owner.token)
    const payloads = {
      outbid: { auction_id: 1, provisional_quantity: '1.000' },
      agreement_ready: { auction_id: 1, agreement_id: 1 },
      access_requested: { request_id: 1 },
      feedback_answered: { feedback_id: 1 },
    }
    const kinds = Object.keys(payloads) as (keyof typeof payloads)[]
    await queueEmails(
      test.db.pool,
      kinds.map((kind) => ({ kind, company_id: id, payload: payloads[kind], dedupe_key: `${kind}:${id}` })),
    )
    const { rows } = await test.db.pool.query(
      `select kind, person_id, email from portal.outbox where company_id = $1 and kind = any ($2) order by kind, person_id`,
      [id, kinds],
    )
    expect(rows).toEqual([
      { kind: 'access_requested', person_id: owner.id, email: null },
      { kind: 'agreement_ready', person_id: owner.id, email: null },
      { kind: 'agreement_ready', person_id: trader.id, email: null },
      { kind: 'agreement_ready', person_id: viewer.id, email: null },
      { kind: 'agreement_ready', person_id: null, email: 'documents@invited.test' },
      ...[owner, trader, viewer].map((person) => ({ kind: 'feedback_answered', person_id: person.id, email: null })),
      { kind: 'outbid', person_id: owner.id, email: null },
      { kind: 'outbid', person_id: trader.id, email: null },
    ])
  })
})

describe('a registration with the EDRPOU of an active company (R14.3)', () => {
  /** Registers, opens the mailed link and signs in. */
  async function register(edrpou: string): Promise<{ email: string; answers: Answer[] }> {
    const input = registration(edrpou)
    const registered = await call('/api/auth/register', input)
    const confirmed = await confirmMailbox(input.email)
    const signedIn = await call('/api/auth/login', { email: input.email, password })
    return { email: input.email, answers: [registered, confirmed, signedIn] }
  }

  /** The answers without the values that differ each time. */
  const withoutVariableParts = ({ email, answers }: { email: string; answers: Answer[] }) =>
    JSON.stringify(answers)
      .replaceAll(email, 'email')
      .replace(/"(access_token|expires_at|known_device|edrpou)":"[^"]*"/g, '"$1"')
      .replace(/"(id|person_id)":\d+/g, '"$1"')

  it('notifies its owners, and gets the same answers as any other registration', async () => {
    const company = await addCompany()
    const requester = await register(company.edrpou)
    const unknown = await register('42795490')
    expect(requester.answers[0]).toMatchObject({ status: 200, data: { email: requester.email } })
    expect(withoutVariableParts(requester)).toBe(withoutVariableParts(unknown))
    expect(await emailsTo(company.owner.id)).toEqual(['access_requested'])
    const { data } = await call('/api/people/list', {}, company.owner.token)
    expect(data.access_requests).toMatchObject([{ email: requester.email, name: 'Новак Петро' }])
  })

  it('notifies its owners at most once an hour', async () => {
    const company = await addCompany()
    const emails = [(await register(company.edrpou)).email, (await register(company.edrpou)).email]
    const { rows } = await test.db.pool.query<{ hours: number }>(
      `select count(distinct date_trunc('hour', requested_at))::int as hours from portal.access_requests where company_id = $1`,
      [company.id],
    )
    expect(await emailsTo(company.owner.id)).toHaveLength(rows[0]!.hours)
    const { data } = await call('/api/people/list', {}, company.owner.token)
    expect(data.access_requests).toMatchObject(emails.map((email) => ({ email })))
  })

  it('admits the person once, with the role chosen by the owner', async () => {
    const company = await addCompany()
    const { email, answers } = await register(company.edrpou)
    const before = String(answers[2]?.data.access_token)
    const { data } = await call('/api/people/list', {}, company.owner.token)
    const [{ id } = { id: 0 }] = data.access_requests as { id: number }[]
    const decide = () => call('/api/people/access', { id, decision: 'admit', role: 'trader' }, company.owner.token)
    const decided = await Promise.all([decide(), decide()])
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await call('/api/auth/user-profile', {}, before)).toMatchObject({ status: 401 })
    const again = await call('/api/auth/login', { email, password })
    expect(again.data.user).toMatchObject({ id: company.id, role: 'trader', status: 'active', email_confirmed: true })
    expect(await rolesOf(company.id)).toEqual(['owner', 'trader'])
  })

  it('is closed once the person is admitted, and frees the addresses of those whom the person had invited', async () => {
    const company = await addCompany()
    const { email, answers } = await register(company.edrpou)
    const owner = { id: 0, email, token: String(answers[2]?.data.access_token) }
    const [joined, invited] = [await invite(owner), await invite(owner)]
    await call('/api/people/invitation/accept', acceptanceOf(joined.token))
    expect((await call('/api/profile/deletion/request', { password }, owner.token)).status).toBe(200)
    const { data } = await call('/api/people/list', {}, company.owner.token)
    const [{ id } = { id: 0 }] = data.access_requests as { id: number }[]
    await call('/api/people/access', { id, decision: 'admit', role: 'trader' }, company.owner.token)
    expect(await call('/api/auth/login', { email: joined.email, password })).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await call('/api/people/invitation/accept', acceptanceOf(invited.token))).toMatchObject({
      code: 'link_used',
    })
    expect((await invite(company.owner, 'viewer', joined.email)).status).toBe(200)
    // The request to delete the registration's data would otherwise tell the person that the new company is closed.
    const waiting = await test.db.pool.query(
      `select from portal.deletion_requests join portal.people person on person.id = person_id
       where person.email = $1 and withdrawn_at is null and decision is null`,
      [email],
    )
    expect(waiting.rowCount).toBe(0)
  })

  it('remains a registration of its own if an owner refuses the person', async () => {
    const company = await addCompany()
    const { email } = await register(company.edrpou)
    const { data } = await call('/api/people/list', {}, company.owner.token)
    const [{ id } = { id: 0 }] = data.access_requests as { id: number }[]
    const refused = await call('/api/people/access', { id, decision: 'refuse' }, company.owner.token)
    expect(refused.data.access_requests).toEqual([])
    const again = await call('/api/auth/login', { email, password })
    expect(again.data.user).toMatchObject({ role: 'owner', status: 'awaiting_confirmation' })
    expect(await rolesOf(company.id)).toEqual(['owner'])
  })

  it('asks nobody once the person has corrected the code', async () => {
    const company = await addCompany()
    const { email, answers } = await register(company.edrpou)
    const requests = async () =>
      (await call('/api/people/list', {}, company.owner.token)).data.access_requests as { id: number }[]
    const [{ id } = { id: 0 }] = await requests()
    const corrected = await call('/api/profile/update', { edrpou: '42795490' }, String(answers[2]?.data.access_token))
    expect(corrected.status).toBe(200)
    expect(await requests()).toEqual([])
    expect(
      await call('/api/people/access', { id, decision: 'admit', role: 'viewer' }, company.owner.token),
    ).toMatchObject({ code: 'access_request_closed' })
    const again = await call('/api/auth/login', { email, password })
    expect(again.data.user).toMatchObject({ role: 'owner', edrpou: '42795490', status: 'awaiting_confirmation' })
  })

  it('notifies the owners only after the mailbox is confirmed', async () => {
    const company = await addCompany()
    await call('/api/auth/register', registration(company.edrpou))
    expect((await call('/api/people/list', {}, company.owner.token)).data.access_requests).toEqual([])
    expect(await emailsTo(company.owner.id)).toEqual([])
  })
})

describe('a manager', () => {
  it('suspends one person without affecting the company', async () => {
    const { id, owner } = await addCompany()
    const trader = await addPerson(id, 'trader')
    const suspend = () => call('/api/manager/people/deactivate', { person_id: trader.id, reason: 'Скарга' }, manager)
    expect((await suspend()).status).toBe(200)
    expect(await suspend()).toMatchObject({ code: 'person_already_deactivated' })
    expect(await call('/api/auth/user-profile', {}, trader.token)).toMatchObject({
      code: 'account_deactivated_by_manager',
    })
    expect((await call('/api/auth/user-profile', {}, owner.token)).status).toBe(200)
    expect(
      (await call('/api/manager/people/reactivate', { person_id: trader.id, reason: 'Помилка' }, manager)).status,
    ).toBe(200)
    const { data } = await call('/api/manager/accounts/get', { company_id: id }, manager)
    expect(data.people).toMatchObject([{ id: owner.id }, { id: trader.id, deactivated: false }])
    const { rows } = await test.db.pool.query(
      `select action, details from portal.audit where subject = $1 order by id`,
      [`account:${id}`],
    )
    expect(rows).toMatchObject([
      { action: 'person_deactivated', details: { person: trader.id } },
      { action: 'person_reactivated' },
    ])
  })

  it('ends the sessions of all people by deactivating the company', async () => {
    const { id, owner } = await addCompany()
    const viewer = await addPerson(id, 'viewer')
    await call('/api/manager/accounts/deactivate', { company_id: id, reason: 'Порушення' }, manager)
    for (const { token } of [owner, viewer])
      expect(await call('/api/auth/user-profile', {}, token)).toMatchObject({ code: 'account_deactivated_by_manager' })
  })

  it('refuses to delete the company’s data for an owner who is being demoted', async () => {
    const { id, owner: other } = await addCompany()
    await test.setPassword(id, password)
    const { pool } = test.db
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from cms.companies where id = $1 for no key update', [id])
    let over = false
    const requesting = call('/api/profile/deletion/request', { password }, other.token).finally(() => (over = true))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from cms.companies%'`
    while (!over && (await pool.query(waiting)).rowCount === 0) await pool.query('select pg_sleep(0.01)')
    await holder.query(`update portal.people set role = 'trader' where id = $1`, [other.id])
    await holder.query('commit')
    holder.release()
    expect(await requesting).toMatchObject({ status: 403, code: 'role_insufficient' })
  })

  it('deletes one person’s data without affecting the company and its record', async () => {
    const { id, owner } = await addCompany()
    const invited = await invite(owner)
    await call('/api/people/invitation/accept', acceptanceOf(invited.token))
    const { data } = await call('/api/auth/login', { email: invited.email, password })
    const token = String(data.access_token)
    expect(
      (await call('/api/profile/deletion/request', { password, scope: 'person' }, token)).data.request,
    ).toMatchObject({ scope: 'person', by: 'Бондар Ірина' })
    const listed = await call('/api/manager/accounts/deletion/list', { status: 'waiting' }, manager)
    const [request] = (listed.data.list as { id: number; company: { id: number } }[]).filter(
      ({ company }) => company.id === id,
    )
    expect(
      (await call('/api/manager/accounts/deletion/decide', { id: request?.id, decision: 'approve' }, manager)).status,
    ).toBe(200)
    expect(await call('/api/auth/user-profile', {}, token)).toMatchObject({ status: 401 })
    const { rows } = await test.db.pool.query(
      `select (select count(*)::int from portal.people where email = $1) + (select count(*)::int from portal.invitations where email = $1) as remaining`,
      [invited.email],
    )
    expect(rows).toEqual([{ remaining: 0 }])
    expect((await call('/api/auth/user-profile', {}, owner.token)).data).toMatchObject({ id, status: 'active' })
    const activity = await call('/api/people/activity', {}, owner.token)
    expect(activity.data.list).toMatchObject([{ action: 'deletion_requested', by: '—' }, { by: '—' }, {}])
  })
})

describe('an email', () => {
  it('belongs to one person across all companies', async () => {
    const { id } = await addCompany()
    const trader = await addPerson(id, 'trader')
    const other = await addCompany()
    const token = await emailChangeTo(trader.email, other.owner.id)
    expect(await call('/api/auth/email-confirm', { token })).toMatchObject({ code: 'email_already_used' })
  })

  it('goes to one of two people who change to it concurrently', async () => {
    const newEmail = `${crypto.randomUUID()}@people.test`
    const people = [(await addCompany()).owner, (await addCompany()).owner]
    const tokens = await Promise.all(people.map(({ id }) => emailChangeTo(newEmail, id)))
    const confirmed = await Promise.all(tokens.map((token) => call('/api/auth/email-confirm', { token })))
    expect(confirmed.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'email_already_used'])
  })

  it('changes the company’s contact if it is the first owner’s, but not if it is a trader’s', async () => {
    const { id, owner } = await addCompany()
    const trader = await addPerson(id, 'trader')
    const contact = async () =>
      (await test.db.pool.query<{ email: string }>('select email from cms.companies where id = $1', [id])).rows[0]
        ?.email
    await test.db.pool.query(`update portal.people set email = 'new-trader@people.test' where id = $1`, [trader.id])
    expect(await contact()).toBe(owner.email)
    await test.db.pool.query(`update portal.people set email = 'new-owner@people.test' where id = $1`, [owner.id])
    expect(await contact()).toBe('new-owner@people.test')
  })
})

describe('an address that refuses emails', () => {
  const refuse = (email: string) =>
    test.db.pool.query(
      `insert into portal.refused_addresses (email, since, last_at, reason) values ($1, '2026-11-27T08:00:00Z', now(), '550 5.1.1 unknown user')`,
      [email],
    )
  const since = '2026-11-27T08:00:00.000Z'
  const listFor = async (token: string) =>
    (await call('/api/people/list', {}, token)).data as unknown as {
      list: { email: string; email_refused_since: string | null }[]
      documents_email_refused_since: string | null
    }

  it('is shown to the person, the owners and the managers, not to other colleagues', async () => {
    const { id, owner } = await addCompany()
    const trader = await addPerson(id, 'trader')
    const viewer = await addPerson(id, 'viewer')
    await refuse(trader.email)
    const seenBy = async (token: string) =>
      (await listFor(token)).list.find(({ email }) => email === trader.email)?.email_refused_since
    expect([await seenBy(owner.token), await seenBy(trader.token), await seenBy(viewer.token)]).toEqual([
      since,
      since,
      null,
    ])
    expect(await call('/api/auth/user-profile', {}, trader.token)).toMatchObject({
      data: { email_refused_since: since },
    })
    const account = await call('/api/manager/accounts/get', { company_id: id }, manager)
    expect(account.data.people).toContainEqual(
      expect.objectContaining({ email: trader.email, email_refused_since: since }),
    )
  })

  it('is shown where it is the address for documents', async () => {
    const { id, owner } = await addCompany()
    const email = `${crypto.randomUUID()}@papers.test`
    await call('/api/people/documents-email', { email }, owner.token)
    expect((await listFor(owner.token)).documents_email_refused_since).toBeNull()
    await refuse(email)
    expect((await listFor(owner.token)).documents_email_refused_since).toBe(since)
    const account = await call('/api/manager/accounts/get', { company_id: id }, manager)
    expect(account.data.documents_email_refused_since).toBe(since)
  })

  it('is shown at the invitation', async () => {
    const { owner } = await addCompany()
    const { id } = await invite(owner)
    const invitation = async () =>
      ((await call('/api/people/list', {}, owner.token)).data.invitations as { undelivered: string | null }[])[0]
        ?.undelivered
    expect(await invitation()).toBeNull()
    const email = `update portal.outbox set %, attempts = 1, last_error = '550 5.1.1' where dedupe_key = $1`
    await test.db.pool.query(email.replace('%', 'sent_at = null'), [`invitation:${id}`])
    expect(await invitation()).toBe('late')
    await test.db.pool.query(email.replace('%', 'sent_at = null, failed_at = now()'), [`invitation:${id}`])
    expect(await invitation()).toBe('refused')
  })
})

describe('an invitation from a company that no manager has confirmed', () => {
  it('is shown by the company’s code, without the words that its owner typed', async () => {
    const { id, edrpou, owner } = await addCompany()
    const { token } = await invite(owner)
    await test.db.pool.query(
      `insert into portal.account_decisions (company_id, kind, reason) values ($1, 'rejected', '')`,
      [id],
    )
    expect((await call('/api/people/invitation', { token })).data).toEqual({
      ...{ email: expect.any(String), role: 'trader', edrpou, company_name: null, invited_by: null },
    })
  })
})

describe('a mailbox', () => {
  it('is invited once a minute and five times an hour, by whichever company', async () => {
    const [one, other] = [await addCompany(), await addCompany()]
    const email = `${crypto.randomUUID()}@invited.test`
    expect(await inviteAgain(one.owner, 'viewer', email)).toMatchObject({ status: 200 })
    expect(await inviteAgain(other.owner, 'viewer', email)).toMatchObject({ status: 429, code: 'too_many_requests' })
    for (let sent = 1; sent < 5; sent += 1)
      expect(await invite(other.owner, 'viewer', email)).toMatchObject({ status: 200 })
    expect(await invite(one.owner, 'viewer', email)).toMatchObject({ status: 429 })
    await letMinutesPass(email, 60)
    expect(await invite(one.owner, 'viewer', email)).toMatchObject({ status: 200 })
  })
})

describe('a name with an address in it', () => {
  it.each(['open http://evil.example/pay', 'evil.de', 'a@b.example'])('is refused: %s', async (name) => {
    const { edrpou } = await addCompany()
    const answer = await call('/api/auth/register', { ...registration(edrpou), name })
    expect(answer).toMatchObject({ status: 422, errors: [{ path: 'name', code: 'link_refused' }] })
  })
})
