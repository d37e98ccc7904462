import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthStrategy, Payload, PayloadRequest } from 'payload'
import { publicOrigin, publicUrl } from '@/lib/config/environment'
import { visitorOf } from '@/lib/http/public-page'
import type { StaffRole } from '@/lib/contract/manager'
import { poolOf } from '@/lib/server/payload/database'
import { STAFF_TOKEN_COOKIE } from '@/lib/config/constants'
import { STAFF_DEVICE_COOKIE } from '@/lib/server/identity/cookies'
import { staffRules } from '@/lib/server/identity/realms'
import { createSessions, type Sessions, type Visitor } from '@/lib/server/identity/sessions'
import { createSignIn, type SignIn } from '@/lib/server/identity/sign-in'
import { issueLink, lockLink, waitForLink } from '@/lib/server/identity/tokens'
import { cookieOf, isCrossSite } from '@/lib/server/platform/request-headers'
import { queueEmail } from '@/lib/server/jobs/emails'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool } from '@/lib/server/platform/db/pool'
import { isDatabaseUnavailable, withTransaction } from '@/lib/server/platform/db/transaction'
import { createLinkTokens, keyFor } from '@/lib/server/platform/secrets'

/** Settings of the back office's sign-in. */
export interface StaffSettings {
  /** Managers and administrators need a second factor. */
  twoFactorRequired: boolean
  limitsRequests: boolean
  /** The site's address, without a slash at the end; `publicOrigin` is null if PUBLIC_URL is not set. */
  publicUrl: string
  publicOrigin: string | null
  /** The portal's secret, then former ones. */
  secrets: readonly [string, ...string[]]
}

const KEY = Symbol.for('gas-auction-portal staff settings')
const shared = globalThis as typeof globalThis & { [KEY]?: StaffSettings }

/** Called by the process that runs the portal; Next's bundle reads the same global. */
export function publishStaffSettings(settings: StaffSettings): void {
  shared[KEY] = settings
}

/** The strictest settings without a portal, as in commands and tests of the back office. */
export function staffSettings(): StaffSettings {
  return (shared[KEY] ??= {
    twoFactorRequired: true,
    limitsRequests: true,
    publicUrl: publicUrl(),
    publicOrigin: publicOrigin(),
    secrets: [process.env.PAYLOAD_SECRET ?? ''],
  })
}

export function requiresSecondFactor(role: StaffRole): boolean {
  return staffSettings().twoFactorRequired && role !== 'editor'
}

interface StaffIdentity {
  settings: StaffSettings
  pool: Pool
  clock: Clock
  sessions: Sessions
  signIn: SignIn
}

const identities = new Map<Payload, StaffIdentity>()

/** Writes pending uses of the staff's sessions. To be called before Payload is closed. */
export async function stopStaffIdentities(): Promise<void> {
  const stopped = [...identities.values()]
  identities.clear()
  await Promise.all(stopped.map(({ sessions }) => sessions.stop()))
}

/** The identity module for the staff, on Payload's connections; one per Payload. */
export function staffIdentity(payload: Payload): StaffIdentity {
  const settings = staffSettings()
  const existing = identities.get(payload)
  if (existing?.settings === settings) return existing
  const pool = poolOf(payload) as unknown as Pool
  const clock: Clock = { now: () => Date.now() }
  const identity = {
    settings,
    pool,
    clock,
    // New sessions would leave the timer of the former ones running.
    sessions: existing?.sessions ?? createSessions({ pool, clock, requiresSecondFactor }),
    signIn: createSignIn({
      pool,
      clock,
      rules: staffRules(requiresSecondFactor),
      secrets: settings.secrets,
      limitsRequests: settings.limitsRequests,
      issuer: new URL(settings.publicUrl).host,
    }),
  }
  identities.set(payload, identity)
  return identity
}

export function visitorIn({ headers }: PayloadRequest): Visitor {
  return { ...visitorOf(headers), device: cookieOf(headers.get('cookie'), STAFF_DEVICE_COOKIE) }
}

export interface StaffUser {
  id: number
  role: StaffRole
  /** The session. */
  sid: string
  exp: number
}

