import { authEndpoints, type User } from '@/lib/contract/accounts'
import { createGroupClient, createTransport } from './client'

const { userProfile } = authEndpoints

/** Who is signed in, by the session's cookie. */
export async function readProfile(): Promise<User> {
  return (
    await createGroupClient(createTransport({ prefixUrl: window.location.origin }), { userProfile }).userProfile({})
  ).data
}
