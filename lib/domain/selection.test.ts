import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type AuctionState, phaseOf } from '@/lib/domain/auction-state'
import { decideAccountStatus } from './application'
import { decideCancel } from './lifecycle'
import { evolveAll } from '@/lib/domain/evolve'
import type { EvidenceFile } from './events'
import {
  decidePartial,
  completionBlockers,
  decideComplete,
  decideConfirmWinners,
  decideDisqualify,
  decideLapses,
  keptPart,
  selectionRows,
} from './selection'
import { agreementsOf, resultOf } from '@/lib/domain/results'
import { allocationOf } from '@/lib/domain/ranking'
import { decideDue, LAPSE_DELAY_MS, nextDueAt } from '@/lib/domain/lifecycle'
import { after, bidder, endedAuction, eventsOf, refusalOf, runningAuction } from '@/tests/support/builders/auction'
import { CLOSE, MINUTE, tonnes, uah } from '@/tests/support/builders/lot'

const LATER = CLOSE + 10 * MINUTE
const ONE_WORKING_DAY = 24 * 60 * MINUTE

const example = endedAuction([
  { price: 15_200, quantity: 300 },
  { price: 15_100, quantity: 150 },
  { price: 15_000, quantity: 200, atLeast: 60 },
  { price: 14_900, quantity: 50 },
])

/** №2 is offered 200 t of its 300; №3 would take what it leaves. */
const conditional = endedAuction([
  { price: 15_200, quantity: 300 },
  { price: 15_100, quantity: 300 },
  { price: 15_000, quantity: 150 },
])

/** №3 is offered 100 t of its 300, and 200 t once №1 is disqualified. */
const growing = endedAuction([
  { price: 15_300, quantity: 100 },
  { price: 15_200, quantity: 300 },
  { price: 15_100, quantity: 300 },
])

const ACT = { id: '1', sha256: 'ab'.repeat(32) }

function disqualify(state: AuctionState, participant: number, document: EvidenceFile | null = ACT) {
  return decideDisqualify(state, { participant, reason: 'Licence withdrawn', document }, LATER)
}

/** One participant's answer to the part that it was shown. */
function answer(state: AuctionState, participant: number, accept: boolean, quantity: number, now = LATER) {
  return decidePartial(state, { participant, accept, quantity }, now)
}

function shares(state: AuctionState): (readonly [number, number])[] {
  return allocationOf(state).rows.map((row) => [row.participant, row.allocated / 1000] as const)
}

describe('R8.1 a decision in selection', () => {
  it('confirms the winners, once', () => {
    const confirmed = after(example, decideConfirmWinners(example, LATER))
    expect(confirmed.selection?.winnersConfirmedAt).toBe(LATER)
    expect(eventsOf(decideConfirmWinners(confirmed, LATER))).toEqual([])
  })

  it('disqualifies a winner and allocates again', () => {
    const state = after(example, disqualify(example, 1))
    expect(shares(state)).toEqual([
      [2, 150],
      [3, 200],
      [4, 50],
    ])
    expect(selectionRows(state).map((row) => [row.participant, row.status])).toEqual([
      [2, 'winner'],
      [3, 'winner'],
      [4, 'winner'],
      [1, 'disqualified'],
    ])
  })

  it('requires a new confirmation when the winners change', () => {
    const confirmed = after(example, decideConfirmWinners(example, LATER))
    expect(completionBlockers(after(confirmed, disqualify(confirmed, 1)))).toEqual(['winners_not_confirmed'])
  })

  it('refuses to disqualify without a file, a participant that does not win, or twice', () => {
    expect(refusalOf(disqualify(example, 1, null))).toEqual({ code: 'file_missing' })
    expect(refusalOf(disqualify(example, 3))).toEqual({ code: 'not_a_winner' })
    expect(refusalOf(disqualify(example, 9))).toEqual({ code: 'not_a_winner' })
    expect(refusalOf(disqualify(after(example, disqualify(example, 1)), 1))).toEqual({ code: 'not_a_winner' })
  })

  it('is refused before the end is recorded, and after completing or cancelling', () => {
    const code = 'auction_not_in_selection'
    const running = runningAuction([{ price: 15_000, quantity: 100 }])
    const cancelled = after(example, decideCancel(example, 'No pipeline', LATER))
    for (const state of [running, cancelled]) {
      expect(refusalOf(decideConfirmWinners(state, LATER))).toEqual({ code })
      expect(refusalOf(disqualify(state, 1))).toEqual({ code })
      expect(refusalOf(decideComplete(state, LATER))).toEqual({ code })
      expect(refusalOf(answer(state, 1, true, tonnes(200)))).toEqual({ code })
    }
  })
})

