import type { Access, Endpoint, StaffAccess } from '@/lib/contract/endpoint'
import { type StaffRole, staffRole } from '@/lib/contract/manager'
import { COOKIES, STAFF_TOKEN_COOKIE } from '@/lib/config/constants'
import { isApiToken } from '@/lib/server/identity/programs'
import type { Sessions } from '@/lib/server/identity/sessions'
import { type Caller, refuse } from '@/lib/server/platform/call'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { cookieOf, isCrossSite } from '@/lib/server/platform/request-headers'

export type Credentials =
  | { kind: 'none' }
  /** `cookie`: from a browser's cookie, even if the site passed it on in a header; a browser sends cookies unasked. */
  | { kind: 'bearer'; token: string; from: 'header' | 'cookie' }
  /** The site’s cookies on a request that another site’s page made, so they are not trusted. */
  | { kind: 'foreign' }

/**
 * The credentials of a request. A bearer token is accepted as sent. A cookie counts as a bearer token if the request
 * comes from the site’s own pages; requests triggered by another site’s page are refused.
 *
 * @param ownOrigin the site’s origin by PUBLIC_URL, whatever Host a proxy passes on; null: that of the Host header
 */
export function credentialsOf(
  request: Pick<Request, 'headers' | 'url'>,
  isStaffCall: boolean,
  ownOrigin: string | null,
): Credentials {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const [scheme, token] = authorization.split(' ', 2)
    if (scheme?.toLowerCase() !== 'bearer' || !token) return { kind: 'none' }
    return { kind: 'bearer', token, from: isBearerOfCookie(request.headers) ? 'cookie' : 'header' }
  }
  if (isCrossSite(request, ownOrigin)) return { kind: 'foreign' }
  const token = cookieOf(request.headers.get('cookie'), isStaffCall ? STAFF_TOKEN_COOKIE : COOKIES.accessToken)
  return token ? { kind: 'bearer', token, from: 'cookie' } : { kind: 'none' }
}

/** Sent by a site whose API is on another host, with a bearer token from a browser's cookie. */
export const BEARER_OF_COOKIE = { 'x-portal-bearer': 'cookie' } as const

function isBearerOfCookie(headers: Headers): boolean {
  return headers.get('x-portal-bearer') === BEARER_OF_COOKIE['x-portal-bearer']
}

export interface CallerSources {
  sessions: Sessions
  /** The site’s origin by PUBLIC_URL; null if that is not set. */
  publicOrigin: string | null
}

/** The roles that have each access of the office. */
const STAFF_ROLES: Readonly<Record<StaffAccess, readonly StaffRole[]>> = {
  staff: staffRole.options,
  accountant: ['accountant', 'manager', 'admin'],
  dispatcher: ['dispatcher', 'manager', 'admin'],
  manager: ['manager', 'admin'],
  admin: ['admin'],
}

export function isStaffAccess(access: Access): access is StaffAccess {
  return access in STAFF_ROLES
}

export type AccessRule = Pick<Endpoint, 'access' | 'role' | 'token'>
export type Admission = { ok: true; caller: Caller } | ReturnType<typeof refuse>

const visitor: Caller = { kind: 'visitor' }

/**
 * Admits a call or refuses it, by the access, the role and the scope of tokens that its endpoint declares.
 *
 * @param from.address the visitor's; undefined for calls within the process
 * @param from.db reads a buyer's session if the general pool may be busy with other work, as for bids
 */
