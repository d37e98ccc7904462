import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { ApiError } from '@/lib/api/api-error'
import { serverApi } from '@/lib/api/server'
import { COOKIES } from '@/lib/config/constants'
import type { User } from '@/lib/contract/accounts'

/** The bearer token of this visit, if there is one. Reading it makes a page dynamic. */
export async function currentToken(): Promise<string | null> {
  return (await cookies()).get(COOKIES.accessToken)?.value ?? null
}

/** The signed-in account of this visit, asked for once a render; null for visitors and dead tokens. */
export const currentUser = cache(async (): Promise<User | null> => {
  const bearer = await currentToken()
  if (!bearer) return null
  try {
    return (await serverApi.auth.userProfile({}, { bearer })).data
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
})