describe('R2.7 a winner whose account is deactivated after the end', () => {
  const bidders = (state: AuctionState, ...participants: number[]) =>
    new Set(participants.map((participant) => state.lastBids[participant - 1]!.bidderId))

  it.each([
    ['a winner', example, 1],
    ['a conditional winner', conditional, 2],
  ])('%s has to be disqualified before the winners are confirmed', (_, state, participant) => {
    const deactivated = bidders(state, participant)
    expect(completionBlockers(state, deactivated)[0]).toBe('winner_deactivated')
    expect(refusalOf(decideConfirmWinners(state, LATER, deactivated))).toEqual({ code: 'winner_deactivated' })
    const without = after(state, disqualify(state, participant))
    expect(completionBlockers(without, deactivated)).not.toContain('winner_deactivated')
  })

  it('prevents completion, even if the winners were confirmed before', () => {
    const confirmed = after(example, decideConfirmWinners(example, LATER))
    expect(refusalOf(decideComplete(confirmed, LATER, bidders(example, 2)))).toEqual({ code: 'winner_deactivated' })
    expect(eventsOf(decideComplete(confirmed, LATER))).toEqual([{ kind: 'completed', at: LATER }])
  })

  it('blocks nothing if it wins nothing', () => {
    expect(eventsOf(decideConfirmWinners(example, LATER, bidders(example, 3)))).toHaveLength(1)
  })
})