/** The member of the staff behind a request; null for anyone else. */
export function staffIn({ user }: PayloadRequest): StaffUser | null {
  if (user?.collection !== 'staff') return null
  const { _sid: sid, _exp: exp } = user as { _sid?: unknown; _exp?: unknown }
  return typeof sid === 'string' && typeof exp === 'number' ? { id: Number(user.id), role: user.role, sid, exp } : null
}

/** The mail worker replaces it with the link when it sends the email. */
export const LINK_PLACEHOLDER = '{{link}}'

/** A job: sends the link to set a new password, unless the address is unknown or enough links were requested. */
export async function mailPasswordLink(
  payload: Payload,
  { email, ...text }: { email: string; subject: string; html: string },
): Promise<void> {
  const { pool, clock, settings } = staffIdentity(payload)
  const linkTokens = createLinkTokens(keyFor('links in letters', settings.secrets[0]))
  await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number; email: string }>(
      `select id, email from cms.staff where lower(email) = $1 for no key update`,
      [email.trim().toLowerCase()],
    )
    const staff = rows[0]
    if (!staff) return
    const link = { kind: 'password_reset', holder: { realm: 'staff', id: staff.id }, email: staff.email } as const
    if ((await waitForLink(client, link.holder, link.kind, clock.now())) > 0) return
    const tokenId = await issueLink(client, linkTokens, link, clock.now())
    await queueEmail(client, 'staff_email', null, { to: staff.email, ...text, token_id: tokenId })
  })
}

/** Why a mailed link no longer sets a password; null if it does. */
export async function passwordLinkFault(payload: Payload, token: string): Promise<string | null> {
  const { pool, clock } = staffIdentity(payload)
  const purpose = { realm: 'staff', kinds: ['password_reset'] } as const
  const link = await withTransaction(pool, (client) => lockLink(client, token, purpose, clock.now()))
  return link.ok ? null : link.refusal.code
}

/**
 * Payload 3.90 treats a strategy that throws like one that found no user, so that an outage of the database would look like a sign-out. So
 * the outage is noted in the request's store. Can go once Payload passes the error on.
 */
const OUTAGES = Symbol.for('gas-auction-portal staff outages')
type Outages = AsyncLocalStorage<{ isUnavailable: boolean }>
// Global, because the process and Next's bundle each load this module, and the strategy of one runs for requests of the other.
const outages = ((globalThis as { [OUTAGES]?: Outages })[OUTAGES] ??= new AsyncLocalStorage())

/** Runs a request to Payload; null if the database was unavailable when the session was read. */
export async function unlessUnavailable<T>(work: () => Promise<T>): Promise<T | null> {
  const store = { isUnavailable: false }
  const result = await outages.run(store, work)
  return store.isUnavailable ? null : result
}

/**
 * Finds the member of the staff by the session's token, a bearer or the cookie of the back office's pages. Payload's JWT strategy also
 * runs, but no JWT is ever issued (`closePayloadSignIn`).
 */
export const staffStrategy: AuthStrategy = {
  name: 'staff-session',
  async authenticate({ headers, payload }) {
    try {
      const { settings, sessions } = staffIdentity(payload)
      const token = tokenOf(headers, settings.publicOrigin)
      const session = token === null ? null : await sessions.findStaff(token)
      if (session === null) return { user: null }
      const { staffId: id } = session
      const common = { collection: 'staff', depth: 0, disableErrors: true, overrideAccess: true } as const
      const member = await payload.findByID({ ...common, id })
      if (!member) return { user: null }
      const [_sid, _exp] = [session.id, Math.floor(session.expiresAt / 1000)]
      return { user: { ...member, collection: 'staff', _strategy: 'staff-session', _sid, _exp } }
    } catch (error) {
      const store = outages.getStore()
      if (store && isDatabaseUnavailable(error)) store.isUnavailable = true
      throw error
    }
  },
}

function tokenOf(headers: Headers, ownOrigin: string | null): string | null {
  const [scheme, token] = headers.get('authorization')?.split(' ', 2) ?? []
  if (scheme !== undefined) return (scheme === 'Bearer' || scheme === 'JWT') && token ? token : null
  if (isCrossSite({ headers, url: 'http://unknown.invalid/' }, ownOrigin)) return null
  return cookieOf(headers.get('cookie'), STAFF_TOKEN_COOKIE)
}
