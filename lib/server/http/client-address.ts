import type { IncomingMessage } from 'node:http'

/**
 * The address that a request comes from. Behind `trustedProxies` proxies of ours the entry that the outermost of them
 * wrote is taken; whatever stands before it in X-Forwarded-For is the client's own claim.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return peer
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',').map((part) => part.trim()).filter(Boolean)
  return forwarded.at(-trustedProxies) ?? peer
}
