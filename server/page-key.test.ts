import { describe, expect, it } from '@jest/globals'
import { isPublicPage, pageRequestOf, sharedMaxAge } from '@/server/page-key'

const requestFor = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  pageRequestOf({ method, url, headers })
const SHARED = {
  'cache-control': 's-maxage=30, stale-while-revalidate=31535970',
  vary: 'rsc, next-router-state-tree, Accept-Encoding',
}

describe('the request for a cacheable page', () => {
  it('exists for a page without a query, or Next’s data of one', () => {
    expect(requestFor('/news')).toMatchObject({ url: '/news', isData: false })
    expect(requestFor('/news?_rsc=c61J-nmk_b', { rsc: '1' })).not.toBeNull()
    expect(requestFor('/news?_rsc=c61J')).toBeNull()
    expect(requestFor('/news?year=2025')).toBeNull()
    expect(requestFor('/news?_rsc=a&year=2025', { rsc: '1' })).toBeNull()
    expect(requestFor('/news', {}, 'POST')).toBeNull()
  })

  it.each<Record<string, string>>([
    { cookie: 'a=1; previewSecret=x' },
    { cookie: '__prerender_bypass=x' },
    { authorization: 'Bearer x' },
    { 'next-action': 'x' },
    { 'x-middleware-subrequest': 'middleware' },
    { 'x-now-route-matches': '1' },
  ])('does not exist with %j', (headers) => {
    expect(requestFor('/', headers)).toBeNull()
  })

  it('has no header that identifies the visitor', () => {
    const headers = {
      host: 'portal.example',
      cookie: 'accessToken=secret',
      'accept-language': 'en',
      'user-agent': 'x',
      rsc: '1',
      'if-none-match': '"x"',
    }
    expect(requestFor('/', headers)?.headers).toEqual({ rsc: '1' })
    expect(requestFor('/', { 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.4' })?.headers).toEqual({
      'x-forwarded-proto': 'https',
    })
  })

  it('has a key of everything that the answer depends on', () => {
    const keys = [
      requestFor('/'),
      requestFor('/en'),
      requestFor('/', { 'x-forwarded-proto': 'https' }),
      requestFor('/', { rsc: '1' }),
      requestFor('/', { rsc: '1', 'next-router-prefetch': '1' }),
      requestFor('/', { rsc: '1', 'next-router-segment-prefetch': '/_tree' }),
    ].map((page) => page?.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(requestFor('/?_rsc=a', { rsc: '1' })?.key).toBe(requestFor('/?_rsc=b', { rsc: '1' })?.key)
    expect(requestFor('/', { cookie: 'accessToken=a' })?.key).toBe(requestFor('/', { cookie: 'accessToken=b' })?.key)
  })

  it('has a key without meaningless headers', () => {
    const page = requestFor('/')?.key
    for (const headers of [
      { rsc: 'anything' } as Record<string, string>,
      { rsc: '' },
      { 'next-router-prefetch': 'anything' },
      { 'next-router-state-tree': 'x' },
      { host: 'evil.example' },
    ]) {
      expect(requestFor('/', headers)?.key).toBe(page)
    }
    expect(requestFor('/', { rsc: '1', 'next-router-prefetch': 'anything' })).toBeNull()
    expect(requestFor('/', { rsc: '1', 'next-router-state-tree': '{"a":1}' })).toBeNull()
  })

  it('exists for public pages only', () => {
    for (const path of ['/', '/en/news', '/auctions/gas', '/politika-konfideciynosti'])
      expect([path, isPublicPage(path)]).toEqual([path, true])
    for (const path of [
      '/cabinet/info',
      '/user-login',
      '/en/user-login',
      '/admin',
      '/cms-api/x',
      '/_next/static/x',
      '/og/uk/page/x',
      '/feeds/uk/news.rss',
      '/icon.svg',
      '/internal/x',
    ]) {
      expect([path, isPublicPage(path)]).toEqual([path, false])
    }
  })

  it('exists for canonical addresses only', () => {
    for (const path of ['/News', '/en/%6eews', '/news/', '/uk/news', '/uk/~error/500'])
      expect([path, isPublicPage(path)]).toEqual([path, path.includes('~error')])
  })

  it('has an answer that is cached only if it is marked as shared', () => {
    const maxAge = (status: number, headers: Record<string, string>) => sharedMaxAge(status, new Headers(headers))
    expect(maxAge(200, SHARED)).toBe(30)
    expect(maxAge(404, SHARED)).toBeNull()
    expect(maxAge(200, { ...SHARED, 'set-cookie': 'a=1' })).toBeNull()
    expect(maxAge(200, { ...SHARED, vary: 'Cookie' })).toBeNull()
    for (const control of ['private', 'no-store', 'no-cache'])
      expect(maxAge(200, { 'cache-control': `${control}, s-maxage=30` })).toBeNull()
    expect(maxAge(200, { 'cache-control': 'public, max-age=30' })).toBeNull()
    expect(maxAge(200, {})).toBeNull()
  })
})
