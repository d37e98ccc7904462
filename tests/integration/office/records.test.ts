import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import type { SearchResults } from '@/lib/contract/manager'
import { readAuction, readOrder } from '@/lib/server/notifications/details'
import { publishLot, registerBuyers } from '@/tests/support/auction-house'
import { aLotToCome } from '@/tests/support/builders/lot'
import { bearer, post, startTestPortal, type TestPortal, transports } from '@/tests/support/test-portal'

let test: TestPortal
let manager: string
let admin: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
  admin = await test.staff('admin')
})

afterAll(() => test.close())

type Entry = {
  id: number
  action: string
  reason: string | null
  object: { kind: string; id: number | null; title: string }
  staff: { id: number; name: string }
}

describe('the audit trail in the database', () => {
  beforeAll(async () => {
    await test.db.pool.query(
      `insert into portal.audit (staff_id, action, subject) values (1, 'account_noted', 'account:1')`,
    )
  })

  it.each([
    `update portal.audit set staff_id = 2`,
    `delete from portal.audit`,
    `truncate portal.audit`,
    // A session with the role of a replica bypasses ordinary triggers.
    `set session_replication_role = replica; delete from portal.audit`,
    `set session_replication_role = replica; update portal.audit set action = 'none'`,
  ])('cannot be changed by its owner: %s', async (statement) => {
    const client = await test.db.pool.connect()
    try {
      await expect(client.query(statement)).rejects.toThrow('append-only')
    } finally {
      await client.query('reset session_replication_role')
      client.release()
    }
  })
})

describe.each(transports)('the audit trail in the back office, %s', (_way, over) => {
  let buyers: number[]

  beforeAll(async () => {
    buyers = await registerBuyers(test.db.pool, 2)
  })

  async function call(path: string, body: object) {
    const response = await post(over(test), path, body, bearer(manager))
    return (await response.json()) as { code?: string; data: { list: Entry[] } }
  }

  it('lists author, action, object and reason, newest first', async () => {
    const [, companyId] = buyers as [number, number]
    const reason = `because ${crypto.randomUUID()}`
    await call('/api/manager/accounts/deactivate', { company_id: companyId, reason })
    await call('/api/manager/accounts/reactivate', { company_id: companyId, reason })
    const { data } = await call('/api/manager/audit/list', { search: reason })
    expect(data.list.map(({ action }) => action)).toEqual(['account_reactivated', 'account_deactivated'])
    expect(data.list[0]).toMatchObject({
      reason,
      staff: { name: 'manager' },
      object: { kind: 'account', id: companyId, title: 'C2' },
    })
  })

  it('names an agreement by its number, and a trusted certificate by its name', async () => {
    const { pool } = test.db
    const number = `${crypto.randomUUID().slice(0, 8)}/2`
    const { rows } = await pool.query<{ id: number }>(
      `insert into cms.agreements (number, company_id, quantity, price, sum, status)
       values ($1, $2, '1.000', '2.00', '2.00', 'current') returning id`,
      [number, buyers[0]],
    )
    await pool.query(
      `insert into portal.audit (staff_id, action, subject, details)
       values (1, 'agreement_signed', 'agreements:' || $1::integer, '{}'), (1, 'certificate_distrusted', 'trusted', '{"title": "Centre"}')`,
      [rows[0]?.id],
    )
    const { data } = await call('/api/manager/audit/list', { limit: 2 })
    expect(data.list.map(({ object }) => [object.kind, object.title])).toEqual([
      ['trusted', 'Centre'],
      ['agreements', `№\u00A0${number}`],
    ])
  })

  it('is filtered by person, action, object, company and day', async () => {
    const [, companyId] = buyers as [number, number]
    await call('/api/manager/accounts/note', { company_id: companyId, text: 'noted' })
    const [entry] = (
      await call('/api/manager/audit/list', { action: 'account_noted', object: 'account', company_id: companyId })
    ).data.list
    expect(entry?.action).toBe('account_noted')
    const of = async (filters: object) => (await call('/api/manager/audit/list', filters)).data.list.map(({ id }) => id)
    expect(await of({ staff_id: entry!.staff.id })).toContain(entry!.id)
    expect(await of({ staff_id: 2_000_000_000 })).toEqual([])
    expect(await of({ object: 'pages' })).toEqual([])
    expect(await of({ to: '2020-01-01' })).toEqual([])
    expect((await call('/api/manager/audit/list', { object: "'; drop table" })).code).toBe('invalid_input')
  })

  it('offers the values that occur as filters', async () => {
    const { data } = (await call('/api/manager/audit/choices', {})) as unknown as {
      data: { actions: string[]; objects: string[] }
    }
    expect(data.actions).toContain('account_noted')
    expect(data.objects).toContain('account')
  })
})

