import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, ways, type TestPortal } from '@/tests/support/test-portal'

type Letter = { id: number; kind: string; state: string; html: string | null; withheld: boolean; can_resend: boolean; reason: string | null }

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

/** A letter that was given up, of a kind that only a newer portal sends, so that no post office takes it up by itself. */
async function givenUp({ kind = 'from_the_future', notNeeded = false, account = accountId }: { kind?: string; notNeeded?: boolean; account?: number | null } = {}): Promise<number> {
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

describe.each(ways)('letters in the back office, %s', (_way, over) => {
  async function ask(path: string, body: object, role: keyof typeof tokens = 'manager') {
    const response = await post(over(test), `/api/manager/letters/${path}`, body, bearer(tokens[role]))
    return (await response.json()) as { code?: string; data: Letter & { list: Letter[] } }
  }

  it('lists by state, company and words', async () => {
    const failed = await givenUp()
    const late = await givenUp({ notNeeded: true })
    const of = async (filters: object) => (await ask('list', filters)).data.list.map(({ id }) => id)
    expect(await of({ state: 'failed', user_id: accountId })).toContain(failed)
    expect(await of({ state: 'failed' })).not.toContain(late)
    expect(await of({ state: 'not_needed' })).toContain(late)
    expect(await of({ search: `subject ${failed}` })).toEqual([failed])
    expect(await of({ state: 'sent', user_id: accountId })).toEqual([])
  })

  it('shows a letter as it was written, with what became of it', async () => {
    const id = await givenUp()
    expect((await ask('get', { id })).data).toMatchObject({ html: '<p>words</p>', state: 'failed', reason: 'mailbox is full', withheld: false, can_resend: true })
    expect((await ask('get', { id: 2_000_000_000 })).code).toBe('not_found')
  })

  it('keeps the staff’s own letters from managers: a link in them may make an admin of one', async () => {
    const id = await givenUp({ kind: 'staff_letter', account: null })
    expect((await ask('get', { id })).data).toMatchObject({ html: null, withheld: true, can_resend: false })
    expect((await ask('get', { id }, 'admin')).data).toMatchObject({ html: '<p>words</p>', withheld: false })
    expect((await ask('resend', { id }, 'admin')).code).toBe('letter_not_failed')
  })

  it('sends a failed letter again once, and notes who did', async () => {
    const id = await givenUp()
    const answers = await Promise.all([ask('resend', { id }), ask('resend', { id })])
    expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual(['done', 'letter_not_failed'])
    expect((await ask('get', { id })).data.state).toBe('waiting')
    const { rows } = await test.db.pool.query(`select from portal.audit where action = 'letter_resent' and subject = $1`, [`letter:${id}`])
    expect(rows).toHaveLength(1)
    expect((await ask('resend', { id: await givenUp({ notNeeded: true }) })).code).toBe('letter_not_failed')
    expect((await ask('resend', { id: 2_000_000_000 })).code).toBe('not_found')
  })
})
