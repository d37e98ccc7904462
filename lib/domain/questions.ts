import { type AuctionState, phaseOf } from './auction-state'
import { accepted, type Decision, type PublishedAnswer, refused } from './events'
import type { EpochMs } from './lot'

/** Whether a question on the lot received at that instant is taken (R12.1). */
export function takesQuestions({ lot, cancelled, unsuccessfulAt }: AuctionState, at: EpochMs): boolean {
  return cancelled === null && unsuccessfulAt === null && at < lot.questionDeadline && at < lot.startsAt
}

type AnswerRefusal = { readonly code: 'auction_ended' | 'auction_cancelled' }

/** Publishes a question with its answer under the next number: until bidding ends, because later it helps no bidder. */
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
