import { describe, expect, it } from '@jest/globals'
import { isEdrpou, isEic, isIban } from '@/lib/domain/identifiers'

const LAST = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

describe('EDRPOU', () => {
  it.each(['37027819', '42795490', '00135390', '32855961'])('accepts %s', (code) => expect(isEdrpou(code)).toBe(true))

  it('has the weights 7, 1, 2 … from 3 to 5 in the first place, and otherwise 1, 2, 3 …', () => {
    const valid = ['20000002', '50000002', '60000006'].map(isEdrpou)
    expect(valid).toEqual([true, true, true])
    expect(['60000009', '20000003', '50000005'].map(isEdrpou)).toEqual([false, false, false])
  })

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

  it('refuses another type than X, whatever the check character', () => {
    expect([...LAST].filter((last) => isEic(`56Y000000000001${last}`))).toEqual([])
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

describe('IBAN', () => {
  const IBAN = 'UA903052992990004149123456789'

  it('is accepted with its check digits', () => expect(isIban(IBAN)).toBe(true))

  it('is refused with another digit', () => {
    for (let place = 2; place < IBAN.length; place += 1)
      expect(isIban(`${IBAN.slice(0, place)}${(Number(IBAN[place]) + 1) % 10}${IBAN.slice(place + 1)}`)).toBe(false)
  })

  it.each(['', 'PL903052992990004149123456789', `${IBAN}0`, IBAN.slice(1), ` ${IBAN}`])(
    'is nothing else: %j',
    (text) => {
      expect(isIban(text)).toBe(false)
    },
  )
})
