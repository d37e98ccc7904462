import type { AuctionDetail } from '@/lib/contract/auctions'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'
import { thousandthsOf } from '@/lib/domain/money'

const FIELDS = [
  'id',
  'event_id',
  'state',
  'category',
  'volume',
  'starting_price',
  'best_price',
  'ends_at',
  'effective_end',
  'halt',
  'participants',
  'ranking',
] as const

/** The part of an auction that the card of a running one shows, until the page does without it. */
export type RunningAuction = Pick<AuctionDetail, (typeof FIELDS)[number]> & {
  /** The newest bid that arrived while the page was open. */
  fresh?: { participant: number; seq: number }
}

export function runningAuctionOf(auction: AuctionDetail): RunningAuction {
  return Object.fromEntries(FIELDS.map((field) => [field, auction[field]])) as unknown as RunningAuction
}

export function applyCardEvent(auction: RunningAuction, event: StreamEvent): RunningAuction {
  const next = { ...auction, event_id: Math.max(auction.event_id, event.id ?? 0) }
  switch (event.name) {
    case 'bid': {
      const { ranking, participant, seq } = event.data
      if (!ranking) return next
      return { ...next, best_price: ranking[0]?.price ?? auction.best_price, ranking, fresh: { participant, seq } }
    }
    case 'extended':
      return {
        ...next,
        // A bid received in time may be recorded after the end that it extends.
        state: auction.state === 'closing' ? 'running' : auction.state,
        effective_end: event.data.effective_end,
      }
    case 'halted':
      return { ...next, halt: event.data.halt, effective_end: event.data.effective_end }
    case 'state': {
      const { state, effective_end, participants } = event.data
      return { ...next, state, effective_end, participants }
    }
    case 'cancelled':
      return { ...next, state: 'cancelled' }
    case 'winners':
      return { ...next, ranking: event.data.ranking }
    case 'completed':
      return { ...next, state: 'completed', ranking: event.data.ranking }
    case 'answered':
    case 'own':
    case 'chat':
    case 'tick':
      return next
    default:
      return event satisfies never
  }
}

/** A row of the ranking with its share of the lot's volume as a piece of a track, in per cent. */
export interface CardRow {
  row: RankingRow
  from: number
  width: number
}

export interface CardLadder {
  /** The best ones, by rank. */
  rows: CardRow[]
  /** The number of rows above the place where the volume ends; null while volume is left. */
  cutAfter: number | null
}

export function cardLadder(ranking: readonly RankingRow[], volume: string, limit: number): CardLadder {
  const total = thousandthsOf(volume)
  const ranked = [...ranking].sort((a, b) => a.rank - b.rank)
  let allocated = 0
  let last = 0
  const rows = ranked.map((row, index) => {
    const from = allocated
    const share = thousandthsOf(row.allocated)
    allocated += share
    if (share > 0) last = index + 1
    return { row, from: (from / total) * 100, width: (share / total) * 100 }
  })
  return { rows: rows.slice(0, limit), cutAfter: allocated >= total ? last : null }
}

/** The best running auction for a visitor to watch: with the most participants whose bids are public, and the first to end. */
export function liveliestOf<Auction extends Pick<AuctionDetail, 'visibility' | 'participants'>>(
  running: readonly Auction[],
): Auction | undefined {
  const weight = (auction: Auction) => (auction.visibility === 'open' ? auction.participants : -1)
  return running.reduce<Auction | undefined>(
    (best, auction) => (best === undefined || weight(auction) > weight(best) ? auction : best),
    undefined,
  )
}
