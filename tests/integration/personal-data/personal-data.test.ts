import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { blockersOf } from '@/lib/server/personal-data/deletion'
import { publishLot, registerBuyers, testVault } from '@/tests/support/auction-house'
import { makeAgreement } from '@/tests/support/agreements'
import { aLotToCome } from '@/tests/support/builders/lot'
import { completeAuctions } from '@/tests/support/completed-auctions'
import { createTestDatabase } from '@/tests/support/database'
import { bearer, post, startTestPortal, type TestPortal, type Transport, transports } from '@/tests/support/test-portal'

const password = 'Seven-Gas-Meters'
const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

let test: TestPortal
let manager: string

interface Account {
  id: number
  token: string
}

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
})
afterAll(() => test.close())

async function addAccount(): Promise<Account> {
  const [id = 0] = await registerBuyers(test.db.pool, 1)
  await test.setPassword(id, password)
  return { id, token: await test.signIn(id) }
}

async function call<T = Record<string, unknown>>(over: Transport, path: string, body: unknown, token: string) {
  const response = await post(over, path, body, bearer(token))
  const answer = (await response.json()) as { data: T; code?: string }
  return { status: response.status, code: answer.code, data: answer.data }
}

async function sendForm(over: Transport, path: string, fields: Record<string, string | File>, token: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const body = new Response(form)
  const content = Buffer.from(await body.arrayBuffer())
  const response = await over(path, {
    method: 'POST',
    body: content,
    headers: {
      ...bearer(token),
      'content-type': body.headers.get('content-type') ?? '',
      'content-length': String(content.length),
    },
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: { id: number } }).data.id
}

function upload(over: Transport, token: string): Promise<number> {
  return sendForm(over, '/api/documents/upload', { kind: 'charter', file: new File([pdf], 'Статут.pdf') }, token)
}

async function listRequests(over: Transport, status: string) {
  const { data } = await call<{ list: { id: number; company: { id: number }; blockers: string[] }[] }>(
    over,
    '/api/manager/accounts/deletion/list',
    { status },
    manager,
  )
  return data.list
}

describe.each(transports)('personal data, %s', (_way, transport) => {
  const over: Transport = (path, init) => transport(test)(path, init)

  it('is exported as a ZIP with the password', async () => {
    const own = await addAccount()
    const file = await upload(over, own.token)
    const auctionId = await publishLot(test.db.pool, aLotToCome())
    const secret = { price: 1_400_000, quantity: 10_000, minimum_quantity: 10_000, nonce: 'ab'.repeat(16) }
    await test.db.pool.query(
      `insert into portal.applications (auction_id, company_id, edrpou, number, sealed, received_at) values ($1, $2, '37027819', 1, $3, now())`,
      [auctionId, own.id, testVault.seal(secret, { auctionId, companyId: own.id })],
    )
    expect(await call(over, '/api/profile/export', { password: 'wrong' }, own.token)).toMatchObject({
      status: 422,
      code: 'password_incorrect',
    })
    const { data } = await call<{ url: string }>(over, '/api/profile/export', { password }, own.token)
    const response = await over(data.url, { headers: bearer(own.token) })
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(strFromU8(files[`documents/${file}-Статут.pdf`] ?? new Uint8Array())).toBe(pdf)
    const [exported] = JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array())) as { id: number }[]
    expect(exported?.id).toBe(own.id)
    expect(JSON.parse(strFromU8(files['applications.json'] ?? new Uint8Array()))).toMatchObject([
      { auction_id: auctionId, price: '14000.00', quantity: '10.000' },
    ])
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'applications.json',
        'bids.json',
        'agreements.json',
        'chat.json',
        'emails.json',
        'sessions.json',
        'feedback.json',
        'notification-choices.json',
      ]),
    )
    expect(
      Object.values(files)
        .map((content) => strFromU8(content))
        .join(),
    ).not.toMatch(/argon2|password_hash|token_hash/)
  })

  it('has the subscriptions of an address once the person has confirmed it', async () => {
    const own = await addAccount()
    await test.db.pool.query(
      `insert into portal.subscriptions (email, auction_kind, language, asked_at, counted_from)
       select email, 'natural_gas', 'uk', now(), now() from portal.people where company_id = $1`,
      [own.id],
    )
    const exported = async () => {
      const { data } = await call<{ url: string }>(over, '/api/profile/export', { password }, own.token)
      const response = await over(data.url, { headers: bearer(own.token) })
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
      return JSON.parse(strFromU8(files['subscriptions.json'] ?? new Uint8Array())) as object[]
    }
    expect(await exported()).toEqual([])
    await test.db.pool.query(
      `insert into portal.email_confirmations (person_id, email) select id, email from portal.people where company_id = $1`,
      [own.id],
    )
    expect(await exported()).toMatchObject([{ auction_kind: 'natural_gas' }])
  })

  it('can be downloaded only by its owner', async () => {
    const [own, other] = [await addAccount(), await addAccount()]
    const { data } = await call<{ url: string }>(over, '/api/profile/export', { password }, own.token)
    expect((await over(data.url, { headers: bearer(other.token) })).status).toBe(404)
    expect((await over(data.url, { headers: bearer(manager) })).status).toBe(401)
    expect((await over(data.url)).status).toBe(401)
    expect((await over('/storage/files/personal-data.zip', { headers: bearer(own.token) })).status).toBe(404)
  })
})

