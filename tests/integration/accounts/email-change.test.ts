import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type AccountsPortal, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

const minute = 60_000
const newEmail = 'new-address@buyer.test'

describe('resending a letter with a link', () => {
  let portal: AccountsPortal
  let token: string

  beforeAll(async () => {
    portal = await openAccountsPortal()
    await portal.post('/api/auth/register', validCompany)
    const { body } = await portal.post('/api/auth/login', {
      email: validCompany.email,
      password: validCompany.password,
    })
    token = String(body.data.access_token)
  })
  afterAll(() => portal.close())

  const resend = (link: string) => portal.post('/api/profile/email-link/resend', { link }, { token })

  it('is refused within a minute of the last one, with the time to wait', async () => {
    const early = await resend('email_confirmation')
    expect(early).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(early.headers.get('retry-after')).toBe('60')
  })

  it('is possible afterwards, and only the new link is valid', async () => {
    const first = await portal.linkTo(validCompany.email)
    portal.clock.advance(minute)
    expect(await resend('email_confirmation')).toMatchObject({
      status: 200,
      body: { data: { email: validCompany.email, again_after: 60 } },
    })
    const second = await portal.linkTo(validCompany.email)
    expect(second).not.toBe(first)
    expect(await portal.post('/api/auth/email-confirm', { token: first })).toMatchObject({
      body: { code: 'link_used', link: 'email_confirmation' },
    })
    expect(await portal.post('/api/auth/email-confirm', { token: second })).toMatchObject({
      status: 200,
      body: { data: { changed: false } },
    })
  })

  it('is refused if the address is confirmed and no change is pending', async () => {
    for (const link of ['email_confirmation', 'email_change'])
      expect(await resend(link)).toMatchObject({ status: 409, body: { code: 'email_nothing_to_confirm' } })
  })

  it('goes to the new address while a change is pending, at most five times an hour', async () => {
    await portal.post('/api/profile/change-email', { email: newEmail, password: validCompany.password }, { token })
    for (let sent = 1; sent < 5; sent += 1) {
      portal.clock.advance(minute)
      expect(await resend('email_change')).toMatchObject({ status: 200, body: { data: { email: newEmail } } })
    }
    portal.clock.advance(minute)
    const sixth = await resend('email_change')
    expect(sixth.status).toBe(429)
    expect(sixth.headers.get('retry-after')).toBe('3300')
    const link = await portal.linkTo(newEmail)
    expect(await portal.post('/api/auth/email-confirm', { token: link })).toMatchObject({
      status: 200,
      body: { data: { email: newEmail, changed: true } },
    })
    // The answer names the kind of link, so that the page can tell the buyer where to request another.
    expect(await portal.post('/api/auth/email-confirm', { token: link })).toMatchObject({
      status: 409,
      body: { code: 'link_used', link: 'email_change' },
    })
  })
})

describe('cancelling a change of address', () => {
  let test: TestPortal
  const accounts: number[] = []

  beforeAll(async () => {
    test = await startTestPortal()
    accounts.push(...(await registerBuyers(test.db.pool, transports.length)))
  })
  afterAll(() => test.close())

  it.each(transports)('keeps the address and voids the link, %s', async (_way, over) => {
    const accountId = accounts.pop()!
    const password = 'сім лічильників газу'
    await test.setPassword(accountId, password)
    const own = bearer(await test.signIn(accountId))
    const pending = async () =>
      (
        (await (await post(over(test), '/api/auth/user-profile', {}, own)).json()) as {
          data: { pending_email: string | null }
        }
      ).data.pending_email

    expect((await post(over(test), '/api/profile/change-email', { email: newEmail, password }, own)).status).toBe(200)
    expect(await pending()).toBe(newEmail)
    const early = await post(over(test), '/api/profile/email-link/resend', { link: 'email_change' }, own)
    expect([early.status, Number(early.headers.get('retry-after')) > 50]).toEqual([429, true])
    expect((await post(over(test), '/api/profile/change-email/cancel', {}, own)).status).toBe(200)
    expect(await pending()).toBeNull()
    expect((await post(over(test), '/api/profile/email-link/resend', { link: 'email_change' }, own)).status).toBe(409)
    // Cancelling again, as from a second tab, changes nothing.
    expect((await post(over(test), '/api/profile/change-email/cancel', {}, own)).status).toBe(200)
    const { rows } = await test.db.pool.query(
      `select used_at, voided_at is not null as voided from portal.one_time_tokens where person_id = (select min(id) from portal.people where account_id = $1) and kind = 'email_change'`,
      [accountId],
    )
    expect(rows).toEqual([{ used_at: null, voided: true }])
  })
})
