/** Reads a decimal string of a fixed number of places as a whole number of the smallest unit. */
function parseUnits(text: string, pattern: RegExp): number | null {
  return pattern.test(text) ? Number(text.replace('.', '')) : null
}

/** Writes a whole number of the smallest unit as a decimal string, without floating point (R0.3). */
function formatDecimal(units: number | bigint, places: 2 | 3): string {
  const sign = units < 0 ? '-' : ''
  const digits = String(units)
    .replace('-', '')
    .padStart(places + 1, '0')
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

// Nine digits before the point keep every value, and every value plus a step, well within the safe integers.
const PRICE = /^\d{1,9}\.\d{2}$/
const QUANTITY = /^\d{1,9}\.\d{3}$/
const SUM = /^\d{1,13}\.\d{2}$/

/** A price per unit in whole kopecks, VAT included (R0.1). */
export type Kopecks = number

/** A sum in whole kopecks. A bigint, because price × quantity may leave the safe integers. */
export type Sum = bigint

/** A price must be more than this: 1.00 UAH (R0.1, the specification's point 9). */
export const PRICE_FLOOR: Kopecks = 100

/** The highest price that can be written: nine digits before the point. */
export const PRICE_CEILING: Kopecks = 99_999_999_999

/** `"15200.00"` → 1520000; null for anything but digits with exactly two places. */
export function parsePrice(text: string): Kopecks | null {
  return parseUnits(text, PRICE)
}

/** 1520000 → `"15200.00"`. */
export function toPriceString(price: Kopecks): string {
  return formatDecimal(price, 2)
}

/** 456000000n → `"4560000.00"`. */
export function formatSum(sum: Sum): string {
  return formatDecimal(sum, 2)
}

/** `"217500.00"` → 21750000; null for anything else, and for sums too large to be exact in kopecks. */
export function parseSum(text: string): Kopecks | null {
  return parseUnits(text, SUM)
}

/** Price × quantity, rounded half up to a kopeck (R0.3). */
export function sumOf(price: Kopecks, quantity: Thousandths): Sum {
  return divideHalfUp(BigInt(price) * BigInt(quantity), 1000n)
}

/** The rate of value added tax in Ukraine, per cent. */
export const VAT_PERCENT = 20

/** The tax within a sum with VAT, rounded half up to a kopeck: 20 of 120 parts. */
export function vatWithin(sum: Sum): Sum {
  return divideHalfUp(sum * BigInt(VAT_PERCENT), BigInt(100 + VAT_PERCENT))
}

/** Σ price × quantity / Σ quantity, rounded half up to a kopeck; null if nothing was sold (R8.2). */
export function averagePrice(sales: readonly { price: Kopecks; quantity: Thousandths }[]): Kopecks | null {
  let weighted = 0n
  let volume = 0n
  for (const sale of sales) {
    weighted += BigInt(sale.price) * BigInt(sale.quantity)
    volume += BigInt(sale.quantity)
  }
  return volume === 0n ? null : Number(divideHalfUp(weighted, volume))
}

/** The premium of a price over the starting price, in per cent with one decimal place, half up: "4.7". */
export function premiumOver(startingPrice: Kopecks, price: Kopecks): string {
  return (Math.round(((price - startingPrice) * 1000) / startingPrice) / 10).toFixed(1)
}

/** Half up is floor(x + ½), because neither operand is negative. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

/** A quantity in whole thousandths of the category's unit: kilograms of condensate, cubic metres of gas (R0.2). */
export type Thousandths = number

/** `"300.000"` → 300000; null for anything but digits with exactly three places. */
export function parseQuantity(text: string): Thousandths | null {
  return parseUnits(text, QUANTITY)
}

/** 300000 → `"300.000"`. */
export function toQuantityString(quantity: Thousandths): string {
  return formatDecimal(quantity, 3)
}

/** A price of the contract in kopecks; the contract's schema has checked its format. */
export function kopecksOf(price: string): Kopecks {
  return checked(parsePrice(price), price)
}

/** A quantity of the contract in thousandths. */
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
