import numbro from 'numbro'
import { type Locale, LOCALES, NUMBER_FORMAT } from '@/lib/config/constants'
import { DECIMAL_SIGN, THOUSANDS } from './formats'

const tagOf = (locale: Locale) => `${locale}-UA`

for (const locale of LOCALES) {
  numbro.registerLanguage({
    languageTag: tagOf(locale),
    delimiters: { thousands: THOUSANDS, decimal: DECIMAL_SIGN[locale] },
    abbreviations: { thousand: 'k', million: 'm', billion: 'b', trillion: 't' },
    ordinal: () => '',
    currency: { symbol: '₴', position: 'postfix', code: 'UAH' },
    formats: {
      fourDigits: { totalLength: 4 },
      fullWithTwoDecimals: { thousandSeparated: true, mantissa: 2 },
      fullWithTwoDecimalsNoCurrency: { thousandSeparated: true, mantissa: 2 },
      fullWithNoDecimals: { thousandSeparated: true, mantissa: 0 },
    },
  })
}

/** A number that is neither money nor a quantity: 18420.5 → "18 420,50". formats.ts writes those, which are decimal strings. */
export function formatNumber(value: number, locale: Locale, mask: string = NUMBER_FORMAT): string {
  numbro.setLanguage(tagOf(locale))
  return numbro(value).format(mask).replace(/^-/, '−')
}

/** A whole number: 18420 → "18 420". */
export function formatCount(value: number, locale: Locale): string {
  return formatNumber(value, locale, '0,0')
}
