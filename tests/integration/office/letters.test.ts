import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

type Letter = {
  id: number
  kind: string
  state: string
  html: string | null
  withheld: boolean
  can_resend: boolean
  reason: string | null
}

let test: TestPortal
const tokens = { manager: '', admin: '' }
let accountId: number

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  tokens.manager = await test.staff('manager')
  tokens.admin = await test.staff('admin')
  accountId = (await registerBuyers(test.db.pool, 1))[0]!
})

afterAll(() => test.close())

/** Inserts a letter that was given up, of an unknown kind, so that no mail worker claims it. */
async function insertFailedLetter({
  kind = 'from_the_future',
  notNeeded = false,
  account = accountId,
}: { kind?: string; notNeeded?: boolean; account?: number | null } = {}): Promise<number> {
  const { rows } = await test.db.pool.query<{ id: number }>(
    `insert into portal.outbox (kind, account_id, payload, attempts, failed_at, not_needed, last_error)
     values ($1, $2, '{}', 20, now(), $3, 'mailbox is full') returning id`,
    [kind, account, notNeeded],
  )
  const id = rows[0]!.id
  await test.db.pool.query(
    `insert into portal.letters (outbox_id, kind, account_id, recipients, language, subject, html, text, message_id, written_at)
     values ($1, $2, $3, '{buyer@example.com}', 'uk', $4, '<p>words</p>', 'words', 'id', now())`,
    [id, kind, account, `Subject ${id}`],
  )
  return id
}

async function queryUntilFound<Row extends object>(sql: string, values: unknown[]): Promise<Row> {
  for (;;) {
    const { rows } = await test.db.pool.query<Row>(sql, values)
    if (rows[0]) return rows[0]
    await delay(20)
  }
}

describe.each(transports)('letters in the back office, %s', (_way, over) => {
  async function call(path: string, body: object, role: keyof typeof tokens = 'manager') {
    const response = await post(over(test), `/api/manager/letters/${path}`, body, bearer(tokens[role]))
    return (await response.json()) as { code?: string; data: Letter & { list: Letter[] } }
  }

  it('are filtered by state, company and text', async () => {
    const failed = await insertFailedLetter()
    const late = await insertFailedLetter({ notNeeded: true })
    const of = async (filters: object) => (await call('list', filters)).data.list.map(({ id }) => id)
    expect(await of({ state: 'failed', user_id: accountId })).toContain(failed)
    expect(await of({ state: 'failed' })).not.toContain(late)
    expect(await of({ state: 'not_needed' })).toContain(late)
    expect(await of({ search: `subject ${failed}` })).toEqual([failed])
    expect(await of({ state: 'sent', user_id: accountId, search: `subject ${failed}` })).toEqual([])
  })

  it('are shown with their outcome', async () => {
    const id = await insertFailedLetter()
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
    const id = await insertFailedLetter({ kind: 'staff_letter', account: null })
    expect((await call('get', { id })).data).toMatchObject({ html: null, withheld: true, can_resend: false })
    expect((await call('get', { id }, 'admin')).data).toMatchObject({ html: '<p>words</p>', withheld: false })
    expect((await call('resend', { id }, 'admin')).code).toBe('letter_not_failed')
  })

  it('are shown without working links, even if letters are written to a folder', async () => {
    const email = (
      await test.db.pool.query<{ email: string }>('select email from portal.accounts where account_id = $1', [
        accountId,
      ])
    ).rows[0]!.email
    await test.db.pool.query(
      `delete from portal.one_time_tokens where person_id in (select id from portal.people where account_id = $1)`,
      [accountId],
    )
    const requestedAt = (await test.db.pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now
    expect((await post(over(test), '/api/auth/password-reset/request', { email })).status).toBe(200)
    // The mail worker is notified by the database.
    const { id } = await queryUntilFound<{ id: number }>(
      `select outbox_id as id from portal.letters join portal.outbox queued on queued.id = outbox_id
      where letters.kind = 'password_reset' and letters.account_id = $1 and queued.sent_at is not null and queued.created_at > $2`,
      [accountId, requestedAt],
    )
    const { html } = (await call('get', { id }, 'admin')).data
    expect(html).toContain('/password-reset/token/…')
    const folder = join(test.portal.environment.dataDir, 'letters')
    const links = readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\/token\/([\w-]{43})/g)].map(([, token]) => String(token)),
    )
    expect(links).not.toEqual([])
    for (const link of links) expect(html).not.toContain(link)
  })

  it('are resent once after a failure, which is audited', async () => {
    const id = await insertFailedLetter()
    const answers = await Promise.all([call('resend', { id }), call('resend', { id })])
    expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual(['done', 'letter_not_failed'])
    expect((await call('get', { id })).data.state).toBe('waiting')
    const { rows } = await test.db.pool.query(
      `select from portal.audit where action = 'letter_resent' and subject = $1`,
      [`letter:${id}`],
    )
    expect(rows).toHaveLength(1)
    expect((await call('resend', { id: await insertFailedLetter({ notNeeded: true }) })).code).toBe('letter_not_failed')
    expect((await call('resend', { id: 2_000_000_000 })).code).toBe('not_found')
  })
})
