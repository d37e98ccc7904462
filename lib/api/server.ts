import 'server-only'
import { readRemoteAddress } from '@/lib/config/environment'
import { getPortal } from '@/lib/server/compose/portal'
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
  const request = new Request(input, init)
  const address = request.headers.get('x-forwarded-for')
  return portal.api(request, address === null ? undefined : { address })
}