/** The texts and the sheet of a workbook. */
async function readWorkbook(response: Response): Promise<{ text: string; sheet: string }> {
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const strings = strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())
  return { text: sheet + strings, sheet }
}

describe.each(transports)('exports, %s', (_way, over) => {
  let auctionId: number

  beforeAll(async () => {
    auctionId = await publishLot(test.db.pool, aLotToCome())
  })

  const exportTable = (what: string, body: object = {}) =>
    post(over(test), `/api/manager/export/${what}`, body, bearer(manager))

  it.each([
    ['accounts', {}, 'Registered'],
    ['orders', {}, 'Product'],
    ['feedback', {}, 'Message'],
    ['agreements', {}, 'In force until'],
    ['agreements', {}, 'Unit'],
    ['questions', {}, 'Question as asked'],
    ['audit', {}, 'Who'],
    ['applications', { auction_id: 0 }, 'Documents'],
    ['bids', { auction_id: 0 }, 'Final'],
    ['bids', { auction_id: 0 }, 'Volume, t'],
    ['applications', { auction_id: 0 }, 'Volume, t'],
  ])('contain %s in the requested language and are audited', async (what, body, heading) => {
    const input = 'auction_id' in body ? { auction_id: auctionId } : {}
    const response = await exportTable(what, { ...input, lang: 'en' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''.+\.xlsx$/)
    expect((await readWorkbook(response)).text).toContain(heading)
    const { rows } = await test.db.pool.query<{ action: string }>(
      `select action from portal.audit order by id desc limit 1`,
    )
    expect(rows[0]?.action).toBe('exported')
  })

  it('are available in three languages', async () => {
    for (const [lang, heading] of [
      ['uk', 'Зареєстровано'],
      ['en', 'Registered'],
      ['ru', 'Зарегистрирована'],
    ]) {
      expect((await readWorkbook(await exportTable('accounts', { lang }))).text).toContain(heading)
    }
  })

  it('contain no formulas', async () => {
    const name = `=HYPERLINK("https://elsewhere.example","${crypto.randomUUID()}")`
    await test.db.pool.query(
      `insert into cms.companies (company_name, company_short_name, edrpou, eic, iban, surname, name, email, phone)
       values ($1, $1, '37027819', '21X000000001397P', 'UA883006140000026006500211904', 'S', $2, gen_random_uuid() || '@example.com', '+380441112233')`,
      [name, 'N\u0001\u000b'],
    )
    const { text, sheet } = await readWorkbook(await exportTable('accounts', { search: 'elsewhere.example' }))
    expect(text).toContain('=HYPERLINK(')
    expect(sheet).not.toContain('<f>')
    expect(text).not.toMatch(/[\u0001\u000b]/)
  })

  it('fall back to Ukrainian names, like emails and the company’s page', async () => {
    const { pool } = test.db
    const [company] = await registerBuyers(pool, 1)
    const word = crypto.randomUUID()
    const idOf = async (sql: string, values: unknown[] = []) =>
      (await pool.query<{ id: number }>(sql, values)).rows[0]!.id
    const name = (table: string, columns: string[], id: number) =>
      pool.query(
        `insert into cms.${table}_locales (_parent_id, _locale, ${columns.join()})
         select $1, language, ${columns.map((column) => `case language when 'uk' then '${column} ${word}' else '' end`).join()}
         from unnest(enum_range(null::cms._locales)) language`,
        [id],
      )
    const agreement = await idOf(
      `insert into cms.agreements (number, company_id, quantity, price, sum, status, ends_on)
       values ($2, $1, '1.000', '2.00', '2.00', 'current', '2031-12-23 22:00Z') returning id`,
      [company, word],
    )
    await name('agreements', ['name', 'product'], agreement)
    const product = await idOf('insert into cms.products (sort_order, minimum_volume) values (1, 25) returning id')
    await name('products', ['name', 'summary', 'unit'], product)
    const order = await idOf(
      `insert into cms.orders (number, status, product_id, volume, unit, name, phone, email, company, position, edrpou)
       values ((select coalesce(max(number), 0) + 1 from cms.orders), 'new', $1, '25.000', 't', 'N', '+380441112233', 'n@example.com', 'C', 'P', '37027819')
       returning id`,
      [product],
    )
    const lot = await publishLot(pool, aLotToCome())
    await name('auctions', ['title'], lot)

    const agreements = await readWorkbook(await exportTable('agreements', { lang: 'en' }))
    expect(agreements.text).toContain(`name ${word}`)
    expect(agreements.text).toContain(`product ${word}`)
    expect((await readWorkbook(await exportTable('orders', { lang: 'en' }))).text).toContain(`name ${word}`)
    expect((await readOrder(pool, order, 'en'))?.product).toBe(`name ${word}`)
    expect((await readAuction(pool, lot, 'en'))?.title).toBe(`title ${word}`)
    const file = { company_id: company, lang: 'en' }
    const account = await post(over(test), '/api/manager/accounts/get', file, bearer(manager))
    expect(await account.json()).toMatchObject({
      data: { agreements: [{ name: `name ${word}`, ends_on: '2031-12-24', status: 'current' }] },
    })
  })

  it('are refused if the list is refused', async () => {
    const unknown = (await (await exportTable('bids', { auction_id: 2_000_000_000 })).json()) as { code: string }
    expect(unknown.code).toBe('not_found')
    const early = (await (await exportTable('winners', { auction_id: auctionId })).json()) as { code: string }
    expect(early.code).toBe('auction_not_in_selection')
  })
})

type Email = {
  id: number
  kind: string
  state: string
  html: string | null
  withheld: boolean
  can_resend: boolean
  reason: string | null
}

async function queryUntilFound<Row extends object>(sql: string, values: unknown[]): Promise<Row> {
  for (;;) {
    const { rows } = await test.db.pool.query<Row>(sql, values)
    if (rows[0]) return rows[0]
    await delay(20)
  }
}

describe.each(transports)('emails in the back office, %s', (_way, over) => {
  let companyId: number

  beforeAll(async () => {
    companyId = (await registerBuyers(test.db.pool, 1))[0]!
  })

  /** Inserts an email that was given up, of an unknown kind, so that no mail worker claims it. */
  async function insertFailedEmail({
    kind = 'from_the_future',
    notNeeded = false,
    account = companyId,
  }: { kind?: string; notNeeded?: boolean; account?: number | null } = {}): Promise<number> {
    const { rows } = await test.db.pool.query<{ id: number }>(
      `insert into portal.outbox (kind, company_id, payload, attempts, failed_at, not_needed, last_error)
       values ($1, $2, '{}', 20, now(), $3, 'mailbox is full') returning id`,
      [kind, account, notNeeded],
    )
    const id = rows[0]!.id
    await test.db.pool.query(
      `insert into portal.emails (outbox_id, kind, company_id, recipients, language, subject, html, text, message_id, written_at)
       values ($1, $2, $3, '{buyer@example.com}', 'uk', $4, '<p>words</p>', 'words', 'id', now())`,
      [id, kind, account, `Subject ${id}`],
    )
    return id
  }

  async function call(path: string, body: object, token = manager) {
    const response = await post(over(test), `/api/manager/emails/${path}`, body, bearer(token))
    return (await response.json()) as { code?: string; data: Email & { list: Email[] } }
  }

  it('are filtered by state, company and text', async () => {
    const failed = await insertFailedEmail()
    const late = await insertFailedEmail({ notNeeded: true })
    const of = async (filters: object) => (await call('list', filters)).data.list.map(({ id }) => id)
    expect(await of({ state: 'failed', company_id: companyId })).toContain(failed)
    expect(await of({ state: 'failed' })).not.toContain(late)
    expect(await of({ state: 'not_needed' })).toContain(late)
    expect(await of({ search: `subject ${failed}` })).toEqual([failed])
    expect(await of({ state: 'sent', company_id: companyId, search: `subject ${failed}` })).toEqual([])
  })

  it('are shown with their outcome', async () => {
    const id = await insertFailedEmail()
    expect((await call('get', { id })).data).toMatchObject({
      html: '<p>words</p>',
      state: 'failed',
      reason: 'mailbox is full',
      withheld: false,
      can_resend: true,
    })
    expect((await call('get', { id: 2_000_000_000 })).code).toBe('not_found')
  })

  it('to staff are hidden from managers, because their links could grant an administrator’s rights', async () => {
    const id = await insertFailedEmail({ kind: 'staff_email', account: null })
    expect((await call('get', { id })).data).toMatchObject({ html: null, withheld: true, can_resend: false })
    expect((await call('get', { id }, admin)).data).toMatchObject({ html: '<p>words</p>', withheld: false })
    expect((await call('resend', { id }, admin)).code).toBe('email_not_failed')
  })

  it('are shown without working links, even if emails are written to a folder', async () => {
    const email = (
      await test.db.pool.query<{ email: string }>('select email from portal.accounts where company_id = $1', [
        companyId,
      ])
    ).rows[0]!.email
    await test.db.pool.query(
      `delete from portal.one_time_tokens where person_id in (select id from portal.people where company_id = $1)`,
      [companyId],
    )
    const requestedAt = (await test.db.pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now
    expect((await post(over(test), '/api/auth/password-reset/request', { email })).status).toBe(200)
    // The mail worker is notified by the database.
    const { id } = await queryUntilFound<{ id: number }>(
      `select outbox_id as id from portal.emails join portal.outbox queued on queued.id = outbox_id
      where emails.kind = 'password_reset' and emails.company_id = $1 and queued.sent_at is not null and queued.created_at > $2`,
      [companyId, requestedAt],
    )
    const { html } = (await call('get', { id }, admin)).data
    expect(html).toContain('/password-reset/token/…')
    const folder = join(test.portal.environment.dataDir, 'emails')
    const links = readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\/token\/([\w-]{43})/g)].map(([, token]) => String(token)),
    )
    expect(links).not.toEqual([])
    for (const link of links) expect(html).not.toContain(link)
  })

  it('are resent once after a failure, which is audited', async () => {
    const id = await insertFailedEmail()
    const answers = await Promise.all([call('resend', { id }), call('resend', { id })])
    expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual(['done', 'email_not_failed'])
    expect((await call('get', { id })).data.state).toBe('waiting')
    const { rows } = await test.db.pool.query(
      `select from portal.audit where action = 'email_resent' and subject = $1`,
      [`email:${id}`],
    )
    expect(rows).toHaveLength(1)
    expect((await call('resend', { id: await insertFailedEmail({ notNeeded: true }) })).code).toBe('email_not_failed')
    expect((await call('resend', { id: 2_000_000_000 })).code).toBe('not_found')
  })
})

