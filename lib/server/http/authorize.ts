import type { Access } from '@/lib/contract/endpoint'
import type { Sessions } from '@/lib/server/accounts/sessions'
import { type Caller, refuse, type StaffCaller } from '@/lib/server/kernel/handler'
import type { Credentials } from './credentials'

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
