import 'server-only'
import { readRemoteAddress } from '@/lib/config/remote'
import { getPortal } from '@/lib/server/portal'
import { createClient, createTransport } from './client'

/**
 * The API for server components: the API function in this process, or the host of `API_BASE_URL`.
 * The same client either way; only ky's `fetch` is swapped.
 */
export const serverApi = createClient(
  createTransport({
    prefixUrl: readRemoteAddress() ?? 'http://portal.internal',
    fetch: readRemoteAddress() ? undefined : inProcess,
  }),
)

async function inProcess(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const portal = await getPortal()
  return portal.api(new Request(input, init))
}
