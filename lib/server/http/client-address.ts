import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/**
 * The address that a request comes from. Behind `trustedProxies` proxies of ours the entry that the outermost of them
 * wrote is taken; whatever stands before it in X-Forwarded-For is the client's own claim.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return peer
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return forwarded.at(-trustedProxies) ?? peer
}

/** Bits of an IPv6 address that one customer of a provider is given at least. */
const ipv6Prefix = 64

/** Reading an address takes longer than all else that is counted of a request. */
const known = new LRUCache<string, string>({ max: 10_000 })
/** The longest address in letters, with a zone: a header of a proxy may be longer, and is not kept. */
const MAX_ADDRESS = 64

/**
 * What limits count by: an IPv4 address as it is (also where it comes as `::ffff:192.0.2.1`), an IPv6 address by its /64
 * ("2001:db8:0:1::/64"), because whoever has one address of it has them all. What is no address stays as it is.
 */
export function addressGroup(address: string): string {
  if (address.length > MAX_ADDRESS) return groupOf(address)
  const before = known.get(address)
  if (before !== undefined) return before
  const group = groupOf(address)
  known.set(address, group)
  return group
}

function groupOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? address
  if (!ipaddr.isValid(bare)) return address
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6Prefix}`).toString()}/${ipv6Prefix}`
}
