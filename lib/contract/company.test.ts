import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { edrpou, eic, email, iban, phone } from './company'
import type { EndpointGroup } from './endpoint'
import { endpoints } from './endpoints'

describe('a phone', () => {
  it.each([
    ['a plain number', '+380 (44) 123-45-67'],
    ['an en dash', '+38044–123–45–67'],
    ['a non-breaking hyphen', '044\u2011123\u201145\u201167'],
    ['a minus', '+38044\u2212123\u221245\u221267'],
    ['no-break spaces', '+380\u00A044\u00A0123\u202F45\u202F67'],
    ['marks of direction', '\u202A+380441234567\u202C'],
    ['a zero-width space', '380\u200B441234567'],
  ])('is read without pasted characters: %s', (_, typed) => {
    expect(phone.parse(typed)).toBe('+380441234567')
  })

  it('is refused if it is invalid', () => {
    for (const typed of ['12–34', '+380 44 123 45 ab', '–']) expect(phone.safeParse(typed).success).toBe(false)
  })

  it.each(['+38044123456', '+3800441234567', '+3804412345678', '+380041234567', '0441234567 дод.'])(
    'is refused as %s: a Ukrainian number has nine digits',
    (typed) => expect(phone.safeParse(typed).success).toBe(false),
  )

  it.each([
    '+380 44 123-45-67 дод. 12',
    '044 123 45 67, вн. 12',
    '(044) 123-45-67 доб.12',
    '+380441234567 ext. 12',
    '+380441234567 x12',
    '+380441234567#12',
    '0441234567, 12',
  ])('keeps its extension: %s', (typed) => {
    expect(phone.parse(typed)).toBe('+380441234567 ext. 12')
    expect(phone.parse(phone.parse(typed))).toBe('+380441234567 ext. 12')
  })

  it('may be a number of another country', () => {
    for (const number of ['+48221234567', '+12025550123']) expect(phone.parse(number)).toBe(number)
  })
})

describe('a code of a company', () => {
  it('is read without pasted characters', () => {
    expect(edrpou.parse('\u200E37\u00A0027\u202F819\u200E')).toBe('37027819')
    expect(iban.parse('UA88\u00A03006\u200B140000026006500211904')).toBe('UA883006140000026006500211904')
  })

  it('may have the word IBAN before it', () => {
    for (const typed of ['IBAN UA883006140000026006500211904', 'iban: ua88 3006 1400 0002 6006 5002 1190 4'])
      expect(iban.parse(typed)).toBe('UA883006140000026006500211904')
  })

  it('may have Cyrillic letters that look like Latin ones', () => {
    expect(eic.parse('56Х000000000001W')).toBe('56X000000000001W')
    expect(eic.parse('22хWАТТPLUS----G')).toBe('22XWATTPLUS----G')
    expect(eic.safeParse('56Ж000000000001W').success).toBe(false)
  })
})

describe('an email address', () => {
  it.each([
    ['info@нафтогаз.укр', 'info@xn--80aair0ah1ap.xn--j1amh'],
    ['info@xn--80aair0ah1ap.xn--j1amh', 'info@xn--80aair0ah1ap.xn--j1amh'],
    ['A&B@Company.example', 'a&b@company.example'],
    ['\u200Bbuyer@company.example\u00A0', 'buyer@company.example'],
    ["o'neil+lots@company.example", "o'neil+lots@company.example"],
  ])('is accepted: %s', (typed, address) => expect(email.parse(typed)).toBe(address))

  it.each(
    Object.values(endpoints)
      .flatMap((group: EndpointGroup) => Object.values(group))
      .flatMap(({ path, request }) =>
        request instanceof z.ZodObject && 'email' in request.shape
          ? [[path, (request.shape as Record<string, z.ZodType>).email!] as const]
          : [],
      ),
  )('with a Cyrillic domain is accepted by %s', (_path, field) => {
    expect(field.parse('info@нафтогаз.укр')).toBe('info@xn--80aair0ah1ap.xn--j1amh')
  })

  it.each([
    '',
    'buyer',
    'buyer@',
    '@company.example',
    'buyer@company',
    'a b@@company.example',
    'покупець@company.example',
  ])('is refused: %j', (typed) => expect(email.safeParse(typed).success).toBe(false))
})
