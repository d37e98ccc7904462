import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decideConfirm, decideReject, decideWithdraw } from './application'
import { decideBid } from './bidding'
import {
  coveredQuantity,
  decideDeposit,
  depositFor,
  isCovered,
  MAX_DEPOSIT,
  missingDeposit,
  paymentReference,
  quantityCoveredBy,
  referencesIn,
  nearReferencesIn,
  codesIn,
  lotNumbersIn,
  returnBy,
} from './deposit'
import { evolveAll } from './evolve'
import { decideCancel, decideStart } from './lifecycle'
import { applied, documented, eventsOf, refusalOf } from '@/tests/support/builders/auction'
import { aLot, DEPOSIT_OF_3_PERCENT, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

const BIDDER = 101
const LOT = aLot({ ...DEPOSIT_OF_3_PERCENT, startingPrice: uah(14_500) })
const BEFORE = START - 30 * MINUTE

const lots = fc
  .record({
    depositRate: fc.integer({ min: 1, max: 2_000 }),
    startingPrice: fc.integer({ min: 101, max: 99_999_999_999 }),
    quantityStep: fc.integer({ min: 1, max: 1_000_000 }),
    steps: fc.integer({ min: 1, max: 100_000 }),
  })
  .map(({ steps, ...lot }) => aLot({ ...lot, volume: lot.quantityStep * steps }))
const sums = fc.integer({ min: 0, max: MAX_DEPOSIT })

describe('the deposit for a quantity (R11.1)', () => {
  it('is the rate of the starting price, as in the letter: 3 % of 500 t at 14 500.00', () => {
    expect(depositFor(LOT, tonnes(500))).toBe(21_750_000n)
  })

  it('is rounded up to a hryvnia, never past the next one', () => {
    expect(depositFor({ depositRate: 1, startingPrice: 101 }, 1)).toBe(100n)
    expect(depositFor({ depositRate: 10_000 / 5, startingPrice: uah(5) }, tonnes(1))).toBe(100n)
    fc.assert(
      fc.property(lots, fc.integer({ min: 0, max: 999_999_999_999 }), (lot, quantity) => {
        const deposit = depositFor(lot, quantity)
        const exact = BigInt(lot.depositRate) * BigInt(lot.startingPrice) * BigInt(quantity)
        expect(deposit % 100n).toBe(0n)
        expect(deposit * 10_000_000n).toBeGreaterThanOrEqual(exact)
        expect(deposit * 10_000_000n - exact).toBeLessThan(1_000_000_000n)
      }),
    )
  })

  it('grows with the quantity', () => {
    fc.assert(
      fc.property(lots, fc.nat(), fc.nat(), (lot, quantity, more) => {
        expect(depositFor(lot, quantity + more)).toBeGreaterThanOrEqual(depositFor(lot, quantity))
      }),
    )
  })
})

describe('the quantity that a sum covers (R11.3)', () => {
  it('is the largest on the step whose deposit it pays', () => {
    fc.assert(
      fc.property(lots, sums, (lot, received) => {
        const covered = quantityCoveredBy(lot, received)
        expect(covered % lot.quantityStep).toBe(0)
        expect(covered).toBeLessThanOrEqual(lot.volume)
        expect(depositFor(lot, covered)).toBeLessThanOrEqual(BigInt(received))
        if (covered < lot.volume) expect(depositFor(lot, covered + lot.quantityStep)).toBeGreaterThan(BigInt(received))
      }),
    )
  })

  it('is exactly the quantity whose deposit was paid, and less if a kopeck is missing', () => {
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 100_000 }), (lot, steps) => {
        const quantity = Math.min(lot.volume, steps * lot.quantityStep)
        const deposit = Number(depositFor(lot, quantity))
        fc.pre(deposit <= MAX_DEPOSIT)
        expect(quantityCoveredBy(lot, deposit)).toBeGreaterThanOrEqual(quantity)
        expect(quantityCoveredBy(lot, deposit - 1)).toBeLessThan(quantity)
      }),
    )
  })

  it('is the whole volume without a deposit, and nothing after a reversal of more than was paid', () => {
    expect(quantityCoveredBy(aLot(), 0)).toBe(aLot().volume)
    expect(quantityCoveredBy(LOT, -100)).toBe(0)
  })
})

