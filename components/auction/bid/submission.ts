import { createStore } from '@/lib/browser/store'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { PlacedBid } from '@/lib/contract/auctions'
import type { Problem } from '@/lib/contract/errors'
import type { BidInput } from './price-steps'

/** One press of the button. The key stays the same each time the bid is sent (R4.8). */
export interface Attempt {
  input: BidInput
  key: string
  /** Where the button is, and where the answer is shown: the panel's form or the verdict bar. */
  from: 'panel' | 'verdict'
}

/**
 * The state of a bid that is being sent. `unanswered`: it may have arrived, and is sent again with the same key until
 * it is answered. `nextTryAt`: the time of the next attempt, null during one. `tries`: the number of unanswered attempts.
 * Once a bid has been sent, we never claim that it was not placed.
 */
export type Submission =
  | { phase: 'idle' }
  | { phase: 'sending'; attempt: Attempt }
  | { phase: 'unanswered'; attempt: Attempt; tries: number; nextTryAt: number | null }
  | { phase: 'signed_out'; attempt: Attempt; tries: number }
  | { phase: 'limited'; attempt: Attempt; until: number }
  | { phase: 'refused'; attempt: Attempt; problem: Problem }
  | { phase: 'accepted'; attempt: Attempt; placed: PlacedBid }
  | { phase: 'left_open'; attempt: Attempt; tries: number }

interface SubmissionParts {
  place: (input: BidInput, options: { idempotencyKey: string }) => Promise<{ data: PlacedBid }>
  newKey: () => string
  now: () => number
  /** Returns the cancel function. */
  later: (callback: () => void, milliseconds: number) => () => void
  onAccepted: (placed: PlacedBid) => void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 15_000
const DEFAULT_RETRY_AFTER_S = 5
/** The second click of a double click may come after the answer to the first, when the form already offers the next bid. */
const DOUBLE_CLICK_MS = 600

export interface SubmissionStore {
  get: () => Submission
  subscribe: (listener: () => void) => () => void
  /** Sends a bid with a new key. Ignored while another is being sent, so the button cannot fire twice. */
  send: (input: BidInput, from?: Attempt['from']) => void
  /** Sends the same bid with the same key: after signing in again, or without waiting for the next try. */
  resend: () => void
  /** Stops retrying; the ranking then shows whether the bid arrived. */
  stopRetrying: () => void
  /** Called when the form is touched or the message has been read. */
  dismiss: () => void
}

/** Outside React, so that no render can send a bid twice. */
export function createSubmission(parts: SubmissionParts): SubmissionStore {
  const { get, set, subscribe } = createStore<Submission>({ phase: 'idle' })
  let cancelWait: () => void = () => undefined
  let acceptedAt = Number.NEGATIVE_INFINITY

  async function deliver(attempt: Attempt, tries: number) {
    cancelWait()
    set(tries === 0 ? { phase: 'sending', attempt } : { phase: 'unanswered', attempt, tries, nextTryAt: null })
    try {
      const { data } = await parts.place(attempt.input, { idempotencyKey: attempt.key })
      if (!isCurrent(attempt)) return
      acceptedAt = parts.now()
      set({ phase: 'accepted', attempt, placed: data })
      parts.onAccepted(data)
    } catch (error) {
      if (isCurrent(attempt)) handleFailure(attempt, tries, error)
    }
  }

  function handleFailure(attempt: Attempt, tries: number, error: unknown) {
    if (error instanceof OfflineError) return waitAndRepeat(attempt, tries, null)
    if (!(error instanceof ApiError)) {
      waitAndRepeat(attempt, tries, null)
      throw error
    }
    if (error.status >= 500) return waitAndRepeat(attempt, tries, error.retryAfter)
    if (error.code === 'unauthorized') return set({ phase: 'signed_out', attempt, tries })
    if (error.code === 'too_many_requests') {
      const seconds = error.retryAfter ?? error.problem.retry_after ?? DEFAULT_RETRY_AFTER_S
      // Retries count against the limit, which is checked before the key: an earlier try may have been recorded.
      if (tries > 0) return waitAndRepeat(attempt, tries, seconds)
      cancelWait = parts.later(() => set({ phase: 'idle' }), seconds * 1_000)
      return set({ phase: 'limited', attempt, until: parts.now() + seconds * 1_000 })
    }
    set({ phase: 'refused', attempt, problem: error.problem })
  }

  function waitAndRepeat(attempt: Attempt, tries: number, retryAfter: number | null) {
    const wait = retryAfter === null ? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) : retryAfter * 1_000
    set({ phase: 'unanswered', attempt, tries: tries + 1, nextTryAt: parts.now() + wait })
    cancelWait = parts.later(() => void deliver(attempt, tries + 1), wait)
  }

  function isCurrent(attempt: Attempt): boolean {
    const state = get()
    return (state.phase === 'sending' || state.phase === 'unanswered') && state.attempt.key === attempt.key
  }

  return {
    get,
    subscribe,
    send(input, from = 'panel') {
      const state = get()
      if (isUnderWay(state) || state.phase === 'limited' || parts.now() - acceptedAt < DOUBLE_CLICK_MS) return
      void deliver({ input, key: parts.newKey(), from }, 0)
    },
    resend() {
      const state = get()
      if (state.phase === 'signed_out' || state.phase === 'left_open') void deliver(state.attempt, state.tries)
      else if (state.phase === 'unanswered' && state.nextTryAt !== null) void deliver(state.attempt, state.tries)
    },
    stopRetrying() {
      const state = get()
      if (state.phase !== 'unanswered' && state.phase !== 'signed_out') return
      cancelWait()
      const { attempt, tries } = state
      set(tries === 0 ? { phase: 'idle' } : { phase: 'left_open', attempt, tries })
    },
    dismiss() {
      if (['accepted', 'refused', 'left_open'].includes(get().phase)) set({ phase: 'idle' })
    },
  }
}

export function isUnderWay(submission: Submission): boolean {
  return submission.phase === 'sending' || submission.phase === 'unanswered' || submission.phase === 'signed_out'
}