describe('the search of the back office', () => {
  let company: number
  let other: number

  beforeAll(async () => {
    ;[company, other] = (await registerBuyers(test.db.pool, 2)) as [number, number]
    await test.db.pool.query(`update cms.companies set company_short_name = 'Полтавський газ' where id = $1`, [company])
    await test.db.pool.query(
      `insert into portal.outbox (kind, company_id, payload) values ('account_confirmed', $1, '{}')`,
      [company],
    )
  })

  describe.each(transports)('%s', (_way, over) => {
    const search = async (text: string, token: string) => {
      const response = await post(over(test), '/api/manager/search', { text }, bearer(token))
      return { status: response.status, body: (await response.json()) as { code?: string; data: SearchResults } }
    }

    it('finds a company with its emails by a part of its name, ignoring case', async () => {
      const { body } = await search('  полтавський  ', manager)
      expect(body.data.companies).toMatchObject([{ id: company, name: 'Полтавський газ', status: 'active' }])
      expect(body.data.emails).toMatchObject([{ kind: 'account_confirmed', company_name: 'Полтавський газ' }])
      expect(body.data).toMatchObject({ lots: [], bids: [], agreements: [] })
    })

    it.each([
      ...['ПРОМʼЯЗОК', "пром'язок", 'ПРОМ’ЯЗОК', 'Пром`язок', '«ПРОМʼ', '"пром\'язок"', '“Пром’язок”'],
      ...['+380671234567', '067 123-45-67', '(067) 123 45 67', '380 67 123-45-67'],
    ])('ignores the kind of apostrophes, quotation marks and separators: %s', async (text) => {
      await test.db.pool.query(
        `update cms.companies set company_short_name = 'ТОВ «ПРОМʼЯЗОК»', phone = '+380671234567' where id = $1`,
        [other],
      )
      const { body } = await search(text, manager)
      expect(body.data.companies).toMatchObject([{ id: other }])
    })

    it('finds a lot and an agreement with any kind of apostrophe', async () => {
      const auctionId = await publishLot(test.db.pool, aLotToCome())
      await test.db.pool.query(
        `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'uk', 'Конденсат з’єднаний')`,
        [auctionId],
      )
      const { rows } = await test.db.pool.query<{ id: number }>(
        `insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, status)
         values ($1, $2, $3, '1.000', '1.00', '1.00', 'current') returning id`,
        [`З’єднання ${auctionId}`, other, auctionId],
      )
      for (const text of ["з'єднан", 'З`ЄДНАН', 'зʼєднан']) {
        const { body } = await search(text, manager)
        expect(body.data.lots.map(({ id }) => id)).toContain(auctionId)
        expect(body.data.agreements.map(({ id }) => id)).toContain(rows[0]?.id)
      }
    })

    it('treats pattern characters and huge numbers literally', async () => {
      for (const text of ['%', '_', '999999999/999999999', '12345678901234567890']) {
        const { status, body } = await search(text, manager)
        expect([text, status]).toEqual([text, 200])
        expect(body.data.bids).toEqual([])
      }
      expect((await search('   ', manager)).body.code).toBe('invalid_input')
    })

    it('is refused to editors', async () => {
      expect(await search('полтавський', await test.staff('editor'))).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    })
  })
})
