import { describe, expect, it } from '@jest/globals'
import { preferredLanguage } from './request-input'

describe('the language that a caller prefers', () => {
  it.each([
    ['en', 'en'],
    ['uk-UA', 'uk'],
    ['de-DE,ru;q=0.5,en;q=0.9', 'en'],
    ['en;q=0,ru', 'ru'],
    ['de', undefined],
    ['*', undefined],
    [';;;,q=', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %s is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language)
  })
})
