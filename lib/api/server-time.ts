import { timeEndpoints } from '@/lib/contract/profile'
import { createGroupClient, createTransport } from './client'

/** The server's time, epoch milliseconds. */
export async function readServerTime(): Promise<number> {
  const { data } = await createGroupClient(createTransport({ prefixUrl: window.location.origin }), timeEndpoints).now(
    {},
  )
  return Date.parse(data.now)
}