describe.each(transports)('deleting personal data, %s', (_way, transport) => {
  const over: Transport = (path, init) => transport(test)(path, init)
  const decide = (body: object) => call(over, '/api/manager/accounts/deletion/decide', body, manager)

  it('is requested once and can be withdrawn', async () => {
    const own = await addAccount()
    expect(await call(over, '/api/profile/deletion/withdraw', {}, own.token)).toMatchObject({
      status: 409,
      code: 'deletion_not_requested',
    })
    expect(await call(over, '/api/profile/deletion/request', { password: 'wrong' }, own.token)).toMatchObject({
      code: 'password_incorrect',
    })
    const both = await Promise.all(
      [1, 2].map(() =>
        call(over, '/api/profile/deletion/request', { password, comment: 'Закриваємо фірму' }, own.token),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await call(over, '/api/profile/deletion/status', {}, own.token)).data).toMatchObject({
      request: { status: 'waiting', comment: 'Закриваємо фірму' },
      blockers: [],
    })
    expect((await call(over, '/api/profile/deletion/withdraw', {}, own.token)).status).toBe(200)
    expect((await call(over, '/api/profile/deletion/status', {}, own.token)).data).toMatchObject({
      request: { status: 'withdrawn' },
    })
    const [request] = (await listRequests(over, 'withdrawn')).filter(({ company }) => company.id === own.id)
    expect(await decide({ id: request?.id, decision: 'approve' })).toMatchObject({
      status: 409,
      code: 'deletion_already_decided',
    })
  })

  it('is reported to all owners, and its approval to everyone whose data it deletes', async () => {
    const own = await addAccount()
    const { pool } = test.db
    const addPerson = async (role: string) => {
      const { rows } = await pool.query<{ id: number; email: string }>(
        `insert into portal.people (company_id, email, surname, name, phone, role) values ($1, $2, 'Коваль', 'Олег', '+380441112233', $3) returning id, email`,
        [own.id, `${crypto.randomUUID()}@people.test`, role],
      )
      return rows[0]!
    }
    const [owner, viewer] = [await addPerson('owner'), await addPerson('viewer')]
    await call(over, '/api/profile/deletion/request', { password }, own.token)
    const readersOf = async (sql: string, value: unknown) =>
      (await pool.query<{ recipient: unknown }>(sql, [value])).rows.map(({ recipient }) => recipient)
    await pool.query(
      `insert into portal.deletion_requests (company_id, person_id, scope, requested_at) values ($1, $2, 'person', now())`,
      [own.id, viewer.id],
    )
    const requested = `select person_id as recipient from portal.outbox where kind = 'deletion_requested' and company_id = $1 order by 1`
    expect(await readersOf(requested, own.id)).toEqual([expect.any(Number), owner.id])
    const [, request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    expect((await decide({ id: request?.id, decision: 'approve' })).status).toBe(200)
    expect((await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)).toEqual([])
    const erased = `select payload ->> 'email' as recipient from portal.outbox where kind = 'account_erased' and payload ->> 'email' = any ($1)`
    expect(await readersOf(erased, [owner.email, viewer.email])).toHaveLength(2)
  })

  it('is refused with a reason, which the company sees', async () => {
    const own = await addAccount()
    await call(over, '/api/profile/deletion/request', { password }, own.token)
    const [request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    expect(await decide({ id: request?.id, decision: 'refuse' })).toMatchObject({ status: 422, code: 'invalid_input' })
    expect((await decide({ id: request?.id, decision: 'refuse', reason: 'Йде перевірка' })).status).toBe(200)
    expect((await call(over, '/api/profile/deletion/status', {}, own.token)).data).toMatchObject({
      request: { status: 'refused', reason: 'Йде перевірка' },
    })
  })

  it('also removes an email that is being written concurrently', async () => {
    const own = await addAccount()
    await call(over, '/api/profile/deletion/request', { password }, own.token)
    const [request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    const writer = await test.db.pool.connect()
    try {
      await writer.query('begin')
      const { rows } = await writer.query<{ outbox_id: number }>(
        `insert into portal.emails (outbox_id, kind, company_id, recipients, language, subject, html, text, message_id, written_at)
         select id, kind, company_id, '{}', 'uk', '', '', '', id, now() from portal.outbox
         where kind = 'deletion_requested' and company_id is null and payload ->> 'company_id' = $1 on conflict (outbox_id) do update set written_at = now() returning outbox_id`,
        [String(own.id)],
      )
      let isOver = false
      const decided = decide({ id: request?.id, decision: 'approve' }).finally(() => (isOver = true))
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from portal.outbox%'`
      while (!isOver && (await test.db.pool.query(waiting)).rowCount === 0) await delay(10)
      expect(isOver).toBe(false)
      await writer.query('commit')
      expect(await decided).toMatchObject({ status: 200 })
      const emails = `select from portal.emails where outbox_id = any ($1)`
      expect((await test.db.pool.query(emails, [rows.map((row) => row.outbox_id)])).rowCount).toBe(0)
    } finally {
      writer.release()
    }
  })

  it('is refused until the agreements have ended', async () => {
    const own = await addAccount()
    const { pool } = test.db
    await call(over, '/api/profile/deletion/request', { password }, own.token)
    await pool.query(
      `insert into cms.agreements (number, company_id, quantity, price, sum) values ($1, $2, '1.000', '2.00', '2.00')`,
      [`Д-${own.id}`, own.id],
    )
    const [request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    expect(request?.blockers).toEqual(['agreements_current'])
    expect(await decide({ id: request?.id, decision: 'approve' })).toMatchObject({
      status: 409,
      code: 'deletion_agreements_current',
    })
    expect((await call(over, '/api/profile/deletion/status', {}, own.token)).data).toMatchObject({
      blockers: ['agreements_current'],
    })
    const endsOn = (days: number) =>
      pool.query(
        `update cms.agreements set ends_on = (date_trunc('day', now() at time zone 'Europe/Kyiv') + make_interval(days => $2, hours => 12)) at time zone 'Europe/Kyiv'
         where company_id = $1`,
        [own.id, days],
      )
    await endsOn(0)
    expect(await decide({ id: request?.id, decision: 'approve' })).toMatchObject({
      code: 'deletion_agreements_current',
    })
    // The last day has ended in Kyiv, though no editor has archived the agreement.
    await endsOn(-1)
    expect((await decide({ id: request?.id, decision: 'approve' })).status).toBe(200)
    // Records required by law still contain the company's name.
    const { rows } = await pool.query(`select company_name, edrpou, surname from cms.companies where id = $1`, [own.id])
    expect(rows[0]).toMatchObject({ surname: '—', company_name: expect.not.stringMatching(/^—$/) })
  })

  it('removes all personal data, closes the account and frees the address', async () => {
    const deactivated = async (filters: object) => {
      const status = 'deactivated'
      type Accounts = { list: { id: number }[]; counts: Record<typeof status, number> }
      const { data } = await call<Accounts>(over, '/api/manager/accounts/list', { status, ...filters }, manager)
      return [data.list.map(({ id }) => id), data.counts[status]]
    }
    const listed = await Promise.all([deactivated({}), deactivated({ email_confirmed: false })])
    const own = await addAccount()
    const { pool } = test.db
    await upload(over, own.token)
    const before = await pool.query<{ email: string; surname: string; phone: string }>(
      `select email, surname, phone from cms.companies where id = $1`,
      [own.id],
    )
    const was = before.rows[0]!
    await pool.query(
      `insert into portal.push_subscriptions (person_id, push_id) select min(id), 'a-browser' from portal.people where company_id = $1`,
      [own.id],
    )
    await pool.query(
      `insert into portal.account_notes (company_id, staff_id, text) values ($1, 1, 'Дзвонила бухгалтерка')`,
      [own.id],
    )
    await pool.query(
      `insert into portal.email_confirmations (person_id, email) select min(id), $2 from portal.people where company_id = $1`,
      [own.id, was.email],
    )
    await expect(
      pool.query(
        `delete from portal.email_confirmations where person_id in (select id from portal.people where company_id = $1)`,
        [own.id],
      ),
    ).rejects.toThrow('append-only')
    await call(over, '/api/profile/deletion/request', { password, comment: `Пишіть на ${was.email}` }, own.token)
    const [request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    const decisions = await Promise.all([1, 2].map(() => decide({ id: request?.id, decision: 'approve' })))
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409])

    expect(await call(over, '/api/auth/user-profile', {}, own.token)).toMatchObject({ status: 401 })
    expect((await post(over, '/api/auth/login', { email: was.email, password })).status).toBe(401)
    const remaining = await pool.query<{ rows: number }>(
      `select (select count(*) from portal.people person left join portal.sessions session on session.person_id = person.id
          left join portal.credentials on credentials.person_id = person.id left join portal.push_subscriptions push on push.person_id = person.id
          left join portal.email_confirmations confirmed on confirmed.person_id = person.id
          where company_id = $1 and coalesce(session.person_id, credentials.person_id, push.person_id, confirmed.person_id) is not null)
        + (select count(*) from portal.account_notes where company_id = $1) + (select count(*) from portal.outbox where company_id = $1)
        + (select count(*) from portal.people where company_id = $1 and (email = $2 or surname <> '—' or erased_at is null))
        + (select count(*) from portal.files join portal.file_contents on file_id = id where company_id = $1)
        + (select count(*) from cms.companies where email = $2) as rows`,
      [own.id, was.email],
    )
    expect(Number(remaining.rows[0]?.rows)).toBe(0)
    const emails = await pool.query<{ kind: string }>(`select kind from portal.outbox where payload ->> 'email' = $1`, [
      was.email,
    ])
    expect(emails.rows).toEqual([{ kind: 'account_erased' }])
    const auditEntries = await pool.query(`select action from portal.audit where subject = $1`, [`account:${own.id}`])
    expect(auditEntries.rows).toEqual([{ action: 'deletion_approved' }])
    expect(
      await call(over, '/api/manager/accounts/reactivate', { company_id: own.id, reason: 'помилка' }, manager),
    ).toMatchObject({ code: 'account_state_forbids' })
    expect(await Promise.all([deactivated({}), deactivated({ email_confirmed: false })])).toEqual(listed)
  })

  it('has the steps of agreements, of which the sums and days stay', async () => {
    const own = await addAccount()
    const { pool } = test.db
    const { id, number } = await makeAgreement(pool, { companyId: own.id, isInForce: true })
    const { rows: people } = await pool.query<{ id: number }>('select id from portal.people where company_id = $1', [
      own.id,
    ])
    const statement = await pool.query<{ id: number }>(
      `with statement as (
         insert into portal.bank_statements (name, format, sha256, staff_id) values ('a.csv', 'table', sha256('1'), 1) returning id
       )
       insert into portal.statement_lines (statement_id, line, fingerprint, occurrence, kind, booked_on, amount, account_iban, document_number,
         payer_name, payer_edrpou, payer_iban, purpose, referenced_ids, joined)
       select id, 1, sha256($1::text::bytea), 1, 'credit', '2026-11-20', 100, '', '', 'Коваль Олена', '11111111', 'UA1', 'За ТОВ', '{}', false from statement
       returning id`,
      [crypto.randomUUID()],
    )
    await pool.query(
      `insert into portal.fulfilment_facts (agreement_id, kind, body, person_id, staff_id, line_id, at) values
         ($1, 'loading_requested', '{"on": "2026-12-01", "volume": 1000, "place": "AA 1234"}', $2, null, null, now()),
         ($1, 'payment_counted', '{"amount": "1.00", "on": "2026-11-20", "invoice": null, "note": "Дзвонив директор"}', null, 1, $3, now())`,
      [id, people[0]?.id, statement.rows[0]?.id],
    )
    await pool.query(
      `insert into portal.fulfilments (agreement_id, board, unpaid, invoiced, received, returned, missing, loaded, accepted, to_load, loadings, unanswered, fact_id)
         values ($1, 'to_pay', '{}', 100, 100, 0, 0, 0, 0, 0, '[]', 0, 1)`,
      [id],
    )
    const { data } = await call<{ url: string }>(over, '/api/profile/export', { password }, own.token)
    const files = unzipSync(new Uint8Array(await (await over(data.url, { headers: bearer(own.token) })).arrayBuffer()))
    const read = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array())) as unknown
    expect(read('own-agreement-steps')).toMatchObject([
      { number, kind: 'loading_requested', body: { place: 'AA 1234' } },
    ])
    expect(read('agreement-steps')).toMatchObject([
      { number, kind: 'loading_requested', by: expect.any(String), statement_line: null },
      { kind: 'payment_counted', body: { amount: '1.00' }, by: null, statement_line: { payer_name: 'Коваль Олена' } },
    ])
    expect(JSON.stringify(read('agreement-steps'))).not.toContain('Дзвонив')

    // Its last day is over, but it is not settled.
    await pool.query(`update cms.agreements set ends_on = now() - interval '3 days' where id = $1`, [id])
    expect(await blockersOf(pool, own.id)).toEqual(['agreements_current'])
    await pool.query(`update portal.fulfilments set board = 'closed' where agreement_id = $1`, [id])
    expect(await blockersOf(pool, own.id)).toEqual([])
    await call(over, '/api/profile/deletion/request', { password }, own.token)
    const [request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    expect((await decide({ id: request?.id, decision: 'approve' })).status).toBe(200)
    const { rows } = await pool.query(
      `select fact.kind, portal.person_name(person) as by, line.payer_name, line.purpose from portal.fulfilment_facts fact
       left join portal.people person on person.id = fact.person_id left join portal.statement_lines line on line.id = fact.line_id
       where agreement_id = $1 order by fact.id`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'loading_requested', by: expect.stringMatching(/^[— ]+$/), payer_name: null, purpose: null },
      { kind: 'payment_counted', by: null, payer_name: '—', purpose: '—' },
    ])
  })

  it('removes messages with their saved versions, and emails with the addresses of people', async () => {
    const own = await addAccount()
    const { pool } = test.db
    const message = { topic: 'question', subject: 'Від Олени', message: 'Мій телефон 044 111 22 33' }
    const feedbackId = await sendForm(over, '/api/feedback/send', message, own.token)
    const invited = `${crypto.randomUUID()}@invited.test`
    await call(over, '/api/people/invite', { email: invited, role: 'viewer' }, own.token)
    const former = `${crypto.randomUUID()}@people.test`
    const { rows } = await pool.query<{ id: number }>(
      `insert into portal.people (company_id, email, surname, name, phone, role) values ($1, $2, 'Коваль', 'Олег', '+380441112233', 'viewer') returning id`,
      [own.id, former],
    )
    await call(over, '/api/people/remove', { id: rows[0]?.id }, own.token)
    const { rows: invitations } = await pool.query<{ id: string }>(
      `select id from portal.invitations where email = $1`,
      [invited],
    )
    const count = async () => {
      const found = await pool.query<{ versions: number; emails: number }>(
        `select (select count(*)::int from cms._feedback_v where version_company_id = $1) as versions,
           (select count(*)::int from portal.outbox where payload ->> 'feedback_id' = $2 or payload ->> 'invitation_id' = $3 or payload ->> 'email' = $4) as emails`,
        [own.id, String(feedbackId), invitations[0]?.id, former],
      )
      return found.rows[0]
    }
    expect(await count()).toEqual({ versions: 1, emails: 3 })
    await call(over, '/api/profile/deletion/request', { password }, own.token)
    const [request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    expect((await decide({ id: request?.id, decision: 'approve' })).status).toBe(200)
    expect(await count()).toEqual({ versions: 0, emails: 0 })
  })

  it.each([
    ['name if the address was confirmed', true],
    ['code otherwise, because the address may belong to someone else', false],
  ] as const)('is confirmed to the former address, with the company’s %s', async (_how, isConfirmed) => {
    const own = await addAccount()
    const { rows } = await test.db.pool.query<{ email: string; name: string; edrpou: string }>(
      'select email, company_short_name as name, edrpou from cms.companies where id = $1',
      [own.id],
    )
    const { email, name, edrpou } = rows[0]!
    if (isConfirmed)
      await test.db.pool.query(
        `insert into portal.email_confirmations (person_id, email) select id, email from portal.people where company_id = $1`,
        [own.id],
      )
    await call(over, '/api/profile/deletion/request', { password }, own.token)
    const [request] = (await listRequests(over, 'waiting')).filter(({ company }) => company.id === own.id)
    await decide({ id: request?.id, decision: 'approve' })
    const emails = await test.db.pool.query(
      `select payload ->> 'company' as company from portal.outbox where kind = 'account_erased' and payload ->> 'email' = $1`,
      [email],
    )
    expect(emails.rows).toEqual([{ company: isConfirmed ? name : edrpou }])
  })
})

it("a winner's data cannot be deleted between the end of the selection and the job that makes its agreement", async () => {
  const db = await createTestDatabase()
  const [auctionId] = await completeAuctions(db, 1)
  const { rows } = await db.pool.query<{ company_id: number }>(
    'select company_id from portal.applications where auction_id = $1 limit 1',
    [auctionId],
  )
  const winner = rows[0]!.company_id
  expect(await blockersOf(db.pool, winner)).toEqual(['agreements_current'])
  await db.pool.query('insert into portal.agreements_made (auction_id, at) values ($1, now())', [auctionId])
  expect(await blockersOf(db.pool, winner)).toEqual([])
  await db.close()
})
