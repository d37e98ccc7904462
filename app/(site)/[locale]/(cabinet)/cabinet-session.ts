import 'server-only'
import { redirect } from 'next/navigation'
import { ApiError } from '@/lib/api/problems'
import { type Locale, COOKIES } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import { ENDED_PARAM, RETURN_PARAM, endOfSession, type SignedOut } from '@/lib/http/session-restore'
import { pathFor, type RouteName } from '@/lib/i18n/route-names'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { readUser, USER_HEADER } from '@/lib/http/internal-headers'

/** The bearer token of this visit, if there is one. Reading it makes a page dynamic. */
async function currentToken(): Promise<string | null> {
  return (await cookies()).get(COOKIES.accessToken)?.value ?? null
}

/**
 * The account that the middleware has restored on entry to the cabinet. Null in a navigation within the visit: then the browser
 * knows it (components/session), and what depends on it is decided there.
 */
export const entryUser = cache(async (): Promise<User | null> => readUser((await headers()).get(USER_HEADER)))

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
