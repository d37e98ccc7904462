import { winners } from './allocation'
import { type AuctionState, isOver, type PartialOffer, type SelectionState } from './auction-state'
import { accepted, type Decision, type EvidenceFile, refused, type EventOf } from './events'
import type { EpochMs } from './lot'
import type { Thousandths } from './money'
import { allocationOf, type RankingRow, rankingOf } from './ranking'
import { addWorkingDays } from './working-hours'

export type PartialRefusal =
  | { readonly code: 'auction_not_in_selection' }
  | { readonly code: 'partial_not_pending' }
  | { readonly code: 'partial_deadline_passed' }
  /** `quantity`: the part that is offered now. */
  | { readonly code: 'partial_offer_changed'; readonly quantity: Thousandths }

/**
 * Decides a conditional winner's answer to a partial offer (R7.3). The answer is final, so it names the quantity: a new
 * allocation may have changed the offer since the winner saw it.
 */
export function decidePartial(
  state: AuctionState,
  answer: { readonly participant: number; readonly accept: boolean; readonly quantity: Thousandths },
  now: EpochMs,
): Decision<PartialRefusal> {
  const selection = openSelection(state)
  if (selection === null) return refused({ code: 'auction_not_in_selection' })
  const { offer } = selection
  if (offer?.participant !== answer.participant) return refused({ code: 'partial_not_pending' })
  if (now >= offer.answerBy) return refused({ code: 'partial_deadline_passed' })
  const { participant, quantity } = offer
  if (answer.quantity !== quantity) return refused({ code: 'partial_offer_changed', quantity })
  if (answer.accept) return accepted({ kind: 'partial_accepted', at: now, participant, quantity })
  return accepted({ kind: 'partial_refused', at: now, participant, quantity, by: 'participant' })
}

/** Refuses an offer that was not answered in its term, so that its volume passes on; a part accepted before remains (R7.3). */
export function decideLapses(state: AuctionState, now: EpochMs): readonly EventOf<'partial_refused'>[] {
  const offer = openSelection(state)?.offer ?? null
  if (offer === null || now < offer.answerBy) return []
  const { participant, quantity } = offer
  return [{ kind: 'partial_refused', at: now, participant, quantity, by: 'system' }]
}

/**
 * The offer that the allocation requires: a part that its participant has not accepted, offered from `at` for one working
 * day. An offer of the same part keeps its term; another part is a new offer.
 */
export function offerFor(state: AuctionState, selection: SelectionState, at: EpochMs): PartialOffer | null {
  const part = allocationOf({ ...state, selection }).rows.find(
    ({ kind, participant, allocated }) => kind === 'partial' && selection.acceptedParts.get(participant) !== allocated,
  )
  if (part === undefined) return null
  const { participant, allocated: quantity } = part
  const current = selection.offer
  if (current?.participant === participant && current.quantity === quantity) return current
  return { participant, quantity, offeredAt: at, answerBy: addWorkingDays(at, 1) }
}

/** The smaller part that the participant accepted before the present offer and keeps whatever it answers (R7.3); null for none. */
export function keptPart({ offer, acceptedParts }: SelectionState): Thousandths | null {
  const accepted = offer === null ? undefined : acceptedParts.get(offer.participant)
  return offer !== null && accepted !== undefined && accepted < offer.quantity ? accepted : null
}

type NotInSelection = { readonly code: 'auction_not_in_selection' }

/** Bidders whose accounts are deactivated now: the record has no such events after the end. */
export type Deactivated = ReadonlySet<number>

const NONE: Deactivated = new Set()

/** Whether a winner, conditional or not, has a deactivated account: it has to be disqualified first (R2.7). */
function hasDeactivatedWinner(state: AuctionState, deactivated: Deactivated): boolean {
  return winners(allocationOf(state)).some(({ participant }) => {
    const bid = state.lastBids[participant - 1]
    return bid !== undefined && deactivated.has(bid.bidderId)
  })
}

