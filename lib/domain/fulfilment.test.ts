import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type AgreementTerms, type Fact, type FactBody, fulfilmentOf, isComplete } from './fulfilment'
import {
  closing,
  decideAct,
  decideActCancellation,
  decideActSignature,
  decideEarlyEnd,
  decideInvoiceCancellation,
  decideInvoices,
  decideLoadingAnswer,
  decideLoadingRequest,
  decidePayment,
  decidePenalty,
  decideReturn,
  decideReversal,
  decideWaybill,
  decideWaybillCancellation,
  type FulfilmentDecision,
  MAX_LOADINGS,
  type Situation,
} from './fulfilment-decisions'
import { sumOf } from './money'
import { addDays, amountsOf, DEFAULT_PLAN, isPrepaid, type PaymentPlan } from './payment-plan'

const PAYER = { name: 'Buyer', edrpou: '37027819', taxNumber: '', iban: '', bank: '', address: 'Kyiv' }
const START = '2026-12-01'
const DAY_MS = 86_400_000
const atOf = (day: string) => Date.parse(`${day}T10:00:00Z`)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function termsOf(given: Partial<AgreementTerms> = {}): AgreementTerms {
  const quantity = given.quantity ?? 100_000
  const price = given.price ?? 1_510_000
  return {
    quantity,
    price,
    sum: sumOf(price, quantity),
    plan: DEFAULT_PLAN,
    inForceOn: START,
    deposits: [],
    rates: [],
    ...given,
  }
}

/** An agreement that a test carries on: each command is decided by its state, and recorded. */
function carry(terms: AgreementTerms) {
  const facts: Fact[] = []
  let today = START
  const stateOn = (day = today) => fulfilmentOf(terms, facts, { dayOf, today: day })
  const situation = (): Situation => ({ terms, state: stateOn(), today, payer: PAYER })
  const record = (body: FactBody) => {
    facts.push({ ...body, id: facts.length + 1, at: atOf(today) })
    return facts.length
  }
  return {
    facts,
    get today() {
      return today
    },
    pass: (days: number) => (today = addDays(today, days)),
    state: () => stateOn(),
    try(decide: (situation: Situation) => FulfilmentDecision) {
      const decision = decide(situation())
      if (!decision.ok) return decision.refusal
      for (const fact of decision.facts) record(fact)
      const last = facts.length
      const closed = closing(situation())
      if (closed !== null) record(closed)
      return last
    },
  }
}

type Carried = ReturnType<typeof carry>
const numberOf = (index: number) => `${index}`
const invoice = (deal: Carried) => deal.try((each) => decideInvoices(each, numberOf))
const pay = (deal: Carried, amount: bigint, named: number | null = null) =>
  deal.try((each) => decidePayment(each, { amount, on: deal.today, invoice: named, note: null }))
const load = (deal: Carried, volume: number) =>
  deal.try((each) => decideWaybill(each, { number: `W${deal.facts.length}`, on: deal.today, volume, loading: null }))
const makeAct = (deal: Carried, isLast: boolean) => {
  const act = deal.try((each) => decideAct(each, { waybills: null, isLast, number: 'A' }))
  if (typeof act !== 'number') return act
  deal.try((each) => decideActSignature(each, act, 'buyer'))
  deal.try((each) => decideActSignature(each, act, 'organiser'))
  return act
}

test('goes from the signatures to closed', () => {
  const deal = carry(termsOf())
  expect(deal.state()).toMatchObject({
    stage: 'in_force',
    column: 'to_pay',
    next: { side: 'organiser', action: 'issue_invoices' },
  })
  invoice(deal)
  expect(deal.state().next).toMatchObject({ side: 'buyer', action: 'pay', amount: 151_000_000n, by: '2026-12-08' })
  pay(deal, 151_000_000n)
  expect(deal.state()).toMatchObject({ stage: 'paid', column: 'to_ship', volume: { free: 100_000 } })
  const loading = deal.try((each) =>
    decideLoadingRequest(each, { on: '2026-12-03', volume: 60_000, place: 'AA 1234' }),
  ) as number
  expect(deal.state()).toMatchObject({
    volume: { free: 40_000 },
    next: { side: 'organiser', action: 'answer_loading' },
  })
  deal.try((each) =>
    decideLoadingAnswer(each, { loadingId: loading, version: loading, side: 'organiser' }, { kind: 'agree' }),
  )
  deal.pass(2)
  deal.try((each) => decideWaybill(each, { number: 'W', on: deal.today, volume: 59_990, loading }))
  expect(deal.state()).toMatchObject({ stage: 'shipping', volume: { loaded: 59_990, free: 40_010 } })
  load(deal, 40_010)
  expect(deal.state()).toMatchObject({ column: 'to_accept', next: { side: 'organiser', action: 'make_act' } })
  makeAct(deal, true)
  expect(deal.state()).toMatchObject({ stage: 'closed', column: 'closed', next: null })
  expect(load(deal, 1)).toEqual({ code: 'agreement_closed' })
})

