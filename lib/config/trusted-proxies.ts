import { BlockList, isIP } from 'node:net'

/** Whether an address belongs to one of our proxies, whose X-Forwarded-For is trusted. */
export type IsProxy = (address: string) => boolean

const UNIQUE_LOCAL = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** Named ranges as in Express and proxy-addr; `private` is Caddy's name. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: UNIQUE_LOCAL,
  private: UNIQUE_LOCAL,
}

/** Reads addresses, ranges (CIDR) and named ranges, separated by commas; null if an entry is invalid. */
export function readProxies(list: string): IsProxy | null {
  const entries = list.split(/[\s,]+/).filter(Boolean)
  const proxies = new BlockList()
  const isValid = entries
    .flatMap((entry) => NAMED[entry.toLowerCase()] ?? entry)
    .every((range) => addRange(proxies, range))
  if (!isValid) return null
  return (address) => {
    const family = familyOf(address)
    return family !== null && proxies.check(address, family)
  }
}

/** A prefix of zero bits is refused: it would make every client a proxy. */
function addRange(proxies: BlockList, range: string): boolean {
  const [, host = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const address = plainAddress(host)
  const family = familyOf(address)
  if (family === null) return false
  if (bits === undefined) {
    proxies.addAddress(address, family)
    return true
  }
  const prefix = Number(bits)
  // The prefix of an IPv4 address in IPv6 notation is 96 bits longer.
  if (address !== host || prefix < 1 || prefix > (family === 'ipv4' ? 32 : 128)) return false
  proxies.addSubnet(address, prefix, family)
  return true
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** As a proxy may write its client: `192.0.2.1:51234`, `[2001:db8::1]`, `[2001:db8::1]:443`, each also in quotes. */
const WITH_PORT = /^"?(?:\[([^\]"]+)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?"?$/

/** An entry of X-Forwarded-For as an address; null if it is none. */
export function claimedAddress(entry: string): string | null {
  const [, bracketed, dotted] = WITH_PORT.exec(entry.trim()) ?? []
  const address = plainAddress(bracketed ?? dotted ?? entry.trim())
  return familyOf(address) === null ? null : address
}

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/**
 * Drops the zone of a link-local address, and unwraps an IPv4 address that a dual-stack socket shows as
 * `::ffff:192.0.2.1`.
 */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%', 1)
  return MAPPED.exec(bare)?.[1] ?? bare
}
