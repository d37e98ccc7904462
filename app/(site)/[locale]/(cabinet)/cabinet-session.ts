import 'server-only'
import { redirect } from 'next/navigation'
import { currentToken, currentUser } from '@/app/(site)/current-user'
import { ApiError } from '@/lib/api/api-error'
import type { Locale } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import { RETURN_PARAM } from '@/lib/http/return-path'
import { pathFor, type RouteName } from '@/lib/i18n/route-names'

export interface CabinetSession {
  bearer: string
  user: User
  /** Reads something of the account; a session that has ended meanwhile leads to the login and back. */
  read<T>(call: (options: { bearer: string }) => Promise<T>): Promise<T>
}

/** The session that a page of the cabinet is rendered for. The API checks it again at every call. */
export async function cabinetSession(locale: Locale, route: RouteName): Promise<CabinetSession> {
  const [bearer, user] = await Promise.all([currentToken(), currentUser()])
  if (!bearer || !user) return toLogin(locale, route)
  return {
    bearer,
    user,
    async read(call) {
      try {
        return await call({ bearer })
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return toLogin(locale, route)
        throw error
      }
    },
  }
}

function toLogin(locale: Locale, route: RouteName): never {
  redirect(`${pathFor('user-login', locale)}?${new URLSearchParams({ [RETURN_PARAM]: pathFor(route, locale) })}`)
}
