import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashToken } from '@/lib/server/identity/links'
import { type CheckPassword, createPasswordCheck } from '@/lib/server/identity/passwords'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { queueLetter } from '@/lib/server/jobs/letters'
import type { Clock } from '@/lib/server/platform/clock'
import { refuse } from '@/lib/server/http/handler'
import type { LinkTokens } from '@/lib/server/platform/secrets'

/**
 * The forms in which Payload keeps a password: PBKDF2 with SHA-256, 600 000 times since its version 3.8x, 25 000 times
 * and without a prefix before. A hash comes as "salt$hash".
 */
const currentPrefix = 'pbkdf2-sha256-v1:'
const derive = promisify(pbkdf2)

export function storedPassword({ hash, salt }: { hash: string | null; salt: string | null }): string | null {
  return hash && salt ? `${salt}$${hash}` : null
}

async function matches(stored: string, password: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('$', 2)
  const isCurrent = hash.startsWith(currentPrefix)
  const expected = Buffer.from(isCurrent ? hash.slice(currentPrefix.length) : hash, 'hex')
  const [times, length] = isCurrent ? [600_000, 32] : [25_000, 512]
  const given = await derive(password, salt, times, length, 'sha256')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Compares with nobody's password where there is none, so that an unknown address takes as long as a known one. */
export const checkStaffPassword: CheckPassword = createPasswordCheck(
  matches,
  async () => `${randomBytes(32).toString('hex')}$${currentPrefix}${randomBytes(32).toString('hex')}`,
)

const hour = 60 * 60 * 1000
const lifetime = hour
/** Letters to one member of the staff in an hour, however many addresses ask for them. */
const linksAnHour = 5

/** Stands in the letter's text where the link comes; only the mail worker puts it in. */
export const linkPlace = '{{link}}'

export interface StaffPasswordLinks {
  /** Makes a link for whoever has the address and queues the letter; nothing where nobody has it, or enough were asked for. */
  mail(email: string, letter: { subject: string; html: string }): Promise<void>
  /** Uses a link up; answers whose it is. The earlier ones go with it. */
  take(db: Queryable, token: string): Promise<{ ok: true; staffId: number } | ReturnType<typeof refuse>>
}

/** Links that set a new password of the back office. Only their hashes are kept; the token is made again when the letter is sent. */
export function createStaffPasswordLinks({
  pool,
  clock,
  linkTokens,
}: {
  pool: Pool
  clock: Clock
  linkTokens: LinkTokens
}): StaffPasswordLinks {
  return {
    async mail(email, { subject, html }) {
      await withTransaction(pool, async (client) => {
        const now = clock.now()
        const { rows } = await client.query<{ id: number; email: string; recent: number }>(
          `select id, email, (select count(*)::integer from portal.staff_password_links link where link.staff_id = staff.id and issued_at > $2) as recent
           from cms.staff staff where lower(email) = $1 for update of staff`,
          [email.trim().toLowerCase(), new Date(now - hour)],
        )
        const staff = rows[0]
        if (!staff || staff.recent >= linksAnHour) return
        const id = crypto.randomUUID()
        await client.query(
          `insert into portal.staff_password_links (id, token_hash, staff_id, issued_at, expires_at) values ($1, $2, $3, $4, $5)`,
          [id, hashToken(linkTokens.tokenOf(id)), staff.id, new Date(now), new Date(now + lifetime)],
        )
        await queueLetter(client, 'staff_letter', null, { to: staff.email, subject, html, token_id: id })
      })
    },

    async take(db, token) {
      const hash = hashToken(token)
      if (hash === null) return refuse('link_invalid')
      const { rows } = await db.query<{ staff_id: number; used: boolean; late: boolean }>(
        `select staff_id, used_at is not null as used, expires_at <= $2 as late from portal.staff_password_links where token_hash = $1 for update`,
        [hash, new Date(clock.now())],
      )
      const link = rows[0]
      if (!link) return refuse('link_invalid')
      if (link.used) return refuse('link_used')
      if (link.late) return refuse('link_expired')
      await db.query(`update portal.staff_password_links set used_at = $2 where staff_id = $1 and used_at is null`, [
        link.staff_id,
        new Date(clock.now()),
      ])
      return { ok: true, staffId: link.staff_id }
    },
  }
}
