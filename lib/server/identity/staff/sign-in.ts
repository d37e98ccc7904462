import {
  beginFactor,
  countRecoveryCodes,
  enableFactor,
  lockFactor,
  spendCode,
  staffHolders,
} from '@/lib/server/identity/second-factor/factors'
import type { SecondFactorKeys } from '@/lib/server/identity/second-factor/keys'
import type { SignInGuard } from '@/lib/server/identity/sign-in-guard'
import { hashToken, newToken } from '@/lib/server/identity/links'
import { audit } from '@/lib/server/audit/audit'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { Clock } from '@/lib/server/platform/clock'
import { refuse } from '@/lib/server/http/handler'
import { checkStaffPassword, storedPassword } from './password-links'
import { createStaffSessions } from './sessions'
import { newAppSecret } from '@/lib/server/identity/second-factor/codes'

export type StaffRole = 'editor' | 'manager' | 'admin'

/** From where somebody signs in. */
export interface StaffVisitor {
  address: string
  userAgent: string
  /** The cookie of known devices, as it was sent. */
  device: string | null
}

export interface StaffSignInDependencies {
  pool: Pool
  clock: Clock
  keys: SecondFactorKeys
  guard: SignInGuard
  /** As the account is called in the authenticator app: the portal's host. */
  issuer: string
  /** Whether whoever has the role may not work without a second factor. */
  requires(role: StaffRole): boolean
}

export type Opened = {
  ok: true
  staffId: number
  token: string
  expiresAt: number
  knownDevice: string
  recoveryCodes: string[]
}
type Refused = ReturnType<typeof refuse>
/** What is still owed after the password: a code, or the first setting up. */
type Owed = { ok: false; owed: 'code' | 'enrolment'; ticket: string }

const ticketLifetime = { code: 5 * 60_000, enrolment: 20 * 60_000 }

interface Known {
  id: number
  email: string
  role: StaffRole
  hash: string | null
  salt: string | null
  second_factor: boolean
}

