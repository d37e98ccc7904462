import { type AuctionState, isOver, phaseOf } from './auction-state'
import { accepted, type Decision, type PublishedAnswer, refused } from './events'
import type { EpochMs } from './lot'

/** Whether a question on the lot is accepted at that instant (R12.1). */
export function acceptsQuestions(state: AuctionState, at: EpochMs): boolean {
  return !isOver(state) && at < state.lot.questionDeadline && at < state.lot.startsAt
}

type AnswerRefusal = { readonly code: 'auction_ended' | 'auction_cancelled' }

/** Publishes a question with its answer under the next number, until bidding ends: later it would help no bidder. */
export function decideAnswer(
  state: AuctionState,
  { askedAt, language, texts }: Omit<PublishedAnswer, 'number'>,
  now: EpochMs,
): Decision<AnswerRefusal> {
  const phase = phaseOf(state, now)
  if (phase === 'cancelled') return refused({ code: 'auction_cancelled' })
  if (phase !== 'planned' && phase !== 'running') return refused({ code: 'auction_ended' })
  return accepted({ kind: 'question_answered', at: now, number: state.answers + 1, askedAt, language, texts })
}
