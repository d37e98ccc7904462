import type { AuctionDetail } from '@/lib/contract/auctions'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'

export interface LiveCardState {
  bestPrice: string | null
  effectiveEnd: string
  participants: number
  /** Given quantities by rank: the shares of the volume's bar. */
  allocation: string[]
}

export function cardStateOf(
  auction: Pick<AuctionDetail, 'best_price' | 'effective_end' | 'participants' | 'allocation'>,
): LiveCardState {
  return {
    bestPrice: auction.best_price,
    effectiveEnd: auction.effective_end,
    participants: auction.participants,
    allocation: auction.allocation,
  }
}

/** Whether the auction has left the state that the page was made for: the page must be refreshed. */
export function changesPage(event: StreamEvent): boolean {
  if (event.name === 'state') return event.data.state !== 'running'
  return event.name === 'cancelled' || event.name === 'winners' || event.name === 'completed'
}

export function applyCardEvent(state: LiveCardState, event: StreamEvent): LiveCardState {
  switch (event.name) {
    case 'bid':
      return event.data.ranking ? withRanking(state, event.data.ranking) : state
    case 'extended':
      return { ...state, effectiveEnd: event.data.effective_end }
    case 'state':
      return { ...state, effectiveEnd: event.data.effective_end, participants: event.data.participants }
    case 'cancelled':
    case 'winners':
    case 'completed':
    case 'own':
    case 'chat':
    case 'tick':
      return state
    default:
      return event satisfies never
  }
}

function withRanking(state: LiveCardState, ranking: RankingRow[]): LiveCardState {
  return {
    ...state,
    bestPrice: ranking[0]?.price ?? state.bestPrice,
    allocation: ranking.filter((row) => Number(row.given) > 0).map((row) => row.given),
  }
}