export async function authorize(
  endpoint: AccessRule,
  credentials: Credentials,
  sources: CallerSources,
  from: { address: string | undefined; db?: Queryable | undefined },
): Promise<Admission> {
  const { access, role } = endpoint
  const { sessions } = sources
  const { db } = from
  if (credentials.kind === 'foreign')
    return refuse('foreign_origin', { detail: 'The request comes from another site’s page.' })
  const token = credentials.kind === 'bearer' ? credentials.token : null
  if (token !== null && isApiToken(token) && !isStaffAccess(access))
    // A browser's cookie only contains session tokens.
    return credentials.kind === 'bearer' && credentials.from === 'header'
      ? admitProgram(endpoint, token, sources, from)
      : refuse('unauthorized')
  switch (access) {
    case 'visitor':
      return { ok: true, caller: (token && (await buyerOf(token, sessions, db))) || visitor }
    case 'reader': {
      const caller = token ? await buyerOf(token, sessions, db) : null
      // The page that restores the session clears an expired cookie; until then the caller counts as a visitor.
      if (!caller && credentials.kind === 'bearer' && credentials.from === 'header')
        return refuse(await sessions.refusal(credentials.token, db))
      return { ok: true, caller: caller ?? visitor }
    }
    case 'account':
    case 'buyer': {
      const caller = token ? await buyerOf(token, sessions, db) : null
      if (!caller) return refuse(token ? await sessions.refusal(token, db) : 'unauthorized')
      if (access === 'buyer' && caller.status !== 'active') return refuse('account_not_confirmed')
      if (role !== undefined && caller.role !== 'owner' && caller.role !== role) return refuse('role_insufficient')
      return { ok: true, caller }
    }
    case 'staff':
    case 'accountant':
    case 'dispatcher':
    case 'manager':
    case 'admin': {
      const staff = token ? await sessions.findStaff(token) : null
      if (!staff) return refuse('unauthorized')
      const { staffId, role, name, expiresAt } = staff
      if (!STAFF_ROLES[access].includes(role)) return refuse('forbidden')
      return { ok: true, caller: { kind: 'staff', staffId, role, name, expiresAt } }
    }
    default:
      return access satisfies never
  }
}

/**
 * Admits a reader of a file or a stream: as staff if the cookie or bearer token is a manager's session, or one with the `staff` access,
 * else by the endpoint's access.
 */
export async function authorizeReader(
  request: Pick<Request, 'headers' | 'url'>,
  { staff: staffAccess = 'manager', ...endpoint }: AccessRule & { staff?: StaffAccess },
  sources: CallerSources,
  address: string | undefined,
): Promise<Admission> {
  const { headers } = request
  if (cookieOf(headers.get('cookie'), STAFF_TOKEN_COOKIE) !== null || headers.has('authorization')) {
    const credentials = credentialsOf(request, true, sources.publicOrigin)
    const staff = await authorize({ access: staffAccess }, credentials, sources, { address })
    if (staff.ok) return staff
  }
  return authorize(endpoint, credentialsOf(request, false, sources.publicOrigin), sources, { address })
}

/**
 * Admits a program with a token if the call is within its scope. A call without a scope, even a public one, refuses
 * tokens.
 */
async function admitProgram(
  { access, token: neededScope }: AccessRule,
  token: string,
  { sessions }: CallerSources,
  { address, db }: { address: string | undefined; db?: Queryable | undefined },
): Promise<Admission> {
  const program = await sessions.findProgram(token, address, db)
  if ('refusal' in program) return program
  const { id, companyId, personId, status, scope, expiresAt } = program
  if (neededScope === undefined || (neededScope === 'bid' && scope !== 'bid')) return refuse('token_scope_insufficient')
  if (access === 'buyer' && status !== 'active') return refuse('account_not_confirmed')
  const role = scope === 'bid' ? 'trader' : 'viewer'
  return {
    ok: true,
    caller: { kind: 'account', companyId, personId, role, sessionId: `token ${id}`, status, program: true, expiresAt },
  }
}

async function buyerOf(token: string, sessions: Sessions, db: Queryable | undefined) {
  const session = await sessions.findBuyer(token, db)
  return session
    ? ({
        kind: 'account',
        companyId: session.companyId,
        personId: session.personId,
        role: session.role,
        sessionId: session.id,
        status: session.status,
        expiresAt: session.expiresAt,
      } as const)
    : null
}
