import type { CabinetAuction } from '@/lib/contract/cabinet'

/** What the buyer would do next in an auction; it decides the card's button. */
export type NextStep = 'enter' | 'watch' | 'apply' | 'answer' | 'open'

/** What of an auction and its buyer the next step depends on. */
export interface StandingInAuction extends Pick<CabinetAuction, 'own'> {
  auction: Pick<CabinetAuction['auction'], 'id' | 'state'>
}

export function nextStepOf({ auction, own }: StandingInAuction, mayApply: boolean): NextStep {
  if (own.partial_until !== null) return 'answer'
  switch (auction.state) {
    case 'running':
      return own.application?.status === 'confirmed' ? 'enter' : 'watch'
    case 'planned':
      return own.application === null && mayApply ? 'apply' : 'open'
    case 'closing':
    case 'selection':
    case 'completed':
    case 'cancelled':
    case 'unsuccessful':
      return 'open'
    default:
      return auction.state satisfies never
  }
}

/** The price and quantity that count for the buyer: its last bid, before the start its preliminary one. */
export function ownOffer({ own }: Pick<CabinetAuction, 'own'>) {
  if (own.last_bid) return { kind: 'bid' as const, ...own.last_bid }
  if (own.application) return { kind: 'preliminary' as const, final: false, ...own.application }
  return null
}
