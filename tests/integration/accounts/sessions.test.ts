import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NextRequest, type NextResponse } from 'next/server'
import pg from 'pg'
import { POST } from '@/app/internal/session/end/route'
import type { ErrorCode } from '@/lib/contract/errors'
import { getCms } from '@/lib/server/cms/cms'
import { type Portal, publishPortal } from '@/lib/server/compose/portal'
import { problemResponse } from '@/lib/server/http/edge'
import { registerBuyers } from '@/tests/support/auction-house'
import { createTestDatabase } from '@/tests/support/database'
import { bearer, post, startTestPortal, transports, type TestPortal } from '@/tests/support/test-portal'

const password = 'Seven-Gas-Meters'

let test: TestPortal
let route: typeof import('@/app/(cms)/cms-api/[...slug]/route')
let manager: string

beforeAll(async () => {
  const db = await createTestDatabase()
  const url = new URL(db.url)
  // A second instead of five, for the test that locks a table.
  url.searchParams.set('lock_timeout', '1000')
  test = await startTestPortal({ RATE_LIMITS: 'off' }, { ...db, url: url.href })
  manager = await test.staff('manager')
  // As when the portal starts, so that closing the portal closes it.
  await getCms()
  route = await import('@/app/(cms)/cms-api/[...slug]/route')
})
afterAll(() => test.close())

async function call(path: string, body: object, token: string) {
  const response = await post(transports[0]![1](test), path, body, bearer(token))
  return {
    status: response.status,
    ...((await response.json()) as { code?: string; data: { list: { id: number }[] } }),
  }
}

/** Runs `work` while the portal receives no notifications from the database, as on a busy machine. */
async function withListenerPaused(work: () => Promise<void>): Promise<void> {
  const readListener = async () => {
    const { rows } = await test.db.pool.query<{ pid: number; wait_event: string | null }>(
      `select pid, wait_event from pg_stat_activity
       where datname = current_database() and application_name = 'gas-auction-portal listener'`,
    )
    expect(rows).toHaveLength(1)
    return rows[0]!
  }
  const { pid } = await readListener()
  process.kill(pid, 'SIGSTOP')
  try {
    // A process that is stopped while it reads the queue of notifications holds its lock, and every commit would wait.
    while ((await readListener()).wait_event !== 'ClientRead') {
      process.kill(pid, 'SIGCONT')
      await delay(10)
      process.kill(pid, 'SIGSTOP')
    }
    await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

describe('a session that a manager ends', () => {
  const acts: [string, number, (companyId: number, token: string) => ReturnType<typeof call>][] = [
    [
      'by deactivating the account',
      403,
      (companyId) => call('/api/manager/accounts/deactivate', { company_id: companyId, reason: 'борги' }, manager),
    ],
    [
      'by deleting personal data',
      401,
      async (_companyId, token) => {
        await call('/api/profile/deletion/request', { password }, token)
        const { data } = await call('/api/manager/accounts/deletion/list', { status: 'waiting' }, manager)
        return call('/api/manager/accounts/deletion/decide', { id: data.list[0]?.id, decision: 'approve' }, manager)
      },
    ],
  ]
  it.each(acts)('is refused as soon as the manager has the answer: %s', async (_act, status, end) => {
    const [companyId = 0] = await registerBuyers(test.db.pool, 1)
    await test.setPassword(companyId, password)
    const token = await test.signIn(companyId)
    expect((await call('/api/auth/sessions/list', {}, token)).status).toBe(200)
    let ended: Awaited<ReturnType<typeof end>>
    // A commit that notifies waits for others that do, in any database of the server: here for a second, then 503.
    do
      await withListenerPaused(async () => {
        ended = await end(companyId, token)
        if (ended.status === 200) expect((await call('/api/auth/sessions/list', {}, token)).status).toBe(status)
      })
    while (ended!.status === 503)
    expect(ended!).toMatchObject({ status: 200 })
  })
})

const codeOf = async (path: string, token: string) => {
  const { status, code } = await call(path, {}, token)
  return [status, code]
}

const callCms = async (method: 'GET' | 'PATCH', ...slug: string[]) => {
  const request = new Request(`http://portal.test/cms-api/${slug.join('/')}`, {
    method,
    headers: { ...bearer(manager), host: 'portal.test', 'content-type': 'application/json' },
    ...(method === 'PATCH' && { body: JSON.stringify({ name: 'Olha' }) }),
  })
  return (await route[method](request, { params: Promise.resolve({ slug }) })).status
}

it('sessions that cannot be read are an outage, for buyers and the staff, not a sign-out', async () => {
  const [companyId = 0] = await registerBuyers(test.db.pool, 1)
  const buyer = await test.signIn(companyId)
  // The pool would end an idle transaction.
  const lock = new pg.Client({ connectionString: test.db.url })
  await lock.connect()
  await lock.query('begin; lock table portal.sessions in access exclusive mode')
  const unavailable = [503, 'service_unavailable']
  try {
    expect(
      await Promise.all([
        codeOf('/api/auth/user-profile', buyer),
        codeOf('/api/manager/dashboard', manager),
        callCms('GET', 'staff', 'me'),
        callCms('GET', 'companies'),
        callCms('PATCH', 'staff', '1'),
      ]),
    ).toEqual([unavailable, unavailable, 503, 503, 503])
  } finally {
    await lock.query('rollback')
    await lock.end()
  }
  expect((await codeOf('/api/auth/user-profile', buyer))[0]).toBe(200)
  expect((await codeOf('/api/manager/dashboard', manager))[0]).toBe(200)
  expect(await callCms('GET', 'staff', 'me')).toBe(200)
})

const OWN_PAGE = { host: 'portal.test', origin: 'https://portal.test' }

/** Signs out with a form that its sender aborts after 100 KiB; returns the status and how many bytes were read. */
async function signOutWithAbortedForm(headers: Record<string, string>): Promise<[status: number, read: number]> {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1_024
        if (read > 100 * 1_024) controller.error(new Error('broken off'))
        else controller.enqueue(new Uint8Array(1_024))
      },
    },
    { highWaterMark: 0 },
  )
  const request = new NextRequest('https://portal.test/internal/session/end', {
    method: 'POST',
    headers: { ...OWN_PAGE, 'content-type': 'multipart/form-data; boundary=x', ...headers },
    body,
    duplex: 'half',
  })
  const { status } = await POST(request)
  return [status, read]
}

