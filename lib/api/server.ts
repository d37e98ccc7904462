import 'server-only'
import { readRemoteAddress } from '@/lib/config/environment'
import { getPortal } from '@/lib/server/compose/portal'
import { createClient, createTransport } from './client'

/** The API for server components: in this process, or at `API_BASE_URL`. */
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