test('deducts the deposit from the first invoice, then from the next', () => {
  const plan: PaymentPlan = {
    ...DEFAULT_PLAN,
    parts: [
      { share: 1000, from: 'in_force', days: 3, month: null },
      { share: 9000, from: 'before_shipment', days: 2, month: '2027-01' },
    ],
  }
  const deal = carry(termsOf({ plan, deposits: [{ amount: 20_000_000n, on: START }] }))
  invoice(deal)
  expect(deal.state().invoices).toMatchObject([
    { amount: 15_100_000n, deducted: 15_100_000n, missing: 0n, dueOn: '2026-12-04' },
    { amount: 135_900_000n, deducted: 4_900_000n, missing: 131_000_000n, dueOn: '2026-12-30' },
  ])
})

test('allocates a deposit as the invoices say on their faces, whichever is due first', () => {
  const plan: PaymentPlan = {
    ...DEFAULT_PLAN,
    parts: [
      { share: 1000, from: 'before_shipment', days: 2, month: '2027-01' },
      { share: 9000, from: 'in_force', days: 3, month: null },
    ],
  }
  const deal = carry(termsOf({ plan, deposits: [{ amount: 10_000_000n, on: START }] }))
  invoice(deal)
  const faces = [
    { amount: 15_100_000n, deducted: 10_000_000n, dueOn: '2026-12-30' },
    { amount: 135_900_000n, deducted: 0n, dueOn: '2026-12-04' },
  ]
  expect(deal.state().invoices).toMatchObject([
    { ...faces[0], paid: 10_000_000n },
    { ...faces[1], paid: 0n },
  ])
  const [first] = deal.state().invoices
  pay(deal, 15_100_000n, first?.id)
  expect(deal.state().invoices).toMatchObject([
    { ...faces[0], paid: 15_100_000n },
    { ...faces[1], paid: 10_000_000n },
  ])
})

test('leaves the buyer three banking days for an invoice that is issued late, and never shortens the plan', () => {
  const before = (month: string): PaymentPlan => ({
    ...DEFAULT_PLAN,
    parts: [{ share: 10_000, from: 'before_shipment', days: 5, month }],
  })
  const dueOn = (plan: PaymentPlan, passed: number) => {
    const deal = carry(termsOf({ plan }))
    deal.pass(passed)
    invoice(deal)
    return deal.state().invoices[0]?.dueOn
  }
  const at = (days: number): PaymentPlan => ({
    ...DEFAULT_PLAN,
    parts: [{ share: 10_000, from: 'in_force', days, month: null }],
  })
  expect([dueOn(at(5), 0), dueOn(at(5), 1), dueOn(at(5), 10)]).toEqual(['2026-12-08', '2026-12-08', '2026-12-16'])
  expect([dueOn(at(0), 0), dueOn(at(0), 1)]).toEqual(['2026-12-01', '2026-12-07'])
  expect([dueOn(before('2027-01'), 0), dueOn(before('2026-12'), 0)]).toEqual(['2026-12-25', '2026-12-04'])
})

test('lets nobody load more than is paid for', () => {
  const deal = carry(termsOf())
  invoice(deal)
  pay(deal, 75_500_000n)
  expect(load(deal, 50_001)).toEqual({ code: 'volume_not_covered', maximum: 50_000 })
  expect(deal.try((each) => decideLoadingRequest(each, { on: START, volume: 50_001, place: '' }))).toEqual({
    code: 'volume_not_covered',
    maximum: 50_000,
  })
  expect(load(deal, 50_000)).toEqual(expect.any(Number))
})

test('invoices the share of each act, and the rest of the last one', () => {
  const plan: PaymentPlan = {
    ...DEFAULT_PLAN,
    tolerance: 500,
    parts: [{ share: 10_000, from: 'after_act', days: 10, month: null }],
  }
  const deal = carry(termsOf({ plan }))
  expect(invoice(deal)).toEqual({ code: 'nothing_to_invoice' })
  load(deal, 33_333)
  makeAct(deal, false)
  invoice(deal)
  expect(deal.state().invoices).toMatchObject([{ type: 'act', amount: 50_332_830n, dueOn: '2026-12-15' }])
  load(deal, 70_000)
  makeAct(deal, true)
  expect(deal.state().due).toEqual([
    { type: 'final', part: null, amount: sumOf(1_510_000, 103_333) - 50_332_830n, since: START },
  ])
  invoice(deal)
  pay(deal, sumOf(1_510_000, 103_333))
  expect(deal.state().stage).toBe('closed')
})

