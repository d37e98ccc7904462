import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { LOCALES } from '@/lib/config/constants'
import { formatPrice, formatQuantity, isUnclearDecimal, readTypedDecimal } from './formats'
import { formatNumber } from '@/lib/i18n/numbers'

describe('the format of prices and quantities', () => {
  it('separates thousands by a no-break space and decimals by the language’s sign', () => {
    expect(formatPrice('15200.00', 'uk')).toBe('15\u00A0200,00')
    expect(formatPrice('15200.00', 'ru')).toBe('15\u00A0200,00')
    expect(formatPrice('15200.00', 'en')).toBe('15\u00A0200.00')
    expect(formatPrice('950.50', 'uk')).toBe('950,50')
  })

  it('keeps sums exact that a floating-point number cannot hold', () => {
    expect(formatPrice('123456789012345678.91', 'uk')).toBe('123\u00A0456\u00A0789\u00A0012\u00A0345\u00A0678,91')
  })

  it('puts the unit after a no-break space', () => {
    expect(formatQuantity('2400.000', 'uk', 'тис. м³')).toBe('2\u00A0400\u00A0тис.\u00A0м³')
  })

  it('drops trailing zeros of quantities, and always shows two decimals of prices', () => {
    expect(formatQuantity('500.000', 'uk', 'т')).toBe('500\u00A0т')
    expect(formatQuantity('500.250', 'en')).toBe('500.25')
    expect(formatQuantity('500.125', 'uk')).toBe('500,125')
    expect(formatQuantity('0.000', 'en')).toBe('0')
    expect(formatQuantity('100', 'en')).toBe('100')
    expect(formatPrice('15200', 'uk')).toBe('15\u00A0200,00')
    expect(formatPrice('15200.5', 'en')).toBe('15\u00A0200.50')
  })

  it('writes a minus for negative numbers, and leaves other texts unchanged', () => {
    expect(formatPrice('-40.00', 'en')).toBe('−40.00')
    expect(formatPrice('–', 'uk')).toBe('–')
  })

  it('agrees with numbro’s mask 0,0.00 wherever a floating-point number is exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), fc.constantFrom(...LOCALES), (kopecks, locale) => {
        const wire = (kopecks / 100).toFixed(2)
        expect(formatPrice(wire, locale)).toBe(formatNumber(Number(wire), locale))
      }),
    )
  })
})

describe('a typed number', () => {
  it('is read with a comma or a point, with spaces of any kind', () => {
    for (const locale of LOCALES) {
      expect(readTypedDecimal('15 280,5', 2, locale)).toBe('15280.50')
      expect(readTypedDecimal('15\u00A0280.50', 2, locale)).toBe('15280.50')
      expect(readTypedDecimal('300', 3, locale)).toBe('300.000')
      expect(readTypedDecimal('007', 2, locale)).toBe('7.00')
      expect(readTypedDecimal('12,', 2, locale)).toBe('12.00')
    }
  })

  it.each([
    ['en', '1,500', '1.500'],
    ['uk', '1.500', '1,500'],
    ['ru', '12.500', '12,500'],
  ] as const)('is refused in %s if ambiguous: %s', (locale, typed, clear) => {
    expect(isUnclearDecimal(typed, locale)).toBe(true)
    expect([readTypedDecimal(typed, 3, locale), readTypedDecimal(typed, 2, locale)]).toEqual([null, null])
    expect(readTypedDecimal(clear, 3, locale)).toBe(clear.replace(',', '.'))
  })

  it('is unambiguous with a leading zero, with another thousands separator, and with fewer digits', () => {
    expect(readTypedDecimal('0,500', 3, 'en')).toBe('0.500')
    expect(readTypedDecimal('1 500,125', 3, 'en')).toBe('1500.125')
    expect(readTypedDecimal('1,50', 3, 'en')).toBe('1.500')
    expect(readTypedDecimal('1.5', 3, 'uk')).toBe('1.500')
  })

  it('may have commas or points between thousands if the other sign follows', () => {
    for (const locale of LOCALES) {
      expect(readTypedDecimal('14,650.00', 2, locale)).toBe('14650.00')
      expect(readTypedDecimal('14.650,5', 2, locale)).toBe('14650.50')
      expect(readTypedDecimal('1,234,567.5', 3, locale)).toBe('1234567.500')
      for (const typed of ['1,23.50', '1.2345,5', '0,123.50', '1,234.5.0', '1,234,567'])
        expect(readTypedDecimal(typed, 2, locale)).toBeNull()
    }
  })

  it('is refused if it is not a number, negative, or finer than the unit', () => {
    for (const typed of ['', 'abc', '-5', '1,234', '1.2.3', '1e5']) expect(readTypedDecimal(typed, 2, 'uk')).toBeNull()
  })

  it('is the same after it is formatted and read again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.constantFrom(...LOCALES), (kopecks, locale) => {
        const digits = kopecks.toString().padStart(3, '0')
        const wire = `${digits.slice(0, -2)}.${digits.slice(-2)}`
        expect(readTypedDecimal(formatPrice(wire, locale), 2, locale)).toBe(wire)
        const quantity = wire.replace('.', '.1')
        expect(readTypedDecimal(formatQuantity(quantity, locale), 3, locale)).toBe(quantity)
      }),
    )
  })
})
