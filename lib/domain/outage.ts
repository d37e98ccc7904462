import type { AuctionState } from '@/lib/domain/auction-state'
import type { FactOf, Outage } from '@/lib/domain/facts'

/** A shorter silence of the servers moves nothing by its length (R3.2). */
export const LONGEST_SILENCE = 30_000
/** A shorter one gives no extension window back either (R3.2a): signs of life are given every second, and some come late. */
export const SHORTEST_OUTAGE = 3_000

interface Times {
  readonly startsAt: number
  readonly effectiveEnd: number
  /** Milliseconds. */
  readonly extensionWindow: number
}

/**
 * The milliseconds by which an outage moves the effective end and the hard end; 0 where it moves nothing.
 *
 * R3.2: of a long one, what counts is the outage from the start of bidding on, to its own end even where that lies behind the effective
 * end: so bidders get back all of the running time that they lost, and the same time remains as when it began.
 *
 * R3.2a: one that touches the extension window gives the whole window back after it. The hard end moves as far, because the time that it
 * limits was lost too.
 */
export function outageShift({ startsAt, effectiveEnd, extensionWindow }: Times, outage: Outage): number {
  const { from, to } = outage
  if (to - from <= SHORTEST_OUTAGE || from >= effectiveEnd || to <= startsAt) return 0
  const lost = to - from > LONGEST_SILENCE ? to - Math.max(from, startsAt) : 0
  const touchesWindow = to > effectiveEnd - extensionWindow
  const windowBack = touchesWindow ? to + extensionWindow - effectiveEnd : 0
  return Math.max(lost, windowBack)
}

/** Records an outage in an auction that it hit; nothing where it did not, or where any part of it is recorded already. */
export function decideOutage(state: AuctionState, outage: Outage): readonly FactOf<'outage'>[] {
  const over = state.cancelled !== null || state.unsuccessfulAt !== null || state.endedAt !== null
  if (over || state.outages.some((known) => known.from < outage.to && outage.from < known.to)) return []
  const { startsAt, extensionWindow } = state.lot
  const shift = outageShift({ startsAt, extensionWindow, effectiveEnd: state.effectiveEnd }, outage)
  return shift === 0 ? [] : [{ kind: 'outage', at: outage.to, from: outage.from, to: outage.to, shift }]
}
