import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import { evolve } from '@/lib/domain/evolve'
import type { AuctionFact, Decision } from '@/lib/domain/facts'
import type { Lot } from '@/lib/domain/lot'

/** The growing record of an auction that is played. */
export interface PlayRecord {
  readonly facts: readonly AuctionFact[]
  state(): AuctionState
  add(facts: readonly AuctionFact[]): void
  /** Takes what the rules accepted; a refusal leaves no trace, as in a real record. */
  decide(decision: Decision<unknown>): boolean
}

export function openRecord(lot: Lot): PlayRecord {
  const facts: AuctionFact[] = []
  let state = initialState(lot)

  function add(more: readonly AuctionFact[]): void {
    facts.push(...more)
    state = more.reduce(evolve, state)
  }

  return {
    facts,
    state: () => state,
    add,
    decide(decision) {
      if (decision.ok) add(decision.facts)
      return decision.ok
    },
  }
}
