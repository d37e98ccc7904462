import 'server-only'
import { redirect } from 'next/navigation'
import { ApiError } from '@/lib/api/problems'
import { orNullIfFailed } from '@/lib/api/section'
import { type Locale, COOKIES } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import { ENDED_PARAM, RETURN_PARAM, endOfSession, safeReturnPath, type SignedOut } from '@/lib/http/session-restore'
import { pathFor, type RouteName } from '@/lib/i18n/route-names'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { ADDRESS_HEADER, readUser, USER_HEADER } from '@/lib/http/internal-headers'

/** The account that the middleware restored on entry to the cabinet; null in a navigation within the visit, where the browser knows it. */
export const entryUser = cache(async (): Promise<User | null> => readUser((await headers()).get(USER_HEADER)))

export interface CabinetSession {
  user: User | null
  /**
   * Reads one section of the page: null where that failed, and the other sections stay (specification, point 8). A session that
   * has ended in the meantime leads to the sign-in page and back.
   */
  readSection<T>(call: string, read: (options: { bearer: string }) => Promise<T>): Promise<T | null>
}

/** The session that a page of the cabinet is rendered for. The API checks it at every call. */
export async function cabinetSession(locale: Locale, route: RouteName): Promise<CabinetSession> {
  const [jar, user] = await Promise.all([cookies(), entryUser()])
  const bearer = jar.get(COOKIES.accessToken)?.value
  const address = safeReturnPath((await headers()).get(ADDRESS_HEADER), pathFor(route, locale))
  if (!bearer) return toLogin(locale, address, null)
  return {
    user,
    readSection: (call, read) =>
      orNullIfFailed(
        call,
        read({ bearer }).catch((error: unknown) => {
          const ended = error instanceof ApiError ? endOfSession(error.code) : null
          if (ended !== null) return toLogin(locale, address, ended)
          throw error
        }),
      ),
  }
}

function toLogin(locale: Locale, returnTo: string, ended: SignedOut | null): never {
  redirect(
    `${pathFor('user-login', locale)}?${new URLSearchParams({ [RETURN_PARAM]: returnTo, ...(ended && { [ENDED_PARAM]: ended }) })}`,
  )
}
