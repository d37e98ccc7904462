import type { AuctionDetail } from '@/lib/contract/auctions'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'

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
  'allocation',
] as const

/** The part of an auction that the card of a running one shows, until the page does without it. */
export type RunningAuction = Pick<AuctionDetail, (typeof FIELDS)[number]>

export function runningAuctionOf(auction: AuctionDetail): RunningAuction {
  return Object.fromEntries(FIELDS.map((field) => [field, auction[field]])) as unknown as RunningAuction
}

export function applyCardEvent(auction: RunningAuction, event: StreamEvent): RunningAuction {
  const next = { ...auction, event_id: Math.max(auction.event_id, event.id ?? 0) }
  switch (event.name) {
    case 'bid': {
      const { ranking } = event.data
      if (!ranking) return next
      return { ...next, best_price: ranking[0]?.price ?? auction.best_price, allocation: allocationOf(ranking) }
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
      return { ...next, allocation: allocationOf(event.data.ranking) }
    case 'completed':
      return { ...next, state: 'completed', allocation: allocationOf(event.data.ranking) }
    case 'answered':
    case 'own':
    case 'chat':
    case 'tick':
      return next
    default:
      return event satisfies never
  }
}

function allocationOf(ranking: readonly RankingRow[]): string[] {
  return ranking.filter((row) => Number(row.given) > 0).map((row) => row.given)
}
