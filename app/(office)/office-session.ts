import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { signInPath } from '@/components/office/faults'
import { ApiError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { STAFF_TOKEN_COOKIE } from '@/lib/config/constants'
import type { StaffMember } from '@/lib/contract/manager'
import { ADDRESS_HEADER } from '@/lib/http/internal-headers'

/** The member of the staff behind the request; null without a session. Read once a render. */
export const findStaff = cache(async (): Promise<StaffMember | null> => {
  const bearer = (await cookies()).get(STAFF_TOKEN_COOKIE)?.value
  if (!bearer) return null
  try {
    return (await serverApi.manager.me({}, { bearer })).data
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') return null
    throw error
  }
})

/** Leads to the sign-in form, and back, without a session. */
export async function readStaff(): Promise<StaffMember> {
  const member = await findStaff()
  if (member === null) redirect(signInPath((await headers()).get(ADDRESS_HEADER) ?? '/office'))
  return member
}
