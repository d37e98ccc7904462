import type { AuctionState } from '@/lib/domain/auction-state'
import type { FactOf, Outage } from '@/lib/domain/facts'

/** A shorter silence of the servers moves nothing (R3.2). */
export const LONGEST_SILENCE = 30_000

/**
 * The milliseconds by which an outage moves the effective end and the hard end (R3.2); 0 where it moves nothing.
 *
 * What counts is the outage from the start of bidding on, to its own end even where that lies behind the effective
 * end: so bidders get back all of the running time that they lost, and the same time remains as when it began.
 */
export function outageShift(times: { readonly startsAt: number; readonly effectiveEnd: number }, outage: Outage): number {
  if (outage.to - outage.from <= LONGEST_SILENCE) return 0
  if (outage.from >= times.effectiveEnd) return 0
  return Math.max(0, outage.to - Math.max(outage.from, times.startsAt))
}

/** Records an outage in an auction that it hit; nothing where it did not, or where any part of it is recorded already. */
export function decideOutage(state: AuctionState, outage: Outage): readonly FactOf<'outage'>[] {
  const over = state.cancelled !== null || state.unsuccessfulAt !== null || state.endedAt !== null
  if (over || state.outages.some((known) => known.from < outage.to && outage.from < known.to)) return []
  const shift = outageShift({ startsAt: state.lot.startsAt, effectiveEnd: state.effectiveEnd }, outage)
  return shift === 0 ? [] : [{ kind: 'outage', at: outage.to, from: outage.from, to: outage.to, shift }]
}
