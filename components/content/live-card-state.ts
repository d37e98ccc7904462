import type { AuctionDetail } from '@/lib/contract/auctions'
import type { StreamEvent } from '@/lib/contract/stream'

const FIELDS = [
  'id',
  'event_id',
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

/** The part of a running auction that its card shows. */
export type RunningAuction = Pick<AuctionDetail, (typeof FIELDS)[number]>

export function runningAuctionOf(auction: AuctionDetail): RunningAuction {
  return Object.fromEntries(FIELDS.map((field) => [field, auction[field]])) as unknown as RunningAuction
}

/** Whether the auction has left the state that the page was rendered for. */
export function changesPage(event: StreamEvent): boolean {
  if (event.name === 'state') return event.data.state !== 'running'
  return event.name === 'halted' || event.name === 'cancelled' || event.name === 'winners' || event.name === 'completed'
}

export function applyCardEvent(auction: RunningAuction, event: StreamEvent): RunningAuction {
  const next = { ...auction, event_id: Math.max(auction.event_id, event.id ?? 0) }
  switch (event.name) {
    case 'bid': {
      const { ranking } = event.data
      if (!ranking) return next
      const allocation = ranking.filter((row) => Number(row.given) > 0).map((row) => row.given)
      return { ...next, best_price: ranking[0]?.price ?? auction.best_price, allocation }
    }
    case 'extended':
      return { ...next, effective_end: event.data.effective_end }
    case 'state':
      return { ...next, effective_end: event.data.effective_end, participants: event.data.participants }
    case 'halted':
    case 'answered':
    case 'cancelled':
    case 'winners':
    case 'completed':
    case 'own':
    case 'chat':
    case 'tick':
      return next
    default:
      return event satisfies never
  }
}
