import { describe, expect, it } from '@jest/globals'
import { readCookie } from '@/lib/browser/cookies'

describe('a cookie of the page', () => {
  it('is read by its name', () => {
    expect(readCookie('a=1; aucs=%7B%7D; b=2', 'aucs')).toBe('{}')
    expect(readCookie('a=1', 'b')).toBeNull()
  })

  it('counts as missing where nobody can decode it', () => {
    expect(readCookie('cookieApprove=%; signedIn=1', 'cookieApprove')).toBeNull()
    expect(readCookie('cookieApprove=%; signedIn=1', 'signedIn')).toBe('1')
  })
})