describe('R7.3 a partial winner', () => {
  it('is conditional for one working day', () => {
    expect(selectionRows(conditional)[1]).toMatchObject({
      participant: 2,
      allocated: tonnes(200),
      status: 'partial_pending',
      answerBy: CLOSE + ONE_WORKING_DAY,
    })
    expect(nextDueAt(conditional)).toBe(CLOSE + ONE_WORKING_DAY + LAPSE_DELAY_MS)
    expect(completionBlockers(conditional)).toContain('partial_pending')
  })

  it('prevents confirming the winners until it has answered', () => {
    expect(refusalOf(decideConfirmWinners(conditional, LATER))).toEqual({ code: 'partial_pending' })
    for (const accept of [true, false]) {
      const answered = after(conditional, answer(conditional, 2, accept, tonnes(200)))
      expect(eventsOf(decideConfirmWinners(answered, LATER))).toEqual([{ kind: 'winners_confirmed', at: LATER }])
    }
  })

  it('is the only one that may answer', () => {
    expect(refusalOf(answer(conditional, 1, false, tonnes(200)))).toEqual({
      code: 'partial_not_pending',
    })
    expect(example.selection?.offers).toEqual([])
    expect(selectionRows(conditional).map((row) => row.answerBy)).toEqual([null, CLOSE + ONE_WORKING_DAY, null])
  })

  it('wins by accepting', () => {
    const state = after(conditional, answer(conditional, 2, true, tonnes(200)))
    expect(selectionRows(state)[1]).toMatchObject({
      status: 'partial_accepted',
      allocated: tonnes(200),
      answerBy: null,
    })
    expect(state.selection?.offers).toEqual([conditional.selection?.offer])
    expect(refusalOf(answer(state, 2, false, tonnes(200)))).toEqual({
      code: 'partial_not_pending',
    })
    expect(nextDueAt(state)).toBeNull()
  })

  it('passes the volume on by refusing', () => {
    const state = after(conditional, answer(conditional, 2, false, tonnes(200)))
    expect(shares(state)).toEqual([
      [1, 300],
      [2, 0],
      [3, 150],
    ])
    expect(selectionRows(state)[1]).toMatchObject({ status: 'partial_refused' })
  })

  it('refuses by letting the term pass', () => {
    const term = CLOSE + ONE_WORKING_DAY
    expect(refusalOf(answer(conditional, 2, true, tonnes(200), term))).toEqual({
      code: 'partial_deadline_passed',
    })
    // An answer received in time is recorded before the lapse.
    expect(decideDue(conditional, term + LAPSE_DELAY_MS - 1)).toEqual([])
    const state = evolveAll(conditional, decideDue(conditional, term + LAPSE_DELAY_MS))
    expect(shares(state)).toEqual([
      [1, 300],
      [2, 0],
      [3, 150],
    ])
  })

  it('lets its offer lapse at the end of the term, neither before nor without an offer', () => {
    const term = CLOSE + ONE_WORKING_DAY
    expect(decideLapses(conditional, term - 1)).toEqual([])
    expect(decideLapses(conditional, term)).toEqual([
      { kind: 'partial_refused', at: term, participant: 2, quantity: tonnes(200), by: 'system' },
    ])
    const cancelled = after(conditional, decideCancel(conditional, 'No pipeline', LATER))
    for (const state of [example, cancelled, runningAuction([])]) expect(decideLapses(state, term)).toEqual([])
  })

  it('keeps a smaller part while a larger one is offered, and nothing otherwise', () => {
    const kept = ({ selection }: AuctionState) => (selection === null ? undefined : keptPart(selection))
    const accepted = after(growing, answer(growing, 3, true, tonnes(100)))
    expect([growing, accepted].map(kept)).toEqual([null, null])
    expect(kept(after(accepted, disqualify(accepted, 1)))).toBe(tonnes(100))
  })

  it('keeps nothing of a part that is no longer left, because a better bid gets its whole quantity', () => {
    // №2 refuses 250 t, which №3 accepts. Without №1 there are 300 t for №2, and 200 t are left.
    const state = endedAuction([
      { price: 15_300, quantity: 250 },
      { price: 15_200, quantity: 300 },
      { price: 15_100, quantity: 300 },
    ])
    const refused = after(state, answer(state, 2, false, tonnes(250)))
    const accepted = after(refused, answer(refused, 3, true, tonnes(250)))
    const smaller = after(accepted, disqualify(accepted, 1)).selection!
    expect(smaller.offer).toMatchObject({ participant: 3, quantity: tonnes(200) })
    expect(keptPart(smaller)).toBeNull()
  })

  it('that refused a part still gets all if all becomes free', () => {
    const refused = after(conditional, answer(conditional, 2, false, tonnes(200)))
    expect(shares(after(refused, disqualify(refused, 1)))).toEqual([
      [2, 300],
      [3, 150],
    ])
  })

  it('gets a new offer for another part, with a new term', () => {
    const accepted = after(growing, answer(growing, 3, true, tonnes(100)))
    const larger = after(accepted, disqualify(accepted, 1))
    expect(selectionRows(larger)[1]).toMatchObject({
      participant: 3,
      allocated: tonnes(200),
      status: 'partial_pending',
      answerBy: LATER + ONE_WORKING_DAY,
    })
  })

  it('is offered another part with a new term before it has answered', () => {
    expect(growing.selection?.offer).toMatchObject({ participant: 3, quantity: tonnes(100), offeredAt: CLOSE })
    const larger = after(growing, disqualify(growing, 1))
    expect(larger.selection?.offer).toMatchObject({ participant: 3, quantity: tonnes(200), offeredAt: LATER })
    expect(larger.selection?.offers).toEqual([growing.selection?.offer, larger.selection?.offer])
  })

  it('answers only the part that it was shown', () => {
    const larger = after(growing, disqualify(growing, 1))
    for (const accept of [true, false]) {
      expect(refusalOf(answer(larger, 3, accept, tonnes(100)))).toEqual({
        code: 'partial_offer_changed',
        quantity: tonnes(200),
      })
    }
    expect(eventsOf(answer(larger, 3, true, tonnes(200)))).toEqual([
      { kind: 'partial_accepted', at: LATER, participant: 3, quantity: tonnes(200) },
    ])
    expect(eventsOf(answer(larger, 3, false, tonnes(200)))).toEqual([
      { kind: 'partial_refused', at: LATER, participant: 3, quantity: tonnes(200), by: 'participant' },
    ])
  })

  it.each([
    ['refuses it', (state: AuctionState) => eventsOf(answer(state, 3, false, tonnes(200)))],
    ['does not answer', (state: AuctionState) => decideDue(state, LATER + ONE_WORKING_DAY + LAPSE_DELAY_MS)],
  ])('keeps the accepted part if a larger one is offered later and it %s', (_how, decline) => {
    const accepted = after(growing, answer(growing, 3, true, tonnes(100)))
    const larger = after(accepted, disqualify(accepted, 1))
    const declined = evolveAll(larger, decline(larger))
    expect(shares(declined)).toContainEqual([3, 100])
    expect(declined.selection?.offer?.participant).not.toBe(3)
    expect(selectionRows(declined).find(({ participant }) => participant === 3)).toMatchObject({
      status: 'partial_accepted',
    })
  })

  it('passes on the volume above the accepted part, and is offered nothing more', () => {
    const state = endedAuction([
      { price: 15_300, quantity: 300 },
      { price: 15_200, quantity: 100 },
      { price: 15_100, quantity: 400 },
      { price: 15_000, quantity: 300 },
    ])
    const accepted = after(state, answer(state, 3, true, tonnes(100)))
    const larger = after(accepted, disqualify(accepted, 2))
    const declined = after(larger, answer(larger, 3, false, tonnes(200)))
    expect(shares(declined)).toEqual([
      [1, 300],
      [3, 100],
      [4, 100],
    ])
    expect(declined.selection?.offer).toMatchObject({ participant: 4, quantity: tonnes(100) })
  })

  it('never gets less than it accepted, and never more than the lot, whatever the answers', () => {
    const offers = fc.array(
      fc.record({ price: fc.integer({ min: 140, max: 153 }), quantity: fc.integer({ min: 1, max: 40 }) }),
      {
        minLength: 2,
        maxLength: 7,
      },
    )
    const answers = fc.array(fc.constantFrom('accept', 'refuse', 'disqualify first'), { maxLength: 12 })
    fc.assert(
      fc.property(offers, answers, (bids, moves) => {
        let state = endedAuction(bids.map(({ price, quantity }) => ({ price: price * 100, quantity: quantity * 10 })))
        for (const move of moves) {
          const offer = state.selection?.offer ?? null
          const kept = state.selection === null ? null : keptPart(state.selection)
          if (move === 'disqualify first') {
            const first = agreementsOf(state)[0]
            if (first !== undefined) state = after(state, disqualify(state, first.participant))
          } else if (offer !== null) {
            state = after(state, answer(state, offer.participant, move === 'accept', offer.quantity))
            const share =
              agreementsOf(state).find(({ participant }) => participant === offer.participant)?.quantity ?? 0
            expect(share).toBe(move === 'accept' ? offer.quantity : (kept ?? 0))
          }
          const sold = agreementsOf(state).reduce((sum, { quantity }) => sum + quantity, 0)
          expect(sold).toBeLessThanOrEqual(state.lot.volume)
        }
      }),
    )
  })

  it('does not accept a larger part by a repeated answer', () => {
    const accepted = after(growing, answer(growing, 3, true, tonnes(100)))
    const larger = after(accepted, disqualify(accepted, 1))
    expect(refusalOf(answer(larger, 3, true, tonnes(100)))).toMatchObject({ code: 'partial_offer_changed' })
  })

  it('keeps its term if a new allocation leaves it the same part', () => {
    const state = endedAuction([
      { price: 15_300, quantity: 150 },
      { price: 15_200, quantity: 300 },
      { price: 15_100, quantity: 150, atLeast: 150 },
      { price: 15_000, quantity: 100 },
    ])
    const again = after(state, disqualify(state, 1))
    expect(shares(again)).toEqual([
      [2, 300],
      [3, 150],
      [4, 50],
    ])
    expect(again.selection?.offer).toMatchObject({ participant: 4, quantity: tonnes(50), offeredAt: CLOSE })
    expect(again.selection?.offers).toEqual([again.selection?.offer])
  })

  it('passes the offer to the next bidder with a new term', () => {
    const state = endedAuction([
      { price: 15_300, quantity: 400 },
      { price: 15_200, quantity: 200 },
      { price: 15_100, quantity: 400 },
    ])
    const passedOn = after(state, answer(state, 2, false, tonnes(100)))
    expect(passedOn.selection?.offer).toMatchObject({ participant: 3, quantity: tonnes(100), offeredAt: LATER })
  })
})

