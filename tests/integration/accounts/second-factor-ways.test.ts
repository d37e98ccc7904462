import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { generateSync } from 'otplib'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal, type Transport } from '@/tests/support/test-portal'

const password = 'Seven-Gas-Meters'
let test: TestPortal
let manager: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
})
afterAll(() => test.close())

describe.each(transports)('the second factor through the whole portal, %s', (_way, way) => {
  const over: Transport = (path, init) => way(test)(path, init)
  const call = async (path: string, body: unknown, token?: string) => {
    const response = await post(over, path, body, token ? bearer(token) : {})
    const answer = (await response.json()) as { data: Record<string, unknown>; code?: string; ticket?: string }
    return { status: response.status, ...answer, cookies: response.headers.getSetCookie() }
  }

  it('is turned on, required at sign-in, and reset by a manager with a reason', async () => {
    const [id = 0] = await registerBuyers(test.db.pool, 1)
    await test.setPassword(id, password)
    const { rows } = await test.db.pool.query<{ email: string }>(`select email from cms.companies where id = $1`, [id])
    const people = await test.db.pool.query<{ id: number }>(`select id from portal.people where account_id = $1`, [id])
    const personId = people.rows[0]?.id
    const credentials = { email: rows[0]?.email, password }
    const token = await test.signIn(id)

    const begun = await call('/api/profile/two-factor/begin', { password }, token)
    const enabled = await call(
      '/api/profile/two-factor/enable',
      { code: generateSync({ secret: String(begun.data.secret) }) },
      token,
    )
    expect(enabled.status).toBe(200)
    const [code] = enabled.data.recovery_codes as string[]

    const challenge = await call('/api/auth/login', credentials)
    expect(challenge).toMatchObject({ status: 401, code: 'second_factor_required', cookies: [] })
    const signedIn = await call('/api/auth/login/second-factor', { ticket: challenge.ticket, code })
    expect(signedIn.status).toBe(200)
    expect(signedIn.cookies.join()).toContain('accessToken=')
    expect((await call('/api/auth/user-profile', {}, String(signedIn.data.access_token))).data).toMatchObject({ id })

    expect(await call('/api/manager/accounts/reset-two-factor', { person_id: personId }, manager)).toMatchObject({
      status: 422,
    })
    expect(
      await call('/api/manager/accounts/reset-two-factor', { person_id: 999_999, reason: 'Втрачено телефон' }, manager),
    ).toMatchObject({ status: 404 })
    const resets = await Promise.all(
      [1, 2].map(() =>
        call('/api/manager/accounts/reset-two-factor', { person_id: personId, reason: 'Втрачено телефон' }, manager),
      ),
    )
    expect(resets.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await call('/api/auth/login', credentials)).status).toBe(200)
    const auditEntries = await test.db.pool.query(`select action, details from portal.audit where subject = $1`, [
      `account:${id}`,
    ])
    expect(auditEntries.rows).toEqual([
      { action: 'two_factor_reset', details: { reason: 'Втрачено телефон', person: personId } },
    ])
  })
})
