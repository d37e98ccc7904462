import type { RankingRow } from '@/lib/contract/auctions'
import { thousandthsOf } from '@/components/auction/wire'

/** One rung: the row with the place of its share along the lot’s volume, in per cent. */
export interface Rung {
  row: RankingRow
  own: boolean
  /** Where its share begins and how wide it is. */
  from: number
  width: number
}

export interface Ladder {
  rungs: Rung[]
  /** The number of rungs above the line at which the volume ends; null while volume is left. */
  cutAfter: number | null
  /** What nobody gets yet, in thousandths. */
  left: number
}

/** Lays the ranking out along the lot’s volume. The line stands below the last row that gets something, once nothing is left (R7.2). */
export function layLadder(ranking: readonly RankingRow[], volume: string, ownParticipant: number | null): Ladder {
  const whole = thousandthsOf(volume)
  const share = (quantity: number) => (whole === 0 ? 0 : (quantity / whole) * 100)
  let given = 0
  let last = 0
  const ordered = ranking.toSorted((a, b) => a.rank - b.rank)
  const rungs = ordered.map((row, index) => {
    const from = given
    const own = thousandthsOf(row.given)
    given += own
    if (own > 0) last = index + 1
    return { row, own: row.participant === ownParticipant, from: share(from), width: share(own) }
  })
  const left = Math.max(0, whole - given)
  return { rungs, cutAfter: left === 0 && last > 0 ? last : null, left }
}
