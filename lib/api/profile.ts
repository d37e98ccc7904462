import { authEndpoints, type User } from '@/lib/contract/accounts'
import { createBrowserClient } from './client'

// Separate from the rest of the client, which most pages never need.

const { userProfile } = authEndpoints

export async function readProfile(): Promise<User> {
  const calls = createBrowserClient({ userProfile })
  return (await calls.userProfile({})).data
}