/**
 * Confirms the winners as allocated (R8.1), once no offer is unanswered (R7.3) and no winner is deactivated (R2.7). Confirming
 * again changes nothing.
 */
export function decideConfirmWinners(
  state: AuctionState,
  now: EpochMs,
  deactivated: Deactivated = NONE,
): Decision<NotInSelection | { readonly code: 'partial_pending' | 'winner_deactivated' }> {
  const selection = openSelection(state)
  if (selection === null) return refused({ code: 'auction_not_in_selection' })
  if (hasDeactivatedWinner(state, deactivated)) return refused({ code: 'winner_deactivated' })
  if (selection.offer !== null) return refused({ code: 'partial_pending' })
  return selection.winnersConfirmedAt === null ? accepted({ kind: 'winners_confirmed', at: now }) : accepted()
}

export interface DisqualifyCommand {
  readonly participant: number
  readonly reason: string
  /** The file that proves the reason; required (R8.1). */
  readonly document: EvidenceFile | null
}

/** Disqualifies a winner with a reason and a file; the volume is allocated again without it (R8.1). */
export function decideDisqualify(
  state: AuctionState,
  { participant, reason, document }: DisqualifyCommand,
  now: EpochMs,
): Decision<NotInSelection | { readonly code: 'not_a_winner' } | { readonly code: 'file_missing' }> {
  if (openSelection(state) === null) return refused({ code: 'auction_not_in_selection' })
  const isWinner = winners(allocationOf(state)).some((row) => row.participant === participant)
  if (!isWinner) return refused({ code: 'not_a_winner' })
  if (document === null) return refused({ code: 'file_missing' })
  return accepted({ kind: 'winner_disqualified', at: now, participant, reason, document })
}

/** What still blocks completion (R2.7, R7.3, R8.1). */
export type CompletionBlocker = 'winner_deactivated' | 'partial_pending' | 'winners_not_confirmed'

export function completionBlockers(state: AuctionState, deactivated: Deactivated = NONE): readonly CompletionBlocker[] {
  if (state.selection === null) return []
  const blockers: CompletionBlocker[] = []
  if (hasDeactivatedWinner(state, deactivated)) blockers.push('winner_deactivated')
  if (state.selection.offer !== null) blockers.push('partial_pending')
  if (state.selection.winnersConfirmedAt === null) blockers.push('winners_not_confirmed')
  return blockers
}

/** Completes the auction; `resultOf` and `agreementsOf` are then final (R8.2). */
export function decideComplete(
  state: AuctionState,
  now: EpochMs,
  deactivated: Deactivated = NONE,
): Decision<NotInSelection | { readonly code: CompletionBlocker }> {
  if (openSelection(state) === null) return refused({ code: 'auction_not_in_selection' })
  const [blocker] = completionBlockers(state, deactivated)
  return blocker === undefined ? accepted({ kind: 'completed', at: now }) : refused({ code: blocker })
}

export type SelectionStatus =
  | 'winner'
  | 'partial_pending'
  | 'partial_accepted'
  | 'partial_refused'
  | 'no_volume'
  | 'disqualified'
  | 'deactivated'

export interface SelectionRow extends RankingRow {
  readonly status: SelectionStatus
  /** When a conditional winner's time to answer ends (R7.3). */
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
      return selection?.acceptedParts.get(row.participant) === row.allocated ? 'partial_accepted' : 'partial_pending'
    case 'passed_over':
    case 'none':
      return selection?.refusedParts.has(row.participant) === true ? 'partial_refused' : 'no_volume'
    default:
      return row.kind satisfies never
  }
}

/**
 * The selection while it can change; else null. It depends only on the record: until the end is recorded, a bid received in
 * time may still change the winners (R6.2).
 */
function openSelection(state: AuctionState): SelectionState | null {
  return isOver(state) ? null : state.selection
}
