import { allocate } from '@/lib/domain/allocation'
import { averagePrice, toPriceString, type Kopecks, toQuantityString, type Thousandths } from '@/lib/domain/money'
import type { CategoryKey } from '@/lib/contract/primitives'

interface ExampleBid {
  name: string
  price: Kopecks
  quantity: Thousandths
  minimumQuantity: Thousandths
}

interface Example {
  volume: Thousandths
  bids: readonly ExampleBid[]
}

const TONNE = 1000
const UAH = 100

/** The example of the auction rules, in the figures of each market: four participants, three winners. */
const EXAMPLES: Record<CategoryKey, Example> = {
  gas_condensate: {
    volume: 500 * TONNE,
    bids: [
      { name: 'A', price: 15_200 * UAH, quantity: 300 * TONNE, minimumQuantity: 20 * TONNE },
      { name: 'B', price: 15_100 * UAH, quantity: 150 * TONNE, minimumQuantity: 20 * TONNE },
      { name: 'C', price: 15_000 * UAH, quantity: 200 * TONNE, minimumQuantity: 60 * TONNE },
      { name: 'D', price: 14_900 * UAH, quantity: 50 * TONNE, minimumQuantity: 20 * TONNE },
    ],
  },
  natural_gas: {
    volume: 2_500 * TONNE,
    bids: [
      { name: 'A', price: 19_900 * UAH, quantity: 1_500 * TONNE, minimumQuantity: 100 * TONNE },
      { name: 'B', price: 19_800 * UAH, quantity: 750 * TONNE, minimumQuantity: 100 * TONNE },
      { name: 'C', price: 19_700 * UAH, quantity: 1_000 * TONNE, minimumQuantity: 300 * TONNE },
      { name: 'D', price: 19_600 * UAH, quantity: 250 * TONNE, minimumQuantity: 100 * TONNE },
    ],
  },
}

export interface ExampleRow {
  name: string
  price: string
  quantity: string
  given: string
  left: string
  passedOver: boolean
  /** The least that this participant would take, where it decides something. */
  least: string | null
}

/** The worked example, computed by the same `allocate` that ranks the bids (R7.4), so that the page cannot disagree with it. */
export function workedExample(category: CategoryKey) {
  const { volume, bids } = EXAMPLES[category]
  const allocation = allocate({
    volume,
    lastBids: bids.map((bid, index) => ({ ...bid, participant: index + 1, seq: index + 1 })),
  })
  let left = volume
  const rows = allocation.rows.map((row): ExampleRow => {
    left -= row.given
    const bid = bids[row.participant - 1]
    const passedOver = row.kind === 'passed_over'
    return {
      name: bid?.name ?? '',
      price: toPriceString(row.price),
      quantity: toQuantityString(row.quantity),
      given: toQuantityString(row.given),
      left: toQuantityString(left),
      passedOver,
      least: bid && passedOver ? toQuantityString(bid.minimumQuantity) : null,
    }
  })
  const sales = allocation.rows.filter((row) => row.given > 0).map((row) => ({ price: row.price, quantity: row.given }))
  return {
    volume: toQuantityString(volume),
    rows,
    sold: toQuantityString(volume - allocation.remaining),
    winners: sales.length,
    average: toPriceString(averagePrice(sales) ?? 0),
    final: toPriceString(sales[0]?.price ?? 0),
  }
}
