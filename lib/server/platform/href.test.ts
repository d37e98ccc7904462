import { describe, expect, it } from '@jest/globals'
import { safeHref } from './href'

describe('safe addresses', () => {
  it.each([
    'http://a.example',
    'https://a.example/x#y',
    'mailto:a@b.example',
    'tel:+380441234567',
    '/news',
    '#part',
    '/',
  ])('are %s', (url) => {
    expect(safeHref(url)).toBe(url)
  })
})
