import { describe, expect, it } from '@jest/globals'
import type { IncomingHttpHeaders } from 'node:http'
import { type IsProxy, readProxies } from '@/lib/config/trusted-proxies'
import { clientAddress, createClaimCheck } from './client-address'

const isProxy = readProxies('10.0.0.0/8, 192.0.2.7, 2001:db8:ff::/64') as IsProxy
const STRANGER = '203.0.113.9'

function addressOf(peer: string | undefined, forwarded?: string, proxies: IsProxy = isProxy): string {
  return clientAddress(
    { socket: { remoteAddress: peer }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
    proxies,
  )
}

describe('clientAddress', () => {
  it('trusts the header only from proxies, whatever it contains', () => {
    for (const claim of ['198.51.100.1', '198.51.100.1, 10.0.0.1', '10.0.0.1', '2001:db8:ff::1, 192.0.2.7'])
      expect(addressOf(STRANGER, claim)).toBe(STRANGER)
    expect(addressOf('10.0.0.1', '198.51.100.1', () => false)).toBe('10.0.0.1')
  })

  it.each([
    ['one proxy', '10.0.0.1', STRANGER],
    ['a proxy that appends to the client’s own claim', '10.0.0.1', `198.51.100.1, ${STRANGER}`],
    ['a proxy if the client’s claim names another one', '10.0.0.1', `198.51.100.1, 10.0.0.2, ${STRANGER}`],
    ['two proxies', '10.0.0.1', `198.51.100.1, ${STRANGER}, 192.0.2.7`],
    ['three proxies', '192.0.2.7', `${STRANGER},10.0.0.3 , 10.0.0.2`],
    ['an IPv6 proxy', '2001:db8:ff::1', STRANGER],
    ['a proxy on a dual-stack socket', '::ffff:10.0.0.1', STRANGER],
    ['a proxy that sends an IPv4-mapped client', '10.0.0.1', `::ffff:${STRANGER}`],
    ['a second proxy with an IPv4-mapped address', '10.0.0.1', `${STRANGER}, ::ffff:192.0.2.7`],
  ])('behind %s is the first proxy’s client', (_proxies, peer, forwarded) => {
    expect(addressOf(peer, forwarded)).toBe(STRANGER)
  })

  it('is an IPv6 client in the proxy’s spelling', () => {
    expect(addressOf('10.0.0.1', '2001:db8:0:1::1, 2001:db8:ff::1')).toBe('2001:db8:0:1::1')
    expect(addressOf('fe80::1%eth0')).toBe('fe80::1')
  })

  it.each([
    [`${STRANGER}:51234`, STRANGER],
    [`198.51.100.1, ${STRANGER}:51234`, STRANGER],
    [`"${STRANGER}:51234", 192.0.2.7:443`, STRANGER],
    [`[::ffff:${STRANGER}]:443`, STRANGER],
    ['[2001:db8:1::7]:443', '2001:db8:1::7'],
    ['"[2001:db8:3::7]"', '2001:db8:3::7'],
    ['"[2001:db8:3::7]:443", [2001:db8:ff::1]:8443', '2001:db8:3::7'],
  ])('reads %s', (forwarded, client) => {
    expect(addressOf('10.0.0.1', forwarded)).toBe(client)
  })

  it.each([undefined, '', ' ', 'unknown', `${STRANGER},`, '_hidden', '[203.0.113]:1', `${STRANGER}:port`, '[::1'])(
    'is the proxy itself if that sends %j',
    (forwarded) => {
      expect(addressOf('10.0.0.1', forwarded)).toBe('10.0.0.1')
    },
  )

  it('is the first proxy if the whole chain is proxies', () => {
    expect(addressOf('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
  })

  it('is unknown for a closed connection', () => {
    expect(addressOf(undefined, STRANGER)).toBe('unknown')
  })
})

describe('createClaimCheck', () => {
  const requestOf = (headers: IncomingHttpHeaders, peer = '10.0.0.1') => ({
    socket: { remoteAddress: peer },
    headers,
  })

  it.each([
    {},
    { 'x-forwarded-for': `${STRANGER}:51234` },
    { 'x-forwarded-for': `198.51.100.1, "[2001:db8::1]:443"`, forwarded: 'for=198.51.100.1' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-for': '_hidden' },
  ])('accepts %j', (headers) => {
    expect(createClaimCheck(isProxy)(requestOf(headers))).toBeNull()
  })

  it.each([{ 'x-forwarded-for': 'client=198.51.100.1' }, { forwarded: 'for=198.51.100.1' }])(
    'reports %j of a proxy once',
    (headers) => {
      const check = createClaimCheck(isProxy)
      expect(check(requestOf(headers, STRANGER))).toBeNull()
      expect(check(requestOf(headers))).toContain('for=198.51.100.1'.slice(4))
      expect(check(requestOf(headers))).toBeNull()
    },
  )
})
