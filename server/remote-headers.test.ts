import { describe, expect, it } from '@jest/globals'
import { answerHeaders, forwardedHeaders, isForeignWrite } from './remote'

const signedIn = { host: 'site.example', cookie: 'x=1; accessToken=abc%2Bd' }

describe('isForeignWrite', () => {
  it('allows writes from the site’s own pages', () => {
    expect(isForeignWrite('POST', { ...signedIn, origin: 'https://site.example' })).toBe(false)
  })

  it('refuses a write that another site makes with the visitor’s cookie', () => {
    expect(isForeignWrite('POST', { ...signedIn, origin: 'https://evil.example' })).toBe(true)
    expect(isForeignWrite('POST', { ...signedIn, origin: 'null' })).toBe(true)
    expect(isForeignWrite('POST', signedIn)).toBe(true)
  })

  it('allows reads, and programs with a bearer token', () => {
    expect(isForeignWrite('GET', signedIn)).toBe(false)
    expect(isForeignWrite('POST', { ...signedIn, authorization: 'Bearer t' })).toBe(false)
    expect(isForeignWrite('POST', { host: 'site.example' })).toBe(false)
  })
})

describe('forwardedHeaders', () => {
  it('sends the cookie’s token as a bearer token, and no cookie', () => {
    const forwarded = forwardedHeaders({ ...signedIn, 'content-type': 'application/json' }, '10.0.0.1')
    expect(forwarded).toEqual({
      authorization: 'Bearer abc+d',
      'content-type': 'application/json',
      'x-portal-bearer': 'cookie',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'site.example',
    })
  })

  it('does not mark a bearer token that a program has sent itself', () => {
    const forwarded = forwardedHeaders({ ...signedIn, authorization: 'Bearer own' }, '10.0.0.1')
    expect(forwarded).toMatchObject({ authorization: 'Bearer own' })
    expect(forwarded).not.toHaveProperty('x-portal-bearer')
  })

  it('forwards only the client address that this site trusts, and drops hop-by-hop headers', () => {
    const forwarded = forwardedHeaders(
      { 'x-forwarded-for': '1.1.1.1', connection: 'keep-alive', te: 'trailers' },
      '10.0.0.1',
    )
    expect(forwarded).toEqual({ 'x-forwarded-for': '10.0.0.1' })
  })
})

describe('answerHeaders', () => {
  it('keeps several cookies apart and drops the connection’s own headers', () => {
    const raw = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Type', 'text/plain', 'Transfer-Encoding', 'chunked']
    expect(answerHeaders(raw)).toEqual({ 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain' })
  })
})
