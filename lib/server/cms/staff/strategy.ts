import type { AuthStrategy } from 'payload'
import { roleOf } from '@/lib/server/cms/access'
import { comesFromElsewhere, cookieOf, staffTokenCookie } from '@/lib/server/http/authorize'
import { staffServices } from './services'

/**
 * Who of the staff a request comes from: an opaque token of a session that the database knows, as a bearer, or as the
 * cookie of the back office's own pages. Payload's JWT strategy stands beside it and never finds anybody: it asks for
 * one of Payload's own sessions, which are opened no more (see `closePayloadsSignIn`).
 */
export const staffStrategy: AuthStrategy = {
  name: 'staff-session',
  async authenticate({ headers, payload }) {
    const { settings, sessions, requires } = staffServices(payload)
    const token = tokenOf(headers, settings.publicOrigin)
    const session = token === null ? null : await sessions.find(token)
    if (session === null) return { user: null }
    const found = await payload.findByID({
      collection: 'staff',
      id: session.staffId,
      depth: 0,
      disableErrors: true,
      overrideAccess: true,
    })
    const role = found ? roleOf({ ...found, collection: 'staff' }) : null
    // The session is older than the rule that asks for a code.
    if (!found || role === null || (!session.secondFactor && requires(role))) return { user: null }
    return {
      user: {
        ...found,
        collection: 'staff',
        _strategy: 'staff-session',
        _sid: session.id,
        _exp: Math.floor(session.expiresAt / 1000),
      },
    }
  },
}

function tokenOf(headers: Headers, publicOrigin: string | null): string | null {
  const [scheme, token] = headers.get('authorization')?.split(' ', 2) ?? []
  if (scheme !== undefined) return (scheme === 'Bearer' || scheme === 'JWT') && token ? token : null
  if (comesFromElsewhere({ headers, url: 'http://unknown.invalid/' }, publicOrigin)) return null
  return cookieOf(headers.get('cookie'), staffTokenCookie)
}
