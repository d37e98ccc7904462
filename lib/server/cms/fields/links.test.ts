import { describe, expect, it } from '@jest/globals'
import { isSafeUrl } from './links'

describe('addresses that editors link to', () => {
  it.each([
    '/',
    '/news/hazovyi-kondensat?page=2#top',
    'https://example.com/a%20b',
    'mailto:auctions@example.com?subject=lot',
    'mailto:a@example.com,b@example.com',
    'tel:+380441234567',
    'auctions@mail.example.com',
  ])('takes %s', (url) => {
    expect(isSafeUrl(url)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    '//example.com',
    '/\\example.com',
    'mailto:auctions',
    'auctions@example',
    'auctions@example.com:8',
    'a b@example.com',
    '',
  ])('refuses %s', (url) => {
    expect(isSafeUrl(url)).toBe(false)
  })

  it('does not examine texts longer than an address', () => {
    expect(isSafeUrl(`/${'a'.repeat(1999)}`)).toBe(true)
    expect(isSafeUrl(`/${'a'.repeat(2000)}`)).toBe(false)
  })

  it('parses mail addresses unambiguously, in linear time', () => {
    // If "." or "@" were allowed on both sides of the separator, these could be parsed in as many ways as there are
    // separators.
    expect(isSafeUrl('a@b..com')).toBe(false)
    expect(isSafeUrl('mailto:@@example.com')).toBe(false)
  })
})
