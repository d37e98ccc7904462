import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type AccountsPortal, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

const minute = 60_000
const newEmail = 'new-address@buyer.test'

let portal: AccountsPortal
let token: string
let companyId: number

beforeAll(async () => {
  portal = await openAccountsPortal()
  await portal.post('/api/auth/register', { ...validCompany, lang: 'uk' })
  const { body } = await portal.post('/api/auth/login', { email: validCompany.email, password: validCompany.password })
  token = String(body.data.access_token)
  companyId = (body.data.user as { id: number }).id
  await portal.mailer.run()
})
afterAll(() => portal.close())

const update = (change: Record<string, unknown>) => portal.post('/api/profile/update', change, { token })
const decide = (kind: string, staffId: number | null = null) =>
  portal.cms.database.pool.query(
    `insert into portal.account_decisions (company_id, kind, staff_id) values ($1, $2, $3)`,
    [companyId, kind, staffId],
  )

async function addManager(): Promise<number> {
  const { rows } = await portal.cms.database.pool.query<{ id: number }>(
    `insert into cms.staff (name, role, email) values ('Ольга', 'manager', 'olha@portal.test') returning id`,
  )
  return rows[0]?.id ?? 0
}

describe('the own data', () => {
  it('changes only in the fields that are sent', async () => {
    const reply = await update({ phone: '+380671112233', patronymic: '' })
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { phone: '+380671112233', patronymic: '', name: 'Олена', edrpou: '37027819' } },
    })
  })

  it('is reported to the managers, with the old value', async () => {
    await portal.mailer.run()
    const text = portal.mail.to('manager@portal.test').at(-1)?.email.text ?? ''
    expect(text).toContain('Телефон: +380 67 111 22 33 (було: +380 50 123 45 67)')
    expect(text).toContain('По батькові: — (було: Петрівна)')
  })

  it('notifies no one if nothing has changed', async () => {
    const emails = portal.mail.emails.length
    await update({ phone: '+380671112233' })
    await portal.mailer.run()
    expect(portal.mail.emails).toHaveLength(emails)
  })

  it('sets the language of emails', async () => {
    await update({ language: 'ru' })
    await portal.post('/api/auth/password-reset/request', { email: validCompany.email })
    await portal.mailer.run()
    expect(portal.mail.to(validCompany.email).at(-1)?.email.subject).toBe('Новый пароль к кабинету')
  })

  it.each([
    ['iban', 'UA003006140000026006500211904', 'iban_invalid'],
    ['edrpou', '32855968', 'edrpou_invalid'],
    ['email', 'other@buyer.test', 'unknown_field'],
    ['status', 'active', 'unknown_field'],
    ['name', '', 'required'],
  ])('is refused if %s is %j', async (field, value, code) => {
    expect(await update({ [field]: value })).toMatchObject({ status: 422, body: { errors: [{ path: field, code }] } })
  })

  it('shows a manager’s reason for rejecting it until it is corrected', async () => {
    const { pool } = portal.cms.database
    await pool.query(
      `insert into portal.account_decisions (company_id, kind, reason) values ($1, 'rejected', 'Немає ліцензії')`,
      [companyId],
    )
    const profile = async () => (await portal.post('/api/auth/user-profile', {}, { token })).body.data
    expect(await profile()).toMatchObject({ status: 'awaiting_confirmation', rejection_reason: 'Немає ліцензії' })
    const emails = portal.mail.emails.length
    // Neither saving it unchanged nor another language of emails is a correction.
    const own = { phone: '+380671112233', language: 'ru' }
    expect((await update(own)).body.data).toMatchObject({ rejection_reason: 'Немає ліцензії' })
    expect((await update({ ...own, language: 'uk' })).body.data).toMatchObject({
      language: 'uk',
      rejection_reason: 'Немає ліцензії',
    })
    await portal.mailer.run()
    expect(portal.mail.emails).toHaveLength(emails)
    expect((await update({ phone: '+380671112234' })).body.data).toMatchObject({ rejection_reason: null })
    await portal.mailer.run()
    expect(portal.mail.to('manager@portal.test').at(-1)?.email.text).toContain('+380 67 111 22 34')
  })

  it('includes the company until a manager has confirmed it', async () => {
    expect((await update({ company_short_name: 'Енергоресурс Трейд' })).status).toBe(200)
    await decide('confirmed')
    expect(await update({ edrpou: '42795490' })).toMatchObject({
      status: 409,
      body: { code: 'company_data_confirmed' },
    })
    expect((await update({ edrpou: '37027819', surname: 'Коваленко' })).status).toBe(200)
  })
})

describe('a deactivated account', () => {
  const login = () => portal.post('/api/auth/login', { email: validCompany.email, password: validCompany.password })

  it('gets the code of deactivation, and the manager’s reason if there is one', async () => {
    await decide('deactivated')
    expect(await login()).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
    await decide('reactivated')
    await decide('deactivated', await addManager())
    expect(await login()).toMatchObject({ status: 403, body: { code: 'account_deactivated_by_manager' } })
    expect(await portal.post('/api/auth/password-reset/request', { email: validCompany.email })).toMatchObject({
      body: { code: 'account_deactivated_by_manager' },
    })
    // A deactivation by someone who has left the staff is not attributed to a manager.
    await decide('reactivated')
    await decide('deactivated', 999_999)
    expect(await login()).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
  })

  it('gets that code only with the right password', async () => {
    expect(await portal.post('/api/auth/login', { email: validCompany.email, password: 'wrong' })).toMatchObject({
      body: { code: 'invalid_credentials' },
    })
  })
})

describe('resending an email with a link', () => {
  const company = { ...validCompany, email: 'resending@buyer.test', edrpou: '00131305', eic: '56X000000000002U' }
  const { email, password } = company
  let own: string

  beforeAll(async () => {
    await portal.post('/api/auth/register', company)
    own = String((await portal.post('/api/auth/login', { email, password })).body.data.access_token)
  })

  const resend = (link: string) => portal.post('/api/profile/email-link/resend', { link }, { token: own })

  it('is refused within a minute of the last one, with the time to wait', async () => {
    const early = await resend('email_confirmation')
    expect(early).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(early.headers.get('retry-after')).toBe('60')
  })

  it('is possible afterwards, and only the new link is valid', async () => {
    const first = await portal.linkTo(email)
    portal.clock.advance(minute)
    expect(await resend('email_confirmation')).toMatchObject({
      status: 200,
      body: { data: { email, again_after: 60 } },
    })
    const second = await portal.linkTo(email)
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
    await portal.post('/api/profile/change-email', { email: newEmail, password }, { token: own })
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
    const companyId = accounts.pop()!
    const password = 'сім лічильників газу'
    await test.setPassword(companyId, password)
    const own = bearer(await test.signIn(companyId))
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
      `select used_at, voided_at is not null as voided from portal.one_time_tokens where person_id = (select min(id) from portal.people where company_id = $1) and kind = 'email_change'`,
      [companyId],
    )
    expect(rows).toEqual([{ used_at: null, voided: true }])
  })
})
