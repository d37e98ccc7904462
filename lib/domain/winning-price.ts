import { allocateRanked, type LastBid } from './allocation'
import { type Lot, nextOnGrid } from './lot'
import type { Kopecks, Thousandths } from './money'

/** A bid at `price`, later than all others, would have been allocated up to `quantity`. */
export interface WinningPrice {
  readonly quantity: Thousandths
  readonly price: Kopecks
}

/** A lot's limits for the volume and price of a bid. */
export type BidGrid = Pick<Lot, 'volume' | 'startingPrice' | 'minimumStep' | 'minimumQuantity' | 'quantityStep'>

/**
 * Prices at which one more bid would have won, by volume, in an auction whose ranking is final: rising prices for rising
 * volumes, from the starting price to the whole lot's price. The other bids stay as they are.
 *
 * @param ranked the bids that were allocated, in the order of the ranking
 */
export function winningPrices(lot: BidGrid, ranked: readonly LastBid[]): WinningPrice[] {
  const { rows } = allocateRanked(lot.volume, ranked)
  const prices = new Set([lot.startingPrice, ...rows.map((row) => nextPrice(lot, row.price))])
  const winning: WinningPrice[] = []
  for (const price of [...prices].sort((a, b) => a - b)) {
    // An earlier bid ranks before an equal price (R7.1); later bids do not change earlier rows.
    const ahead = rows.reduce((allocated, row) => (row.price >= price ? allocated + row.allocated : allocated), 0)
    const quantity = lot.volume - ahead
    if (quantity > (winning.at(-1)?.quantity ?? 0)) winning.push({ quantity, price })
  }
  return winning
}

/** The lowest price on the lot's grid above another bid's. */
function nextPrice({ startingPrice, minimumStep }: BidGrid, above: Kopecks): Kopecks {
  return Math.max(startingPrice, nextOnGrid(above, startingPrice, minimumStep))
}

/**
 * The lowest price that would have won all of a volume, or of the next larger one that the lot allows. Null if the lot was
 * smaller.
 */
export function lowestWinningPrice(
  lot: Pick<BidGrid, 'minimumQuantity' | 'quantityStep'>,
  prices: readonly WinningPrice[],
  volume: Thousandths,
): WinningPrice | null {
  const quantity = Math.ceil(Math.max(volume, lot.minimumQuantity) / lot.quantityStep) * lot.quantityStep
  const enough = prices.find((step) => step.quantity >= quantity)
  return enough === undefined ? null : { quantity, price: enough.price }
}