function signOut(cookie = ''): Promise<NextResponse> {
  const body = 'locale=en'
  const headers = {
    ...OWN_PAGE,
    cookie,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  }
  return POST(new NextRequest('https://portal.test/internal/session/end', { method: 'POST', headers, body }))
}

describe('signing out by a form', () => {
  it('does not read a body that is too long or has no content-length', async () => {
    expect(await signOutWithAbortedForm({ 'content-length': '4097' })).toEqual([413, 0])
    expect(await signOutWithAbortedForm({})).toEqual([411, 0])
    expect(await signOutWithAbortedForm({ 'content-length': '10', origin: 'https://elsewhere.test' })).toEqual([403, 0])
  })

  it('redirects to the sign-in page in the form’s language', async () => {
    const answer = await signOut()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/en/user-login'])
  })

  it('redirects there also if the session had already ended, with a message for a deactivated account', async () => {
    const signOutRefusedWith = async (code: ErrorCode) => {
      publishPortal({ api: async () => problemResponse({ code }, 'test') } as unknown as Portal)
      const answer = await signOut('accessToken=token-of-the-session')
      return [answer.headers.get('location'), ...['accessToken', 'aucs'].map((name) => answer.cookies.get(name)?.value)]
    }
    expect(await signOutRefusedWith('unauthorized')).toEqual(['/en/user-login', '', ''])
    expect(await signOutRefusedWith('account_deactivated_by_manager')).toEqual([
      '/en/user-login?ended=deactivatedByManager',
      ...['', ''],
    ])
    expect(await signOutRefusedWith('internal_error')).toEqual(['/en/~error/500', undefined, undefined])
  })
})
