import type { Session } from '@/lib/contract/accounts'
import type { ErrorCode } from '@/lib/contract/errors'
import type { PersonRole } from '@/lib/contract/company'
import type { StaffRole } from '@/lib/contract/manager'
import type { AccountStatus } from '@/lib/server/platform/company-sql'
import { refuse } from '@/lib/server/platform/call'
import { type Pool, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { findProgram, type Program } from './programs'
import { type Holder, HOLDER_COLUMN, hashToken, newToken } from './tokens'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A session ends after `idle` without a request, and after `longest` in any case. */
export const SESSION_MS = {
  buyer: { lifetime: 7 * DAY_MS, idle: DAY_MS, longest: 7 * DAY_MS },
  staff: { lifetime: 8 * HOUR_MS, idle: DAY_MS, longest: DAY_MS },
} as const

/** How long a buyer's session is cached; other servers announce its end. */
const CACHED_MS = 30_000
const MAX_CACHED = 20_000
/** How often `last_seen_at` is written, for all sessions together. */
export const LAST_SEEN_MS = 30_000

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `$2`: now; `$3`: the oldest `last_seen_at` of a session in use. */
const LIVE = 'session.ended_at is null and session.expires_at > $2 and session.last_seen_at > $3'

const bounds = (realm: Holder['realm'], now: number) => [new Date(now), new Date(now - SESSION_MS[realm].idle)]

/** A request's origin: address and browser. */
export interface Visitor {
  address: string
  userAgent: string
  /** The cookie of known devices, as it was sent. */
  device?: string | null
}

export async function openSession(
  db: Queryable,
  { realm, id }: Holder,
  {
    userAgent,
    address,
    secondFactor = false,
    browser = null,
  }: Visitor & { secondFactor?: boolean; browser?: Buffer | null },
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken()
  const expiresAt = now + SESSION_MS[realm].lifetime
  await db.query(
    `insert into portal.sessions (token_hash, ${HOLDER_COLUMN[realm]}, created_at, last_seen_at, expires_at, second_factor, user_agent, address, browser)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
    [hashToken(token), id, new Date(now), new Date(expiresAt), secondFactor, userAgent.slice(0, 300), address, browser],
  )
  return { token, expiresAt }
}

/** Ends sessions of a holder (all, one, or all but one) in the caller's transaction; returns how many ended. */
export async function endSessions(
  db: Queryable,
  { realm, id: holderId }: Holder,
  { id, except }: { id?: string; except?: string } = {},
): Promise<number> {
  if (id !== undefined && !UUID.test(id)) return 0
  const { rowCount } = await db.query(
    `update portal.sessions set ended_at = now()
     where ${HOLDER_COLUMN[realm]} = $1 and ended_at is null and ($2::uuid is null or id = $2::uuid) and ($3::uuid is null or id <> $3::uuid)`,
    [holderId, id ?? null, except ?? null],
  )
  // A trigger deletes the push subscriptions of ended sessions, but retention leaves those of expired ones, so that a lost browser would
  // still be notified.
  if (realm === 'buyer' && id === undefined)
    await db.query(
      `delete from portal.push_subscriptions where person_id = $1 and session_id is distinct from $2::uuid`,
      [holderId, except ?? null],
    )
  // A trigger announces the end of a staff session.
  if (realm === 'buyer') await announcePerson(db, holderId)
  return rowCount ?? 0
}

/** Servers notify each other on this channel of changed sessions and statuses. */
export const ACCOUNT_CHANNEL = 'portal_account'

/** As `announceAccount`, but closes the streams of this person only. */
async function announcePerson(db: Queryable, personId: number): Promise<void> {
  await db.query(
    `select pg_notify($1, json_build_object('company_id', company_id, 'person_id', id)::text) from portal.people where id = $2`,
    [ACCOUNT_CHANNEL, personId],
  )
}

/** Ends all sessions of a company's people. */
export async function endCompanySessions(db: Queryable, companyId: number): Promise<void> {
  // A concurrent sign-in waits for this lock, and then finds the decision.
  await db.query(`select from portal.people where company_id = $1 order by id for no key update`, [companyId])
  await db.query(
    `update portal.sessions set ended_at = now()
     where ended_at is null and person_id in (select id from portal.people where company_id = $1)`,
    [companyId],
  )
  await announceAccount(db, companyId)
}

/** When the transaction commits, every server drops what it cached of the account and closes its streams. */
export async function announceAccount(db: Queryable, companyId: number): Promise<void> {
  await db.query(`select pg_notify($1, $2)`, [ACCOUNT_CHANNEL, JSON.stringify({ company_id: companyId })])
}

/** Extends a session; returns its new end, or null if it is over. */
export async function extendSession(
  db: Queryable,
  realm: Holder['realm'],
  id: string,
  now: number,
): Promise<number | null> {
  const { lifetime, longest } = SESSION_MS[realm]
  const { rows } = await db.query<{ expires_at: Date }>(
    `update portal.sessions session set expires_at = greatest(expires_at, least($4, created_at + $5 * interval '1 millisecond'))
     where id = $1 and ${LIVE} returning expires_at`,
    [id, ...bounds(realm, now), new Date(now + lifetime), longest],
  )
  return rows[0]?.expires_at.getTime() ?? null
}

export async function listSessions(
  db: Queryable,
  { realm, id }: Holder,
  currentId: string,
  now: number,
): Promise<Session[]> {
  return readRows<Session>(
    db,
    `select id, user_agent as device, address, created_at, last_seen_at, id::text = $4 as current from portal.sessions session
     where ${HOLDER_COLUMN[realm]} = $1 and ${LIVE} order by last_seen_at desc limit 100`,
    [id, ...bounds(realm, now), currentId],
  )
}

interface BuyerSession {
  id: string
  companyId: number
  personId: number
  role: PersonRole
  status: AccountStatus
  expiresAt: number
}

interface StaffSession {
  id: string
  staffId: number
  email: string
  name: string
  role: StaffRole
  expiresAt: number
}

export interface Sessions {
  /** The session behind a token; null if it has ended, expired or never existed. `db`: the caller's own pool. */
  findBuyer(token: string, db?: Queryable): Promise<BuyerSession | null>
  /** Whether `findBuyer` needs no query for this token. */
  isCached(token: string): boolean
  /** The program behind a company's token, or why it is refused; `address`: the visitor's. */
  findProgram(secret: string, address: string | undefined, db?: Queryable): Promise<Program | ReturnType<typeof refuse>>
  /** Read from the database every time. */
  findStaff(token: string): Promise<StaffSession | null>
  /** The refusal for a buyer's token without a session: a deactivated buyer gets a different code (specification, point 8). */
  refusal(token: string, db?: Queryable): Promise<ErrorCode>
  /** Drops cached sessions of an account, or of all. */
  forget(companyId?: number): void
  /** Writes `last_seen_at` of the sessions used since the last flush. */
  flush(): Promise<void>
  /** Flushes, and records no further uses. */
  stop(): Promise<void>
}

/** @param options.requiresSecondFactor whether a member of the staff with the role needs a session opened with a code */
export function createSessions(options: {
  pool: Pool
  clock: Clock
  requiresSecondFactor(role: StaffRole): boolean
}): Sessions {
  const { pool, clock, requiresSecondFactor } = options
  const cached = new Map<string, { session: BuyerSession; until: number }>()
  /** Grows with every `forget`: a row that was read before it must not be cached after it. */
  let generation = 0
  const lastSeen = new Map<string, number>()
  let flushing: NodeJS.Timeout | undefined
  let stopped = false

  /** Asynchronous: a request neither waits for this write nor fails with it. */
  function noteUse(id: string, now: number): void {
    if (stopped) return
    lastSeen.set(id, now)
    flushing ??= setTimeout(() => {
      flushing = undefined
      void flush().catch(() => undefined)
    }, LAST_SEEN_MS).unref()
  }

  async function flush(): Promise<void> {
    const uses = [...lastSeen]
    lastSeen.clear()
    if (uses.length === 0) return
    try {
      await pool.query(
        `update portal.sessions session set last_seen_at = greatest(last_seen_at, used.at)
         from unnest($1::uuid[], $2::timestamptz[]) as used (id, at) where session.id = used.id`,
        [uses.map(([id]) => id), uses.map(([, at]) => new Date(at))],
      )
    } catch (error) {
      // The next flush retries; the next request reports the outage.
      for (const [id, at] of uses) if (!lastSeen.has(id)) lastSeen.set(id, at)
      throw error
    }
  }

  async function findBuyer(token: string, db: Queryable = pool): Promise<BuyerSession | null> {
    const now = clock.now()
    const entry = cached.get(token)
    let session = entry && entry.until > now ? entry.session : null
    if (session === null) {
      const before = generation
      session = await readBuyer(token, db, now)
      cached.delete(token)
      // An unknown token is not cached: guesses must not push live sessions out.
      if (session === null) return null
      if (cached.size >= MAX_CACHED) cached.clear()
      if (before === generation) cached.set(token, { session, until: now + CACHED_MS })
    }
    if (session.expiresAt <= now) return null
    noteUse(session.id, now)
    return session
  }

  async function readBuyer(token: string, db: Queryable, now: number): Promise<BuyerSession | null> {
    const hash = hashToken(token)
    if (hash === null) return null
    const { rows } = await db.query<Omit<BuyerSession, 'expiresAt'> & { expires_at: Date }>({
      name: 'buyer-session',
      text: `select session.id, person.company_id as "companyId", person.id as "personId", person.role, account.status, session.expires_at
             from portal.sessions session
             join portal.people person on person.id = session.person_id
             join portal.accounts account on account.company_id = person.company_id
             where token_hash = $1 and person.removed_at is null and person.deactivated_at is null and ${LIVE}`,
      values: [hash, ...bounds('buyer', now)],
    })
    const row = rows[0]
    // Sessions of a deactivated account are over, even before they are ended in the table (R2.7).
    if (!row || row.status === 'deactivated') return null
    const { expires_at: expiresAt, ...session } = row
    return { ...session, expiresAt: expiresAt.getTime() }
  }

  return {
    findBuyer,
    isCached: (token) => (cached.get(token)?.until ?? -Infinity) > clock.now(),
    findProgram: (secret, address, db) => findProgram({ pool, clock }, secret, address, db),
    async findStaff(token) {
      const hash = hashToken(token)
      if (hash === null) return null
      const now = clock.now()
      const { rows } = await pool.query<StaffSession & { expires_at: Date; second_factor: boolean }>(
        `select session.id, staff.id as "staffId", staff.email, staff.name, staff.role::text as role, session.second_factor, session.expires_at
         from portal.sessions session join cms.staff staff on staff.id = session.staff_id
         where token_hash = $1 and ${LIVE}`,
        [hash, ...bounds('staff', now)],
      )
      if (!rows[0]) return null
      const { expires_at: expiresAt, second_factor: secondFactor, ...session } = rows[0]
      // The session was opened before a code was required.
      if (!secondFactor && requiresSecondFactor(session.role)) return null
      noteUse(session.id, now)
      return { ...session, expiresAt: expiresAt.getTime() }
    },
    async refusal(token, db = pool) {
      const hash = hashToken(token)
      if (!hash) return 'unauthorized'
      const { rows } = await db.query<{ person_id: number }>(
        `select person_id from portal.sessions where token_hash = $1 and expires_at > $2 and person_id is not null`,
        [hash, new Date(clock.now())],
      )
      return (rows[0] && (await deactivationRefusal(db, rows[0].person_id))?.refusal.code) ?? 'unauthorized'
    },
    forget(companyId) {
      generation += 1
      if (companyId === undefined) return cached.clear()
      for (const [token, { session }] of cached) if (session.companyId === companyId) cached.delete(token)
    },
    flush,
    async stop() {
      stopped = true
      clearTimeout(flushing)
      await flush().catch(() => undefined)
    },
  }
}

/**
 * The refusal for a deactivated person or company; it differs if a manager deactivated them (specification, point 8). Null if
 * neither is deactivated.
 */
export async function deactivationRefusal(db: Queryable, personId: number): Promise<ReturnType<typeof refuse> | null> {
  const { rows } = await db.query<{ person: boolean; company: boolean; by_staff: boolean }>(
    `select person.deactivated_at is not null as person, account.status = 'deactivated' as company, exists (
       select from portal.account_decisions decision join cms.staff on staff.id = decision.staff_id
       where decision.company_id = person.company_id and kind = 'deactivated' and not exists (
         select from portal.account_decisions later
         where later.company_id = decision.company_id and later.kind = 'deactivated' and later.id > decision.id)) as by_staff
     from portal.people person join portal.accounts account using (company_id)
     where person.id = $1 and person.removed_at is null`,
    [personId],
  )
  const deactivated = rows[0]
  if (deactivated?.person) return refuse('account_deactivated_by_manager')
  if (!deactivated?.company) return null
  return refuse(deactivated.by_staff ? 'account_deactivated_by_manager' : 'account_deactivated')
}
