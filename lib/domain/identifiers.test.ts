import { describe, expect, it } from '@jest/globals'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'

const LAST = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

describe('EDRPOU', () => {
  it.each(['37027819', '42795490', '00135390', '32855961'])('accepts %s', (code) => expect(isEdrpou(code)).toBe(true))

  it('accepts 30000005, whose check digit needs the second pass', () => expect(isEdrpou('30000005')).toBe(true))

  it('accepts 30000440, whose remainder is ten twice', () => expect(isEdrpou('30000440')).toBe(true))

  it.each(['32855968', '33333333', '3702781', '370278190', '3702781a', ' 37027819', '37027819\n', ''])(
    'refuses %j',
    (code) => expect(isEdrpou(code)).toBe(false),
  )

  it('has one valid check digit for each body', () => {
    const valid = Array.from({ length: 10 }, (_, digit) => `3702781${digit}`).filter(isEdrpou)
    expect(valid).toEqual(['37027819'])
  })
})

describe('EIC', () => {
  it.each(['21X000000001397P', '22XWATTPLUS----G', '56X000000000001W'])('accepts %s', (code) => {
    expect(isEic(code)).toBe(true)
  })

  it('refuses another check character', () => {
    const valid = [...`${LAST}-`].filter((last) => isEic(`56X000000000001${last}`))
    expect(valid).toEqual(['W'])
  })

  it('has no valid code for a body whose check character would be "-"', () => {
    const bodies = [...`${LAST}-`].map((character) => `56X00000000000${character}`)
    expect(bodies.filter((body) => isEic(`${body}-`))).toEqual([])
    expect(bodies.filter((body) => [...LAST].every((last) => !isEic(body + last)))).toHaveLength(1)
  })

  it.each(['56Y000000000001W', '56x000000000001w', '56X00000000001W', ''])('refuses %j', (code) => {
    expect(isEic(code)).toBe(false)
  })
})
