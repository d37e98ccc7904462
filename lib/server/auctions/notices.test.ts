import { describe, expect, it } from '@jest/globals'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent } from '@/lib/domain/events'
import { evolveAll } from '@/lib/domain/evolve'
import { decideConfirmWinners, decideDisqualify, decidePartial } from '@/lib/domain/selection'
import { FIRST_HASH } from '@/lib/server/events/codec'
import { endedAuction, eventsOf } from '@/tests/support/builders/auction'
import { END, MINUTE, tonnes } from '@/tests/support/builders/lot'
import { noticesOf } from './notices'

const LATER = END + 10 * MINUTE
const ACT = { id: '1', sha256: 'ab'.repeat(32) }

const streamOf = (state: AuctionState) => ({
  auctionId: 1,
  logSeq: 1,
  lastHash: FIRST_HASH,
  applicants: new Map(),
  texts: null,
  state,
})

/** Applies decisions to the auction and returns the letters to bidders, by № and kind. */
function follow(begin: AuctionState) {
  let state = begin
  return (decide: (state: AuctionState) => readonly AuctionEvent[]) => {
    const events = decide(state)
    const before = state
    state = evolveAll(state, events)
    return noticesOf(events, streamOf(before), streamOf(state)).map(({ kind, account_id, payload }) => {
      const participant = state.lastBids.find((bid) => bid?.bidderId === account_id)?.participant
      const { quantity, before: earlier } = payload as { quantity?: string; before?: string }
      return [participant, kind, earlier, quantity]
    })
  }
}

const confirm = (state: AuctionState) => eventsOf(decideConfirmWinners(state, LATER))
const disqualify = (participant: number) => (state: AuctionState) =>
  eventsOf(decideDisqualify(state, { participant, reason: 'Licence withdrawn', document: ACT }, LATER))
const accept = (participant: number, quantity: number) => (state: AuctionState) =>
  eventsOf(decidePartial(state, { participant, accept: true, quantity: tonnes(quantity) }, LATER))

describe('R8.1 confirming winners again', () => {
  it('notifies new winners and those who lost all their volume, once each', () => {
    const go = follow(
      endedAuction([
        { price: 15_300, quantity: 250 },
        { price: 15_200, quantity: 100 },
        { price: 15_100, quantity: 300, atLeast: 300 },
        { price: 15_000, quantity: 150, atLeast: 150 },
      ]),
    )
    expect(go(confirm)).toEqual([
      [1, 'winner_confirmed', undefined, '250.000'],
      [2, 'winner_confirmed', undefined, '100.000'],
      [4, 'winner_confirmed', undefined, '150.000'],
    ])
    expect(go(disqualify(1))).toEqual([[1, 'winner_disqualified', undefined, undefined]])
    expect(go(confirm)).toEqual([
      [3, 'winner_confirmed', undefined, '300.000'],
      [4, 'win_withdrawn', '150.000', undefined],
    ])
    go(disqualify(3))
    expect(go(confirm)).toEqual([[4, 'winner_confirmed', undefined, '150.000']])
  })

  it('names the old volume to bidders whose volume changed', () => {
    const go = follow(
      endedAuction([
        { price: 15_300, quantity: 100 },
        { price: 15_200, quantity: 300 },
        { price: 15_100, quantity: 300 },
      ]),
    )
    go(accept(3, 100))
    go(confirm)
    go(disqualify(1))
    go(accept(3, 200))
    expect(go(confirm)).toEqual([[3, 'winner_confirmed', '100.000', '200.000']])
  })
})
