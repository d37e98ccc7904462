import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { runJobs } from '@/tests/support/jobs'
import {
  mailPasswordLink,
  publishStaffSettings,
  staffIdentity,
  staffSettings,
  type StaffSettings,
  passwordLinkFault,
} from '@/lib/server/cms/staff/identity'
import { openSession } from '@/lib/server/identity/sessions'
import { createLinkTokens, keyFor } from '@/lib/server/platform/secrets'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { staffToken } from '@/tests/support/test-portal'
import { appCode, callStaffApi, cookieFrom, type StaffCaller } from '@/tests/support/staff-client'

const password = 'Nine-Blue-Compressors'
const strict: StaffSettings = {
  twoFactorRequired: true,
  limitsRequests: true,
  publicUrl: 'https://portal.test',
  publicOrigin: 'https://portal.test',
  secrets: ['the-secret-of-the-tests-and-of-nothing-else'],
}
let cms: TestCms
const ids: Record<string, number> = {}
const emails = {
  editor: 'editor@portal.test',
  manager: 'manager@portal.test',
  admin: 'admin@portal.test',
  other: 'other@portal.test',
}

beforeAll(async () => {
  cms = await createTestCms()
  publishStaffSettings(strict)
  for (const [name, email] of Object.entries(emails)) {
    const role = name === 'other' ? 'manager' : (name as 'editor')
    ids[name] = (await cms.payload.create({ collection: 'staff', data: { email, password, name, role } })).id
  }
})
afterAll(() => cms.close())
beforeEach(async () => {
  publishStaffSettings(strict)
  await cms.database.pool.query('truncate portal.rate_limits')
})

const staffFromToken = (token: string) => staffIdentity(cms.payload).sessions.findStaff(token)

let address = 0
const nextAddress = () => `198.51.${100 + Math.floor((address += 1) / 250)}.${address % 250}`
const call = (path: string, body: unknown = {}, from: StaffCaller = {}) =>
  callStaffApi(cms.payload, `/staff${path}`, body, from)
const login = (email: string, attempt = password, from: StaffCaller = {}) =>
  call('/login', { email, password: attempt }, { address: nextAddress(), ...from })

/** Runs the job that sends the requested links. */
const mailLinks = () =>
  runJobs(cms.database.pool, {
    staff_password_link: (email) => mailPasswordLink(cms.payload, email),
  })

/** Sets up the second factor at the first sign-in. */
async function enrol(email: string) {
  await cms.database.pool.query(
    `delete from portal.second_factors where staff_id = (select id from cms.staff where email = $1)`,
    [email],
  )
  const first = await login(email)
  expect(first).toMatchObject({ status: 401, body: { code: 'second_factor_required', enrolment: true } })
  const begun = await call('/login/enrolment/begin', { ticket: first.body.ticket })
  const secret = String(begun.body.secret)
  const done = await call('/login/enrolment', { ticket: first.body.ticket, code: appCode(secret) })
  expect(done.status).toBe(200)
  return {
    secret,
    codes: done.body.recovery_codes as string[],
    token: String(cookieFrom(done.headers, 'payload-token')),
    ticket: String(first.body.ticket),
    done,
  }
}
/** Allows the current code to be used again. */
const allowCodeAgain = (email: string) =>
  cms.database.pool.query(
    `update portal.second_factors set last_step = null where staff_id = (select id from cms.staff where email = $1)`,
    [email],
  )