describe('confirming an application (R11.2)', () => {
  const state = applied(BIDDER, { price: 14_500, quantity: 300 }, LOT)
  const paid = (amount: number) =>
    evolveAll(state, decideDeposit(state, { bidderId: BIDDER, received: uah(amount) }, BEFORE))

  it('needs a deposit that covers its quantity', () => {
    expect(refusalOf(decideConfirm(state, documented(BIDDER), BEFORE))).toEqual({ code: 'deposit_not_covering' })
    expect(refusalOf(decideConfirm(paid(130_499), documented(BIDDER), BEFORE)).code).toBe('deposit_not_covering')
    expect(eventsOf(decideConfirm(paid(130_500), documented(BIDDER), BEFORE))).toMatchObject([{ depositWaiver: null }])
  })

  it('or needs a reason, which covers only the quantity applied for', () => {
    const waived = evolveAll(
      state,
      eventsOf(decideConfirm(state, { ...documented(BIDDER), depositWaiver: 'A bank guarantee' }, BEFORE)),
    )
    const application = waived.applications.get(BIDDER)
    expect(application).toMatchObject({ status: 'confirmed', depositWaiver: 'A bank guarantee' })
    expect(application && coveredQuantity(LOT, application)).toBe(tonnes(300))
    expect(application && isCovered(LOT, application)).toBe(true)
  })
})

describe('a bid for more than the deposit covers (R11.3)', () => {
  const offer = { bidderId: BIDDER, final: false, receivedAt: START + MINUTE }
  const state = applied(BIDDER, { price: 14_500, quantity: 300 }, LOT)
  const funded = evolveAll(state, decideDeposit(state, { bidderId: BIDDER, received: uah(150_000) }, BEFORE))
  const confirmed = evolveAll(funded, eventsOf(decideConfirm(funded, documented(BIDDER), BEFORE)))
  const running = evolveAll(confirmed, decideStart(confirmed, START))
  const bid = (from: typeof running, quantity: number) =>
    decideBid(from, { ...offer, price: uah(14_510), quantity: tonnes(quantity) })

  it('is refused with the largest quantity that it covers', () => {
    expect(refusalOf(bid(running, 350))).toEqual({ code: 'deposit_insufficient', maximum: tonnes(340) })
    expect(eventsOf(bid(running, 340))).toHaveLength(1)
  })

  it('is accepted once more has been received', () => {
    const later = evolveAll(running, decideDeposit(running, { bidderId: BIDDER, received: uah(217_500) }, START + 1))
    expect(eventsOf(bid(later, 500))).toHaveLength(1)
  })

  it('is refused after a reversal, while the bids before it remain', () => {
    const later = evolveAll(running, decideDeposit(running, { bidderId: BIDDER, received: 0 }, START + 1))
    expect(refusalOf(bid(later, 300))).toEqual({ code: 'deposit_insufficient', maximum: 0 })
    expect(later.ranking).toHaveLength(1)
  })
})

it('the missing deposit is the rest of what is due, and nothing once it covers or is waived (R11.2)', () => {
  const state = applied(BIDDER, { price: 14_500, quantity: 300 }, LOT)
  const missing = (deposit: number, depositWaiver: string | null = null) =>
    missingDeposit(LOT, { ...state.applications.get(BIDDER)!, deposit, depositWaiver })
  expect([0, 100, 130_500, 200_000].map((paid) => missing(uah(paid)))).toEqual([13_050_000n, 13_040_000n, 0n, 0n])
  expect(missing(0, 'a bank guarantee')).toBe(0n)
})

describe('recording a deposit', () => {
  const state = applied(BIDDER, { price: 14_500, quantity: 300 }, LOT)
  const deposit = { bidderId: BIDDER, received: uah(100) }

  it('changes nothing without an application, a change, a deposit to pay, or an open auction', () => {
    expect(decideDeposit(state, { ...deposit, bidderId: 999 }, BEFORE)).toEqual([])
    const recorded = evolveAll(state, decideDeposit(state, deposit, BEFORE))
    expect(decideDeposit(recorded, deposit, BEFORE)).toEqual([])
    expect(
      decideDeposit(
        applied(BIDDER, { price: 14_500, quantity: 300 }, aLot({ startingPrice: uah(14_500) })),
        deposit,
        BEFORE,
      ),
    ).toEqual([])
    const cancelled = evolveAll(state, eventsOf(decideCancel(state, 'x', BEFORE)))
    expect(decideDeposit(cancelled, deposit, BEFORE)).toEqual([])
    const withdrawn = evolveAll(state, eventsOf(decideWithdraw(state, BIDDER, BEFORE)))
    const rejected = evolveAll(state, eventsOf(decideReject(state, { bidderId: BIDDER, reason: 'x' }, BEFORE)))
    for (const closed of [withdrawn, rejected]) expect(decideDeposit(closed, deposit, BEFORE)).toEqual([])
  })
})

