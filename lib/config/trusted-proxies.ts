import { BlockList, isIP } from 'node:net'

/** Whether an address is that of a proxy of ours, whose X-Forwarded-For is believed. */
export type IsProxy = (address: string) => boolean

const UNIQUE_LOCAL = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** Ranges by the names that Express and proxy-addr give them; Caddy says `private`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: UNIQUE_LOCAL,
  private: UNIQUE_LOCAL,
}

/** Reads addresses, ranges (CIDR) and named ranges, parted by commas; null where one of them is none of these. */
export function readProxies(list: string): IsProxy | null {
  const entries = list.split(/[\s,]+/).filter(Boolean)
  const proxies = new BlockList()
  const added = entries
    .flatMap((entry) => NAMED[entry.toLowerCase()] ?? entry)
    .every((range) => addRange(proxies, range))
  if (!added) return null
  return (address) => {
    const family = familyOf(address)
    return family !== null && proxies.check(address, family)
  }
}

/** A range of no bits is refused: everybody would be a proxy. */
function addRange(proxies: BlockList, range: string): boolean {
  const [, given = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const address = plainAddress(given)
  const family = familyOf(address)
  if (family === null) return false
  if (bits === undefined) {
    proxies.addAddress(address, family)
    return true
  }
  const prefix = Number(bits)
  // An IPv4 address written as IPv6 counts its bits from another end.
  if (address !== given || prefix < 1 || prefix > (family === 'ipv4' ? 32 : 128)) return false
  proxies.addSubnet(address, prefix, family)
  return true
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** Without the zone of a link-local address, and an IPv4 address that a socket for both families shows as `::ffff:192.0.2.1` as itself. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%', 1)
  return MAPPED.exec(bare)?.[1] ?? bare
}
