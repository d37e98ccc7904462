import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { AccountFile } from '@/lib/contract/manager'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, type TestPortal, transports } from '@/tests/support/test-portal'

let test: TestPortal
let manager: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
  await registerBuyers(test.db.pool, 3)
})

afterAll(() => test.close())

/** Adds a company without a decision. */
async function addCompany(name: string, changes: { edrpou?: string } = {}): Promise<number> {
  const { rows } = await test.db.pool.query<{ id: number }>(
    `insert into cms.companies (company_name, company_short_name, edrpou, eic, iban, surname, name, email, phone)
     values ($1, $1, $2, '21X000000001397P', 'UA883006140000026006500211904', 'S', 'N', gen_random_uuid() || '@example.com', '+380441112233') returning id`,
    [name, changes.edrpou ?? '37027819'],
  )
  return rows[0]!.id
}

async function confirmEmail(companyId: number): Promise<void> {
  await test.db.pool.query(
    `insert into portal.email_confirmations (person_id, email) select id, email from portal.people where company_id = $1`,
    [companyId],
  )
}

describe.each(transports)('accounts in the back office, %s', (_way, over) => {
  async function call(path: string, body: object, token = manager) {
    const response = await post(over(test), `/api/manager/accounts/${path}`, body, bearer(token))
    return {
      status: response.status,
      body: (await response.json()) as {
        code?: string
        data: Record<string, never> & { list: { id: number }[]; counts: Record<string, number> }
      },
    }
  }

  it('are filtered by status, email and text, with counts per status', async () => {
    const name = `Searched ${crypto.randomUUID()}`
    const waiting = await addCompany(name)
    const { body } = await call('list', {
      search: name.toUpperCase(),
      status: 'awaiting_confirmation',
      email_confirmed: false,
    })
    expect(body.data.list.map(({ id }) => id)).toEqual([waiting])
    expect(body.data.counts).toEqual({ awaiting_confirmation: 1, active: 0, deactivated: 0, rejected: 0 })
    const confirmed = await call('list', { search: name, email_confirmed: true })
    expect(confirmed.body.data.list).toEqual([])
  })

  it('are searched literally', async () => {
    expect((await call('list', { search: '%' })).body.data.list).toEqual([])
  })

  it('are filtered by day of registration, inclusively', async () => {
    expect((await call('list', { to: '2020-01-01' })).body.data.list).toEqual([])
    expect((await call('list', { from: '2020-01-01', to: '2999-01-01' })).body.data.list.length).toBeGreaterThan(0)
    expect((await call('list', { from: 'yesterday' })).body.code).toBe('invalid_input')
  })

  it('are paged without duplicates', async () => {
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const { body } = await call('list', { limit: 2, cursor })
      ids.push(...body.data.list.map(({ id }) => id))
      cursor = (body.data as unknown as { next_cursor: string | null }).next_cursor ?? undefined
    } while (cursor)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual([...ids].sort((left, right) => right - left))
  })

  it('are confirmed with an unconfirmed email only explicitly', async () => {
    const id = await addCompany('Unproven')
    expect((await call('confirm', { company_id: id })).body.code).toBe('account_email_not_confirmed')
    expect((await call('confirm', { company_id: id, despite_unconfirmed_email: true })).status).toBe(200)
    expect((await call('confirm', { company_id: id, despite_unconfirmed_email: true })).body.code).toBe(
      'account_already_confirmed',
    )
  })

  it('are rejected with a reason, and await confirmation again after a new document', async () => {
    const id = await addCompany('Rejected')
    await confirmEmail(id)
    const listed = async () =>
      (await call('list', { search: 'Rejected' })).body.data.list.find((row) => row.id === id) as unknown as {
        status: string
        reason: string | null
        missing_documents: string[]
      }
    expect((await call('reject', { company_id: id, reason: ' ' })).body.code).toBe('invalid_input')
    const answers = await Promise.all([
      call('reject', { company_id: id, reason: 'The charter lacks a signature' }),
      call('reject', { company_id: id, reason: 'The charter lacks a signature' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await listed()).toMatchObject({
      status: 'rejected',
      reason: 'The charter lacks a signature',
      missing_documents: ['register_extract', 'charter', 'balance_sheet', 'licence', 'questionnaire'],
    })
    expect((await call('list', { search: 'Rejected', status: 'awaiting_confirmation' })).body.data.list).toEqual([])
    const { rows } = await test.db.pool.query(`select kind, payload from portal.outbox where company_id = $1`, [id])
    expect(rows).toEqual([{ kind: 'account_rejected', payload: { reason: 'The charter lacks a signature' } }])
    const audit = await test.db.pool.query(`select action, details from portal.audit where subject = $1`, [
      `account:${id}`,
    ])
    expect(audit.rows).toEqual([{ action: 'account_rejected', details: { reason: 'The charter lacks a signature' } }])

    await test.db.pool.query(
      `insert into portal.files (company_id, kind, name, media_type, bytes, sha256)
       values ($1, 'charter', 'charter.pdf', 'application/pdf', 1, sha256('x'))`,
      [id],
    )
    expect(await listed()).toMatchObject({ status: 'awaiting_confirmation', reason: null })
    expect((await call('confirm', { company_id: id })).status).toBe(200)
    expect((await call('reject', { company_id: id, reason: 'Too late' })).body.code).toBe('account_already_confirmed')
  })

  it('stay rejected until their data or documents change', async () => {
    const id = await addCompany('Unmended')
    await confirmEmail(id)
    expect((await call('reject', { company_id: id, reason: 'Wrong EDRPOU' })).status).toBe(200)
    const file = async () => (await call('get', { company_id: id })).body.data as unknown as AccountFile
    const rejected = { status: 'rejected', reason: 'Wrong EDRPOU', rejection_reason: 'Wrong EDRPOU' }
    await test.db.pool.query(
      `update cms.companies set company_name = company_name, language = 'ru', updated_at = now() + interval '1 hour' where id = $1`,
      [id],
    )
    await test.db.pool.query(
      `insert into portal.files (company_id, kind, name, media_type, bytes, sha256)
       values ($1, 'feedback', 'question.pdf', 'application/pdf', 1, sha256('x'))`,
      [id],
    )
    expect(await file()).toMatchObject(rejected)
    await test.db.pool.query(`update cms.companies set edrpou = '42795490' where id = $1`, [id])
    expect(await file()).toMatchObject({ status: 'awaiting_confirmation', reason: null, rejection_reason: null })
  })

  it('regain their earlier status when reactivated', async () => {
    const name = `Back ${crypto.randomUUID()}`
    const [waiting, rejected, confirmed] = [await addCompany(name), await addCompany(name), await addCompany(name)]
    expect((await call('reject', { company_id: rejected, reason: 'No licence' })).status).toBe(200)
    expect((await call('confirm', { company_id: confirmed, despite_unconfirmed_email: true })).status).toBe(200)
    const statuses: string[] = []
    for (const company_id of [waiting, rejected, confirmed]) {
      for (const step of ['deactivate', 'reactivate'])
        expect((await call(step, { company_id, reason: 'By mistake' })).status).toBe(200)
      const { status } = (await call('get', { company_id })).body.data as unknown as AccountFile
      statuses.push(status)
      const token = await test.signIn(company_id)
      const applying = await post(
        over(test),
        '/api/auctions/apply',
        { auction_id: 1, price: '14000.00', quantity: '10.000' },
        bearer(token),
      )
      const { code } = (await applying.json()) as { code: string }
      expect(code === 'account_not_confirmed').toBe(company_id !== confirmed)
    }
    expect(statuses).toEqual(['awaiting_confirmation', 'rejected', 'active'])
    const counted = (await call('list', { search: name })).body.data.counts
    expect(counted).toMatchObject({ awaiting_confirmation: 1, rejected: 1, active: 1, deactivated: 0 })
  })

  it('are not decided on if they have changed since the manager read them', async () => {
    const id = await addCompany('Moving')
    await confirmEmail(id)
    const versionNow = async () => ((await call('get', { company_id: id })).body.data as unknown as AccountFile).version
    const initial = await versionNow()
    const changes = [
      `update cms.companies set edrpou = '42795490' where id = $1`,
      `insert into portal.files (company_id, kind, name, media_type, bytes, sha256) values ($1, 'charter', 'charter.pdf', 'application/pdf', 1, sha256('x'))`,
      `update portal.files set deleted_at = now() where company_id = $1`,
    ]
    const versions = [initial]
    for (const change of changes) {
      await test.db.pool.query(change, [id])
      const version = versions.at(-1)
      expect((await call('confirm', { company_id: id, version })).body.code).toBe('account_changed')
      expect((await call('reject', { company_id: id, reason: 'No', version })).body.code).toBe('account_changed')
      versions.push(await versionNow())
    }
    // Unrelated changes do not matter.
    await test.db.pool.query(`update cms.companies set language = 'en', updated_at = now() where id = $1`, [id])
    const reason = 'The originals were seen'
    expect((await call('confirm', { company_id: id, version: versions.at(-1), reason })).status).toBe(200)
    const { rows } = await test.db.pool.query(
      `select kind, reason from portal.account_decisions where company_id = $1 order by id`,
      [id],
    )
    expect(rows).toEqual([{ kind: 'confirmed', reason }])
  })

  it('are confirmed once if two managers do so concurrently', async () => {
    const id = await addCompany('Confirmed twice')
    await confirmEmail(id)
    const answers = await Promise.all([call('confirm', { company_id: id }), call('confirm', { company_id: id })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('are shown with checks and with other companies of the same EDRPOU', async () => {
    const first = await addCompany('Same code')
    await addCompany('Same code again')
    const { body } = await call('get', { company_id: first, lang: 'en' })
    const account = body.data as unknown as {
      checks: object
      same_edrpou: { id: number }[]
      notes: object[]
      sessions: number
    }
    expect(account.checks).toEqual({ edrpou: true, iban: true, eic: true })
    expect(account.same_edrpou.map(({ id }) => id)).not.toContain(first)
    expect(account.same_edrpou.length).toBeGreaterThan(0)
    expect((await call('get', { company_id: 2_000_000_000 })).body.code).toBe('not_found')
  })

  it('are shown with codes whose check digits are wrong', async () => {
    const id = await addCompany('Wrong', { edrpou: '37027810' })
    const { body } = await call('get', { company_id: id })
    expect((body.data as unknown as { checks: object }).checks).toEqual({ edrpou: false, iban: true, eic: true })
  })

  it('have notes with an author, which cannot be changed', async () => {
    const id = await addCompany('Noted')
    expect((await call('note', { company_id: id, text: 'Called back' })).status).toBe(200)
    expect((await call('note', { company_id: id, text: '   ' })).body.code).toBe('invalid_input')
    expect((await call('note', { company_id: 2_000_000_000, text: 'x' })).body.code).toBe('not_found')
    const { body } = await call('get', { company_id: id })
    expect((body.data as unknown as { notes: object[] }).notes).toMatchObject([{ text: 'Called back', by: 'manager' }])
    await expect(
      test.db.pool.query(`update portal.account_notes set text = 'x' where company_id = $1`, [id]),
    ).rejects.toThrow('append-only')
  })
})
