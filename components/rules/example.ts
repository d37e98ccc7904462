import type { CategoryKey } from '@/lib/contract/primitives'
import type { Kopecks, Thousandths } from '@/lib/domain/money'

interface ExampleBid {
  name: string
  price: Kopecks
  quantity: Thousandths
  minimumQuantity: Thousandths
}

export interface Example {
  volume: Thousandths
  bids: readonly ExampleBid[]
}

/** Thousandths of a tonne, or of a thousand cubic metres. */
const UNIT = 1000
/** Kopecks. */
export const UAH = 100

/** The worked example of the auction rules, with figures of each market. */
export const EXAMPLES: Record<CategoryKey, Example> = {
  gas_condensate: {
    volume: 500 * UNIT,
    bids: [
      { name: 'A', price: 15_200 * UAH, quantity: 300 * UNIT, minimumQuantity: 20 * UNIT },
      { name: 'B', price: 15_100 * UAH, quantity: 150 * UNIT, minimumQuantity: 20 * UNIT },
      { name: 'C', price: 15_000 * UAH, quantity: 200 * UNIT, minimumQuantity: 60 * UNIT },
      { name: 'D', price: 14_900 * UAH, quantity: 50 * UNIT, minimumQuantity: 20 * UNIT },
    ],
  },
  natural_gas: {
    volume: 2_500 * UNIT,
    bids: [
      { name: 'A', price: 19_900 * UAH, quantity: 1_500 * UNIT, minimumQuantity: 100 * UNIT },
      { name: 'B', price: 19_800 * UAH, quantity: 750 * UNIT, minimumQuantity: 100 * UNIT },
      { name: 'C', price: 19_700 * UAH, quantity: 1_000 * UNIT, minimumQuantity: 300 * UNIT },
      { name: 'D', price: 19_600 * UAH, quantity: 250 * UNIT, minimumQuantity: 100 * UNIT },
    ],
  },
}
