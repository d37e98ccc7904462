import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { generateSync } from 'otplib'
import { type AccountsPortal, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'

let portal: AccountsPortal

beforeAll(async () => {
  portal = await openAccountsPortal()
})
afterAll(() => portal.close())

let companies = 0

/** Registers a company and confirms its address. */
async function registerBuyer(): Promise<{ email: string; id: number }> {
  const email = `buyer${(companies += 1)}@buyer.test`
  await portal.post('/api/auth/register', { ...validCompany, email })
  await portal.post('/api/auth/email-confirm', { token: await portal.linkTo(email) })
  const { rows } = await portal.cms.database.pool.query<{ company_id: number }>(
    `select company_id from portal.accounts where email = $1`,
    [email],
  )
  return { email, id: rows[0]?.company_id ?? 0 }
}

async function login(email: string, password = validCompany.password): Promise<string> {
  const reply = await portal.post('/api/auth/login', { email, password })
  return typeof reply.body.data?.access_token === 'string' ? reply.body.data.access_token : String(reply.body.code)
}

const profile = (token: string) => portal.post('/api/auth/user-profile', {}, { token })
const requestReset = (email: string) => portal.post('/api/auth/password-reset/request', { email })
const reset = (token: string, password: string) => portal.post('/api/auth/password-reset/confirm', { token, password })
const subjects = (address: string) => portal.mail.to(address).map(({ email }) => email.subject)

describe('a forgotten password', () => {
  it('is replaced by the mailed link; every session ends and the owner gets an email', async () => {
    const { email } = await registerBuyer()
    const sessions = [await login(email), await login(email)]
    expect(await requestReset(email)).toMatchObject({ status: 200, body: { data: {} } })
    expect(await reset(await portal.linkTo(email), 'Eight-Gas-Meters')).toMatchObject({ status: 200 })
    for (const token of sessions) expect((await profile(token)).status).toBe(401)
    expect(await login(email)).toBe('invalid_credentials')
    expect((await profile(await login(email, 'Eight-Gas-Meters'))).status).toBe(200)
    await portal.mailer.run()
    expect(subjects(email)).toContain('Your password has changed')
  })

  it('cannot be reset for an unregistered address', async () => {
    expect(await requestReset('nobody@buyer.test')).toMatchObject({
      status: 404,
      body: { code: 'email_not_registered' },
    })
  })

  it('can be reset once, within an hour, with the latest link only', async () => {
    const { email } = await registerBuyer()
    await requestReset(email)
    const first = await portal.linkTo(email)
    await requestReset(email)
    const second = await portal.linkTo(email)
    expect((await reset(first, 'Eight-Gas-Meters')).body.code).toBe('link_used')
    const isUsable = (token: string) => portal.post('/api/auth/password-reset/link', { token })
    expect((await isUsable(first)).body.code).toBe('link_used')
    expect(await isUsable(second)).toMatchObject({ status: 200, body: { data: { email } } })
    const replies = await Promise.all(['Eight', 'Nine', 'Ten'].map((word) => reset(second, `${word}-Gas-Meters`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await requestReset(email)
    const third = await portal.linkTo(email)
    const requestedAt = portal.clock.now()
    portal.clock.advance(3_600_000)
    expect((await reset(third, 'Eight-Gas-Meters')).body.code).toBe('link_expired')
    portal.clock.set(requestedAt)
  })

  it('can be reset with the same link after a password that was too simple', async () => {
    const { email } = await registerBuyer()
    await requestReset(email)
    const token = await portal.linkTo(email)
    expect(await reset(token, '1234567890')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'password', code: 'password_too_simple' }] },
    })
    expect((await reset(token, 'Eight-Gas-Meters')).status).toBe(200)
  })

  it('can be reset at most five times an hour per account, from all addresses together', async () => {
    const { email } = await registerBuyer()
    for (let time = 0; time < 5; time += 1) expect((await requestReset(email)).status).toBe(200)
    const sixth = await requestReset(email)
    expect(sixth).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(sixth.headers.get('retry-after'))).toBe(3600)
    const requestedAt = portal.clock.now()
    portal.clock.advance(3_600_000)
    expect((await requestReset(email)).status).toBe(200)
    portal.clock.set(requestedAt)
  })

  it('confirms the address when it is reset', async () => {
    const email = 'unconfirmed@buyer.test'
    await portal.post('/api/auth/register', { ...validCompany, email })
    await requestReset(email)
    await reset(await portal.linkTo(email), 'Eight-Gas-Meters')
    const user = await profile(await login(email, 'Eight-Gas-Meters'))
    expect(user.body.data).toMatchObject({ email_confirmed: true })
  })

  async function enableSecondFactor(token: string): Promise<void> {
    const begun = await portal.post('/api/profile/two-factor/begin', { password: validCompany.password }, { token })
    const secret = String(begun.body.data?.secret)
    const code = generateSync({ secret, epoch: Math.floor(portal.clock.now() / 1000) })
    expect((await portal.post('/api/profile/two-factor/enable', { code }, { token })).status).toBe(200)
  }

  it('removes the second factor of a stranger who registered with the owner’s mailbox', async () => {
    const email = 'taken@buyer.test'
    await portal.post('/api/auth/register', { ...validCompany, email })
    await enableSecondFactor(await login(email))
    expect(await login(email)).toBe('second_factor_required')
    await requestReset(email)
    expect((await reset(await portal.linkTo(email), 'Eight-Gas-Meters')).status).toBe(200)
    expect((await profile(await login(email, 'Eight-Gas-Meters'))).status).toBe(200)
    await portal.mailer.run()
    expect(subjects(email)).toContain('Two-step verification is off')
  })

  it('leaves the second factor of a confirmed account on', async () => {
    const { email } = await registerBuyer()
    await enableSecondFactor(await login(email))
    await requestReset(email)
    await reset(await portal.linkTo(email), 'Eight-Gas-Meters')
    expect(await login(email, 'Eight-Gas-Meters')).toBe('second_factor_required')
  })
})

