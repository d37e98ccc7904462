import type { Session } from '@/lib/contract/accounts'
import type { ErrorCode } from '@/lib/contract/errors'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import type { AccountStatus } from '@/lib/server/cms/sql'
import type { Clock } from '@/lib/server/platform/clock'
import { hashToken, newToken } from './links'
import { knownDeviceLifetime } from './sign-in-guard'
import { refuse } from '@/lib/server/http/handler'

/**
 * The cookies of a session. `accessToken` carries the token out of reach of scripts; `signedIn` holds no secret and
 * only says that somebody is signed in, so that public pages stay the same for all and cost no call.
 */
export const accessTokenCookie = 'accessToken'
const signedInCookie = 'signedIn'
/** The map from auction to bidder (specification, point 3); written by the site, cleared at logout. */
const auctionsCookie = 'aucs'

/** Which accounts this browser has signed in to before (known-devices.ts); stays when one signs out. */
export const knownDeviceCookie = 'knownDevice'

export function sessionCookies(token: string, seconds: number, secure: boolean): string[] {
  return [cookie(accessTokenCookie, token, seconds, secure, true), cookie(signedInCookie, '1', seconds, secure, false)]
}

export function rememberedDevice(value: string, secure: boolean): string {
  return cookie(knownDeviceCookie, value, knownDeviceLifetime / 1000, secure, true)
}

export function clearedCookies(secure: boolean): string[] {
  return [
    cookie(accessTokenCookie, '', 0, secure, true),
    cookie(signedInCookie, '', 0, secure, false),
    cookie(auctionsCookie, '', 0, secure, false),
  ]
}

function cookie(name: string, value: string, seconds: number, secure: boolean, httpOnly: boolean): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'SameSite=Lax']
  if (httpOnly) parts.push('HttpOnly')
  if (secure) parts.push('Secure')
  return parts.join('; ')
}

/** The channel on which servers tell each other that an account’s sessions or status changed. */
export const accountChannel = 'portal_account'

/** Ends sessions of an account (all, one, or all but one) in the caller’s transaction; answers how many ended. */
export async function endSessions(
  db: Queryable,
  accountId: number,
  which: { id?: string; except?: string } = {},
): Promise<number> {
  const { rowCount } = await db.query(
    `update portal.sessions set ended_at = now()
     where account_id = $1 and ended_at is null and ($2::uuid is null or id = $2::uuid) and ($3::uuid is null or id <> $3::uuid)`,
    [accountId, which.id ?? null, which.except ?? null],
  )
  await announceAccount(db, accountId)
  return rowCount ?? 0
}

/** Told at the transaction’s commit: every server forgets what it remembers of the account and closes its streams. */
export async function announceAccount(db: Queryable, accountId: number): Promise<void> {
  await db.query(`select pg_notify($1, $2)`, [accountChannel, JSON.stringify({ account_id: accountId })])
}

interface SessionRow {
  id: string
  user_agent: string
  address: string
  created_at: Date
  last_seen_at: Date
}

export async function listSessions(
  db: Queryable,
  accountId: number,
  currentId: string,
  now: number,
): Promise<Session[]> {
  const { rows } = await db.query<SessionRow>(
    `select id, user_agent, address, created_at, last_seen_at from portal.sessions
     where account_id = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3
     order by last_seen_at desc limit 100`,
    [accountId, new Date(now), new Date(now - idleLifetime)],
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.user_agent,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.id === currentId,
  }))
}

interface LiveSession {
  id: string
  accountId: number
  status: AccountStatus
  expiresAt: number
}

export interface Sessions {
  open(accountId: number, from: { userAgent: string; address: string }): Promise<{ token: string; expiresAt: number }>
  /** The session behind a token, or null where it ended, expired or never was. */
  find(token: string): Promise<LiveSession | null>
  /** Why a token that no session is behind is refused: a buyer who was deactivated is told so (specification, point 8). */
  refusal(token: string): Promise<ErrorCode>
  /** Forgets what is remembered of an account, or of all: its status or its sessions changed. */
  forget(accountId?: number): void
}