test('returns what was paid and not shipped after an early end', () => {
  const deal = carry(termsOf())
  invoice(deal)
  pay(deal, 151_000_000n)
  load(deal, 30_000)
  deal.try((each) => decideEarlyEnd(each, 'force majeure'))
  expect(deal.state()).toMatchObject({
    ...{ column: 'to_accept', money: { unallocated: 105_700_000n } },
    // No loading can be requested any more.
    volume: { free: 0 },
  })
  expect(load(deal, 1)).toEqual({ code: 'agreement_ended' })
  makeAct(deal, true)
  expect(deal.state()).toMatchObject({
    column: 'to_settle',
    next: { action: 'return_overpayment', amount: 105_700_000n, by: '2026-12-08' },
  })
  expect(deal.try((each) => decideReturn(each, { amount: 105_700_001n, on: START, note: null }))).toEqual({
    code: 'return_too_large',
    maximum: 105_700_000n,
  })
  deal.try((each) => decideReturn(each, { amount: 105_700_000n, on: START, note: null }))
  expect(deal.state().stage).toBe('closed')
})

test('demands of all invoices together what is owed after an early end, and pays them by the days of the payments', () => {
  const part = { share: 5_000, from: 'in_force', month: null } as const
  const parts = [
    { ...part, days: 5 },
    { ...part, days: 10 },
  ]
  const deal = carry(termsOf({ plan: { ...DEFAULT_PLAN, parts } }))
  invoice(deal)
  deal.pass(3)
  pay(deal, 75_500_000n)
  const earlier = { amount: 75_500_000n, on: addDays(deal.today, -2), invoice: null, note: null }
  deal.try((each) => decidePayment(each, earlier))
  expect(deal.state().invoices).toMatchObject([{ paidOn: earlier.on }, { paidOn: deal.today }])
  load(deal, 60_000)
  deal.try((each) => decideEarlyEnd(each, 'reason'))
  expect(deal.state().invoices).toMatchObject([{ demanded: 75_500_000n }, { demanded: 15_100_000n }])
})

test('proposes a penalty by the days late, which waits for a decision', () => {
  const plan: PaymentPlan = { ...DEFAULT_PLAN, penalty: { kind: 'daily', rate: 10 } }
  const deal = carry(termsOf({ plan }))
  const first = invoice(deal) as number
  deal.pass(9)
  pay(deal, 51_000_000n)
  expect(deal.state()).toMatchObject({ column: 'overdue', invoices: [{ daysLate: 2 }] })
  deal.pass(1)
  pay(deal, 100_000_000n)
  // 151 000.00 × 0.1 % × 2 days, 100 000.00 × 0.1 % × 1 day.
  const proposed = 302_000n + 100_000n
  expect(deal.state().invoices[0]).toMatchObject({
    daysLate: 3,
    penalty: { amount: proposed, from: '2026-12-09', until: '2026-12-11' },
  })
  load(deal, 100_000)
  makeAct(deal, true)
  expect(deal.state().next).toMatchObject({ side: 'organiser', action: 'decide_penalty' })
  const claim = { invoice: first, proposed, amount: 200_000n }
  expect(deal.try((each) => decidePenalty(each, { ...claim, proposed: 1n, reason: null }, 'P'))).toEqual({
    code: 'penalty_changed',
    proposed,
  })
  expect(deal.try((each) => decidePenalty(each, { ...claim, reason: null }, 'P'))).toEqual({
    code: 'penalty_reason_needed',
  })
  deal.try((each) => decidePenalty(each, { ...claim, reason: 'A long partner' }, 'P'))
  expect(deal.state()).toMatchObject({ money: { missing: 200_000n }, stage: 'accepted' })
  pay(deal, 200_000n)
  expect(deal.state().stage).toBe('closed')
})

