import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registerBuyers } from '@/tests/support/auction-house'
import { bearer, post, startTestPortal, ways, type TestPortal } from '@/tests/support/test-portal'

const password = 'Seven-Gas-Meters'

let test: TestPortal
let manager: string

beforeAll(async () => {
  test = await startTestPortal({ RATE_LIMITS: 'off' })
  manager = await test.staff('manager')
})
afterAll(() => test.close())

async function ask(path: string, body: object, token: string) {
  const response = await post(ways[0]![1](test), path, body, bearer(token))
  return { status: response.status, data: ((await response.json()) as { data: { list: { id: number }[] } }).data }
}

/** Holds back what the database announces to the portal, as a busy machine does. */
async function whileNothingIsHeard(work: () => Promise<void>): Promise<void> {
  const { rows } = await test.db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'gas-auction-portal listener'`,
  )
  expect(rows).toHaveLength(1)
  process.kill(rows[0]!.pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(rows[0]!.pid, 'SIGCONT')
  }
}

describe('a session that a manager has ended', () => {
  const acts: [string, number, (accountId: number, token: string) => Promise<unknown>][] = [
    [
      'by deactivating the account',
      403,
      (accountId) => ask('/api/manager/accounts/deactivate', { user_id: accountId, reason: 'борги' }, manager),
    ],
    [
      'by deleting personal data',
      401,
      async (_accountId, token) => {
        await ask('/api/profile/deletion/request', { password }, token)
        const { data } = await ask('/api/manager/accounts/deletion/list', { status: 'waiting' }, manager)
        return ask('/api/manager/accounts/deletion/decide', { id: data.list[0]?.id, decision: 'approve' }, manager)
      },
    ],
  ]
  it.each(acts)('opens nothing once the manager has the answer: %s', async (_act, status, end) => {
    const [accountId = 0] = await registerBuyers(test.db.pool, 1)
    await test.setPassword(accountId, password)
    const token = await test.signIn(accountId)
    expect((await ask('/api/auth/user-profile', {}, token)).status).toBe(200)
    await whileNothingIsHeard(async () => {
      expect(await end(accountId, token)).toMatchObject({ status: 200 })
      expect((await ask('/api/auth/user-profile', {}, token)).status).toBe(status)
    })
  })
})
