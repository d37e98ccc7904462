import type { Access } from '@/lib/contract/endpoint'
import { type Sessions, accessTokenCookie } from '@/lib/server/identity/sessions'
import { type Caller, refuse, type StaffCaller } from '@/lib/server/http/handler'

/** Payload’s own cookie: staff who work in the back office call the manager’s endpoints with it. */
export const staffTokenCookie = 'payload-token'

type Credentials =
  | { kind: 'none' }
  /** `cookie`: a browser's, whichever way it came; a browser does not choose what it sends along. */
  | { kind: 'bearer'; token: string; from: 'header' | 'cookie' }
  /** From the site’s own cookies: believed only for requests that the site’s own pages made. */
  | { kind: 'foreign' }

/**
 * Who a request says it is. A bearer is believed. A cookie becomes the bearer where the request comes from the
 * site’s own pages; anything that another site’s page makes a browser send is refused.
 *
 * @param ownOrigin the site’s origin by PUBLIC_URL, whatever Host a proxy passes on; null: the Host that was asked
 */
export function credentialsOf(
  request: Pick<Request, 'headers' | 'url'>,
  isManagerCall: boolean,
  ownOrigin: string | null,
): Credentials {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const [scheme, token] = authorization.split(' ', 2)
    if (scheme?.toLowerCase() !== 'bearer' || !token) return { kind: 'none' }
    return { kind: 'bearer', token, from: isBearerOfCookie(request.headers) ? 'cookie' : 'header' }
  }
  if (comesFromElsewhere(request, ownOrigin)) return { kind: 'foreign' }
  const token = cookieOf(request.headers.get('cookie'), isManagerCall ? staffTokenCookie : accessTokenCookie)
  return token ? { kind: 'bearer', token, from: 'cookie' } : { kind: 'none' }
}

/** What a site whose API is at another host says of a bearer that it made from a browser's cookie (RFC 7240). */
export const BEARER_OF_COOKIE = { prefer: 'handling=lenient' } as const

function isBearerOfCookie(headers: Headers): boolean {
  return headers.get('prefer') === BEARER_OF_COOKIE.prefer
}

/** Whether another site’s page made the browser send this. */
export function comesFromElsewhere(request: Pick<Request, 'headers' | 'url'>, ownOrigin: string | null): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null)
    return ownOrigin !== null ? origin !== ownOrigin : !URL.canParse(origin) || new URL(origin).host !== hostOf(request)
  const site = request.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

function hostOf(request: Pick<Request, 'headers' | 'url'>): string {
  return request.headers.get('host') ?? new URL(request.url).host
}

export function cookieOf(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null
  }
  return null
}

/** Who of the staff a back-office token belongs to, or null. */
type FindStaff = (token: string) => Promise<StaffCaller | null>

export interface CallerSources {
  sessions: Sessions
  findStaff: FindStaff
  /** The site’s origin by PUBLIC_URL; null where nobody has said. */
  publicOrigin: string | null
}

type Admission = { ok: true; caller: Caller } | ReturnType<typeof refuse>

const visitor: Caller = { kind: 'visitor' }

/** Lets a call in or refuses it, by the access that its endpoint declares. Checked here for every endpoint alike. */
export async function authorize(access: Access, credentials: Credentials, sources: CallerSources): Promise<Admission> {
  if (credentials.kind === 'foreign')
    return refuse('foreign_origin', { detail: 'The request comes from another site’s page.' })
  const token = credentials.kind === 'bearer' ? credentials.token : null
  switch (access) {
    case 'visitor':
      return { ok: true, caller: (token && (await accountCaller(token, sources))) || visitor }
    case 'reader': {
      const caller = token ? await accountCaller(token, sources) : null
      // A browser's cookie that is over is cleared by the page that restores the session; until then it is a visitor's.
      if (!caller && credentials.kind === 'bearer' && credentials.from === 'header')
        return refuse(await sources.sessions.refusal(credentials.token))
      return { ok: true, caller: caller ?? visitor }
    }
    case 'account':
    case 'buyer': {
      const caller = token ? await accountCaller(token, sources) : null
      if (!caller) return refuse(token ? await sources.sessions.refusal(token) : 'unauthorized')
      if (access === 'buyer' && caller.status !== 'active') return refuse('account_not_confirmed')
      return { ok: true, caller }
    }
    case 'manager':
    case 'admin': {
      const staff = token ? await sources.findStaff(token) : null
      if (!staff) return refuse('unauthorized')
      const allowed = staff.role === 'admin' || staff.role === access
      return allowed ? { ok: true, caller: staff } : refuse('forbidden')
    }
    default:
      return access satisfies never
  }
}

async function accountCaller(token: string, { sessions }: CallerSources) {
  const session = await sessions.find(token)
  return session
    ? ({ kind: 'account', accountId: session.accountId, sessionId: session.id, status: session.status } as const)
    : null
}
