import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { amountInWords, totalDetails } from './amount-in-words'

const cases: [sum: string, uk: string, ru: string, en: string][] = [
  ['0.00', 'Нуль гривень 00 копійок', 'Ноль гривен 00 копеек', 'Zero hryvnias and 00 kopecks'],
  ['1.01', 'Одна гривня 01 копійка', 'Одна гривна 01 копейка', 'One hryvnia and 01 kopeck'],
  ['2.02', 'Дві гривні 02 копійки', 'Две гривны 02 копейки', 'Two hryvnias and 02 kopecks'],
  ['5.05', 'П’ять гривень 05 копійок', 'Пять гривен 05 копеек', 'Five hryvnias and 05 kopecks'],
  ['11.11', 'Одинадцять гривень 11 копійок', 'Одиннадцать гривен 11 копеек', 'Eleven hryvnias and 11 kopecks'],
  ['12.12', 'Дванадцять гривень 12 копійок', 'Двенадцать гривен 12 копеек', 'Twelve hryvnias and 12 kopecks'],
  ['21.21', 'Двадцять одна гривня 21 копійка', 'Двадцать одна гривна 21 копейка', 'Twenty-one hryvnias and 21 kopecks'],
  ['22.22', 'Двадцять дві гривні 22 копійки', 'Двадцать две гривны 22 копейки', 'Twenty-two hryvnias and 22 kopecks'],
  [
    '111.00',
    'Сто одинадцять гривень 00 копійок',
    'Сто одиннадцать гривен 00 копеек',
    'One hundred eleven hryvnias and 00 kopecks',
  ],
  ['1000.00', 'Одна тисяча гривень 00 копійок', 'Одна тысяча гривен 00 копеек', 'One thousand hryvnias and 00 kopecks'],
  [
    '1001.00',
    'Одна тисяча одна гривня 00 копійок',
    'Одна тысяча одна гривна 00 копеек',
    'One thousand one hryvnias and 00 kopecks',
  ],
  [
    '2002.50',
    'Дві тисячі дві гривні 50 копійок',
    'Две тысячи две гривны 50 копеек',
    'Two thousand two hryvnias and 50 kopecks',
  ],
  [
    '15500.50',
    'П’ятнадцять тисяч п’ятсот гривень 50 копійок',
    'Пятнадцать тысяч пятьсот гривен 50 копеек',
    'Fifteen thousand five hundred hryvnias and 50 kopecks',
  ],
  [
    '1000000.00',
    'Один мільйон гривень 00 копійок',
    'Один миллион гривен 00 копеек',
    'One million hryvnias and 00 kopecks',
  ],
  [
    '2000000.00',
    'Два мільйони гривень 00 копійок',
    'Два миллиона гривен 00 копеек',
    'Two million hryvnias and 00 kopecks',
  ],
  [
    '5211043.99',
    'П’ять мільйонів двісті одинадцять тисяч сорок три гривні 99 копійок',
    'Пять миллионов двести одиннадцать тысяч сорок три гривны 99 копеек',
    'Five million two hundred eleven thousand forty-three hryvnias and 99 kopecks',
  ],
  [
    '1000000001.00',
    'Один мільярд одна гривня 00 копійок',
    'Один миллиард одна гривна 00 копеек',
    'One billion one hryvnias and 00 kopecks',
  ],
  [
    '21000000000000.00',
    'Двадцять один трильйон гривень 00 копійок',
    'Двадцать один триллион гривен 00 копеек',
    'Twenty-one trillion hryvnias and 00 kopecks',
  ],
]

describe('a sum in words', () => {
  it.each(cases)('is right for %s in each language', (sum, uk, ru, en) => {
    const wordsIn = (lang: 'uk' | 'ru' | 'en') => amountInWords(sum, lang).replaceAll('\u00A0', ' ')
    expect([wordsIn('uk'), wordsIn('ru'), wordsIn('en')]).toEqual([uk, ru, en])
  })

  it('uses one alphabet, and is unique for each sum', () => {
    const sums = fc.tuple(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 0, max: 99 }))
    const text = ([whole, kopecks]: [bigint, number]) => `${whole}.${String(kopecks).padStart(2, '0')}`
    fc.assert(
      fc.property(sums, sums, (first, second) => {
        for (const lang of ['uk', 'ru', 'en'] as const) {
          const words = amountInWords(text(first), lang)
          expect(words).toMatch(lang === 'en' ? /^[a-z\d\s-]+$/iu : /^[\p{Script=Cyrillic}’\d\s]+$/u)
          if (text(first) !== text(second)) expect(words).not.toBe(amountInWords(text(second), lang))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('uses the right plural forms of hryvnias and kopecks', () => {
    // 1, 21, 101 but not 11; 2–4, 22–24 but not 12–14; all others.
    const slavic = (amount: bigint, [one, few, many]: readonly [string, string, string]) => {
      const [tens, last] = [amount % 100n, amount % 10n]
      if (tens >= 11n && tens <= 14n) return many
      return last === 1n ? one : last >= 2n && last <= 4n ? few : many
    }
    const english = (amount: bigint, [one, other]: readonly [string, string]) => (amount === 1n ? one : other)
    const small = fc.bigInt(0n, 30n)
    const round = fc.tuple(fc.bigInt(0n, 999n), fc.constantFrom(1000n, 1_000_000n)).map(([count, unit]) => count * unit)
    const hryvnias = fc.oneof(small, round, fc.bigInt(0n, 10n ** 15n))
    fc.assert(
      fc.property(hryvnias, fc.integer({ min: 0, max: 99 }), (whole, part) => {
        const kopecks = BigInt(part)
        const digits = String(part).padStart(2, '0')
        const endOf = (lang: 'uk' | 'ru' | 'en') => amountInWords(`${whole}.${digits}`, lang).replaceAll('\u00A0', ' ')
        expect(endOf('uk')).toMatch(
          new RegExp(
            ` ${slavic(whole, ['гривня', 'гривні', 'гривень'])} ${digits} ${slavic(kopecks, ['копійка', 'копійки', 'копійок'])}$`,
          ),
        )
        expect(endOf('ru')).toMatch(
          new RegExp(
            ` ${slavic(whole, ['гривна', 'гривны', 'гривен'])} ${digits} ${slavic(kopecks, ['копейка', 'копейки', 'копеек'])}$`,
          ),
        )
        expect(endOf('en')).toMatch(
          new RegExp(
            ` ${english(whole, ['hryvnia', 'hryvnias'])} and ${digits} ${english(kopecks, ['kopeck', 'kopecks'])}$`,
          ),
        )
        expect(endOf('en').match(/ and /g)).toHaveLength(1)
      }),
      { numRuns: 500 },
    )
  })

  it.each(['', '1', '1.5', '-1.00', '1 000.00', '1.001', 'x'])('is refused for %j', (sum) => {
    expect(() => amountInWords(sum, 'uk')).toThrow('Not a sum')
  })
})

it('the total’s VAT is the sum of the agreements’ VAT, each rounded by itself', () => {
  // The VAT of 0.03 is half a kopeck, rounded up to one: two such sums have two kopecks, 0.06 would have one.
  const figures = (sums: bigint[]) => totalDetails(sums, 'en').map(([, value]) => value?.replaceAll('\u00A0', ' '))
  expect(figures([3n, 3n])).toEqual(['0.04 UAH', '0.02 UAH', '0.06 UAH', 'Zero hryvnias and 06 kopecks'])
  expect(figures([6n])).toEqual(['0.05 UAH', '0.01 UAH', '0.06 UAH', 'Zero hryvnias and 06 kopecks'])
})
