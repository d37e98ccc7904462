import { describe, expect, it } from '@jest/globals'
import { plainAddress, readProxies } from './trusted-proxies'

describe('readProxies', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7'], ['192.0.2.8']],
    ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0', '2001:db8::1']],
    ['2001:db8::/64, 10.1.0.0/16', ['2001:db8::9', '2001:DB8:0:0:1::', '10.1.2.3'], ['2001:db8:0:1::9', '10.2.0.1']],
    ['::ffff:192.0.2.7', ['192.0.2.7', '::ffff:c000:207'], ['192.0.2.8']],
    ['loopback', ['127.0.0.1', '127.8.9.10', '::1'], ['10.0.0.1', '::2', '128.0.0.1']],
    ['linklocal', ['169.254.1.1', 'fe80::1'], ['127.0.0.1', 'fec0::1']],
    ['uniquelocal', ['10.0.0.1', '172.31.0.1', '192.168.1.1', 'fd00::1'], ['172.32.0.1', '127.0.0.1', '2001:db8::1']],
    ['Private  loopback', ['10.0.0.1', '127.0.0.1'], ['192.0.2.1']],
  ])('%j trusts %j, and not %j', (list, proxies, others) => {
    const isProxy = readProxies(list)
    expect(proxies.map((address) => isProxy?.(address))).toEqual(proxies.map(() => true))
    expect(others.map((address) => isProxy?.(address))).toEqual(others.map(() => false))
  })

  it.each([
    ...['1', '0', '10.0.0', '10.0.0.1/33', '2001:db8::/129', '10.0.0.0/0', '::/0', '10.0.0.1/', '10.0.0.1/8/8'],
    ...['::ffff:10.0.0.0/8', 'proxy.example', 'constructor', '10.0.0.1, nobody'],
  ])('refuses %j', (list) => {
    expect(readProxies(list)).toBeNull()
  })

  it('trusts no invalid address', () => {
    expect(['unknown', '', '10.0.0.1:8080'].map((word) => readProxies('private')?.(word))).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('plainAddress', () => {
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', 'unknown'],
  ])('turns %s into %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain)
  })
})
