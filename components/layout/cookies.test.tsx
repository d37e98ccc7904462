import { describe, expect, it, jest } from '@jest/globals'
import { readCookie } from '@/lib/browser/cookies'

const mockCookies = (cookies: string) => jest.spyOn(document, 'cookie', 'get').mockReturnValue(cookies)

describe('a cookie of the page', () => {
  it('is read by its name', () => {
    mockCookies('a=1; aucs=%7B%7D; b=2')
    expect(readCookie('aucs')).toBe('{}')
    expect(readCookie('c')).toBeNull()
  })

  it('does not prevent reading others if it cannot be decoded', () => {
    mockCookies('cookieApprove=%; signedIn=1')
    expect(readCookie('cookieApprove')).not.toBe('true')
    expect(readCookie('signedIn')).toBe('1')
  })

  it('counts as missing where the browser blocks cookies and throws', () => {
    jest.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(readCookie('signedIn')).toBeNull()
  })
})
