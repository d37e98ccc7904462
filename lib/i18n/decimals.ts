import type { Locale } from '@/lib/config/constants'

/** No-break space: a number never wraps inside itself. */
export const THOUSANDS = '\u00A0'

export const DECIMAL_SIGN: Record<Locale, string> = { uk: ',', ru: ',', en: '.' }

/**
 * Writes a decimal string of the wire ("15200.00") with a language's signs, digit by digit and as many as it has: the
 * text never becomes a floating-point number, so sums of any size stay exact. What is no decimal is returned as it came.
 */
export function formatDecimal(value: string, locale: Locale): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!match) return value
  const [, sign = '', whole = '', fraction] = match
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THOUSANDS)
  return `${sign === '-' ? '−' : ''}${grouped}${fraction ? DECIMAL_SIGN[locale] + fraction : ''}`
}

/** A price or a sum in UAH, VAT included, in the mask '0,0.00': "15200.00" → "15 200,00". */
export function formatPrice(value: string, locale: Locale): string {
  return formatDecimal(value.replace(/^(-?\d+)(?:\.(\d))?$/, (_, whole: string, tenth = '0') => `${whole}.${tenth}0`), locale)
}

/** A unit of several words stays on one line: "тис. м³". */
export function wholeUnit(unit: string): string {
  return unit.replaceAll(' ', THOUSANDS)
}

/**
 * A quantity with as many decimals as say something, three at most, and its unit where one is given:
 * "300.000" → "300 т", "500.250" → "500,25 т".
 */
export function formatQuantity(value: string, locale: Locale, unit?: string): string {
  const text = formatDecimal(value.includes('.') ? value.replace(/\.?0+$/, '') : value, locale)
  return unit ? `${text}${THOUSANDS}${wholeUnit(unit)}` : text
}

/** Reads what a person typed ("15 200,5", "15200.50") as a decimal of the wire, or null where it is none. `places` is 2 for prices, 3 for quantities. */
export function parseDecimal(typed: string, places: number): string | null {
  const match = /^(\d+)(?:[.,](\d*))?$/.exec(typed.replace(/[\s\u00A0\u202F']/g, ''))
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > places) return null
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(places, '0')}`
}