/** Signing in to the back office: the password, then a code of the second factor; a session stands at the end of it only. */
export function createStaffSignIn(deps: StaffSignInDependencies) {
  const { pool, clock, keys, guard, issuer, requires } = deps

  async function open(
    client: PoolClient,
    staff: { id: number; email: string },
    from: StaffVisitor,
    secondFactor: boolean,
  ): Promise<Omit<Opened, 'knownDevice' | 'recoveryCodes' | 'ok'>> {
    const { token, expiresAt } = await createStaffSessions(client, clock).open(staff.id, { ...from, secondFactor })
    await audit(client, staff.id, 'staff.login', `staff:${staff.id}`)
    return { staffId: staff.id, token, expiresAt }
  }

  async function remembered(email: string, from: StaffVisitor): Promise<string> {
    return guard.succeed({ login: email.toLowerCase(), address: from.address, device: from.device })
  }

  async function issueTicket(client: Pick<Pool, 'query'>, staffId: number, owed: Owed['owed']): Promise<Owed> {
    const ticket = newToken()
    const now = clock.now()
    await client.query(`delete from portal.staff_sign_in_tickets where staff_id = $1 and expires_at < $2`, [
      staffId,
      new Date(now),
    ])
    await client.query(
      `insert into portal.staff_sign_in_tickets (token_hash, staff_id, enrols, issued_at, expires_at) values ($1, $2, $3, $4, $5)`,
      [hashToken(ticket), staffId, owed === 'enrolment', new Date(now), new Date(now + ticketLifetime[owed])],
    )
    return { ok: false, owed, ticket }
  }

  /** The ticket's holder, locked; null where it is over. */
  async function holderOf(client: PoolClient, ticket: string, enrols: boolean) {
    const hash = hashToken(ticket)
    if (hash === null) return null
    const { rows } = await client.query<{ id: number; email: string; role: StaffRole }>(
      `select staff.id, staff.email, staff.role::text as role from portal.staff_sign_in_tickets ticket join cms.staff staff on staff.id = ticket.staff_id
       where token_hash = $1 and enrols = $2 and used_at is null and expires_at > $3 for update of ticket`,
      [hash, enrols, new Date(clock.now())],
    )
    return rows[0] ?? null
  }

  const useTicket = (client: PoolClient, ticket: string) =>
    client.query(`update portal.staff_sign_in_tickets set used_at = $2 where token_hash = $1`, [
      hashToken(ticket),
      new Date(clock.now()),
    ])

  return {
    /** @param email as it was typed: its case does not matter */
    async withPassword(
      { email, password }: { email: string; password: string },
      from: StaffVisitor,
    ): Promise<Opened | Owed | Refused> {
      const login = email.trim().toLowerCase()
      const admitted = await guard.begin({ login, address: from.address, device: from.device })
      if (!admitted.ok) return admitted
      const { rows } = await pool.query<Known>(
        `select staff.id, staff.email, staff.role::text as role, staff.hash, staff.salt, factor.enabled_at is not null as second_factor
         from cms.staff staff left join portal.staff_second_factors factor on factor.staff_id = staff.id where lower(staff.email) = $1`,
        [login],
      )
      const known = rows[0]
      if (!(await checkStaffPassword(known ? storedPassword(known) : null, password)) || !known)
        return refuse('invalid_credentials')
      if (known.second_factor) return issueTicket(pool, known.id, 'code')
      if (requires(known.role)) return issueTicket(pool, known.id, 'enrolment')
      const opened = await withTransaction(pool, (client) => open(client, known, from, false))
      return { ok: true, ...opened, knownDevice: await remembered(known.email, from), recoveryCodes: [] }
    },

    /** A wrong code leaves the ticket as it is, and counts against the member of the staff. */
    async withCode(
      { ticket, code }: { ticket: string; code: string },
      from: StaffVisitor,
    ): Promise<(Opened & { email: string; codesLeft: number | null }) | Refused> {
      const step = await withTransaction(pool, async (client) => {
        const staff = await holderOf(client, ticket, false)
        if (!staff) return refuse('sign_in_expired')
        const factor = await lockFactor(client, staffHolders, staff.id)
        // Reset in between: the password is asked for again.
        if (!factor?.enabled) return refuse('sign_in_expired')
        const spent = await spendCode(client, keys, factor, code, clock.now())
        if (!spent.ok) return spent
        await useTicket(client, ticket)
        const codesLeft = spent.by === 'recovery' ? await countRecoveryCodes(client, staffHolders, staff.id) : null
        if (codesLeft !== null)
          await audit(client, staff.id, 'staff.recovery_code_used', `staff:${staff.id}`, { left: codesLeft })
        return { ok: true as const, email: staff.email, codesLeft, ...(await open(client, staff, from, true)) }
      })
      return step.ok ? { ...step, knownDevice: await remembered(step.email, from), recoveryCodes: [] } : step
    },

    /** The first setting up of a role that may not work without: a secret for the app. */
    async beginEnrolment(
      ticket: string,
    ): Promise<{ ok: true; secret: string; uri: string; drawing: string } | Refused> {
      return withTransaction(pool, async (client) => {
        const staff = await holderOf(client, ticket, true)
        if (!staff) return refuse('sign_in_expired')
        const made = await newAppSecret(issuer, staff.email)
        const begun = await beginFactor(client, keys, staffHolders, staff.id, made.secret, clock.now())
        return begun ? { ok: true as const, ...made } : refuse('second_factor_enabled')
      })
    },

    async finishEnrolment(
      { ticket, code }: { ticket: string; code: string },
      from: StaffVisitor,
    ): Promise<(Opened & { email: string }) | Refused> {
      const step = await withTransaction(pool, async (client) => {
        const staff = await holderOf(client, ticket, true)
        if (!staff) return refuse('sign_in_expired')
        const enabled = await enableFactor(client, keys, staffHolders, staff.id, code, clock.now())
        if (!enabled.ok) return enabled
        await useTicket(client, ticket)
        await audit(client, staff.id, 'staff.two_factor_enabled', `staff:${staff.id}`)
        // Whatever was opened before was opened with less.
        await createStaffSessions(client, clock).end(staff.id)
        return {
          ok: true as const,
          email: staff.email,
          recoveryCodes: enabled.recoveryCodes,
          ...(await open(client, staff, from, true)),
        }
      })
      return step.ok ? { ...step, knownDevice: await remembered(step.email, from) } : step
    },
  }
}
