import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

type Entry = {
  id: number
  action: string
  reason: string | null
  object: { kind: string; id: number | null; title: string }
  staff: { id: number; name: string }
}

let test: TestPortal
let manager: string
let buyers: number[]

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
  buyers = await registerBuyers(test.db.pool, 2)
})

afterAll(() => test.close())

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
  async function call(path: string, body: object) {
    const response = await post(over(test), path, body, bearer(manager))
    return (await response.json()) as { code?: string; data: { list: Entry[] } }
  }

  it('lists author, action, object and reason, newest first', async () => {
    const [, accountId] = buyers as [number, number]
    const reason = `because ${crypto.randomUUID()}`
    await call('/api/manager/accounts/deactivate', { user_id: accountId, reason })
    await call('/api/manager/accounts/reactivate', { user_id: accountId, reason })
    const { data } = await call('/api/manager/audit/list', { search: reason })
    expect(data.list.map(({ action }) => action)).toEqual(['account_reactivated', 'account_deactivated'])
    expect(data.list[0]).toMatchObject({
      reason,
      staff: { name: 'manager' },
      object: { kind: 'account', id: accountId, title: 'C2' },
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
    const [, accountId] = buyers as [number, number]
    await call('/api/manager/accounts/note', { user_id: accountId, text: 'noted' })
    const [entry] = (
      await call('/api/manager/audit/list', { action: 'account_noted', object: 'account', user_id: accountId })
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
