import type { Language } from '@/lib/contract/primitives'
import { formatPrice as priceOfUnits, formatSum, parsePrice, sumOf } from '@/lib/domain/money'
import { parseQuantity } from '@/lib/domain/quantity'
import { formatDateTime } from '@/lib/i18n/dates'
import { formatPrice, formatQuantity } from '@/lib/i18n/decimals'
import { texts } from './texts/texts'

const nbsp = '\u00A0'

/** Writes numbers and times for a language: exact, with units, in Kyiv time. Prices and quantities come as the wire has them. */
export function createWriter(language: Language) {
  const { money } = texts[language]
  return {
    number: (value: number) => `${language === 'en' ? 'No.' : '№'}${nbsp}${value}`,
    price: (price: string) => money(formatPrice(price, language)),
    /** Whole kopecks, as the record keeps them. */
    kopecks: (price: number) => money(formatPrice(priceOfUnits(price), language)),
    quantity: (quantity: string, unit: string) => formatQuantity(quantity, language, unit),
    sum(price: string, quantity: string) {
      const kopecks = parsePrice(price)
      const thousandths = parseQuantity(quantity)
      return kopecks === null || thousandths === null ? null : money(formatPrice(formatSum(sumOf(kopecks, thousandths)), language))
    },
    at: (instant: Date | string) => formatDateTime(instant, language).replace(', ', `,${nbsp}`),
  }
}

export type Writer = ReturnType<typeof createWriter>
