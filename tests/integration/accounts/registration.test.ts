import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { announceAccount } from '@/lib/server/identity/sessions'
import { eraseUnconfirmedRegistrations } from '@/lib/server/personal-data/unconfirmed-registrations'
import { type AccountsPortal, linkTokens, openAccountsPortal, validCompany } from '@/tests/support/accounts-portal'

let portal: AccountsPortal
let failing = false

beforeAll(async () => {
  const tokenOf = (id: string) => {
    if (failing) throw new Error('no token')
    return linkTokens.tokenOf(id)
  }
  portal = await openAccountsPortal({ linkTokens: { tokenOf } })
})
afterAll(() => portal.close())
afterEach(() => {
  portal.mail.emails.length = 0
})

const register = (changes: Record<string, unknown> = {}) =>
  portal.post('/api/auth/register', { ...validCompany, ...changes })
const confirm = (token: string) => portal.post('/api/auth/email-confirm', { token })
const login = (email: string, password = validCompany.password) => portal.post('/api/auth/login', { email, password })

async function count(table: string): Promise<number> {
  const { rows } = await portal.cms.database.pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)
  return rows[0]?.n ?? 0
}

describe('registering', () => {
  it('stores every field in its normal form, mails a link, and allows signing in before a manager decides', async () => {
    expect(await register()).toMatchObject({ status: 200, body: { data: { email: 'trader@buyer.test' } } })
    const token = await portal.linkTo('trader@buyer.test')
    const [email] = portal.mail.to('trader@buyer.test')
    expect(email?.email.subject).toBe('Confirm your email address')
    expect(portal.mail.to('manager@portal.test')).toEqual([])

    const isUsable = () => portal.post('/api/auth/email-confirm/link', { token })
    expect(await isUsable()).toMatchObject({ status: 200 })
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { data: { email: 'trader@buyer.test', changed: false } },
    })
    expect(await isUsable()).toMatchObject({ status: 409, body: { code: 'link_used', link: 'email_confirmation' } })
    expect((await login('Trader@Buyer.test')).body.data.user).toMatchObject({
      email: 'trader@buyer.test',
      company_name: 'ТОВ «Енергоресурс Трейд»',
      company_short_name: 'Енергоресурс',
      name: 'Олена',
      surname: 'Коваль',
      patronymic: 'Петрівна',
      phone: '+380501234567',
      edrpou: '37027819',
      iban: 'UA883006140000026006500211904',
      eic: '56X000000000001W',
      auction_kind: 'all',
      status: 'awaiting_confirmation',
      is_banned: false,
      email_confirmed: true,
    })
  })

  it('notifies the managers once the address is confirmed, with the number of companies of the same EDRPOU', async () => {
    await register({ email: 'second@buyer.test', lang: 'uk' })
    await confirm(await portal.linkTo('second@buyer.test'))
    await portal.mailer.run()
    const [email] = portal.mail.to('manager@portal.test').slice(-1)
    expect(email?.email.subject).toBe('Нова компанія: Енергоресурс')
    expect(email?.email.text).toContain('з таким самим ЄДРПОУ вже зареєстровано: 1')
  })

  it('refuses an address that is in use, in upper or lower case', async () => {
    expect(await register({ email: 'TRADER@buyer.test' })).toMatchObject({
      status: 409,
      body: { code: 'email_already_used' },
    })
  })

  it('accepts one of several concurrent registrations with the same address', async () => {
    const companies = await count('cms.companies')
    const replies = await Promise.all([1, 2, 3].map(() => register({ email: 'twins@buyer.test' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await count('cms.companies')).toBe(companies + 1)
    expect(await count('portal.credentials')).toBe(await count('cms.companies'))
  })

  it.each([
    ['edrpou', '37027818', 'edrpou_invalid'],
    ['edrpou', '3702781', 'edrpou_invalid'],
    ['iban', 'UA883006140000026006500211905', 'iban_invalid'],
    ['iban', 'DE89370400440532013000', 'iban_invalid'],
    ['eic', '56X0000000000010', 'eic_invalid'],
    ['phone', '12-34', 'phone_invalid'],
    ['email', 'trader@', 'email_format'],
    ['password', 'short', 'password_too_short'],
    ['password', 'qwertyuiop', 'password_too_simple'],
    ['password', 'trader@buyer1', 'password_too_simple'],
    ['company_name', ' ', 'required'],
    ['name', 'Олена\nКоваль', 'line_format'],
    ['company_name', 'ТОВ «東京ガス»', 'letters_unprintable'],
    ['accept_rules', false, 'rules_not_accepted'],
    ['role', 'admin', 'unknown_field'],
  ])('refuses %s = %j with its reason', async (field, value, code) => {
    const email = field === 'password' ? 'trader@buyer.test' : 'new@buyer.test'
    const companies = await count('cms.companies')
    const reply = await register({ email, [field]: value })
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid_input', errors: [{ path: field, code }] } })
    expect(await count('cms.companies')).toBe(companies)
  })

  it('accepts an address with a Cyrillic domain, which works in either spelling', async () => {
    const [typed, ascii] = ['info@нафтогаз.укр', 'info@xn--80aair0ah1ap.xn--j1amh']
    expect(await register({ email: typed })).toMatchObject({ status: 200, body: { data: { email: ascii } } })
    expect((await register({ email: ascii })).body.code).toBe('email_already_used')
    // The mail server of the tests decodes the domains of recipients.
    expect((await confirm(await portal.linkTo(typed))).status).toBe(200)
    for (const email of [typed, ascii])
      expect((await portal.post('/api/auth/login', { email, password: validCompany.password })).status).toBe(200)
    expect((await portal.post('/api/auth/password-reset/request', { email: typed })).status).toBe(200)
    await portal.mailer.run()
    const emails = portal.mail.to(typed)
    expect(emails).toHaveLength(2)
    for (const { raw } of emails) expect(raw).toMatch(new RegExp(`^To: ${ascii}\\r?$`, 'm'))
  })

  it('stores nothing if a part of it fails', async () => {
    const rowCounts = () =>
      Promise.all(['cms.companies', 'portal.credentials', 'portal.one_time_tokens', 'portal.outbox'].map(count))
    const before = await rowCounts()
    failing = true
    const reply = await register({ email: 'nothing@buyer.test' })
    failing = false
    expect(reply.status).toBe(500)
    expect(await rowCounts()).toEqual(before)
    expect((await register({ email: 'nothing@buyer.test' })).status).toBe(200)
  })
})

describe('the link that confirms an address', () => {
  it('works once, even if used concurrently', async () => {
    await register({ email: 'once@buyer.test' })
    const token = await portal.linkTo('once@buyer.test')
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'link_used')).toHaveLength(9)
    const { rows } = await portal.cms.database.pool.query(
      `select count(*)::integer as n from portal.email_confirmations where email = 'once@buyer.test'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('expires after 48 hours', async () => {
    await register({ email: 'late@buyer.test' })
    const token = await portal.linkTo('late@buyer.test')
    const issuedAt = portal.clock.now()
    portal.clock.advance(48 * 3_600_000)
    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'link_expired' } })
    portal.clock.set(issuedAt)
  })

  it('is replaced by the next one', async () => {
    await register({ email: 'again@buyer.test' })
    const first = await portal.linkTo('again@buyer.test')
    expect(await portal.post('/api/auth/email-confirm/resend', { email: 'again@buyer.test' })).toMatchObject({
      status: 200,
    })
    const second = await portal.linkTo('again@buyer.test')
    expect(second).not.toBe(first)
    expect(await confirm(first)).toMatchObject({ status: 409, body: { code: 'link_used' } })
    expect(await confirm(second)).toMatchObject({ status: 200 })
  })

  it('accepts neither a link of another kind nor a guess', async () => {
    await register({ email: 'kinds@buyer.test' })
    await portal.post('/api/auth/password-reset/request', { email: 'kinds@buyer.test' })
    await portal.mailer.run()
    const texts = portal.mail.to('kinds@buyer.test').map(({ email }) => email.text ?? '')
    const reset = /password-reset\/token\/([\w-]+)/.exec(texts.join('\n'))?.[1] ?? ''
    expect(reset).not.toBe('')
    for (const token of [reset, 'guess', linkTokens.tokenOf(crypto.randomUUID())]) {
      expect(await confirm(token)).toMatchObject({ status: 404, body: { code: 'link_invalid' } })
    }
  })

  it('is stored only as a hash', async () => {
    await register({ email: 'hash@buyer.test' })
    const token = await portal.linkTo('hash@buyer.test')
    for (const table of ['portal.one_time_tokens', 'portal.outbox', 'portal.emails']) {
      const { rows } = await portal.cms.database.pool.query(
        `select count(*)::integer as n from ${table} t where t::text like '%' || $1 || '%'`,
        [token],
      )
      expect({ table, rows }).toEqual({ table, rows: [{ n: 0 }] })
    }
  })

  it('is resent with the same answer whether or not there is anything to confirm', async () => {
    for (const email of ['once@buyer.test', 'nobody@buyer.test']) {
      expect(await portal.post('/api/auth/email-confirm/resend', { email })).toMatchObject({
        status: 200,
        body: { data: {} },
      })
    }
    await portal.mailer.run()
    expect(portal.mail.emails).toEqual([])
  })

  it('cannot be marked unused again, not even by hand', async () => {
    await expect(
      portal.cms.database.pool.query(`update portal.one_time_tokens set used_at = null where used_at is not null`),
    ).rejects.toThrow('used once')
  })
})

describe('a registration whose address was not confirmed within a week', () => {
  const eraseUnconfirmed = () =>
    eraseUnconfirmedRegistrations({ pool: portal.cms.database.pool, clock: portal.clock, announceAccount })

  it('is erased, which frees the address; confirmed and recent ones stay', async () => {
    const { pool } = portal.cms.database
    await register({ email: 'held@buyer.test' })
    await pool.query(
      `insert into portal.subscriptions (email, auction_kind, language, asked_at, counted_from, confirmed_at) values ('held@buyer.test', 'natural_gas', 'uk', now(), now(), now())`,
    )
    await register({ email: 'confirmed@buyer.test' })
    await confirm(await portal.linkTo('confirmed@buyer.test'))
    await register({ email: 'recent@buyer.test' })
    const { id } = (await login('held@buyer.test')).body.data.user as { id: number }
    const link = await portal.linkTo('held@buyer.test')
    await pool.query(
      `insert into portal.invitations (id, token_hash, company_id, email, role, invited_by, invited_at, expires_at)
       select gen_random_uuid(), sha256('invitation'), person.company_id, 'held@buyer.test', 'trader', person.id, now(), now() + interval '7 days'
       from portal.people person where person.email = 'confirmed@buyer.test'`,
    )
    await pool.query(
      `update cms.companies set created_at = $1 where email in ('held@buyer.test', 'confirmed@buyer.test')`,
      [new Date(portal.clock.now() - 8 * 24 * 3_600_000)],
    )
    await eraseUnconfirmed()
    await eraseUnconfirmed()

    expect((await confirm(link)).status).toBe(404)
    for (const email of ['confirmed@buyer.test', 'recent@buyer.test'])
      expect((await register({ email })).body.code).toBe('email_already_used')
    const again = 'Another-Gas-Meter'
    expect((await register({ email: 'held@buyer.test', password: again })).status).toBe(200)
    expect((await login('held@buyer.test')).status).not.toBe(200)
    expect((await login('held@buyer.test', again)).status).toBe(200)
    const { rows } = await pool.query(
      `select status, edrpou, phone from portal.accounts join cms.companies company on company.id = company_id where company_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ status: 'deactivated', edrpou: '—', phone: '—' }])
    // The owner of the mailbox subscribed and was invited, not the stranger who registered with it.
    for (const table of ['subscriptions', 'invitations'])
      expect((await pool.query(`select from portal.${table} where email = 'held@buyer.test'`)).rowCount).toBe(1)
  })
})
