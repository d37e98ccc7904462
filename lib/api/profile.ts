import { authEndpoints, type User } from '@/lib/contract/accounts'
import { timeEndpoints } from '@/lib/contract/profile'
import { createGroupClient, createTransport } from './client'

// What a page asks for once it stands: apart from the rest of the client, which most pages never need.

const { userProfile } = authEndpoints
const callsOf = <Endpoints extends Parameters<typeof createGroupClient>[1]>(endpoints: Endpoints) =>
  createGroupClient(createTransport({ prefixUrl: window.location.origin }), endpoints)

/** Who is signed in, by the session's cookie. */
export async function readProfile(): Promise<User> {
  return (await callsOf({ userProfile }).userProfile({})).data
}

/** The server's time, epoch milliseconds. */
export async function readServerTime(): Promise<number> {
  return Date.parse((await callsOf(timeEndpoints).now({})).data.now)
}