test('covers no volume by a paid penalty', () => {
  const deal = carry(termsOf({ plan: { ...DEFAULT_PLAN, penalty: { kind: 'daily', rate: 10 } } }))
  invoice(deal)
  pay(deal, 75_500_000n)
  deal.pass(30)
  const [late] = deal.state().invoices
  const proposed = late?.penalty?.amount ?? 0n
  const claim = { invoice: late?.id ?? 0, proposed, amount: proposed, reason: null }
  const more = { ...claim, amount: proposed + 1n }
  expect(deal.try((each) => decidePenalty(each, more, 'P'))).toEqual({ code: 'penalty_changed', proposed })
  const claimed = deal.try((each) => decidePenalty(each, claim, 'P')) as number
  pay(deal, proposed, claimed)
  expect(deal.state()).toMatchObject({ volume: { covered: 50_000 }, money: { unallocated: 0n } })
})

test('doubles the rate that was in force on each late day', () => {
  const plan: PaymentPlan = { ...DEFAULT_PLAN, penalty: { kind: 'double_rate' } }
  const rates = [
    { since: '2026-01-01', rate: 1550 },
    { since: '2026-12-10', rate: 1500 },
  ]
  const deal = carry(termsOf({ plan, rates, quantity: 1_000, price: 36_500_000 }))
  invoice(deal)
  deal.pass(9)
  // 365 000.00 × 31 % / 365 + 365 000.00 × 30 % / 365.
  expect(deal.state().invoices[0]?.penalty?.amount).toBe(31_000n + 30_000n)
})

test('refuses a loading that the other side has moved meanwhile', () => {
  const deal = carry(termsOf())
  invoice(deal)
  pay(deal, 151_000_000n)
  const id = deal.try((each) => decideLoadingRequest(each, { on: START, volume: 1_000, place: '' })) as number
  const organiser = { loadingId: id, version: id, side: 'organiser' as const }
  deal.try((each) =>
    decideLoadingAnswer(each, { ...organiser, side: 'buyer' }, { kind: 'move', on: '2026-12-09', reason: null }),
  )
  expect(deal.try((each) => decideLoadingAnswer(each, organiser, { kind: 'agree' }))).toEqual({
    code: 'loading_changed',
  })
  const version = deal.state().loadings[0]?.version ?? 0
  expect(
    deal.try((each) => decideLoadingAnswer(each, { ...organiser, version, side: 'buyer' }, { kind: 'agree' })),
  ).toEqual({ code: 'loading_changed' })
  deal.try((each) => decideLoadingAnswer(each, { ...organiser, version }, { kind: 'agree' }))
  expect(deal.state().loadings).toMatchObject([{ state: 'confirmed', on: '2026-12-09' }])
})

test('takes the buyer’s signature first, no payment of tomorrow, and no more back than was paid', () => {
  const deal = carry(termsOf())
  invoice(deal)
  const payment = { amount: 100n, invoice: null, note: null }
  const tomorrow = addDays(deal.today, 1)
  expect(deal.try((each) => decidePayment(each, { ...payment, on: tomorrow }))).toEqual({
    code: 'payment_day_in_future',
  })
  const paid = pay(deal, 151_000_000n) as number
  const reversal = { payment: paid, amount: 151_000_001n, on: deal.today, note: null }
  expect(deal.try((each) => decideReversal(each, reversal))).toEqual({
    code: 'reversal_too_large',
    maximum: 151_000_000n,
  })
  // Of a payment that was taken back in part, the rest.
  deal.try((each) => decideReversal(each, { ...reversal, amount: 100_000_000n }))
  expect(deal.try((each) => decideReversal(each, { ...reversal, amount: 51_000_001n }))).toEqual({
    code: 'reversal_too_large',
    maximum: 51_000_000n,
  })
  pay(deal, 100_000_000n)
  load(deal, 10_000)
  const act = deal.try((each) => decideAct(each, { waybills: null, isLast: false, number: 'A' })) as number
  expect(deal.try((each) => decideActSignature(each, act, 'organiser'))).toEqual({ code: 'act_awaits_buyer' })
})

test('moves no money of tomorrow, and none for a cancelled invoice', () => {
  const deal = carry(termsOf())
  const first = invoice(deal) as number
  const payment = pay(deal, 200_000_000n) as number
  const tomorrow = { amount: 1n, on: addDays(deal.today, 1), note: null }
  const future = { code: 'payment_day_in_future' }
  expect(deal.try((each) => decideReturn(each, tomorrow))).toEqual(future)
  expect(deal.try((each) => decideReversal(each, { ...tomorrow, payment }))).toEqual(future)
  const cancel = () => deal.try((each) => decideInvoiceCancellation(each, first, 'wrong'))
  cancel()
  expect(cancel()).toEqual({ code: 'invoice_cancelled' })
  expect(pay(deal, 1n, first)).toEqual({ code: 'invoice_cancelled' })
  expect(pay(deal, 1n, 999)).toEqual({ code: 'invoice_not_found' })
})

