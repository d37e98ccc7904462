import { describe, expect, it } from '@jest/globals'
import { safeReturnPath } from './session-restore'

describe('safeReturnPath', () => {
  it('keeps a path of the site with its query and fragment', () => {
    expect(safeReturnPath('/en/auctions/gas/lot-35?tab=bids#own', '/cabinet')).toBe(
      '/en/auctions/gas/lot-35?tab=bids#own',
    )
  })

  it.each([
    undefined,
    ['/cabinet'],
    '',
    'cabinet',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/ /evil.example',
    '/\u0000',
    `/${'a'.repeat(3000)}`,
  ])('refuses %j', (value) => {
    expect(safeReturnPath(value, '/cabinet')).toBe('/cabinet')
  })

  it.each([
    '/api/auth/logout',
    '/storage/files/1',
    '/admin',
    '/cms-api/staff',
    '/internal/session/end',
    '/feeds/uk/news.xml',
    '/og/uk',
    '/_next/x',
  ])('is for pages only, not %s', (value) => {
    expect(safeReturnPath(value, '/cabinet')).toBe('/cabinet')
  })

  it('cannot leave the origin by dots', () => {
    expect(safeReturnPath('/..//evil.example', '/cabinet')).toBe('/cabinet')
  })
})
