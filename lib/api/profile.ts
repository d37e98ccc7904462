import { authEndpoints, type User } from '@/lib/contract/accounts'
import { createGroupClient, createTransport } from './client'

// What a page asks for once it stands: apart from the rest of the client, which most pages never need.

const { userProfile } = authEndpoints

/** Who is signed in, by the session's cookie. */
export async function readProfile(): Promise<User> {
  const calls = createGroupClient(createTransport({ prefixUrl: window.location.origin }), { userProfile })
  return (await calls.userProfile({})).data
}
