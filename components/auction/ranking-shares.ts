import type { RankingRow } from '@/lib/contract/stream'
import type { RankedShare } from '@/lib/domain/price-for-volume'
import { kopecksOf, thousandthsOf } from '@/lib/domain/money'

export function sharesOf(ranking: readonly RankingRow[]): RankedShare[] {
  return ranking
    .filter((row) => row.outcome !== 'excluded')
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ participant, price, quantity, given }) => ({
      participant,
      price: kopecksOf(price),
      quantity: thousandthsOf(quantity),
      given: thousandthsOf(given),
    }))
}

/** A row with the position of its share within the lot's volume, in per cent. */
export interface PlacedRow {
  row: RankingRow
  own: boolean
  from: number
  width: number
  /** The volume that was left for it, in thousandths. */
  left: number
}

interface LadderRows {
  placedRows: PlacedRow[]
  /** The number of rows above the line at which the volume ends; null while volume is left. */
  cutAfter: number | null
  /** The volume not allocated, in thousandths. */
  left: number
}

export function layLadder(ranking: readonly RankingRow[], volume: string, ownParticipant: number | null): LadderRows {
  const whole = thousandthsOf(volume)
  const share = (quantity: number) => (whole === 0 ? 0 : (quantity / whole) * 100)
  let given = 0
  let last = 0
  const ordered = ranking.toSorted((a, b) => a.rank - b.rank)
  const placedRows = ordered.map((row, index) => {
    const from = given
    const own = thousandthsOf(row.given)
    given += own
    if (own > 0) last = index + 1
    return {
      row,
      own: row.participant === ownParticipant,
      from: share(from),
      width: share(own),
      left: Math.max(0, whole - from),
    }
  })
  const left = Math.max(0, whole - given)
  return { placedRows, cutAfter: left === 0 && last > 0 ? last : null, left }
}
