import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  averagePrice,
  comparePrices,
  formatSum,
  kopecksOf,
  parsePrice,
  parseSum,
  premiumOver,
  sumOf,
  thousandthsOf,
  toPriceString,
  vatWithin,
} from '@/lib/domain/money'
import { toQuantityString, parseQuantity } from './money'
import { tonnes, uah } from '@/tests/support/builders/lot'

describe('R0.1 price', () => {
  it('is a whole number of kopecks, with two places on the wire', () => {
    expect(parsePrice('15200.00')).toBe(1_520_000)
    expect(toPriceString(1_520_000)).toBe('15200.00')
    expect(toPriceString(5)).toBe('0.05')
  })

  it.each([
    '15200',
    '15200.0',
    '15200.000',
    '15 200.00',
    '-1.00',
    '1e5',
    '',
    ' 1.00',
    '1.00\n',
    '1234567890.00',
    '١.00',
  ])('does not read %j', (text) => expect(parsePrice(text)).toBeNull())

  it('survives the way to the wire and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (price) => {
        expect(parsePrice(toPriceString(price))).toBe(price)
      }),
    )
  })
})

describe('R0.2 quantity', () => {
  it('is a whole number of thousandths, with three places on the wire', () => {
    expect(parseQuantity('300.000')).toBe(300_000)
    expect(toQuantityString(300_000)).toBe('300.000')
    expect(toQuantityString(1)).toBe('0.001')
    expect(parseQuantity('300.00')).toBeNull()
  })

  it('survives the way to the wire and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (quantity) => {
        expect(parseQuantity(toQuantityString(quantity))).toBe(quantity)
      }),
    )
  })
})

describe('R0.3 sum', () => {
  it('is price × quantity', () => {
    expect(formatSum(sumOf(uah(15_200), tonnes(300)))).toBe('4560000.00')
  })

  it.each([
    [101, 495, 50n],
    [101, 496, 50n],
    [100, 5, 1n],
    [100, 4, 0n],
    [300, 5, 2n],
    [333, 1500, 500n],
  ])('rounds half up to a kopeck: %d kopecks × %d thousandths', (price, quantity, sum) => {
    expect(sumOf(price, quantity)).toBe(sum)
  })

  it('stays exact where a floating-point number would not', () => {
    expect(formatSum(sumOf(99_999_999_999, 999_999_999_999))).toBe('999999999989000000.00')
  })

  it('is never further than half a kopeck from the exact product', () => {
    const amount = fc.integer({ min: 0, max: 999_999_999 })
    fc.assert(
      fc.property(amount, amount, (price, quantity) => {
        const error = 1000n * sumOf(price, quantity) - BigInt(price) * BigInt(quantity)
        expect(error > -500n && error <= 500n).toBe(true)
      }),
    )
  })
})

describe('a sum on the wire', () => {
  it('has two places and at most thirteen digits before the point', () => {
    expect(parseSum('217500.00')).toBe(21_750_000)
    expect(parseSum('9999999999999.99')).toBe(999_999_999_999_999)
    for (const text of ['10000000000000.00', '217500', '217500.000', '-1.00', 'x1.00'])
      expect(parseSum(text)).toBeNull()
  })

  it('keeps its sign', () => expect([formatSum(-5n), formatSum(5n)]).toEqual(['-0.05', '0.05']))
})

describe('decimals of the contract', () => {
  it('are compared as numbers', () => {
    expect(['900.00', '15200.00', '15100.50'].toSorted(comparePrices)).toEqual(['900.00', '15100.50', '15200.00'])
  })

  it('are nothing else', () => {
    expect(() => kopecksOf('15200')).toThrow('not a decimal of the contract: 15200')
    expect(() => thousandthsOf('300.00')).toThrow('not a decimal of the contract: 300.00')
  })
})

describe('the premium over the starting price', () => {
  it.each([
    [14_000, 14_000, '0.0'],
    [14_000, 14_658, '4.7'],
    [14_000, 14_007, '0.1'],
    [14_000, 14_006, '0.0'],
    [14_000, 28_000, '100.0'],
  ])('%d → %d is %s %%', (starting, price, premium) => {
    expect(premiumOver(uah(starting), uah(price))).toBe(premium)
  })
})

describe('R8.2 average price', () => {
  it('weights the prices by their volumes and rounds half up', () => {
    expect(
      averagePrice([
        { price: 100, quantity: 1 },
        { price: 101, quantity: 1 },
      ]),
    ).toBe(101)
    expect(
      averagePrice([
        { price: 100, quantity: 2 },
        { price: 101, quantity: 1 },
      ]),
    ).toBe(100)
  })

  it('is null if nothing was sold', () => {
    expect(averagePrice([])).toBeNull()
  })
})

describe('value added tax within a sum', () => {
  it.each([
    [0n, 0n],
    [1n, 0n],
    [3n, 1n],
    [120n, 20n],
    [456_015_000n, 76_002_500n],
    [841_500_000n, 140_250_000n],
    [10n ** 20n, 16_666_666_666_666_666_667n],
  ])('of %d kopecks is %d', (sum, vat) => {
    expect(vatWithin(sum)).toBe(vat)
  })
})
