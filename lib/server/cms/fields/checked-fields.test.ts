import { describe, expect, it } from '@jest/globals'
import type { Locale } from '@/lib/config/constants'
import { translate } from '@/lib/server/cms/translations'
import {
  asEdrpou,
  asEic,
  asIban,
  asPhone,
  asTaxNumber,
  decimalField,
  emailField,
  normalizeDecimal,
} from './checked-fields'

describe('R0.1, R0.2 normalizeDecimal', () => {
  it.each([
    ['15200', 2, '15200.00'],
    ['15 200,5', 2, '15200.50'],
    ['15\u00a0200.00', 2, '15200.00'],
    ['1.234,5', 2, '1234.50'],
    ['1,234,567.5', 3, '1234567.500'],
    ['007.10', 2, '7.10'],
    ['300', 3, '300.000'],
    ['0,125', 3, '0.125'],
    [15200.5, 2, '15200.50'],
    ['1.5000', 2, '1.50'],
  ] as const)('reads %s', (typed, places, wire) => {
    expect(normalizeDecimal(typed, places)).toBe(wire)
  })

  it('leaves unreadable input to the validation', () => {
    expect(normalizeDecimal('15200.005', 2)).toBe('15200.005')
    expect(normalizeDecimal('-5', 2)).toBe('-5')
    expect(normalizeDecimal('1e3', 2)).toBe('1e3')
  })

  it('leaves empty input empty', () => {
    expect(normalizeDecimal('', 2)).toBeNull()
  })
})

describe('R0.1, R0.2 a number that may be thousands or thousandths', () => {
  const label = { uk: '', en: '', ru: '' }
  const fields = {
    2: decimalField({ name: 'price', places: 2, label }),
    3: decimalField({ name: 'volume', places: 3, label }),
  }

  /** The value that a field stores for a form's input in a language, and the verdict of its validation. */
  async function submit(value: string, places: 2 | 3, language: Locale) {
    const req = { i18n: { language } }
    const { hooks, validate } = fields[places]
    const stored: unknown = await hooks?.beforeValidate?.[0]?.({ value, req } as never)
    const verdict = await (validate as (value: unknown, options: unknown) => unknown)(stored, { data: {}, req })
    return { stored, verdict }
  }

  it.each([
    ['1,500', 3, 'en'],
    ['1,500', 2, 'en'],
    ['1.500', 2, 'uk'],
    ['15 .280', 2, 'ru'],
    // As the form sends input typed in a language with decimal commas.
    [' 1.500', 3, 'uk'],
    [' 300.000', 3, 'ru'],
  ] as const)('%j with %i places in %s stays unchanged and is refused with a hint', async (typed, places, locale) => {
    const verdict = translate({ i18n: { language: locale } }, 'numberUnclear')
    expect(await submit(typed, places, locale)).toEqual({ stored: typed, verdict })
  })

  it.each([
    ['1,500', 3, 'uk', '1.500'],
    ['1.500', 3, 'en', '1.500'],
    ['0,500', 3, 'en', '0.500'],
    ['1 500,125', 3, 'en', '1500.125'],
    ['1,5', 2, 'en', '1.50'],
    // A form returns unchanged values in the wire form.
    ['300.000', 3, 'uk', '300.000'],
    ['300.000', 3, 'ru', '300.000'],
  ] as const)('%j with %i places in %s is accepted as %s', async (typed, places, locale, wire) => {
    expect(await submit(typed, places, locale)).toEqual({ stored: wire, verdict: true })
  })

  it('is not a valid number of a lot in any language', () => {
    expect([normalizeDecimal('1,500', 3), normalizeDecimal(' 1.500', 3)]).toEqual(['1,500', ' 1.500'])
  })
})

describe('an email address in the back office', () => {
  const field = emailField({ uk: '', en: '', ru: '' })
  const fault = (value: string) => field.validate?.(value, { req: { t: (key: string) => key } } as never)

  it.each(['info@нафтогаз.укр', 'info@xn--80aair0ah1ap.xn--j1amh', 'a&b@company.example'])(
    'is accepted as on the site: %s',
    (value) => expect(fault(value)).toBe(true),
  )

  it.each(['', 'info', 'info@нафтогаз'])('is refused as on the site: %j', (value) =>
    expect(fault(value)).toBe('validation:emailAddress'),
  )

  it('is stored in ASCII', () => {
    const [normalize] = field.hooks?.beforeValidate ?? []
    expect(normalize?.({ value: ' Info@нафтогаз.укр' } as never)).toBe('info@xn--80aair0ah1ap.xn--j1amh')
  })
})

describe('in the back office, a typed', () => {
  async function submit({ validate, hooks }: typeof asEdrpou, value: string) {
    const req = { i18n: { language: 'en' } }
    const verdict = await (validate as (value: unknown, options: unknown) => unknown)(value, { data: {}, req })
    return { verdict, stored: hooks.beforeValidate[0]?.({ value, req } as never) }
  }

  it.each([
    ['IBAN', asIban, 'IBAN UA88 3006 1400 0002 6006 5002 1190 4', 'UA883006140000026006500211904'],
    ['IBAN', asIban, 'ua883006140000026006500211904\u200e', 'UA883006140000026006500211904'],
    ['EDRPOU code', asEdrpou, '37 02 78 19\u00a0', '37027819'],
    ['EIC code', asEic, '56х000000000001w', '56X000000000001W'],
    ['phone', asPhone, '(067) 123-45-67', '+380671234567'],
    ['phone', asPhone, '+380 44 123 45 67, дод. 12', '+380441234567 ext. 12'],
    ['VAT number', asTaxNumber, '3702 7819 0000', '370278190000'],
  ])('%s is accepted as people type it', async (_name, field, typed, stored) => {
    expect(await submit(field, typed)).toEqual({ verdict: true, stored })
  })

  it.each([
    ['IBAN', asIban, 'UA883006140000026006500211905'],
    ['EDRPOU code', asEdrpou, '37027818'],
    ['phone', asPhone, '+38044123456'],
  ])('%s stays as typed if it is wrong', async (_name, field, typed) => {
    expect(await submit(field, typed)).toEqual({ verdict: expect.any(String), stored: typed })
  })
})