test('says what is to be paid or returned even after it was closed', () => {
  const deal = carry(termsOf())
  invoice(deal)
  const payment = pay(deal, 151_000_000n) as number
  load(deal, 100_000)
  makeAct(deal, true)
  expect(deal.state()).toMatchObject({ stage: 'closed', column: 'closed', next: null })
  deal.pass(20)
  pay(deal, 1_000n)
  expect(deal.state()).toMatchObject({
    ...{ stage: 'closed', column: 'to_settle' },
    // Five banking days from the day on which it came, the 21st.
    next: { side: 'organiser', action: 'return_overpayment', amount: 1_000n, by: '2026-12-28' },
  })
  deal.try((each) => decideReversal(each, { payment, amount: 151_000_000n, on: deal.today, note: null }))
  expect(deal.state()).toMatchObject({
    ...{ stage: 'closed', column: 'overdue', isOverdue: true },
    next: { side: 'buyer', action: 'pay', amount: 150_999_000n },
  })
  pay(deal, 150_999_000n)
  expect(deal.state()).toMatchObject({ stage: 'closed', column: 'closed', next: null })
})

test('moves nothing before it is in force', () => {
  const deal = carry(termsOf({ inForceOn: null }))
  const code = { code: 'agreement_not_in_force' }
  expect([invoice(deal), pay(deal, 1n), load(deal, 1)]).toEqual([code, code, code])
  expect(deal.try((each) => decideEarlyEnd(each, 'reason'))).toEqual(code)
})

test('loads on a confirmed loading only, on a day that has come, and not after it was decided', () => {
  const deal = carry(termsOf())
  invoice(deal)
  pay(deal, 151_000_000n)
  deal.pass(3)
  const yesterday = addDays(deal.today, -1)
  const request = { on: deal.today, volume: 1, place: '' }
  const passed = { code: 'loading_day_passed' }
  expect(deal.try((each) => decideLoadingRequest(each, { ...request, on: yesterday }))).toEqual(passed)
  const loading = deal.try((each) => decideLoadingRequest(each, request)) as number
  const about = (side: 'buyer' | 'organiser') => ({
    loadingId: loading,
    version: deal.state().loadings[0]?.version ?? 0,
    side,
  })
  const move = { kind: 'move', on: yesterday, reason: null } as const
  expect(deal.try((each) => decideLoadingAnswer(each, about('organiser'), move))).toEqual(passed)
  const loadOn = (on: string, named: number | null = null) =>
    deal.try((each) => decideWaybill(each, { number: 'W', on, volume: 1, loading: named }))
  const decided = { code: 'loading_decided' }
  expect(loadOn(deal.today, loading)).toEqual(decided)
  expect(loadOn(addDays(deal.today, 1))).toEqual({ code: 'waybill_day_wrong' })
  expect(loadOn(addDays(START, -1))).toEqual({ code: 'waybill_day_wrong' })
  deal.try((each) => decideLoadingAnswer(each, about('organiser'), { kind: 'agree' }))
  const waybill = loadOn(deal.today, loading) as number
  expect(loadOn(deal.today, loading)).toEqual(decided)
  const drop = { kind: 'drop', reason: null } as const
  expect(deal.try((each) => decideLoadingAnswer(each, about('buyer'), drop))).toEqual(decided)
  const cancel = () => deal.try((each) => decideWaybillCancellation(each, waybill, 'wrong'))
  expect([cancel(), cancel()]).toEqual([expect.any(Number), { code: 'waybill_cancelled' }])
  expect(deal.state()).toMatchObject({ volume: { loaded: 0 }, loadings: [{ state: 'confirmed' }] })
})

