import { describe, expect, it } from '@jest/globals'
import { loginPathWithReturn, safeReturnPath } from '@/lib/i18n/return-path'

describe('safeReturnPath', () => {
  it('keeps a path of the site with its query and fragment', () => {
    expect(safeReturnPath('/en/auctions/gas/lot-35?tab=bids#own', '/cabinet')).toBe('/en/auctions/gas/lot-35?tab=bids#own')
  })

  it.each([
    undefined, ['/cabinet'], '', 'cabinet', '//evil.example', '/\\evil.example', '/\t/evil.example', '/\n/evil.example',
    'https://evil.example', 'javascript:alert(1)', '/ /evil.example', '/\u0000', `/${'a'.repeat(3000)}`,
  ])('refuses %j', (value) => {
    expect(safeReturnPath(value, '/cabinet')).toBe('/cabinet')
  })

  it.each(['/api/auth/logout', '/storage/files/1', '/admin', '/cms-api/staff'])('is for pages only, not %s', (value) => {
    expect(safeReturnPath(value, '/cabinet')).toBe('/cabinet')
  })

  it('cannot leave the origin by dots', () => {
    expect(safeReturnPath('/..//evil.example', '/cabinet')).toBe('/cabinet')
  })
})

describe('loginPathWithReturn', () => {
  it('writes the way back as one parameter', () => {
    expect(loginPathWithReturn('/en/user-login', '/en/cabinet?scope=mine&state=running')).toBe(
      '/en/user-login?return=%2Fen%2Fcabinet%3Fscope%3Dmine%26state%3Drunning',
    )
  })
})
