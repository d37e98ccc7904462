import { winners } from '@/lib/domain/allocation'
import type { AuctionState } from '@/lib/domain/auction-state'
import { accepted, type Decision, type EvidenceFile, refused } from './events'
import type { EpochMs } from '@/lib/domain/lot'
import { allocationOf, type RankingRow, rankingOf } from '@/lib/domain/standing'

type NotInSelection = { readonly code: 'auction_not_in_selection' }

/** Confirms the winners as allocated (R8.1), once no part waits for an answer (R7.3). Confirming again changes nothing. */
export function decideConfirmWinners(
  state: AuctionState,
  now: EpochMs,
): Decision<NotInSelection | { readonly code: 'partial_pending' }> {
  if (!isInSelection(state)) return refused({ code: 'auction_not_in_selection' })
  if (state.selection !== null && state.selection.offer !== null) return refused({ code: 'partial_pending' })
  const confirmed = state.selection !== null && state.selection.winnersConfirmedAt !== null
  return confirmed ? accepted() : accepted({ kind: 'winners_confirmed', at: now })
}

export interface DisqualifyCommand {
  readonly participant: number
  readonly reason: string
  /** The file that proves the reason; without one there is no disqualifying (R8.1). */
  readonly document: EvidenceFile | null
}

/** Disqualifies a winner with a reason and a file; the volume is allocated again without it (R8.1). */
export function decideDisqualify(
  state: AuctionState,
  { participant, reason, document }: DisqualifyCommand,
  now: EpochMs,
): Decision<NotInSelection | { readonly code: 'not_a_winner' } | { readonly code: 'file_missing' }> {
  if (!isInSelection(state)) return refused({ code: 'auction_not_in_selection' })
  const isWinner = winners(allocationOf(state)).some((row) => row.participant === participant)
  if (!isWinner) return refused({ code: 'not_a_winner' })
  if (document === null) return refused({ code: 'file_missing' })
  return accepted({ kind: 'winner_disqualified', at: now, participant, reason, document })
}

/** What still stands in the way of completing (R7.3, R8.1). */
export type CompletionBlocker = 'partial_pending' | 'winners_not_confirmed'

export function completionBlockers(state: AuctionState): readonly CompletionBlocker[] {
  if (state.selection === null) return []
  const blockers: CompletionBlocker[] = []
  if (state.selection.offer !== null) blockers.push('partial_pending')
  if (state.selection.winnersConfirmedAt === null) blockers.push('winners_not_confirmed')
  return blockers
}

/** Completes the auction; `resultOf` and `agreementsOf` then hold for good (R8.2). */
export function decideComplete(
  state: AuctionState,
  now: EpochMs,
): Decision<NotInSelection | { readonly code: CompletionBlocker }> {
  if (!isInSelection(state)) return refused({ code: 'auction_not_in_selection' })
  const [blocker] = completionBlockers(state)
  return blocker === undefined ? accepted({ kind: 'completed', at: now }) : refused({ code: blocker })
}

export type SelectionStatus =
  'winner' | 'partial_pending' | 'partial_accepted' | 'partial_refused' | 'no_volume' | 'disqualified' | 'deactivated'

export interface SelectionRow extends RankingRow {
  readonly status: SelectionStatus
  /** Until when a conditional winner may answer (R7.3). */
  readonly answerBy: EpochMs | null
}

/** The ranking as the manager works on it (R8.1). */
export function selectionRows(state: AuctionState): readonly SelectionRow[] {
  const offer = state.selection?.offer ?? null
  return rankingOf(state).map((row) => ({
    ...row,
    status: statusOf(state, row),
    answerBy: offer?.participant === row.participant ? offer.answerBy : null,
  }))
}

function statusOf({ selection }: AuctionState, row: RankingRow): SelectionStatus {
  switch (row.kind) {
    case 'excluded':
      return selection?.disqualified.has(row.participant) === true ? 'disqualified' : 'deactivated'
    case 'full':
      return 'winner'
    case 'partial':
      return selection?.acceptedParts.get(row.participant) === row.given ? 'partial_accepted' : 'partial_pending'
    case 'passed_over':
    case 'none':
      return selection?.refusedParts.has(row.participant) === true ? 'partial_refused' : 'no_volume'
    default:
      return row.kind satisfies never
  }
}

/** Recorded decisions only: until the end is recorded a bid received in time may still change the winners (R6.2). */
function isInSelection(state: AuctionState): boolean {
  return state.selection !== null && state.completedAt === null && state.cancelled === null
}
