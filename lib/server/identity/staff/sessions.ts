import { hashToken, newToken } from '@/lib/server/identity/links'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'

export interface StaffSession {
  id: string
  staffId: number
  /** Opened, or proven since, with a code of the second factor. */
  secondFactor: boolean
  /** Epoch milliseconds. */
  expiresAt: number
}

export interface ListedSession {
  id: string
  device: string
  address: string
  created_at: string
  last_seen_at: string
  current: boolean
}

export interface StaffSessions {
  open(
    staffId: number,
    from: { userAgent: string; address: string; secondFactor: boolean },
  ): Promise<{ token: string; id: string; expiresAt: number }>
  /** The session behind a token, or null where it ended, expired or never was. Asked of the database every time: an ended one is over at once. */
  find(token: string): Promise<StaffSession | null>
  /** Makes a session last again; answers until when, or null where it is over. */
  extend(id: string): Promise<number | null>
  /** Ends sessions of a member of the staff (all, one, or all but one); answers how many ended. */
  end(staffId: number, which?: { id?: string; except?: string }): Promise<number>
  list(staffId: number, currentId: string): Promise<ListedSession[]>
}

const minute = 60_000
const hour = 60 * minute
/** Without a sign of its owner a session ends after this long … */
export const staffSessionLifetime = 8 * hour
/** … and after this long in any case. */
const longest = 24 * hour
/** `last_seen_at` is written at most this often. */
const noteEvery = minute

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Sessions of the back office. `db`: the pool, or the client that holds a transaction. */
export function createStaffSessions(db: Queryable, clock: Clock): StaffSessions {
  const live = 'ended_at is null and expires_at > $2'
  return {
    async open(staffId, { userAgent, address, secondFactor }) {
      const token = newToken()
      const now = clock.now()
      const expiresAt = now + staffSessionLifetime
      const { rows } = await db.query<{ id: string }>(
        `insert into portal.staff_sessions (token_hash, staff_id, created_at, last_seen_at, expires_at, second_factor, user_agent, address)
         values ($1, $2, $3, $3, $4, $5, $6, $7) returning id`,
        [hashToken(token), staffId, new Date(now), new Date(expiresAt), secondFactor, userAgent.slice(0, 300), address],
      )
      return { token, id: rows[0]?.id ?? '', expiresAt }
    },

    async find(token) {
      const hash = hashToken(token)
      if (hash === null) return null
      const now = clock.now()
      const { rows } = await db.query<{
        id: string
        staff_id: number
        second_factor: boolean
        expires_at: Date
        last_seen_at: Date
      }>(
        `select id, staff_id, second_factor, expires_at, last_seen_at from portal.staff_sessions where token_hash = $1 and ${live}`,
        [hash, new Date(now)],
      )
      const row = rows[0]
      if (!row) return null
      if (row.last_seen_at.getTime() < now - noteEvery) {
        await db.query(`update portal.staff_sessions set last_seen_at = $2 where id = $1`, [row.id, new Date(now)])
      }
      return { id: row.id, staffId: row.staff_id, secondFactor: row.second_factor, expiresAt: row.expires_at.getTime() }
    },

    async extend(id) {
      const now = clock.now()
      const { rows } = await db.query<{ expires_at: Date }>(
        `update portal.staff_sessions set expires_at = greatest(expires_at, least($3, created_at + $4 * interval '1 millisecond'))
         where id = $1 and ${live} returning expires_at`,
        [id, new Date(now), new Date(now + staffSessionLifetime), longest],
      )
      return rows[0]?.expires_at.getTime() ?? null
    },

    async end(staffId, { id, except } = {}) {
      if (id !== undefined && !uuid.test(id)) return 0
      const { rowCount } = await db.query(
        `update portal.staff_sessions set ended_at = $2
         where staff_id = $1 and ended_at is null and ($3::uuid is null or id = $3::uuid) and ($4::uuid is null or id <> $4::uuid)`,
        [staffId, new Date(clock.now()), id ?? null, except ?? null],
      )
      return rowCount ?? 0
    },

    async list(staffId, currentId) {
      const { rows } = await db.query<{
        id: string
        user_agent: string
        address: string
        created_at: Date
        last_seen_at: Date
      }>(
        `select id, user_agent, address, created_at, last_seen_at from portal.staff_sessions
         where staff_id = $1 and ${live} order by last_seen_at desc limit 100`,
        [staffId, new Date(clock.now())],
      )
      return rows.map((row) => ({
        id: row.id,
        device: row.user_agent,
        address: row.address,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        current: row.id === currentId,
      }))
    },
  }
}
