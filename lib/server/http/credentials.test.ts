import { describe, expect, it } from '@jest/globals'
import { BEARER_OF_COOKIE, credentialsOf } from './authorize'
import { cookieOf } from '@/lib/server/platform/request-headers'

function request(headers: Record<string, string>): Request {
  return new Request('https://portal.example/api/bids/place', {
    method: 'POST',
    headers: { host: 'portal.example', ...headers },
  })
}

describe('credentialsOf', () => {
  it('accepts a bearer token unchanged, from any origin', () => {
    expect(
      credentialsOf(request({ authorization: 'Bearer abc', origin: 'https://elsewhere.example' }), false, null),
    ).toEqual({ kind: 'bearer', token: 'abc', from: 'header' })
  })

  it('treats a bearer token that the site made from a cookie as the browser’s', () => {
    expect(credentialsOf(request({ authorization: 'Bearer abc', ...BEARER_OF_COOKIE }), false, null)).toEqual({
      kind: 'bearer',
      token: 'abc',
      from: 'cookie',
    })
  })

  it('accepts the cookie of the site’s own page as a bearer token', () => {
    const headers = {
      cookie: 'theme=dark; accessToken=abc',
      origin: 'https://portal.example',
      'sec-fetch-site': 'same-origin',
    }
    expect(credentialsOf(request(headers), false, null)).toEqual({ kind: 'bearer', token: 'abc', from: 'cookie' })
  })

  it.each([
    ['another site', { origin: 'https://elsewhere.example' }],
    ['another port of the same host', { origin: 'https://portal.example:8443' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another site, without an Origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { 'sec-fetch-site': 'same-site' }],
    [
      'another site’s form',
      {
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    ],
    [
      'a frame in another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    ['another site’s script', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('refuses the cookie that %s makes a browser send', (_who, headers) => {
    expect(credentialsOf(request({ cookie: 'accessToken=abc', ...headers }), false, null)).toEqual({ kind: 'foreign' })
  })

  it('accepts the cookie when a person opens a link on another site’s page', () => {
    const headers = {
      cookie: 'payload-token=abc',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect(credentialsOf(request(headers), true, 'https://portal.example')).toMatchObject({ kind: 'bearer' })
  })

  it('refuses calls from another site’s page even without a cookie, to prevent forced sign-ins', () => {
    expect(credentialsOf(request({ origin: 'https://elsewhere.example' }), false, null)).toEqual({ kind: 'foreign' })
  })

  it('treats a program without an Origin and a token as a visitor', () => {
    expect(credentialsOf(request({}), false, null)).toEqual({ kind: 'none' })
  })

  it('uses the back office’s cookie for the manager’s calls only', () => {
    const cookie = 'accessToken=buyer; payload-token=staff'
    expect(credentialsOf(request({ cookie }), true, null)).toEqual({ kind: 'bearer', token: 'staff', from: 'cookie' })
    expect(credentialsOf(request({ cookie }), false, null)).toEqual({ kind: 'bearer', token: 'buyer', from: 'cookie' })
  })

  it.each([
    ['whose Host a proxy has rewritten', { host: '10.0.0.7:3000', origin: 'https://portal.example' }, 'bearer'],
    [
      'of the requested Host, which is not that of PUBLIC_URL',
      { host: 'rebound.example', origin: 'https://rebound.example' },
      'foreign',
    ],
    ['over plain HTTP', { origin: 'http://portal.example' }, 'foreign'],
  ])('trusts only the origin of PUBLIC_URL: a page %s', (_which, headers, kind) => {
    expect(
      credentialsOf(request({ cookie: 'accessToken=abc', ...headers }), false, 'https://portal.example').kind,
    ).toBe(kind)
  })

  it('does not accept another scheme as a bearer token', () => {
    expect(credentialsOf(request({ authorization: 'Basic abc', cookie: 'accessToken=abc' }), false, null)).toEqual({
      kind: 'none',
    })
  })
})

describe('cookieOf', () => {
  it('matches whole names only', () => {
    expect(cookieOf('xaccessToken=1; accessToken=2', 'accessToken')).toBe('2')
    expect(cookieOf('accessTokenx=1', 'accessToken')).toBeNull()
    expect(cookieOf('accessToken=', 'accessToken')).toBeNull()
    expect(cookieOf(null, 'accessToken')).toBeNull()
  })
})
