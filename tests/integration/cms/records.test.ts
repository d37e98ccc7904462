import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { StaffRole } from '@/lib/contract/manager'
import { publishStaffSettings } from '@/lib/server/cms/staff/identity'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { registerBuyers } from '@/tests/support/auction-house'
import { addStaff, staffToken } from '@/tests/support/test-portal'

let cms: TestCms
let route: typeof import('@/app/(cms)/cms-api/[...slug]/route')
let manager: string
let editor: string
let company: number
let agreement: number

beforeAll(async () => {
  cms = await createTestCms()
  publishStaffSettings({
    twoFactorRequired: false,
    limitsRequests: false,
    publicUrl: 'https://portal.test',
    publicOrigin: 'https://portal.test',
    secrets: ['the-secret-of-the-tests-and-of-nothing-else'],
  })
  const { pool } = cms.database
  const signIn = async (role: StaffRole) => staffToken(pool, await addStaff(pool, role))
  manager = await signIn('manager')
  editor = await signIn('editor')
  company = (await registerBuyers(pool, 1))[0]!
  const { rows } = await pool.query<{ id: number }>(
    `insert into cms.agreements (number, company_id, quantity, price, sum, status)
     values ('35/2', $1, '20.000', '2.00', '40.00', 'awaiting_signature') returning id`,
    [company],
  )
  agreement = rows[0]!.id
  route = await import('@/app/(cms)/cms-api/[...slug]/route')
})
afterAll(() => cms.close())

async function call(method: 'GET' | 'PATCH', path: string, token = manager, body?: object) {
  const { pathname } = new URL(path, 'https://portal.test')
  const request = new Request(`https://portal.test/cms-api${path}`, {
    method,
    headers: {
      host: 'portal.test',
      'x-forwarded-for': '192.0.2.1',
      'accept-language': 'en',
      'content-type': 'application/json',
      authorization: `JWT ${token}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await route[method](request, { params: Promise.resolve({ slug: pathname.slice(1).split('/') }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, never> & { docs: object[] } }
}

const edrpou = async () =>
  (await cms.database.pool.query<{ edrpou: string }>('select edrpou from cms.companies where id = $1', [company]))
    .rows[0]!.edrpou

/** The queries of the office's lists, whose conditions reach into related records. */
describe('records of the office over REST', () => {
  it('are found by their company, and counted', async () => {
    const where = `where[and][0][status][equals]=awaiting_signature&where[and][1][or][0][company.edrpou][like]=${await edrpou()}`
    const found = await call('GET', `/agreements?depth=1&sort=-createdAt&${where}`)
    expect(found.body.docs).toMatchObject([{ id: agreement, company: { id: company } }])
    expect((await call('GET', `/agreements/count?${where}`)).body).toEqual({ totalDocs: 1 })
    expect((await call('GET', `/agreements/count?where[and][0][auction.number][equals]=35`)).body).toEqual({
      totalDocs: 0,
    })
  })

  it('are found by their last day', async () => {
    const { pool } = cms.database
    const count = async (where: string) => (await call('GET', `/agreements/count?${where}`)).body
    const over = (day: string) =>
      `where[and][0][or][0][status][equals]=archived&where[and][0][or][1][ends_on][less_than]=${day}`
    const open = (day: string) =>
      `where[and][0][or][0][ends_on][exists]=false&where[and][0][or][1][ends_on][greater_than_equal]=${day}`
    const today = '2026-12-24T22:00:00.000Z'
    expect([await count(over(today)), await count(open(today))]).toEqual([{ totalDocs: 0 }, { totalDocs: 1 }])
    await pool.query(`update cms.agreements set ends_on = '2026-12-24T00:00:00Z' where id = $1`, [agreement])
    expect([await count(over(today)), await count(open(today))]).toEqual([{ totalDocs: 1 }, { totalDocs: 0 }])
    await pool.query(`update cms.agreements set ends_on = null where id = $1`, [agreement])
  })

  it('are hidden from editors', async () => {
    expect((await call('GET', '/agreements', editor)).status).toBe(403)
    expect((await call('GET', '/agreements/count', editor)).status).toBe(403)
    expect((await call('PATCH', `/companies/${company}`, editor, { bank: 'X' })).status).toBe(403)
  })

  it('say of an agreement who has to complete it, until a side has signed', async () => {
    const read = async () => (await call('GET', `/agreements/${agreement}?depth=0`)).body
    expect(await read()).toMatchObject({ awaits: 'organiser' })
    await cms.database.pool.query(`update cms.agreements set status = 'current' where id = $1`, [agreement])
    expect(await read()).toMatchObject({ awaits: null })
    await cms.database.pool.query(`update cms.agreements set status = 'awaiting_signature' where id = $1`, [agreement])
  })

  it('take no such word from a caller', async () => {
    await call('PATCH', `/agreements/${agreement}`, manager, { awaits: 'none' })
    expect((await call('GET', `/agreements/${agreement}?depth=0`)).body).toMatchObject({ awaits: 'organiser' })
  })

  it('name to every manager who answered a message', async () => {
    const { pool } = cms.database
    const { rows } = await pool.query<{ id: number }>(
      `insert into cms.feedback (company_id, topic, subject, message, status, answer, answered_at, answered_by_id)
       values ($1, 'other', 'S', 'M', 'answered', 'A', now(), $2) returning id`,
      [company, await addStaff(pool, 'admin')],
    )
    const read = await call('GET', `/feedback/${rows[0]!.id}?depth=1`)
    expect(read.body).toMatchObject({ answered_by_name: 'admin' })
    expect(JSON.stringify(read.body)).not.toContain('"role"')
  })

  it('give a company’s details to a manager to change, but not its owner’s', async () => {
    const before = (await call('GET', `/companies/${company}?depth=0`)).body
    const changes = { bank: 'Ощадбанк', email: 'other@example.com', updatedAt: before.updatedAt }
    expect((await call('PATCH', `/companies/${company}`, manager, changes)).status).toBe(200)
    const now = (await call('GET', `/companies/${company}?depth=0`)).body
    expect(now).toMatchObject({ bank: 'Ощадбанк', email: before.email })
    expect((await call('PATCH', `/companies/${company}`, manager, changes)).status).toBe(409)
    const wrong = await call('PATCH', `/companies/${company}`, manager, { iban: 'UA1' })
    expect(wrong.body).toMatchObject({ errors: [{ data: { errors: [{ path: 'iban' }] } }] })
  })
})