describe('the own password', () => {
  const change = (token: string, current: string, password: string) =>
    portal.post('/api/profile/change-password', { current_password: current, password }, { token })

  it('can be changed with the current one, which ends all other sessions', async () => {
    const { email } = await registerBuyer()
    const [mine, other] = [await login(email), await login(email)]
    expect(await change(mine, 'wrong', 'Eight-Gas-Meters')).toMatchObject({
      status: 422,
      body: { code: 'password_incorrect' },
    })
    expect((await change(mine, validCompany.password, 'buyer.test1')).body.errors).toEqual([
      { path: 'password', code: 'password_too_simple' },
    ])
    expect((await change(mine, validCompany.password, 'Eight-Gas-Meters')).status).toBe(200)
    expect((await profile(mine)).status).toBe(200)
    expect((await profile(other)).status).toBe(401)
    expect(await login(email)).toBe('invalid_credentials')
  })

  it('stops notices also to a browser whose session expired long ago', async () => {
    const { email } = await registerBuyer()
    const { pool } = portal.cms.database
    const [lost, mine] = [await login(email), await login(email)]
    for (const [push_id, token] of [
      ['lost', lost],
      ['mine', mine],
    ] as const)
      await portal.post('/api/profile/push/add-id', { push_id }, { token })
    const subscribed = async () =>
      (await pool.query<{ push_id: string }>('select push_id from portal.push_subscriptions order by push_id')).rows
    // As retention does.
    await pool.query(
      `delete from portal.sessions where id = (select session_id from portal.push_subscriptions where push_id = 'lost')`,
    )
    expect(await subscribed()).toEqual([{ push_id: 'lost' }, { push_id: 'mine' }])
    expect((await change(mine, validCompany.password, 'Eight-Gas-Meters')).status).toBe(200)
    expect(await subscribed()).toEqual([{ push_id: 'mine' }])
  })

  it('cannot be changed without a session', async () => {
    expect(
      (await portal.post('/api/profile/change-password', { current_password: 'a', password: 'Eight-Gas-Meters' }))
        .status,
    ).toBe(401)
  })
})

describe('a new address', () => {
  const change = (token: string, email: string, password = validCompany.password) =>
    portal.post('/api/profile/change-email', { email, password }, { token })

  it('takes effect once its link is opened, and the former address gets an email', async () => {
    const { email, id } = await registerBuyer()
    const token = await login(email)
    expect((await change(token, 'new-one@buyer.test')).status).toBe(200)
    expect((await profile(token)).body.data).toMatchObject({ email })
    const link = await portal.linkTo('new-one@buyer.test')
    expect(await portal.post('/api/auth/email-confirm', { token: link })).toMatchObject({
      body: { data: { email: 'new-one@buyer.test', changed: true } },
    })
    expect((await profile(token)).body.data).toMatchObject({ id, email: 'new-one@buyer.test', email_confirmed: true })
    expect(await login(email)).toBe('invalid_credentials')
    expect((await profile(await login('new-one@buyer.test'))).status).toBe(200)
    await portal.mailer.run()
    expect(subjects(email)).toContain('Your account’s email address has changed')
  })

  it('is refused without the password, if it is in use, or if it is the same', async () => {
    const [one, two] = [await registerBuyer(), await registerBuyer()]
    const token = await login(one.email)
    expect((await change(token, 'other@buyer.test', 'wrong')).body.code).toBe('password_incorrect')
    expect((await change(token, two.email)).body.code).toBe('email_already_used')
    expect((await change(token, one.email)).body.code).toBe('email_unchanged')
  })

  it('is refused if someone else has registered it meanwhile', async () => {
    const { email } = await registerBuyer()
    await change(await login(email), 'wanted@buyer.test')
    const link = await portal.linkTo('wanted@buyer.test')
    await portal.post('/api/auth/register', { ...validCompany, email: 'wanted@buyer.test' })
    expect((await portal.post('/api/auth/email-confirm', { token: link })).body.code).toBe('email_already_used')
  })

  it('requested by a thief is voided once the owner sets a new password', async () => {
    const { email } = await registerBuyer()
    await change(await login(email), 'thief@else.test')
    const link = await portal.linkTo('thief@else.test')
    await requestReset(email)
    await reset(await portal.linkTo(email), 'Eight-Gas-Meters')
    expect((await portal.post('/api/auth/email-confirm', { token: link })).body.code).toBe('link_used')
  })
})
