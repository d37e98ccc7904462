import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '@/lib/config/environment'
import { hashPassword } from '@/lib/server/identity/passwords'
import { openSession } from '@/lib/server/identity/sessions'
import { hashToken, newToken } from '@/lib/server/identity/tokens'
import type { PersonRole } from '@/lib/contract/company'
import type { StaffRole } from '@/lib/contract/manager'
import type { Portal } from '@/lib/server/compose/portal'
import type { Pool } from '@/lib/server/platform/db/pool'
import { createDispatch } from '@/server/listen'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

/** A whole portal on its own database, callable in process and over HTTP, so that a suite can test both. */
export interface TestPortal {
  portal: Portal
  db: TestDatabase
  origin: string
  /** Signs in the company's first person; returns the token. */
  /** The token of a session of a company's first person, of a role if one is named. */
  signIn(companyId: number, role?: PersonRole): Promise<string>
  setPassword(companyId: number, password: string): Promise<void>
  /** Adds a member of staff; returns the token of a session. */
  staff(role: StaffRole): Promise<string>
  close(): Promise<void>
}

export type Transport = (path: string, init?: RequestInit) => Promise<Response>

/** `given`: a prepared database, which is closed with the portal. */
export async function startTestPortal(
  variables: Record<string, string> = {},
  given?: TestDatabase,
): Promise<TestPortal> {
  const db = given ?? (await createTestDatabase())
  const dataDirectory = mkdtempSync(join(tmpdir(), 'portal-test-'))
  Object.assign(process.env, {
    DATABASE_URL: db.url,
    DATA_DIR: dataDirectory,
    PAYLOAD_SECRET: 'the-secret-of-the-tests-and-of-nothing-else',
  })
  const reading = readEnvironment({
    ...process.env,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    DATA_DIR: dataDirectory,
    ...variables,
  })
  if (!reading.ok) throw new Error(reading.problems.join('; '))
  const { createPortal } = await import('@/lib/server/compose/create-portal')
  const portal = await createPortal({
    ...reading.environment,
    databaseUrl: db.url,
    payloadSecret: process.env.PAYLOAD_SECRET as string,
  })
  await portal.start()
  const server = createServer()
  createDispatch({
    site: (_request, response) => response.writeHead(404).end(),
    api: portal.handleNode,
    files: portal.handleNode,
  }).attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  return {
    portal,
    db,
    origin,
    async signIn(companyId, role) {
      const token = newToken()
      await db.pool.query(
        `insert into portal.sessions (token_hash, person_id, expires_at, user_agent, address)
         select $1, min(id), now() + interval '1 day', 'test', 'test' from portal.people
         where company_id = $2 and ($3::text is null or role = $3)`,
        [hashToken(token), companyId, role ?? null],
      )
      return token
    },
    async setPassword(companyId, password) {
      await db.pool.query(
        'insert into portal.credentials (person_id, password_hash) select min(id), $2 from portal.people where company_id = $1',
        [companyId, await hashPassword(password)],
      )
    },
    async staff(role) {
      return staffToken(db.pool, await addStaff(db.pool, role))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await portal.stop()
      const { closeCms } = await import('@/lib/server/cms/cms')
      await closeCms()
      await db.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Adds a member of staff without a password: Payload takes half a second to load and to hash one. Returns the id. */
export async function addStaff(
  pool: Pool,
  role: StaffRole,
  email = `${role}-${crypto.randomUUID()}@example.com`,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into cms.staff (name, role, email) values ($1, $2, $3) returning id',
    [role, role, email],
  )
  return rows[0]!.id
}

/** Opens a back-office session with a second factor; returns its token. */
export async function staffToken(pool: Pool, id: number): Promise<string> {
  const from = { userAgent: 'test', address: 'test', secondFactor: true }
  const { token } = await openSession(pool, { realm: 'staff', id }, from, Date.now())
  return token
}

/** Transports to the same API. */
export const transports: [string, (test: TestPortal) => Transport][] = [
  [
    'in process',
    ({ portal }) =>
      (path, init) =>
        portal.api(new Request(`http://portal.internal${path}`, init)),
  ],
  [
    'over HTTP',
    ({ origin }) =>
      (path, init) =>
        fetch(`${origin}${path}`, init),
  ],
]

export function post(
  transport: Transport,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return transport(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

/** Sends a form with the length of its body, which an in-process request does not state by itself. */
export async function sendForm(
  transport: Transport,
  path: string,
  fields: Record<string, string | File>,
  token: string,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const body = new Response(form)
  const bytes = Buffer.from(await body.arrayBuffer())
  return transport(path, {
    method: 'POST',
    body: bytes,
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      'content-length': String(bytes.length),
      ...bearer(token),
    },
  })
}
