import { describe, expect, it } from '@jest/globals'
import { isPath, normalizePath } from './redirect-path'

describe('paths of redirects', () => {
  it.each([
    ['/news/', '/news'],
    [' /news/a// ', '/news/a'],
    ['///', '/'],
    ['/', '/'],
    ['/Old-Page', '/old-page'],
    ['/News/First-Gas/', '/news/first-gas'],
    ['/auctions/gassubpage', '/auctions/gasSubPage'],
    ['/Some/Old/Place', '/Some/Old/Place'],
    ['/en/about', '/about'],
    ['/RU/About', '/about'],
    ['/uk', '/'],
    ['/новини-2020', '/новини-2020'],
    ['/%D0%BD%D0%BE%D0%B2%D0%B8%D0%BD%D0%B8', '/новини'],
    ['/%d0%bd', '/н'],
    ['/a%20b%2fc', '/a%20b%2Fc'],
    ['/%ff', '/%FF'],
    ['/a/../b', '/b'],
    ['/en/Shop/?Volume=5#Form', '/shop?Volume=5#Form'],
    ['//elsewhere.example/', '//elsewhere.example'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(normalizePath(typed)).toBe(stored)
  })

  it('longer than 500 characters are neither parsed nor accepted', () => {
    const longest = `/${'a'.repeat(498)}/`
    expect(normalizePath(longest)).toBe(longest.slice(0, -1))
    expect(isPath(longest)).toBe(true)
    const tooLong = '/'.repeat(501)
    expect(normalizePath(tooLong)).toBe(tooLong)
    expect(isPath(`/${'a'.repeat(500)}`)).toBe(false)
  })
})
