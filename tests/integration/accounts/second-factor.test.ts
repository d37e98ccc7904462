import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { generateSync } from 'otplib'
import { type AccountsPortal, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal, type Transport } from '@/tests/support/test-portal'

const paths = {
  login: '/api/auth/login',
  second: '/api/auth/login/second-factor',
  status: '/api/profile/two-factor/status',
  begin: '/api/profile/two-factor/begin',
  enable: '/api/profile/two-factor/enable',
  disable: '/api/profile/two-factor/disable',
  renew: '/api/profile/two-factor/recovery-codes',
}
const credentials = { email: validCompany.email, password: validCompany.password }

let portal: AccountsPortal
let companyId: number
let token: string

beforeAll(async () => {
  portal = await openAccountsPortal()
  await portal.post('/api/auth/register', validCompany)
  const { rows } = await portal.cms.database.pool.query<{ company_id: number }>(
    `select company_id from portal.accounts where email = $1`,
    [credentials.email],
  )
  companyId = rows[0]?.company_id ?? 0
})
afterAll(() => portal.close())

// Every test starts without a second factor, and a minute after the last one, so that no code is used twice.
beforeEach(async () => {
  portal.clock.set(portal.clock.now() + 60_000)
  const { pool } = portal.cms.database
  await pool.query(`delete from portal.second_factors`)
  await pool.query(
    `delete from portal.outbox where kind in ('two_factor_enabled', 'two_factor_disabled', 'recovery_code_used') and sent_at is null`,
  )
  token = String((await portal.post(paths.login, credentials)).body.data.access_token)
})

const own = (path: string, body: object = {}) => portal.post(path, body, { token })
const codeOf = (secret: string, later = 0) =>
  generateSync({ secret, epoch: Math.floor(portal.clock.now() / 1000) + later })

async function enableSecondFactor(): Promise<{ secret: string; codes: string[] }> {
  const secret = String((await own(paths.begin, { password: credentials.password })).body.data.secret)
  const enabled = await own(paths.enable, { code: codeOf(secret) })
  expect(enabled.status).toBe(200)
  portal.clock.set(portal.clock.now() + 60_000)
  return { secret, codes: enabled.body.data.recovery_codes as string[] }
}

async function requestTicket(): Promise<string> {
  const { status, body } = await portal.post(paths.login, credentials)
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'second_factor_required' })
  return String(body.ticket)
}

