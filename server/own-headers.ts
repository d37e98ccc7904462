import type { IncomingMessage } from 'node:http'
import type { IsProxy } from '@/lib/config/trusted-proxies'
import { DATA_HEADER } from '@/lib/http/internal-headers'
import { clientAddress } from '@/lib/server/http/client-address'

/** Writes what only the server itself says to pages and to what stands before them, whatever was sent under these names. */
export function writeOwnHeaders(request: IncomingMessage, isProxy: IsProxy): void {
  const { headers } = request
  // One address, the one that attempts and requests are counted by: nobody reads the chain a second time.
  headers['x-forwarded-for'] = clientAddress(request, isProxy)
  delete headers[DATA_HEADER]
  if (headers.rsc !== undefined) headers[DATA_HEADER] = '1'
}

/** The address that a request comes from, once the headers above are written. */
export function writtenAddress({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers['x-forwarded-for'] ?? 'unknown')
}
