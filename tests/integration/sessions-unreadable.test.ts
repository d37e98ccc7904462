import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pg from 'pg'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, ways, type TestPortal } from '@/tests/support/test-portal'

let test: TestPortal
let route: typeof import('@/app/(cms)/cms-api/[...slug]/route')
let manager: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
  route = await import('@/app/(cms)/cms-api/[...slug]/route')
})
afterAll(() => test.close())

const ask = async (path: string, token: string) => {
  const response = await post(ways[0]![1](test), path, {}, bearer(token))
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

const askCms = async (method: 'GET' | 'PATCH', ...slug: string[]) => {
  const request = new Request(`http://portal.test/cms-api/${slug.join('/')}`, {
    method,
    headers: { ...bearer(manager), host: 'portal.test', 'content-type': 'application/json' },
    ...(method === 'PATCH' && { body: JSON.stringify({ name: 'Olha' }) }),
  })
  return (await route[method](request, { params: Promise.resolve({ slug }) })).status
}

it('sessions that cannot be read are an outage, for buyers and the staff, not a sign-out', async () => {
  const [accountId = 0] = await registerBuyers(test.db.pool, 1)
  const buyer = await test.signIn(accountId)
  // Without the pool's limits, which would end an idle transaction.
  const lock = new pg.Client({ connectionString: test.db.url })
  await lock.connect()
  await lock.query('begin; lock table portal.sessions in access exclusive mode')
  const unavailable = [503, 'service_unavailable']
  try {
    expect(
      await Promise.all([
        ask('/api/auth/user-profile', buyer),
        ask('/api/manager/dashboard', manager),
        askCms('GET', 'staff', 'me'),
        askCms('GET', 'companies'),
        askCms('PATCH', 'staff', '1'),
      ]),
    ).toEqual([unavailable, unavailable, 503, 503, 503])
  } finally {
    await lock.query('rollback')
    await lock.end()
  }
  expect((await ask('/api/auth/user-profile', buyer))[0]).toBe(200)
  expect((await ask('/api/manager/dashboard', manager))[0]).toBe(200)
  expect(await askCms('GET', 'staff', 'me')).toBe(200)
})