it('a deposit is due back within five working days (R11.4)', () => {
  // From Tuesday to Tuesday, over a weekend.
  expect(returnBy(START)).toBe(START + 7 * 24 * 60 * MINUTE)
})

describe('the reference of a payment', () => {
  it('is the creditor reference of ISO 11649', () => {
    expect(paymentReference(1042)).toMatch(/^RF\d\d 0000 1042$/)
    expect(referencesIn(paymentReference(1042))).toEqual([1042])
  })

  it('is found in every spelling, once', () => {
    const gaps = fc.constantFrom('', ' ', '-', '  ', '.', ' – ', '_', '\u00a0', '/')
    const spelling = fc.record({
      letters: fc.constantFrom('RF', 'rf', 'РФ', 'рф', 'РF', 'PФ', 'R F', 'R-F'),
      zero: fc.constantFrom('0', 'O', 'О', 'о'),
      gaps: fc.array(gaps, { minLength: 10, maxLength: 10 }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), spelling, (id, { letters, zero, gaps: between }) => {
        const digits = paymentReference(id).replaceAll(/\D/g, '')
        const typed = letters + [...digits].map((digit, place) => between[place] + digit.replace('0', zero)).join('')
        expect(referencesIn(`Депозит за лот, ${typed}, ${paymentReference(id)}. Без ПДВ`)).toEqual([id])
        expect(nearReferencesIn(`Депозит ${typed} без ПДВ`)).toEqual([])
      }),
    )
  })

  it('is found twice if there are two, and not in words', () => {
    expect(referencesIn('RF97 0000 1042 та РФ70 0000 1043')).toEqual([1042, 1043])
    expect(referencesIn('торф 97 тонн 0000 1042, RF97 0000 10421')).toEqual([])
  })

  it.each([
    ['a wrong digit', 'RF97 0000 1842'],
    ['a wrong check digit', 'RF91 0000 1042'],
    ['two digits that changed places', 'RF97 0000 1024'],
    ['a missing digit', 'RF97 000 1042'],
    ['an additional digit', 'RF97 0000 10420'],
    ['no check digits', 'RF 0000 1042'],
    ['no letters', '97 0000 1042'],
    ['letters of the other keyboard layout', 'КА97 0000 1042'],
  ])('is guessed with %s', (_name, typed) => {
    expect(referencesIn(typed)).toEqual([])
    expect(nearReferencesIn(`Внесок ${typed}, без ПДВ`)).toContain(1042)
  })

  it('is not guessed with several mistakes, or in other numbers', () => {
    for (const typed of [
      'RF11 0000 1042',
      'RF97 0000 3048',
      'рахунок UA469999990000026001234567890',
      'тел. 0971234567',
      '24.11.2026',
    ])
      expect(nearReferencesIn(typed)).not.toContain(1042)
  })

  it('is not found with a wrong digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (id, place, by) => {
          const digits = paymentReference(id).replaceAll(/\D/g, '')
          const wrong = `${digits.slice(0, place)}${(Number(digits[place]) + by) % 10}${digits.slice(place + 1)}`
          expect(referencesIn(`RF${wrong}`)).toEqual([])
        },
      ),
    )
  })
})

it('a purpose names companies by code, and auctions by number', () => {
  expect(codesIn('За ТОВ, код 99900022, рах. UA469999990000026001234567890, тел. 0501234567')).toEqual(['99900022'])
  expect(lotNumbersIn('за участь в аукціоні № 12, лот 7, лоту №8; аукционе 9, auction 10')).toEqual([12, 7, 8, 9, 10])
  expect(lotNumbersIn('пілот 5, 12 лотів')).toEqual([])
})