async function emailsOf(kind: string): Promise<number> {
  const { rows } = await portal.cms.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from portal.outbox where company_id = $1 and kind = $2 and sent_at is null`,
    [companyId, kind],
  )
  return rows[0]?.count ?? 0
}

describe('turning the second factor on', () => {
  it('requires the password, then a first code, and returns ten recovery codes', async () => {
    expect((await own(paths.begin, { password: 'wrong' })).body.code).toBe('password_incorrect')
    const begun = await own(paths.begin, { password: credentials.password })
    const { secret, uri, qr_svg } = begun.body.data as Record<string, string>
    expect(uri).toContain('otpauth://totp/portal.test:')
    expect(qr_svg).toContain('<svg')
    expect((await own(paths.enable, { code: '000000' })).body.code).toBe('second_factor_code_invalid')
    // It is not on yet: the password alone still signs in.
    expect((await portal.post(paths.login, credentials)).status).toBe(200)
    const enabled = await own(paths.enable, { code: codeOf(String(secret)) })
    expect(enabled.body.data.recovery_codes).toHaveLength(10)
    expect((await own(paths.status)).body.data).toMatchObject({ enabled: true, recovery_codes_left: 10 })
    expect(await emailsOf('two_factor_enabled')).toBe(1)
  })

  it('stores neither the secret nor the codes in plain text', async () => {
    const { secret, codes } = await enableSecondFactor()
    const { rows } = await portal.cms.database.pool.query<{ stored: string }>(
      `select encode(secret, 'escape') || (select string_agg(encode(code_hash, 'escape'), '') from unnest(recovery_hashes) code_hash) as stored from portal.second_factors`,
    )
    for (const plain of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(rows[0]?.stored).not.toContain(plain)
  })

  it('ends the sessions that were opened without it, except the one that turned it on', async () => {
    const other = String((await portal.post(paths.login, credentials)).body.data.access_token)
    await enableSecondFactor()
    expect((await portal.post(paths.status, {}, { token: other })).status).toBe(401)
    expect((await own(paths.status)).status).toBe(200)
  })

  it('is refused a second time, and with a secret that is half an hour old', async () => {
    const begun = await own(paths.begin, { password: credentials.password })
    portal.clock.set(portal.clock.now() + 31 * 60_000)
    expect((await own(paths.enable, { code: codeOf(String(begun.body.data.secret)) })).body.code).toBe(
      'second_factor_not_begun',
    )
    await enableSecondFactor()
    expect((await own(paths.begin, { password: credentials.password })).body.code).toBe('second_factor_enabled')
    expect((await own(paths.enable, { code: '123456' })).body.code).toBe('second_factor_enabled')
  })
})

describe('signing in', () => {
  it('requires the password and a code, and accepts the ticket once', async () => {
    const { secret } = await enableSecondFactor()
    const ticket = await requestTicket()
    const done = await portal.post(paths.second, { ticket, code: codeOf(secret) })
    expect(done.status).toBe(200)
    expect(done.headers.get('set-cookie')).toContain('accessToken=')
    expect((await portal.post(paths.second, { ticket, code: codeOf(secret, 30) })).body.code).toBe('sign_in_expired')
  })

  it('accepts a code once: one of two concurrent attempts succeeds', async () => {
    const { secret } = await enableSecondFactor()
    const tickets = [await requestTicket(), await requestTicket()]
    const code = codeOf(secret)
    const answers = await Promise.all(tickets.map((ticket) => portal.post(paths.second, { ticket, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('accepts a ticket once, even with different concurrent codes', async () => {
    const { secret } = await enableSecondFactor()
    const ticket = await requestTicket()
    const answers = await Promise.all(
      [0, 30].map((later) => portal.post(paths.second, { ticket, code: codeOf(secret, later) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('refuses the code that turned it on, and a ticket after five minutes', async () => {
    const { secret } = await enableSecondFactor()
    const ticket = await requestTicket()
    expect((await portal.post(paths.second, { ticket, code: codeOf(secret, -60) })).body.code).toBe(
      'second_factor_code_invalid',
    )
    portal.clock.set(portal.clock.now() + 5 * 60_000 + 1)
    expect((await portal.post(paths.second, { ticket, code: codeOf(secret) })).body.code).toBe('sign_in_expired')
    expect((await portal.post(paths.second, { ticket: 'no-ticket', code: codeOf(secret) })).body.code).toBe(
      'sign_in_expired',
    )
  })

  it('accepts a recovery code once, and sends an email about it', async () => {
    const { codes } = await enableSecondFactor()
    const [code = ''] = codes
    expect((await portal.post(paths.second, { ticket: await requestTicket(), code: code.toUpperCase() })).status).toBe(
      200,
    )
    expect(await emailsOf('recovery_code_used')).toBe(1)
    expect((await portal.post(paths.second, { ticket: await requestTicket(), code })).body.code).toBe(
      'second_factor_code_invalid',
    )
    expect((await own(paths.status)).body.data.recovery_codes_left).toBe(9)
  })

  it('blocks guesses at one account, from all addresses together, for a quarter of an hour', async () => {
    const { secret } = await enableSecondFactor()
    const ticket = await requestTicket()
    for (let guess = 0; guess < 10; guess += 1) {
      const { body } = await portal.post(
        paths.second,
        { ticket, code: 'aaaaa-aaaaa' },
        { address: `198.51.100.${guess}` },
      )
      expect(body.code).toBe('second_factor_code_invalid')
    }
    const stopped = await portal.post(paths.second, { ticket, code: codeOf(secret) }, { address: '198.51.100.200' })
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_requests', retry_after: 900 } })
    portal.clock.set(portal.clock.now() + 15 * 60_000 + 1)
    expect((await portal.post(paths.second, { ticket: await requestTicket(), code: codeOf(secret) })).status).toBe(200)
  })

  it('does not reveal the second factor before the correct password', async () => {
    await enableSecondFactor()
    const { body } = await portal.post(paths.login, { ...credentials, password: 'wrong' })
    expect(body).toMatchObject({ code: 'invalid_credentials' })
    expect(body.ticket).toBeUndefined()
  })
})

describe('turning it off', () => {
  it('requires the password and a code', async () => {
    const { secret } = await enableSecondFactor()
    expect((await own(paths.disable, { password: 'wrong', code: codeOf(secret) })).body.code).toBe('password_incorrect')
    expect((await own(paths.disable, { password: credentials.password, code: '000000' })).body.code).toBe(
      'second_factor_code_invalid',
    )
    expect((await own(paths.disable, { password: credentials.password, code: codeOf(secret) })).status).toBe(200)
    expect((await portal.post(paths.login, credentials)).status).toBe(200)
    expect(await emailsOf('two_factor_disabled')).toBe(1)
    expect((await own(paths.disable, { password: credentials.password, code: '000000' })).body.code).toBe(
      'second_factor_not_enabled',
    )
  })

  it('is not needed to replace the recovery codes, which voids the earlier ones', async () => {
    const { secret, codes } = await enableSecondFactor()
    const renewed = await own(paths.renew, { password: credentials.password, code: codeOf(secret) })
    expect(renewed.body.data.recovery_codes).toHaveLength(10)
    expect((await portal.post(paths.second, { ticket: await requestTicket(), code: codes[0] })).body.code).toBe(
      'second_factor_code_invalid',
    )
    const [fresh] = renewed.body.data.recovery_codes as string[]
    expect((await portal.post(paths.second, { ticket: await requestTicket(), code: fresh })).status).toBe(200)
  })
})

describe('the second factor through the whole portal', () => {
  const { password } = credentials
  let test: TestPortal
  let manager: string

  beforeAll(async () => {
    test = await startTestPortal({ RATE_LIMITS: 'off' })
    manager = await test.staff('manager')
  })
  afterAll(() => test.close())

  const callOver = (over: Transport) => async (path: string, body: unknown, token?: string) => {
    const response = await post(over, path, body, token ? bearer(token) : {})
    const answer = (await response.json()) as { data: Record<string, unknown>; code?: string; ticket?: string }
    return { status: response.status, ...answer, cookies: response.headers.getSetCookie() }
  }

  it.each(transports)(
    'is turned on, required at sign-in, and reset by a manager with a reason, %s',
    async (_way, way) => {
      const call = callOver(way(test))
      const [id = 0] = await registerBuyers(test.db.pool, 1)
      await test.setPassword(id, password)
      const { rows } = await test.db.pool.query<{ email: string }>(`select email from cms.companies where id = $1`, [
        id,
      ])
      const people = await test.db.pool.query<{ id: number }>(`select id from portal.people where company_id = $1`, [
        id,
      ])
      const personId = people.rows[0]?.id
      const own = { email: rows[0]?.email, password }
      const token = await test.signIn(id)

      const begun = await call('/api/profile/two-factor/begin', { password }, token)
      const enabled = await call(
        '/api/profile/two-factor/enable',
        { code: generateSync({ secret: String(begun.data.secret) }) },
        token,
      )
      expect(enabled.status).toBe(200)
      const [code] = enabled.data.recovery_codes as string[]

      const challenge = await call('/api/auth/login', own)
      expect(challenge).toMatchObject({ status: 401, code: 'second_factor_required', cookies: [] })
      const signedIn = await call('/api/auth/login/second-factor', { ticket: challenge.ticket, code })
      expect(signedIn.status).toBe(200)
      expect(signedIn.cookies.join()).toContain('accessToken=')
      expect((await call('/api/auth/user-profile', {}, String(signedIn.data.access_token))).data).toMatchObject({ id })

      expect(await call('/api/manager/accounts/reset-two-factor', { person_id: personId }, manager)).toMatchObject({
        status: 422,
      })
      expect(
        await call(
          '/api/manager/accounts/reset-two-factor',
          { person_id: 999_999, reason: 'Втрачено телефон' },
          manager,
        ),
      ).toMatchObject({ status: 404 })
      const resets = await Promise.all(
        [1, 2].map(() =>
          call('/api/manager/accounts/reset-two-factor', { person_id: personId, reason: 'Втрачено телефон' }, manager),
        ),
      )
      expect(resets.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await call('/api/auth/login', own)).status).toBe(200)
      const auditEntries = await test.db.pool.query(`select action, details from portal.audit where subject = $1`, [
        `account:${id}`,
      ])
      expect(auditEntries.rows).toEqual([
        { action: 'two_factor_reset', details: { reason: 'Втрачено телефон', person: personId } },
      ])
    },
  )
})