test('signs an act once, cancels none that is in force, and settles by one that states everything', () => {
  const deal = carry(termsOf({ plan: { ...DEFAULT_PLAN, tolerance: 1_000 } }))
  invoice(deal)
  pay(deal, 151_000_000n)
  const first = load(deal, 50_000) as number
  const act = (isLast: boolean, waybills: readonly number[] | null = null) =>
    deal.try((each) => decideAct(each, { waybills, isLast, number: 'A' }))
  const sign = (id: number, side: 'buyer' | 'organiser') => deal.try((each) => decideActSignature(each, id, side))
  const cancel = (id: number) => deal.try((each) => decideActCancellation(each, id, 'wrong'))
  load(deal, 45_000)
  expect(act(true, [first])).toEqual({ code: 'volume_not_delivered' })
  const cancelled = act(true) as number
  // No act would cover a waybill recorded while the last act awaits its signatures.
  expect(load(deal, 1)).toEqual({ code: 'agreement_settled' })
  cancel(cancelled)
  expect(sign(cancelled, 'buyer')).toEqual({ code: 'act_not_found' })
  load(deal, 1)
  const last = act(true) as number
  sign(last, 'buyer')
  expect(sign(last, 'buyer')).toEqual({ code: 'act_already_signed' })
  sign(last, 'organiser')
  expect(sign(last, 'organiser')).toEqual({ code: 'act_already_signed' })
  expect(cancel(last)).toEqual({ code: 'act_in_force' })
  expect([act(false), load(deal, 1)]).toEqual([{ code: 'agreement_settled' }, { code: 'agreement_settled' }])
  expect(deal.try((each) => decideEarlyEnd(each, 'reason'))).toEqual({ code: 'agreement_settled' })
  // The rest of what was paid is not returned yet.
  expect(deal.state()).toMatchObject({ stage: 'accepted', column: 'to_settle' })
})

test('is not settled by the last act while an earlier one is not signed', () => {
  const deal = carry(termsOf())
  invoice(deal)
  pay(deal, 151_000_000n)
  load(deal, 50_000)
  const earlier = deal.try((each) => decideAct(each, { waybills: null, isLast: false, number: 'A' })) as number
  load(deal, 50_000)
  makeAct(deal, true)
  expect(deal.state()).toMatchObject({
    ...{ column: 'to_accept', isSettled: false, volume: { accepted: 50_000 } },
    ...{ money: { unallocated: 0n, returnBy: null }, next: { action: 'sign_act', subject: earlier } },
  })
  deal.try((each) => decideActCancellation(each, earlier, 'wrong'))
  expect(deal.state()).toMatchObject({ isSettled: false, next: { action: 'make_act' } })
  makeAct(deal, true)
  expect(deal.state()).toMatchObject({ stage: 'closed', volume: { accepted: 100_000 } })
})

test('is not closed before its last invoice, even if the money is there', () => {
  const half = { share: 5_000, days: 5, month: null }
  const parts = [
    { ...half, from: 'in_force' },
    { ...half, from: 'after_act' },
  ] as const
  const deal = carry(termsOf({ plan: { ...DEFAULT_PLAN, parts } }))
  invoice(deal)
  pay(deal, 151_000_000n)
  load(deal, 100_000)
  makeAct(deal, true)
  expect(deal.state()).toMatchObject({ stage: 'accepted', money: { missing: 0n, owed: 151_000_000n } })
  invoice(deal)
  expect(deal.state()).toMatchObject({ stage: 'closed', invoices: [{}, { deducted: 75_500_000n, missing: 0n }] })
})

test('states a waybill in one act only', () => {
  const deal = carry(termsOf())
  invoice(deal)
  pay(deal, 151_000_000n)
  const waybill = load(deal, 10_000) as number
  const act = (waybills: number[]) => deal.try((each) => decideAct(each, { waybills, isLast: false, number: 'A' }))
  act([waybill])
  load(deal, 10_000)
  expect(act([waybill])).toEqual({ code: 'act_empty' })
  expect(act([waybill, waybill + 2])).toEqual({ code: 'waybill_in_act' })
  expect(deal.try((each) => decideWaybillCancellation(each, waybill, 'wrong'))).toEqual({ code: 'waybill_in_act' })
  expect(deal.try((each) => decideAct(each, { waybills: null, isLast: true, number: 'A' }))).toEqual({
    code: 'volume_not_delivered',
  })
})

