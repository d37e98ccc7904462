import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Providers assign at least this prefix to a customer. */
const IPV6_PREFIX_BITS = 64

/** Parsing an address takes longer than everything else in counting a request. */
const groups = new LRUCache<string, string>({ max: 10_000 })
/** The longest address as text, with a zone; a longer header of a proxy is not cached. */
const MAX_ADDRESS_LENGTH = 64

/**
 * The key by which limits count: an IPv4 address (also in the form `::ffff:192.0.2.1`), or the /64 of an IPv6 address
 * ("2001:db8:0:1::/64"), because one customer has all addresses in it. Other texts are returned unchanged.
 */
export function addressGroup(address: string): string {
  if (address.length > MAX_ADDRESS_LENGTH) return groupOf(address)
  const cached = groups.get(address)
  if (cached !== undefined) return cached
  const group = groupOf(address)
  groups.set(address, group)
  return group
}

function groupOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? address
  if (!ipaddr.isValid(bare)) return address
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX_BITS}`).toString()}/${IPV6_PREFIX_BITS}`
}
