import { parsePrice, type Kopecks, parseQuantity, type Thousandths } from '@/lib/domain/money'

/** A price of the contract as a whole number; the contract's schema has checked its shape. */
export function kopecksOf(price: string): Kopecks {
  return checked(parsePrice(price), price)
}

/** A quantity of the contract as a whole number of thousandths. */
export function thousandthsOf(quantity: string): Thousandths {
  return checked(parseQuantity(quantity), quantity)
}

export function comparePrices(a: string, b: string): number {
  return kopecksOf(a) - kopecksOf(b)
}

function checked(value: number | null, text: string): number {
  if (value === null) throw new Error(`not a decimal of the contract: ${text}`)
  return value
}
