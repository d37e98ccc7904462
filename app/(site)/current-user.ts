import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { COOKIES } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'
import { readUser, USER_HEADER } from '@/lib/http/forwarded-user'

/** The bearer token of this visit, if there is one. Reading it makes a page dynamic. */
export async function currentToken(): Promise<string | null> {
  return (await cookies()).get(COOKIES.accessToken)?.value ?? null
}

/**
 * The account that the middleware has restored on entry to the cabinet. Null in a navigation within the visit: then the browser
 * knows it (components/session), and what depends on it is decided there.
 */
export const entryUser = cache(async (): Promise<User | null> => readUser((await headers()).get(USER_HEADER)))
