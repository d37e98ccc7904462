import { describe, expect, it } from '@jest/globals'
import { isHttps, visitorOf } from './public-page'

describe('visitorOf', () => {
  it('trusts the end of the chain only, because a client can forge the rest', () => {
    const headers = new Headers({ 'x-forwarded-for': '1.1.1.1, 203.0.113.7', 'user-agent': 'Firefox' })
    expect(visitorOf(headers)).toEqual({ address: '203.0.113.7', userAgent: 'Firefox' })
  })

  it('counts visitors without an address together', () => {
    expect(visitorOf(new Headers())).toEqual({ address: 'unknown', userAgent: '' })
  })
})

describe('isHttps', () => {
  it.each([
    ['https', true],
    ['https, http', true],
    ['http', false],
    [null, false],
  ])('for the protocol %s is %s', (proto, expected) => {
    expect(isHttps(proto)).toBe(expected)
  })
})
