import 'server-only'
import { redirect } from 'next/navigation'
import { currentToken, entryUser } from '@/app/(site)/current-user'
import { ApiError } from '@/lib/api/problems'
import type { Locale } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import { ENDED_PARAM, RETURN_PARAM, endOfSession, type SignedOut } from '@/lib/http/session-restore'
import { pathFor, type RouteName } from '@/lib/i18n/route-names'

export interface CabinetSession {
  /** On entry to the cabinet; null in a navigation within the visit, where the browser knows the user. */
  user: User | null
  /** Reads something of the account; a session that has ended meanwhile leads to the login and back. */
  read<T>(call: (options: { bearer: string }) => Promise<T>): Promise<T>
}

/** The session that a page of the cabinet is rendered for. The API checks it again at every call. */
export async function cabinetSession(locale: Locale, route: RouteName): Promise<CabinetSession> {
  const [bearer, user] = await Promise.all([currentToken(), entryUser()])
  if (!bearer) return toLogin(locale, route, null)
  return {
    user,
    async read(call) {
      try {
        return await call({ bearer })
      } catch (error) {
        const ended = error instanceof ApiError ? endOfSession(error.code) : null
        if (ended !== null) return toLogin(locale, route, ended)
        throw error
      }
    },
  }
}

function toLogin(locale: Locale, route: RouteName, ended: SignedOut | null): never {
  redirect(
    `${pathFor('user-login', locale)}?${new URLSearchParams({ [RETURN_PARAM]: pathFor(route, locale), ...(ended && { [ENDED_PARAM]: ended }) })}`,
  )
}
