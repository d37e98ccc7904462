import { describe, expect, it } from '@jest/globals'
import { edrpou, iban, phone } from './company'

describe('what people paste along with a number', () => {
  it.each([
    ['a plain number', '+380 (44) 123-45-67'],
    ['an en dash', '+38044–123–45–67'],
    ['a non-breaking hyphen', '044\u2011123\u201145\u201167'],
    ['a minus', '+38044\u2212123\u221245\u221267'],
    ['no-break spaces', '+380\u00A044\u00A0123\u202F45\u202F67'],
    ['marks of direction', '\u202A+380441234567\u202C'],
    ['a zero-width space', '380\u200B441234567'],
  ])('is dropped from a phone: %s', (_, typed) => {
    expect(phone.parse(typed)).toBe('+380441234567')
  })

  it('leaves what is no phone refused', () => {
    for (const typed of ['12–34', '+380 44 123 45 ab', '–']) expect(phone.safeParse(typed).success).toBe(false)
  })

  it('is dropped from the codes of a company', () => {
    expect(edrpou.parse('\u200E37\u00A0027\u202F819\u200E')).toBe('37027819')
    expect(iban.parse('UA88\u00A03006\u200B140000026006500211904')).toBe('UA883006140000026006500211904')
  })
})