describe('signing in to the back office', () => {
  it('requires a second factor of a manager before a session, and shows recovery codes once', async () => {
    const { secret, codes, token, ticket, done } = await enrol(emails.manager)
    expect(codes).toHaveLength(10)
    expect(await staffFromToken(token)).toMatchObject({ role: 'manager', email: emails.manager })
    for (const cookie of done.headers.getSetCookie()) expect(cookie).toMatch(/HttpOnly; Secure; SameSite=Lax$/)
    expect((await call('/login/enrolment', { ticket, code: appCode(secret, 30) })).body.code).toBe('sign_in_expired')
    // The password alone does not sign in any more.
    const again = await login(emails.manager)
    expect(again).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
    expect(again.body).not.toHaveProperty('enrolment')
    expect(cookieFrom(again.headers, 'payload-token')).toBeNull()
    expect((await call('/login/enrolment/begin', { ticket: again.body.ticket })).body.code).toBe('sign_in_expired')
    expect((await call('/login/second-factor', { ticket: again.body.ticket, code: '000000' })).body.code).toBe(
      'second_factor_code_invalid',
    )
    await allowCodeAgain(emails.manager)
    const opened = await call('/login/second-factor', { ticket: again.body.ticket, code: appCode(secret) })
    expect(await staffFromToken(String(opened.body.token))).toMatchObject({ email: emails.manager })
    const withRecoveryCode = await login(emails.manager)
    expect((await call('/login/second-factor', { ticket: withRecoveryCode.body.ticket, code: codes[0] })).status).toBe(
      200,
    )
    const twice = await login(emails.manager)
    expect((await call('/login/second-factor', { ticket: twice.body.ticket, code: codes[0] })).body.code).toBe(
      'second_factor_code_invalid',
    )
  })

  it('refuses a session without a second factor everywhere', async () => {
    const holder = { realm: 'staff', id: ids.admin ?? 0 } as const
    const from = { userAgent: '', address: '', secondFactor: false }
    const { token } = await openSession(cms.database.pool, holder, from, Date.now())
    expect(await staffFromToken(token)).toBeNull()
    for (const path of ['/companies', '/orders', '/staff', '/staff/me', '/news']) {
      const { status, body } = await callStaffApi(cms.payload, path, undefined, { token, method: 'GET' })
      expect(status === 403 || body.user === null).toBe(true)
    }
    // Payload's own sign-in is refused as well.
    await expect(
      cms.payload.login({ collection: 'staff', data: { email: emails.admin, password } }),
    ).rejects.toMatchObject({ status: 403 })
    const editor = await login(emails.editor)
    expect(await staffFromToken(String(editor.body.token))).toMatchObject({ role: 'editor' })
  })

  it('can be configured not to require a second factor', async () => {
    publishStaffSettings({ ...strict, twoFactorRequired: false })
    const { body } = await login(emails.other)
    expect(await staffFromToken(String(body.token))).toMatchObject({ role: 'manager' })
    publishStaffSettings(strict)
    expect(await staffFromToken(String(body.token))).toBeNull()
  })

  it('gives the same answers for known and unknown addresses', async () => {
    const answer = ({ status, body, headers }: Awaited<ReturnType<typeof login>>) => ({
      status,
      body,
      cookies: headers.getSetCookie(),
    })
    expect(answer(await login(emails.other, 'wrong'))).toEqual(answer(await login('nobody@portal.test', 'wrong')))
    const { pool } = cms.database
    const response = await call('/forgot-password', { email: emails.other }, { address: nextAddress() })
    expect(response).toMatchObject({
      status: 200,
      body: (await call('/forgot-password', { email: 'nobody@portal.test' }, { address: nextAddress() })).body,
    })
    await mailLinks()
    const { rows } = await pool.query<{ payload: { to: string; html: string; token_id: string } }>(
      `select payload from portal.outbox where kind = 'staff_email' and payload ? 'token_id'`,
    )
    expect(rows.map(({ payload }) => payload.to)).toEqual([emails.other])
    // The queue contains no token.
    expect(rows[0]?.payload.html).toContain('/admin/reset/{{link}}')
  })

  it.each([
    ['a foreign Origin', { origin: 'https://elsewhere.example' }],
    [
      'an Origin that matches the Host but not PUBLIC_URL',
      { origin: 'https://rebound.example', host: 'rebound.example' },
    ],
  ])('refuses %s', async (_what, from) => {
    expect(await login(emails.editor, password, from)).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
  })

  it('refuses a foreign Origin without PUBLIC_URL too', async () => {
    publishStaffSettings({ ...strict, publicOrigin: null })
    expect((await login(emails.editor, password, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await login(emails.editor, password, { origin: 'https://portal.test' })).status).toBe(200)
    const token = String((await login(emails.editor)).body.token)
    expect((await call('/me', undefined, { token, method: 'GET' })).body.user).toMatchObject({ email: emails.editor })
    expect(
      (await call('/me', undefined, { token, method: 'GET', origin: 'https://elsewhere.example' })).body.user,
    ).toBeNull()
  })

  it('throttles guesses without locking the owner out', async () => {
    const device = String(cookieFrom((await login(emails.editor)).headers, 'staffDevice'))
    const stranger = nextAddress()
    const statuses: Record<number, number> = {}
    for (const from of [stranger, nextAddress(), nextAddress(), nextAddress()]) {
      const guess = async (): Promise<number> => {
        const { status } = await login(emails.editor, 'wrong', { address: from })
        // A busy server answers 503; such a guess was not compared.
        return status === 503 ? guess() : status
      }
      for (const status of await Promise.all(Array.from({ length: 11 }, guess)))
        statuses[status] = (statuses[status] ?? 0) + 1
    }
    // Ten guesses per address, or two per address once the account has seen twenty failures.
    expect(statuses).toEqual({ 401: 24, 429: 20 })
    expect((await login(emails.editor, password, { address: stranger })).status).toBe(429)
    expect((await login(emails.editor, password, { address: stranger, device })).status).toBe(200)
    expect((await login(emails.editor)).status).toBe(200)
  })

  it('limits requests for emails', async () => {
    const from = { address: nextAddress() }
    const statuses = []
    for (let time = 0; time < 6; time += 1)
      statuses.push((await call('/forgot-password', { email: `nobody-${time}@portal.test` }, from)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it.each([
    ['/login', null],
    ['/login', []],
    ['/login', { email: '\u0000', password: '\u0000' }],
    ['/login', { email: {}, password: 1 }],
    ['/login/second-factor', { ticket: 'x', code: '\u0000' }],
    ['/login/enrolment/begin', { ticket: 'A'.repeat(43) }],
    ['/reset-password', { token: '%', password: 'x'.repeat(20) }],
    ['/refresh-token', {}],
    ['/logout', {}],
  ])('does not fail on %s with %j', async (path, body) => {
    expect((await call(path, body)).status).toBeLessThan(500)
  })
})

/** Requests a link; returns its token. */
async function requestLink(email: string): Promise<string> {
  const { pool } = cms.database
  await pool.query(`delete from portal.one_time_tokens where staff_id is not null`)
  await call('/forgot-password', { email: email.toUpperCase() }, { address: nextAddress() })
  await mailLinks()
  const { rows } = await pool.query<{ token_id: string }>(
    `select payload ->> 'token_id' as token_id from portal.outbox where payload ->> 'to' = $1 and payload ? 'token_id' order by id desc`,
    [email],
  )
  return createLinkTokens(keyFor('links in letters', strict.secrets[0])).tokenOf(String(rows[0]?.token_id))
}

describe('a new password with a mailed link', () => {
  it('can be set once, ends every session, and must not be weak', async () => {
    const token = String((await login(emails.editor)).body.token)
    const link = await requestLink(emails.editor)
    for (const weak of ['1234567890', '123456789012', 'editor@portal.test', 'Password-2026']) {
      expect(
        (await call('/reset-password', { token: link, password: weak })).body.errors?.[0]?.data?.errors[0]?.path,
      ).toBe('password')
    }
    expect(await passwordLinkFault(cms.payload, link)).toBeNull()
    expect((await call('/reset-password', { token: link, password: 'Ten-Green-Pipelines' })).status).toBe(200)
    expect(await passwordLinkFault(cms.payload, link)).toBe('link_used')
    expect(await passwordLinkFault(cms.payload, 'never-mailed')).toBe('link_invalid')
    expect(await staffFromToken(token)).toBeNull()
    expect((await call('/reset-password', { token: link, password: 'Ten-Green-Pipelines' })).body.code).toBe(
      'link_used',
    )
    expect((await login(emails.editor)).status).toBe(401)
    expect((await login(emails.editor, 'Ten-Green-Pipelines')).status).toBe(200)
    await cms.payload.update({ collection: 'staff', id: ids.editor ?? 0, data: { password } })
  })

  it('leaves the link usable if the password could not be stored', async () => {
    const { pool } = cms.database
    const link = await requestLink(emails.editor)
    await pool.query(`create function cms.fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
    await pool.query(`create trigger fail before update on cms.staff for each row execute function cms.fail()`)
    try {
      expect((await call('/reset-password', { token: link, password: 'Ten-Green-Pipelines' })).status).toBe(500)
    } finally {
      await pool.query(`drop function cms.fail cascade`)
    }
    expect((await call('/reset-password', { token: link, password: 'Ten-Green-Pipelines' })).status).toBe(200)
    expect((await login(emails.editor, 'Ten-Green-Pipelines')).status).toBe(200)
    await cms.payload.update({ collection: 'staff', id: ids.editor ?? 0, data: { password } })
  })
})

describe('the own account', () => {
  it('requires the current password for a new password or email, and ends the other sessions', async () => {
    const token = String((await login(emails.editor)).body.token)
    const other = String((await login(emails.editor)).body.token)
    const change = (data: object) =>
      callStaffApi(cms.payload, `/staff/${ids.editor}`, data, { token, method: 'PATCH', address: nextAddress() })
    for (const data of [
      { password: 'Ten-Green-Pipelines' },
      { email: 'new@portal.test' },
      { email: 'new@portal.test', current_password: 'wrong' },
    ]) {
      expect((await change(data)).body.errors?.[0]?.data?.errors[0]?.path).toBe('current_password')
    }
    expect(
      (
        await callStaffApi(
          cms.payload,
          `/staff?where[id][equals]=${ids.editor}`,
          { password: 'Ten-Green-Pipelines' },
          { token, method: 'PATCH' },
        )
      ).status,
    ).toBe(400)
    expect(await staffFromToken(other)).not.toBeNull()
    expect((await change({ name: 'Олена', email: emails.editor })).status).toBe(200)
    expect((await change({ password: 'Ten-Green-Pipelines', current_password: password })).status).toBe(200)
    expect(await staffFromToken(other)).toBeNull()
    expect(await staffFromToken(token)).not.toBeNull()
    expect((await login(emails.editor, 'Ten-Green-Pipelines')).status).toBe(200)
    expect((await change({ password, current_password: 'Ten-Green-Pipelines' })).status).toBe(200)
  })

  it('accepts one of several concurrent changes with the same current password', async () => {
    const replies = await Promise.all(
      ['Ten-Green-Pipelines', 'Six-Green-Pipelines', 'Two-Green-Pipelines'].map(async (next) => {
        const token = String((await login(emails.editor)).body.token)
        const data = { password: next, current_password: password }
        const from = { token, method: 'PATCH', address: nextAddress() }
        return { next, ...(await callStaffApi(cms.payload, `/staff/${ids.editor}`, data, from)) }
      }),
    )
    const [changed, ...others] = replies.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect((await login(emails.editor, changed?.next)).status).toBe(200)
    await cms.payload.update({ collection: 'staff', id: ids.editor ?? 0, data: { password } })
  })

  it.each([
    ['1234567890', 'uk', 'Пароль: щонайменше 12 символів'],
    ['123456789012', 'uk', /легко вгадати/],
    ['editor@portal.test', 'en', /easy to guess/],
    ['qwertyuiop2026', 'ru', /легко угадать/],
  ])('refuses the password %s in %s', async (weak, language, messages) => {
    const token = String((await login(emails.editor)).body.token)
    const { status, body } = await callStaffApi(
      cms.payload,
      `/staff/${ids.editor}`,
      { password: weak, current_password: password },
      { token, method: 'PATCH', language },
    )
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toMatch(messages)
  })

  it('lists its sessions, ends one, and ends all others together', async () => {
    const [token, second, third] = await Promise.all(
      [1, 2, 3].map(async () => String((await login(emails.editor)).body.token)),
    )
    const status = async () =>
      (await call('/security/status', {}, { token })).body as unknown as {
        sessions: { id: string; current: boolean; device: string; address: string }[]
      }
    const { sessions } = await status()
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions[0]).toMatchObject({ device: 'Test browser', address: expect.stringMatching(/^198\.51\./) })
    const secondId = (await staffFromToken(String(second)))?.id
    expect((await call('/security/sessions/end', { id: secondId }, { token })).status).toBe(200)
    expect(await staffFromToken(String(second))).toBeNull()
    expect((await call('/security/sessions/end-others', {}, { token })).status).toBe(200)
    expect(await staffFromToken(String(third))).toBeNull()
    expect((await status()).sessions).toHaveLength(1)
    await call('/logout', {}, { token })
    expect(await staffFromToken(String(token))).toBeNull()
  })

  it('can have its second factor reset only by another administrator, who is recorded', async () => {
    const { token: managers } = await enrol(emails.other)
    const { token } = await enrol(emails.admin)
    const reset = (staff_id: number | undefined, from: StaffCaller, attempt = password) =>
      call(
        '/security/reset-two-factor',
        { staff_id, reason: 'Lost the phone', password: attempt },
        { address: nextAddress(), ...from },
      )
    expect((await reset(ids.admin, { token })).body.code).toBe('forbidden')
    expect((await reset(ids.admin, { token: managers })).body.code).toBe('forbidden')
    expect((await reset(ids.other, { token }, 'wrong')).body.code).toBe('password_incorrect')
    expect((await call('/security/two-factor/disable', { password, code: '000000' }, { token })).status).toBe(400)
    expect((await reset(ids.other, { token })).status).toBe(200)
    expect(await staffFromToken(managers)).toBeNull()
    expect((await login(emails.other)).body).toMatchObject({ enrolment: true })
    const { rows } = await cms.database.pool.query(
      `select staff_id, details from portal.audit where action = 'staff.two_factor_reset' and subject = $1`,
      [`staff:${ids.other}`],
    )
    expect(rows).toEqual([{ staff_id: ids.admin, details: { reason: 'Lost the phone' } }])
  })
})

describe('adding staff and changing roles', () => {
  const path = ({ body }: Awaited<ReturnType<typeof call>>) => body.errors?.[0]?.data?.errors[0]?.path
  const reportsOf = async (subject: string) => {
    const { rows } = await cms.database.pool.query<{ to: string; html: string }>(
      `select payload ->> 'to' as to, payload ->> 'html' as html from portal.outbox
       where payload ->> 'subject' = $1 order by id`,
      [subject],
    )
    return rows
  }
  const subject = 'Changes to the portal’s staff'

  it('requires the administrator’s password, and is reported to all administrators', async () => {
    const { token } = await enrol(emails.admin)
    const from = () => ({ token, address: nextAddress() })
    const colleague = { email: 'second@portal.test', password: 'Seven-Red-Manometers', name: 'Second', role: 'admin' }
    expect(path(await call('', colleague, from()))).toBe('current_password')
    expect(path(await call('', { ...colleague, current_password: 'wrong' }, from()))).toBe('current_password')
    expect(await reportsOf(subject)).toEqual([])
    const created = await call('', { ...colleague, current_password: password }, from())
    expect(created.status).toBe(201)
    expect(JSON.stringify(created.body)).not.toContain(password)
    // All administrators except the new one are notified.
    expect(await reportsOf(subject)).toEqual([
      { to: emails.admin, html: expect.stringMatching(/second@portal\.test.*Administrator.*admin@portal\.test/) },
    ])

    const id = (created.body.doc as { id: number }).id
    const change = (data: object) =>
      callStaffApi(cms.payload, `/staff/${id}`, data, { token, method: 'PATCH', address: nextAddress() })
    expect(path(await change({ role: 'editor' }))).toBe('current_password')
    expect((await change({ name: 'Another name', role: 'admin' })).status).toBe(200)
    expect((await change({ role: 'editor', current_password: password })).status).toBe(200)
    // The former administrator gets the email too.
    expect((await reportsOf(subject)).slice(1).map(({ to }) => to)).toEqual([emails.admin, colleague.email])
    expect(
      (await callStaffApi(cms.payload, `/staff?where[id][equals]=${id}`, { role: 'admin' }, { token, method: 'PATCH' }))
        .status,
    ).toBe(400)
  })

  it('is refused for an administrator’s own role, so that at least one remains', async () => {
    const { token } = await enrol(emails.admin)
    const reply = await callStaffApi(
      cms.payload,
      `/staff/${ids.admin}`,
      { role: 'editor', current_password: password },
      { token, method: 'PATCH', address: nextAddress() },
    )
    expect(path(reply)).toBe('role')
    expect(JSON.stringify(reply.body)).toContain('You cannot change your own role')
    expect(await staffFromToken(token)).toMatchObject({ role: 'admin' })
  })
})

describe('after the portal’s secret was replaced', () => {
  it('codes and recovery codes remain valid while the former secret is listed', async () => {
    const { secret, codes } = await enrol(emails.manager)
    const renewed = 'another-secret-of-the-tests-and-of-nothing-else'
    const second = async (code: string) => {
      const { body } = await login(emails.manager)
      return call('/login/second-factor', { ticket: body.ticket, code })
    }
    publishStaffSettings({ ...staffSettings(), secrets: [renewed] })
    await allowCodeAgain(emails.manager)
    expect(await second(appCode(secret))).toMatchObject({ status: 503, body: { code: 'second_factor_unavailable' } })
    publishStaffSettings({ ...staffSettings(), secrets: [renewed, ...strict.secrets] })
    expect((await second(String(codes[0]))).status).toBe(200)
    expect((await second(appCode(secret))).status).toBe(200)
    // The secret is now encrypted with the new key, so the former one is no longer needed.
    publishStaffSettings({ ...staffSettings(), secrets: [renewed] })
    await allowCodeAgain(emails.manager)
    expect((await second(appCode(secret))).status).toBe(200)
  })
})

describe('removing staff', () => {
  it('requires an administrator’s password, and is refused for the own account', async () => {
    const { token } = await enrol(emails.admin)
    const { token: others } = await enrol(emails.other)
    const created = await cms.payload.create({
      collection: 'staff',
      data: { email: 'leaving@portal.test', password, name: 'Колишній', role: 'editor' },
    })
    const remove = (staff_id: number | undefined, from: StaffCaller, attempt = password) =>
      call('/security/remove', { staff_id, password: attempt }, { address: nextAddress(), ...from })
    expect((await remove(created.id, { token: others })).body.code).toBe('forbidden')
    expect((await remove(ids.admin, { token })).body.code).toBe('forbidden')
    expect((await remove(created.id, { token }, 'wrong')).body.code).toBe('password_incorrect')
    expect((await remove(created.id, { token })).status).toBe(200)
    expect((await remove(created.id, { token })).body.code).toBe('not_found')
    const { rows } = await cms.database.pool.query<{ to: string }>(
      `select payload ->> 'to' as to from portal.outbox where payload ->> 'html' like '%leaving@portal.test%' order by 1`,
    )
    expect(rows.map(({ to }) => to)).toEqual(expect.arrayContaining([emails.admin, 'leaving@portal.test']))
  })

  const addTwoAdministrators = () =>
    Promise.all(
      ['one', 'two'].map(async (name) => {
        const email = `${name}-${crypto.randomUUID()}@portal.test`
        const { id } = await cms.payload.create({
          collection: 'staff',
          data: { email, password, name, role: 'admin' },
        })
        return { id, token: await staffToken(cms.database.pool, id) }
      }),
    )

  it.each(['remove', 'demote'])('leaves one of two administrators who %s each other concurrently', async (act) => {
    const both = await addTwoAdministrators()
    const answers = await Promise.all(
      both.map(({ token }, index) => {
        const id = both[1 - index]?.id
        const from = { token, address: nextAddress() }
        return act === 'remove'
          ? call('/security/remove', { staff_id: id, password }, from)
          : call(`/${id}`, { role: 'editor', current_password: password }, { ...from, method: 'PATCH' })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { totalDocs } = await cms.payload.count({
      collection: 'staff',
      where: { and: [{ id: { in: both.map(({ id }) => id) } }, { role: { equals: 'admin' } }] },
    })
    expect(totalDocs).toBe(1)
  })

  it('is not undone if the demoted member saves other fields concurrently', async () => {
    const [one] = await addTwoAdministrators()
    const demotion = await cms.database.pool.connect()
    await demotion.query(`begin; select pg_advisory_xact_lock(hashtext('cms.staff.roles'))`)
    await demotion.query(`update cms.staff set role = 'editor' where id = $1`, [one?.id])
    const saved = call(`/${one?.id}`, { name: 'Інше' }, { token: one?.token, address: nextAddress(), method: 'PATCH' })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await demotion.query(waiting)).rowCount === 0) await delay(5)
    await demotion.query('commit')
    demotion.release()
    expect((await saved).status).toBe(200)
    expect(await cms.payload.findByID({ collection: 'staff', id: one?.id ?? 0 })).toMatchObject({
      name: 'Інше',
      role: 'editor',
    })
  })

  it('reports a failing database, not an unknown member', async () => {
    const [one, two] = await addTwoAdministrators()
    await cms.database.pool.query(
      `create function portal.refuse() returns trigger language plpgsql as $$ begin raise 'away' using errcode = '57P03'; end $$;
       create trigger refuse before delete on cms.staff for each row execute function portal.refuse()`,
    )
    const from = { token: one?.token ?? '', address: nextAddress() }
    const { status, body } = await call('/security/remove', { staff_id: two?.id, password }, from)
    await cms.database.pool.query(`drop trigger refuse on cms.staff; drop function portal.refuse()`)
    expect([status, body.code]).toEqual([503, undefined])
  })
})