describe('R8.1 the ranking of a running auction', () => {
  it('has no winners to confirm, and nothing that blocks completion', () => {
    const running = runningAuction([
      { price: 15_200, quantity: 300 },
      { price: 15_100, quantity: 300 },
      { price: 15_000, quantity: 150 },
      { price: 14_900, quantity: 150 },
    ])
    const at = CLOSE - MINUTE
    const state = evolveAll(running, decideAccountStatus(running, { bidderId: bidder(4), active: false }, at))
    expect(selectionRows(state).map(({ participant, status, answerBy }) => [participant, status, answerBy])).toEqual([
      [1, 'winner', null],
      [2, 'partial_pending', null],
      [3, 'no_volume', null],
      [4, 'deactivated', null],
    ])
    expect(completionBlockers(state)).toEqual([])
  })
})

describe('R8.2 completing', () => {
  it('needs confirmed winners and no unanswered offer', () => {
    expect(refusalOf(decideComplete(example, LATER))).toEqual({ code: 'winners_not_confirmed' })
    expect(refusalOf(decideComplete(conditional, LATER))).toEqual({ code: 'partial_pending' })
  })

  it('leads to the result of the worked example, with one agreement per winner', () => {
    const confirmed = after(example, decideConfirmWinners(example, LATER))
    const completed = after(confirmed, decideComplete(confirmed, LATER))
    expect(phaseOf(completed, LATER)).toBe('completed')
    expect(resultOf(completed)).toEqual({
      participants: 4,
      winners: 3,
      volumeSold: tonnes(500),
      averagePrice: uah(15_140),
      finalPrice: uah(15_200),
    })
    expect(agreementsOf(completed)).toEqual([
      { participant: 1, quantity: tonnes(300), price: uah(15_200), sum: 456_000_000n },
      { participant: 2, quantity: tonnes(150), price: uah(15_100), sum: 226_500_000n },
      { participant: 4, quantity: tonnes(50), price: uah(14_900), sum: 74_500_000n },
    ])
    expect(refusalOf(decideComplete(completed, LATER))).toEqual({ code: 'auction_not_in_selection' })
    expect(refusalOf(decideCancel(completed, 'Late', LATER))).toEqual({ code: 'auction_already_finished' })
  })

  it('is possible with all disqualified and nothing sold', () => {
    const alone = endedAuction([{ price: 15_000, quantity: 100 }])
    expect(resultOf(after(alone, disqualify(alone, 1)))).toEqual({
      participants: 1,
      winners: 0,
      volumeSold: 0,
      averagePrice: null,
      finalPrice: null,
    })
  })
})
