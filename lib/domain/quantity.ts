import { formatDecimal, parseDecimal } from '@/lib/domain/decimal'

/** A quantity in whole thousandths of the category's unit: kilograms of condensate, cubic metres of gas (R0.2). */
export type Thousandths = number

/** `"300.000"` → 300000; null for anything but digits with exactly three places. */
export function parseQuantity(text: string): Thousandths | null {
  return parseDecimal(text, 3)
}

/** 300000 → `"300.000"`. */
export function formatQuantity(quantity: Thousandths): string {
  return formatDecimal(quantity, 3)
}
