import type { IncomingMessage } from 'node:http'
import { claimedAddress, type IsProxy, plainAddress } from '@/lib/config/trusted-proxies'
import { DATA_HEADER } from '@/lib/http/internal-headers'

/** The part of Node's request that is used here. */
interface NodeRequest {
  socket: { remoteAddress?: string | undefined }
  headers: IncomingMessage['headers']
}

/**
 * The client's address: the peer of the connection or, if that is one of our proxies, the last entry of
 * X-Forwarded-For, and so on backwards. Entries before the first address that is no proxy are the client's own claims.
 */
export function clientAddress({ socket, headers }: NodeRequest, isProxy: IsProxy): string {
  let address = plainAddress(socket.remoteAddress ?? 'unknown')
  if (!isProxy(address)) return address
  const claims = String(headers['x-forwarded-for'] ?? '').split(',')
  do {
    const claim = claimedAddress(claims.pop() ?? '')
    // A proxy that does not know its client, or that sends its own request.
    if (claim === null) return address
    address = claim
  } while (isProxy(address))
  return address
}

/** What a proxy writes that does not know its client, or hides it. */
const UNNAMED = /^(?:unknown|_[\w.-]*)?$/i
const LONGEST_SHOWN = 100

/**
 * Why a proxy's visitors cannot be told apart, if they cannot; the first time only. `Forwarded` is not read: proxies that set
 * X-Forwarded-For pass on the client's own one.
 */
export function createClaimCheck(isProxy: IsProxy): (request: NodeRequest) => string | null {
  let isReported = false
  return ({ socket, headers }) => {
    if (isReported || !isProxy(plainAddress(socket.remoteAddress ?? ''))) return null
    const claims = headers['x-forwarded-for']?.toString()
    const last = claims?.split(',').at(-1)?.trim() ?? ''
    const header = claims === undefined && headers.forwarded !== undefined ? 'Forwarded' : 'X-Forwarded-For'
    if (header === 'X-Forwarded-For' && (UNNAMED.test(last) || claimedAddress(last) !== null)) return null
    isReported = true
    const value = header === 'Forwarded' ? headers.forwarded : last
    return `The proxy ${socket.remoteAddress} names its visitors in a way that is not understood (${header}: ${String(value).slice(0, LONGEST_SHOWN)}), so all of them share its rate limits. Let it set X-Forwarded-For.`
  }
}

/** A proxy that rewrites Host passes the original on in X-Forwarded-Host. From anyone else the header is ignored. */
export function trustForwardedHost({ socket, headers }: NodeRequest, isProxy: IsProxy): void {
  const forwarded = headers['x-forwarded-host']?.toString().split(',').at(-1)?.trim()
  if (forwarded && isProxy(plainAddress(socket.remoteAddress ?? 'unknown'))) headers.host = forwarded
  delete headers['x-forwarded-host']
}

/** Overwrites the headers that pages trust, whatever the client sent. */
export function writeOwnHeaders(request: NodeRequest, isProxy: IsProxy): void {
  const { headers } = request
  // The single address by which attempts and requests are counted; the chain is not read again.
  headers['x-forwarded-for'] = clientAddress(request, isProxy)
  delete headers[DATA_HEADER]
  if (headers.rsc !== undefined) headers[DATA_HEADER] = '1'
}

/** The client's address, once `writeOwnHeaders` has written it. */
export function writtenAddress({ headers }: Pick<NodeRequest, 'headers'>): string {
  return String(headers['x-forwarded-for'] ?? 'unknown')
}
