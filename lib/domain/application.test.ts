import { describe, expect, it } from '@jest/globals'
import {
  type ApplyCommand,
  arePreliminaryBidsVisible,
  decideApply,
  decideConfirm,
  decideDocumentsSent,
  decideReject,
  decideWithdraw,
  missingDocuments,
  REQUIRED_DOCUMENTS,
} from '@/lib/domain/application'
import { decideCancel } from './lifecycle'
import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import { evolve, evolveAll } from '@/lib/domain/evolve'
import { decideStart } from '@/lib/domain/lifecycle'
import {
  after,
  bidder,
  documented,
  eventsOf,
  plannedAuction,
  refusalOf,
  runningAuction,
} from '@/tests/support/builders/auction'
import { aLot, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

const BEFORE = START - 30 * MINUTE
const empty = initialState(aLot())
const offer = { price: 14_500, quantity: 100 }

function apply(state: AuctionState, changes: Partial<ApplyCommand> = {}) {
  return decideApply(state, {
    bidderId: 7,
    accountStatus: 'active',
    tradesProduct: true,
    price: uah(14_000),
    quantity: tonnes(100),
    receivedAt: BEFORE,
    ...changes,
  })
}

describe('R2.1 the preliminary bid', () => {
  it('is the application', () => {
    expect(eventsOf(apply(empty))).toEqual([
      {
        kind: 'application_received',
        at: BEFORE,
        bidderId: 7,
        price: uah(14_000),
        quantity: tonnes(100),
        minimumQuantity: tonnes(10),
      },
    ])
    expect(after(empty, apply(empty)).applications.get(7)).toMatchObject({ status: 'submitted', participant: null })
  })

  it.each([
    [{ price: uah(1) }, { code: 'price_not_above_one' }],
    [{ price: uah(13_990) }, { code: 'price_below_starting', minimum: uah(14_000) }],
    [{ price: uah(14_005) }, { code: 'bid_off_grid', nearest: [uah(14_000), uah(14_010)] }],
    [{ price: uah(15_410) }, { code: 'bid_above_maximum', maximum: uah(15_400) }],
    [{ quantity: tonnes(510) }, { code: 'quantity_above_volume', maximum: tonnes(500) }],
    [{ quantity: tonnes(0) }, { code: 'quantity_below_minimum', minimum: tonnes(10) }],
    [{ quantity: tonnes(15) }, { code: 'quantity_off_step', nearest: [tonnes(10), tonnes(20)] }],
    [{ minimumQuantity: tonnes(110) }, { code: 'minimum_quantity_invalid', minimum: tonnes(10), maximum: tonnes(100) }],
  ])('refuses %j', (change, refusal) => {
    expect(refusalOf(apply(empty, change))).toEqual(refusal)
  })

  it.each([
    { price: uah(15_400) },
    { quantity: tonnes(500) },
    { quantity: tonnes(10) },
    { minimumQuantity: tonnes(100) },
  ])('accepts the bound itself: %j', (change) => {
    expect(apply(empty, change).ok).toBe(true)
  })

  it('is refused a second time', () => {
    expect(refusalOf(apply(after(empty, apply(empty))))).toEqual({ code: 'application_exists' })
  })

  it('is refused from the deadline on', () => {
    const state = initialState(aLot({ applicationDeadline: BEFORE }))
    expect(apply(state, { receivedAt: BEFORE - 1 }).ok).toBe(true)
    expect(refusalOf(apply(state))).toEqual({ code: 'application_deadline_passed' })
    expect(refusalOf(apply(empty, { receivedAt: START }))).toEqual({ code: 'application_deadline_passed' })
  })

  it('is refused in a cancelled auction', () => {
    expect(refusalOf(apply(after(empty, decideCancel(empty, 'No pipeline', BEFORE))))).toEqual({
      code: 'auction_cancelled',
    })
  })
})

describe('R2.2 withdrawal', () => {
  it('is possible until the deadline, confirmed or not', () => {
    const state = plannedAuction([offer])
    const withdrawn = after(state, decideWithdraw(state, bidder(1), START - 1))
    expect(withdrawn.applications.get(bidder(1))).toMatchObject({ status: 'withdrawn' })
  })

  it('is refused from the deadline on', () => {
    expect(refusalOf(decideWithdraw(plannedAuction([offer]), bidder(1), START))).toEqual({
      code: 'application_deadline_passed',
    })
  })

  it('allows no second application', () => {
    const applied = after(empty, apply(empty))
    const withdrawn = after(applied, decideWithdraw(applied, 7, BEFORE))
    expect(refusalOf(apply(withdrawn))).toEqual({ code: 'application_exists' })
    expect(refusalOf(decideWithdraw(withdrawn, 7, BEFORE))).toEqual({ code: 'application_not_withdrawable' })
  })

  it('needs an application', () => {
    expect(refusalOf(decideWithdraw(empty, 7, BEFORE))).toEqual({ code: 'application_not_found' })
  })
})

describe('R2.3 secrecy before the start', () => {
  it('ends with the start', () => {
    expect(arePreliminaryBidsVisible(plannedAuction([offer]))).toBe(false)
    expect(arePreliminaryBidsVisible(runningAuction([offer]))).toBe(true)
  })

  it('never ends without a start', () => {
    const lonely = plannedAuction([offer], aLot({ minimumParticipants: 2 }))
    expect(arePreliminaryBidsVisible(evolveAll(lonely, decideStart(lonely, START)))).toBe(false)
    expect(arePreliminaryBidsVisible(after(lonely, decideCancel(lonely, 'No pipeline', BEFORE)))).toBe(false)
  })
})

describe('R2.4 confirming', () => {
  const applied = [7, 8, 9].reduce((state, bidderId) => after(state, apply(state, { bidderId })), empty)

  it('is awaited once the documents are sent, which is recorded once', () => {
    const waiting = after(applied, decideDocumentsSent(applied, documented(7), BEFORE))
    expect(waiting.applications.get(7)?.status).toBe('awaiting_confirmation')
    expect(eventsOf(decideDocumentsSent(waiting, documented(7), BEFORE))).toEqual([])
  })

  it('needs all documents, or a manager who insists', () => {
    const incomplete = { ...documented(7), missing: ['charter'] as const }
    expect(refusalOf(decideDocumentsSent(applied, incomplete, BEFORE))).toEqual({ code: 'documents_missing' })
    expect(refusalOf(decideConfirm(applied, incomplete, BEFORE))).toEqual({
      code: 'documents_missing',
    })
    const insisted = after(
      applied,
      decideConfirm(applied, { ...incomplete, insistence: 'The charter came by post' }, BEFORE),
    )
    expect(insisted.applications.get(7)).toMatchObject({ status: 'confirmed', participant: 1 })
  })

  it('assigns №1, №2 … in the order of confirming', () => {
    const first = after(applied, decideConfirm(applied, documented(9), BEFORE))
    const second = after(first, decideConfirm(first, documented(7), BEFORE))
    expect(second.applications.get(9)?.participant).toBe(1)
    expect(second.applications.get(7)?.participant).toBe(2)
  })

  it('never assigns a number twice', () => {
    const first = after(applied, decideConfirm(applied, documented(9), BEFORE))
    const withdrawn = after(first, decideWithdraw(first, 9, BEFORE))
    expect(after(withdrawn, decideConfirm(withdrawn, documented(7), BEFORE)).applications.get(7)?.participant).toBe(2)
  })

  it('or rejecting with a reason happens once', () => {
    const rejection = { bidderId: 8, reason: 'No licence' }
    expect(eventsOf(decideReject(applied, rejection, BEFORE))).toEqual([
      { kind: 'application_rejected', at: BEFORE, by: 'manager', ...rejection },
    ])
    const rejected = after(applied, decideReject(applied, rejection, BEFORE))
    expect(refusalOf(decideConfirm(rejected, documented(8), BEFORE))).toEqual({ code: 'application_already_decided' })
    const confirmed = after(applied, decideConfirm(applied, documented(8), BEFORE))
    expect(refusalOf(decideReject(confirmed, rejection, BEFORE))).toEqual({ code: 'application_already_decided' })
  })

  it('is refused from the start on, recorded or not', () => {
    expect(refusalOf(decideConfirm(applied, documented(8), START))).toEqual({ code: 'application_already_decided' })
  })

  it('needs an application, an auction that is not cancelled, and an active account', () => {
    expect(refusalOf(decideConfirm(applied, documented(1), BEFORE))).toEqual({ code: 'application_not_found' })
    const cancelled = after(applied, decideCancel(applied, 'No pipeline', BEFORE))
    expect(refusalOf(decideConfirm(cancelled, documented(8), BEFORE))).toEqual({ code: 'auction_cancelled' })
    const deactivated = evolve(applied, { kind: 'account_deactivated', at: BEFORE, bidderId: 8 })
    expect(refusalOf(decideConfirm(deactivated, documented(8), BEFORE))).toEqual({ code: 'account_state_forbids' })
  })
})

describe('R14.4 confirming a company whose related company is confirmed', () => {
  const applied = [7, 8].reduce((state, bidderId) => after(state, apply(state, { bidderId })), empty)
  const related = { ...documented(8), related: [7] }
  const note = { text: 'Separate licences', nonce: 'ab', seal: 'cd' }

  it('needs a note while the other one is confirmed', () => {
    expect(eventsOf(decideConfirm(applied, related, BEFORE))).toHaveLength(1)
    const first = after(applied, decideConfirm(applied, documented(7), BEFORE))
    expect(refusalOf(decideConfirm(first, related, BEFORE))).toEqual({ code: 'related_note_required' })
    const withdrawn = after(first, decideWithdraw(first, 7, BEFORE))
    expect(eventsOf(decideConfirm(withdrawn, related, BEFORE))).toHaveLength(1)
  })

  it('puts the note on record', () => {
    const first = after(applied, decideConfirm(applied, documented(7), BEFORE))
    expect(eventsOf(decideConfirm(first, { ...related, note }, BEFORE))).toEqual([
      { kind: 'application_confirmed', at: BEFORE, bidderId: 8, participant: 2, depositWaiver: null, note },
    ])
  })
})

describe('R2.7 an application', () => {
  it.each([
    ['deactivated', 'account_deactivated'],
    ['awaiting_confirmation', 'account_not_confirmed'],
  ] as const)('is refused if the account is %s', (accountStatus, code) => {
    expect(refusalOf(apply(empty, { accountStatus }))).toEqual({ code })
  })
})

describe('R2.1 a company that may not buy the lot’s product', () => {
  it('is refused', () => {
    expect(refusalOf(apply(empty, { tradesProduct: false }))).toEqual({ code: 'category_not_allowed' })
  })
})

describe('applying and withdrawing', () => {
  it('ends with the start, even with a later deadline', () => {
    const state = after(empty, apply(empty))
    const late = { ...state, lot: aLot({ applicationDeadline: START + MINUTE }) }
    expect(refusalOf(apply(late, { bidderId: 8, receivedAt: START }))).toEqual({ code: 'application_deadline_passed' })
    expect(apply(late, { bidderId: 8, receivedAt: START - 1 }).ok).toBe(true)
    expect(refusalOf(decideWithdraw(late, 7, START))).toEqual({ code: 'application_deadline_passed' })
  })

  it('cannot follow a rejection or the cancelling of the auction', () => {
    const state = after(empty, apply(empty))
    const code = 'application_not_withdrawable'
    const rejected = after(state, decideReject(state, { bidderId: 7, reason: 'No licence' }, BEFORE))
    const cancelled = after(state, decideCancel(state, 'No pipeline', BEFORE))
    for (const closed of [rejected, cancelled]) expect(refusalOf(decideWithdraw(closed, 7, BEFORE))).toEqual({ code })
  })
})

describe('R2.4 the documents of an applicant', () => {
  it('are not sent once the start has decided its application', () => {
    const state = after(empty, apply(empty))
    expect(refusalOf(decideDocumentsSent(state, documented(7), START))).toEqual({ code: 'application_already_decided' })
  })

  it('are missing until one of each kind is uploaded', () => {
    const [first, ...others] = REQUIRED_DOCUMENTS
    expect(missingDocuments([])).toEqual(REQUIRED_DOCUMENTS)
    expect(missingDocuments([{ kind: first }, { kind: first }])).toEqual(others)
    expect(missingDocuments(REQUIRED_DOCUMENTS.map((kind) => ({ kind })))).toEqual([])
  })
})
