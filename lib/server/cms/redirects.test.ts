import { describe, expect, it } from '@jest/globals'
import { isPath, normalizePath } from './redirects'

describe('paths of redirects', () => {
  it.each([
    ['/news/', '/news'],
    [' /news/a// ', '/news/a'],
    ['///', '/'],
    ['/', '/'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(normalizePath(typed)).toBe(kept)
  })

  it('are neither read nor taken beyond 500 characters', () => {
    const longest = `/${'a'.repeat(498)}/`
    expect(normalizePath(longest)).toBe(longest.slice(0, -1))
    expect(isPath(longest)).toBe(true)
    const tooLong = '/'.repeat(501)
    expect(normalizePath(tooLong)).toBe(tooLong)
    expect(isPath(`/${'a'.repeat(500)}`)).toBe(false)
  })
})
