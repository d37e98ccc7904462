import { describe, expect, it } from '@jest/globals'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent } from '@/lib/domain/events'
import { evolveAll } from '@/lib/domain/evolve'
import { decideConfirmWinners, decideDisqualify, decidePartial } from '@/lib/domain/selection'
import { FIRST_HASH } from '@/lib/server/events/codec'
import { afterBid, bidder, bidOf, endedAuction, eventsOf, runningAuction } from '@/tests/support/builders/auction'
import { END, MINUTE, tonnes, uah } from '@/tests/support/builders/lot'
import { noticesOf, outbidBy } from './notices'

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

/** Returns a function that applies a decision to the auction and returns the emails it causes, by № and kind. */
function openAuction(initial: AuctionState) {
  let state = initial
  return (decide: (state: AuctionState) => readonly AuctionEvent[]) => {
    const events = decide(state)
    const before = state
    state = evolveAll(state, events)
    return noticesOf(events, streamOf(before), streamOf(state)).map(({ kind, company_id, payload }) => {
      const participant = state.lastBids.find((bid) => bid?.bidderId === company_id)?.participant
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
    const emailsAfter = openAuction(
      endedAuction([
        { price: 15_300, quantity: 250 },
        { price: 15_200, quantity: 100 },
        { price: 15_100, quantity: 300, atLeast: 300 },
        { price: 15_000, quantity: 150, atLeast: 150 },
      ]),
    )
    expect(emailsAfter(confirm)).toEqual([
      [1, 'winner_confirmed', undefined, '250.000'],
      [2, 'winner_confirmed', undefined, '100.000'],
      [4, 'winner_confirmed', undefined, '150.000'],
    ])
    expect(emailsAfter(disqualify(1))).toEqual([[1, 'winner_disqualified', undefined, undefined]])
    expect(emailsAfter(confirm)).toEqual([
      [3, 'winner_confirmed', undefined, '300.000'],
      [4, 'win_withdrawn', '150.000', undefined],
    ])
    emailsAfter(disqualify(3))
    expect(emailsAfter(confirm)).toEqual([[4, 'winner_confirmed', undefined, '150.000']])
  })

  it('notifies bidders whose volume changed, with the earlier volume', () => {
    const emailsAfter = openAuction(
      endedAuction([
        { price: 15_300, quantity: 100 },
        { price: 15_200, quantity: 300 },
        { price: 15_100, quantity: 300 },
      ]),
    )
    emailsAfter(accept(3, 100))
    emailsAfter(confirm)
    emailsAfter(disqualify(1))
    emailsAfter(accept(3, 200))
    expect(emailsAfter(confirm)).toEqual([[3, 'winner_confirmed', '100.000', '200.000']])
  })
})

it.each([
  ['reached its ceiling', 300, 0, 'ceiling_reached'],
  ['was outbid, if it bid for more than its automatic order', 200, 0, 'outbid'],
  ['was outbid, if its deposit no longer covers its automatic order', 300, 300, 'outbid'],
])('R10.2 a bidder that lost volume is notified that it %s', (_what, quantity, depositRate, kind) => {
  const order = { ceiling: uah(15_000), quantity: tonnes(quantity), minimumQuantity: tonnes(10), salt: '' }
  const running: AuctionState = {
    ...runningAuction([
      { price: 15_000, quantity: 300 },
      { price: 14_500, quantity: 300 },
    ]),
    orders: new Map([[bidder(1), { seal: '', order }]]),
  }
  const outbid = afterBid(running, bidOf(2, { price: 15_010, quantity: 300 }))
  // Nobody has paid one.
  const requiringDeposit = (state: AuctionState) => streamOf({ ...state, lot: { ...state.lot, depositRate } })
  const notices = outbidBy(requiringDeposit(running), requiringDeposit(outbid), new Set([bidder(2)]))
  expect(notices.map((notice) => [notice.company_id, notice.kind])).toEqual([[bidder(1), kind]])
})
