import { expect, it } from '@jest/globals'
import { isFromOwnPage } from './own-page-post'

const isOwn = (headers: Record<string, string>, ownOrigin: string | null = null) =>
  isFromOwnPage(new Headers(headers), ownOrigin)

it.each([
  [{ origin: 'https://portal.example', host: 'portal.example' }, true],
  [{ origin: 'https://evil.example', host: 'portal.example' }, false],
  [{ origin: 'null', host: 'portal.example' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ host: 'portal.example' }, true],
])('a post with %j comes from a page of this site: %s', (headers, expected) => {
  expect(isOwn(headers)).toBe(expected)
})

it('a post is compared with PUBLIC_URL behind a proxy that changes Host', () => {
  const host = 'internal:3000'
  expect(isOwn({ origin: 'https://portal.example', host }, 'https://portal.example')).toBe(true)
  expect(isOwn({ origin: 'http://internal:3000', host }, 'https://portal.example')).toBe(false)
})