const plans = fc
  .array(
    fc.record({
      weight: fc.integer({ min: 1, max: 100 }),
      from: fc.constantFrom('in_force', 'before_shipment', 'after_act'),
      days: fc.nat(20),
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .chain((parts) =>
    fc
      .record({ tolerance: fc.nat(500), rate: fc.integer({ min: 1, max: 50 }) })
      .map(({ tolerance, rate }): PaymentPlan => {
        const total = parts.reduce((sum, { weight }) => sum + weight, 0)
        const shares = parts.map(({ weight }) => Math.max(1, Math.floor((weight * 10_000) / total)))
        const rest = 10_000 - shares.reduce((sum, share) => sum + share, 0)
        return {
          parts: parts.map(({ from, days }, index) => ({
            share: (shares[index] ?? 0) + (index === 0 ? rest : 0),
            from: from as 'in_force',
            days,
            month: null,
          })),
          tolerance,
          penalty: { kind: 'daily', rate },
          shipment: { from: '2027-01', until: '2027-02' },
        }
      }),
  )

test('the amounts of any plan are the sum, to the kopeck', () => {
  fc.assert(
    fc.property(plans, fc.bigInt({ min: 1n, max: 99_999_999_999_999n }), (plan, sum) => {
      const amounts = amountsOf(plan, sum)
      expect(amounts.reduce((total, amount) => total + amount, 0n)).toBe(sum)
      expect(amounts.every((amount) => amount >= 0n)).toBe(true)
    }),
  )
})

type Step = readonly [kind: string, size: number, pick: number]
const STEPS = [
  'invoice',
  'cancel',
  'pay',
  'pay_named',
  'reverse',
  'return',
  'request',
  'agree',
  'load',
  'act',
  'last_act',
  'unsigned_act',
  'sign',
  'end',
  'penalty',
  'pass',
] as const
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(fc.constantFrom(...STEPS), fc.integer({ min: 1, max: 1000 }), fc.nat()),
  { maxLength: 40 },
)

function play(deal: Carried, terms: AgreementTerms, [kind, size, pick]: Step): void {
  const state = deal.state()
  const anyOf = <Item>(items: readonly Item[]) => items[pick % Math.max(1, items.length)]
  const amount = (terms.sum * BigInt(size)) / 700n + 1n
  const volume = Math.floor((terms.quantity * size) / 900) + 1
  const picked = anyOf(state.invoices)
  switch (kind) {
    case 'invoice':
      return void invoice(deal)
    case 'cancel':
      return void deal.try((each) => decideInvoiceCancellation(each, picked?.id ?? 0, 'wrong'))
    case 'pay':
      return void pay(deal, amount)
    case 'pay_named':
      return void pay(deal, amount, picked?.id ?? 0)
    case 'reverse': {
      const payment = anyOf(state.payments)
      return void deal.try((each) =>
        decideReversal(each, { payment: payment?.id ?? 0, amount, on: deal.today, note: null }),
      )
    }
    case 'return':
      return void deal.try((each) =>
        decideReturn(each, { amount: state.money.unallocated, on: deal.today, note: null }),
      )
    case 'request':
      return void deal.try((each) => decideLoadingRequest(each, { on: deal.today, volume, place: '' }))
    case 'agree': {
      const loading = anyOf(state.loadings)
      const about = { loadingId: loading?.id ?? 0, version: loading?.version ?? 0, side: 'organiser' } as const
      return void deal.try((each) => decideLoadingAnswer(each, about, { kind: 'agree' }))
    }
    case 'load':
      return void load(deal, volume)
    case 'act':
    case 'last_act':
      return void makeAct(deal, kind === 'last_act')
    case 'unsigned_act':
      return void deal.try((each) => decideAct(each, { waybills: null, isLast: size % 2 === 0, number: 'A' }))
    case 'sign':
      for (const act of state.acts)
        for (const side of ['buyer', 'organiser'] as const) deal.try((each) => decideActSignature(each, act.id, side))
      return
    case 'end':
      return void (size < 100 && deal.try((each) => decideEarlyEnd(each, 'reason')))
    case 'penalty': {
      const late = state.invoices.find(({ penalty }) => penalty !== null)
      const proposed = late?.penalty?.amount ?? 0n
      return void deal.try((each) =>
        decidePenalty(each, { invoice: late?.id ?? 0, proposed, amount: proposed / 2n, reason: 'half' }, 'P'),
      )
    }
    default:
      deal.pass(size % 20)
  }
}

const deals = fc.record({
  plan: plans,
  quantity: fc.integer({ min: 1, max: 10_000_000 }),
  price: fc.integer({ min: 101, max: 100_000_000 }),
  steps,
  deposit: fc.bigInt({ min: 0n, max: 1_000_000_000n }),
})

test('any course of an agreement keeps the money and the volume together', () => {
  fc.assert(
    fc.property(deals, ({ plan, quantity, price, steps: course, deposit }) => {
      const terms = termsOf({ plan, quantity, price, deposits: deposit > 0n ? [{ amount: deposit, on: START }] : [] })
      const deal = carry(terms)
      let hasClosed = false
      for (const step of course) {
        play(deal, terms, step)
        const { money, volume, invoices, stage, acts, payments, isSettled, endedEarly } = deal.state()
        expect(money.received).toBe(
          payments.reduce((total, { amount, reversed }) => total + amount - reversed, deposit),
        )
        for (const { amount, reversed } of payments) expect(reversed <= amount).toBe(true)
        expect(money.received).toBe(money.allocated + money.unallocated + money.returned)
        expect(money.allocated).toBe(invoices.reduce((total, each) => total + each.paid, 0n))
        for (const each of invoices) {
          expect(each.paid >= 0n && each.paid <= each.demanded).toBe(true)
          if (each.cancelled !== null) expect(each.paid).toBe(0n)
        }
        const demanded = invoices.reduce((total, each) => total + (each.type === 'penalty' ? 0n : each.demanded), 0n)
        if (isSettled || endedEarly !== null) expect(demanded <= sumOf(price, volume.loaded)).toBe(true)
        expect(volume.accepted).toBeLessThanOrEqual(volume.loaded)
        expect(volume.loaded).toBeLessThanOrEqual(volume.limit)
        expect(acts.flatMap(({ cancelled, waybills }) => (cancelled === null ? waybills : [])).length).toBe(
          new Set(acts.flatMap(({ cancelled, waybills }) => (cancelled === null ? waybills : []))).size,
        )
        if (stage === 'closed') expect(volume.accepted).toBe(volume.loaded)
        if (hasClosed) expect(stage).toBe('closed')
        hasClosed ||= stage === 'closed'
      }
      // The days pass while nothing happens: no order of the same facts gives another state.
      const now = { dayOf, today: deal.today }
      const shuffled = deal.facts.toSorted((a, b) => ((a.id * 7919) % 101) - ((b.id * 7919) % 101))
      expect(fulfilmentOf(terms, shuffled, now)).toEqual(fulfilmentOf(terms, deal.facts, now))
    }),
    { numRuns: 400 },
  )
})

test('what is prepaid is never loaded beyond the money that is there', () => {
  fc.assert(
    fc.property(deals, ({ plan, quantity, price, steps: course }) => {
      const wholly: PaymentPlan = {
        ...plan,
        parts: plan.parts.map((part) => ({ ...part, from: isPrepaid(part) ? part.from : 'in_force' })),
      }
      const terms = termsOf({ plan: wholly, quantity, price })
      const deal = carry(terms)
      for (const step of course.filter(([kind]) => kind !== 'reverse' && kind !== 'return' && kind !== 'cancel')) {
        play(deal, terms, step)
        const { volume, money } = deal.state()
        expect(sumOf(price, volume.loaded) <= money.received + 1n).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('an agreement that is carried on honestly closes', () => {
  fc.assert(
    fc.property(deals, ({ plan, quantity, price, deposit }) => {
      const terms = termsOf({ plan, quantity, price, deposits: deposit > 0n ? [{ amount: deposit, on: START }] : [] })
      const deal = carry(terms)
      invoice(deal)
      pay(deal, deal.state().money.missing)
      load(deal, quantity)
      makeAct(deal, true)
      invoice(deal)
      if (deal.state().money.missing > 0n) pay(deal, deal.state().money.missing)
      if (deal.state().money.unallocated > 0n)
        deal.try((each) => decideReturn(each, { amount: deal.state().money.unallocated, on: deal.today, note: null }))
      expect(deal.state()).toMatchObject({ stage: 'closed', money: { missing: 0n, unallocated: 0n } })
      expect(isComplete(deal.state())).toBe(true)
    }),
  )
})

test('days count on over the change of the clock and the end of the year', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2027-03-27', 2)).toBe('2027-03-29')
  expect(atOf('2027-03-29') - atOf('2027-03-27')).toBe(2 * DAY_MS)
})

test('bounds what a side can add by requesting, moving and withdrawing loadings', () => {
  const deal = carry(termsOf())
  invoice(deal)
  pay(deal, 151_000_000n)
  const request = () => deal.try((each) => decideLoadingRequest(each, { on: deal.today, volume: 1, place: '' }))
  const id = request() as number
  const move = () => {
    const version = deal.state().loadings[0]?.version ?? 0
    const about = { loadingId: id, version, side: 'buyer' } as const
    return deal.try((each) => decideLoadingAnswer(each, about, { kind: 'move', on: deal.today, reason: null }))
  }
  for (let moved = 0; moved < MAX_LOADINGS.changes; moved += 1) expect(move()).toEqual(expect.any(Number))
  expect(move()).toEqual({ code: 'loadings_exhausted' })
  for (let made = 1; made < MAX_LOADINGS.requests; made += 1) request()
  expect(request()).toEqual({ code: 'loadings_exhausted' })
})
