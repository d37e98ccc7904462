import { describe, expect, it } from '@jest/globals'
import { isSafeUrl } from './links'

describe('links of editors', () => {
  it.each([
    '/',
    '/news/hazovyi-kondensat?page=2#top',
    'https://example.com/a%20b',
    'mailto:auctions@example.com?subject=lot',
    'mailto:a@example.com,b@example.com',
    'tel:+380441234567',
    'auctions@mail.example.com',
  ])('accept %s', (url) => {
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
  ])('refuse %j', (url) => {
    expect(isSafeUrl(url)).toBe(false)
  })

  it('are refused unread if they are longer than any address', () => {
    expect(isSafeUrl(`/${'a'.repeat(1999)}`)).toBe(true)
    expect(isSafeUrl(`/${'a'.repeat(2000)}`)).toBe(false)
  })

  it('with a mail address are parsed unambiguously, in linear time', () => {
    // If "." or "@" were allowed on both sides of the separator, there would be one way to parse these for each
    // separator.
    expect(isSafeUrl('a@b..com')).toBe(false)
    expect(isSafeUrl('mailto:@@example.com')).toBe(false)
  })
})
