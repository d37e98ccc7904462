import numbro from 'numbro'
import { LOCALES, NUMBER_FORMAT, type Locale } from '@/lib/config/constants'
import { DECIMAL_SIGN, THOUSANDS } from '@/lib/i18n/decimals'

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

/**
 * Numbers that are neither money nor a quantity (counts, shares, averages of a chart): 18420.5 → "18 420,50".
 * Money and quantities come as decimal strings and are written by `decimals.ts`, which a browser can afford too.
 */
export function formatNumber(value: number, locale: Locale, mask: string = NUMBER_FORMAT): string {
  numbro.setLanguage(tagOf(locale))
  return numbro(value).format(mask).replace(/^-/, '−')
}

/** A whole number: 18420 → "18 420". */
export function formatCount(value: number, locale: Locale): string {
  return formatNumber(value, locale, '0,0')
}

/** A change in per cent with its sign, from the wire's "4.7": → "+4,7 %". */
export function formatChange(percent: string, locale: Locale): string {
  const value = Number(percent)
  return `${value > 0 ? '+' : ''}${formatNumber(value, locale, '0,0.0')}${THOUSANDS}%`
}
