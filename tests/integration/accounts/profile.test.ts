import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type AccountsPortal, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'

let portal: AccountsPortal
let token: string
let accountId: number

beforeAll(async () => {
  portal = await openAccountsPortal()
  await portal.post('/api/auth/register', { ...validCompany, lang: 'uk' })
  const { body } = await portal.post('/api/auth/login', { email: validCompany.email, password: validCompany.password })
  token = String(body.data.access_token)
  accountId = (body.data.user as { id: number }).id
  await portal.mailer.run()
})
afterAll(() => portal.close())

const update = (change: Record<string, unknown>) => portal.post('/api/profile/update', change, { token })
const decide = (kind: string, staffId: number | null = null) =>
  portal.cms.database.pool.query(
    `insert into portal.account_decisions (account_id, kind, staff_id) values ($1, $2, $3)`,
    [accountId, kind, staffId],
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
    const letters = portal.mail.letters.length
    await update({ phone: '+380671112233' })
    await portal.mailer.run()
    expect(portal.mail.letters).toHaveLength(letters)
  })

  it('sets the language of letters', async () => {
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
      `insert into portal.account_decisions (account_id, kind, reason) values ($1, 'rejected', 'Немає ліцензії')`,
      [accountId],
    )
    const profile = async () => (await portal.post('/api/auth/user-profile', {}, { token })).body.data
    expect(await profile()).toMatchObject({ status: 'awaiting_confirmation', rejection_reason: 'Немає ліцензії' })
    const letters = portal.mail.letters.length
    // Neither saving it unchanged nor another language of letters is a correction.
    const own = { phone: '+380671112233', language: 'ru' }
    expect((await update(own)).body.data).toMatchObject({ rejection_reason: 'Немає ліцензії' })
    expect((await update({ ...own, language: 'uk' })).body.data).toMatchObject({
      language: 'uk',
      rejection_reason: 'Немає ліцензії',
    })
    await portal.mailer.run()
    expect(portal.mail.letters).toHaveLength(letters)
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