const day = 24 * 60 * 60 * 1000
export const sessionLifetime = 7 * day
/** A session that nobody used for this long has ended. */
const idleLifetime = 1 * day
/** How long a found session is believed without asking the database; changes are announced and heard at once. */
const rememberFor = 30_000
const remembered = 20_000
/** `last_seen_at` is written at most this often. */
const noteEvery = 5 * 60_000

export function createSessions({ pool, clock }: { pool: Pool; clock: Clock }): Sessions {
  const known = new Map<string, { session: LiveSession; until: number; notedAt: number }>()
  /** Grows with every forgetting: what was read before it must not be remembered after it. */
  let forgettings = 0

  async function find(token: string): Promise<LiveSession | null> {
    const now = clock.now()
    const entry = known.get(token)
    if (entry && entry.until > now) {
      if (entry.session.expiresAt <= now) return null
      if (now - entry.notedAt > noteEvery) {
        entry.notedAt = now
        await noteUse(entry.session.id, now)
      }
      return entry.session
    }
    const before = forgettings
    const session = await read(token, now)
    // A token that is not known is not remembered: guesses must not push live sessions out.
    if (!session) {
      known.delete(token)
      return null
    }
    if (known.size >= remembered) known.clear()
    if (before === forgettings) known.set(token, { session, until: now + rememberFor, notedAt: now })
    await noteUse(session.id, now)
    return session
  }

  async function read(token: string, now: number): Promise<LiveSession | null> {
    const hash = hashToken(token)
    if (!hash) return null
    const { rows } = await pool.query<{ id: string; account_id: number; status: AccountStatus; expires_at: Date }>({
      name: 'session-by-token',
      text: `select session.id, session.account_id, account.status, session.expires_at
             from portal.sessions session join portal.accounts account using (account_id)
             where token_hash = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3`,
      values: [hash, new Date(now), new Date(now - idleLifetime)],
    })
    const row = rows[0]
    // A deactivated account has no session, whatever the table says (R2.7).
    if (!row || row.status === 'deactivated') return null
    return { id: row.id, accountId: row.account_id, status: row.status, expiresAt: row.expires_at.getTime() }
  }

  async function noteUse(id: string, now: number): Promise<void> {
    await pool.query(`update portal.sessions set last_seen_at = $2 where id = $1 and last_seen_at < $3`, [
      id,
      new Date(now),
      new Date(now - noteEvery),
    ])
  }

  return {
    find,
    async refusal(token) {
      const hash = hashToken(token)
      if (!hash) return 'unauthorized'
      const { rows } = await pool.query<{ account_id: number }>(
        `select account_id from portal.sessions session join portal.accounts account using (account_id)
         where token_hash = $1 and expires_at > $2 and account.status = 'deactivated'`,
        [hash, new Date(clock.now())],
      )
      return rows[0] ? (await deactivationRefusal(pool, rows[0].account_id)).refusal.code : 'unauthorized'
    },
    async open(accountId, { userAgent, address }) {
      const token = newToken()
      const now = clock.now()
      const expiresAt = now + sessionLifetime
      await pool.query(
        `insert into portal.sessions (token_hash, account_id, created_at, last_seen_at, expires_at, user_agent, address)
         values ($1, $2, $3, $3, $4, $5, $6)`,
        [hashToken(token), accountId, new Date(now), new Date(expiresAt), userAgent.slice(0, 300), address],
      )
      return { token, expiresAt }
    },
    forget(accountId) {
      forgettings += 1
      if (accountId === undefined) return known.clear()
      for (const [token, entry] of known) if (entry.session.accountId === accountId) known.delete(token)
    },
  }
}

/** The two messages of a deactivated account (specification, point 8): plain, or 'by the auction manager' where one did it. */
export async function deactivationRefusal(db: Queryable, accountId: number) {
  const { rows } = await db.query<{ by_staff: boolean }>(
    `select staff.id is not null as by_staff from portal.account_decisions decision left join cms.staff staff on staff.id = decision.staff_id
     where account_id = $1 and kind = 'deactivated' order by decision.id desc limit 1`,
    [accountId],
  )
  // Whoever of the staff decides about accounts does so as the auction manager. The system has no number, and whoever is of the
  // staff no more is nobody who could be named.
  return refuse(rows[0]?.by_staff ? 'account_deactivated_by_manager' : 'account_deactivated')
}
