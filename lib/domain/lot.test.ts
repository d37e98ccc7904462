import { describe, expect, it } from '@jest/globals'
import { initialState } from '@/lib/domain/auction-state'
import { preliminaryLimits } from '@/lib/domain/bidding'
import { withDefaults } from '@/lib/domain/lot'
import { checkAhead, checkLot, outsideWorkingHours, readLot } from './lot'
import { PRICE_CEILING } from '@/lib/domain/money'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { aLot, DEPOSIT_OF_3_PERCENT as DEPOSIT, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'

describe('R1.1 the lot', () => {
  const entry = {
    volume: tonnes(500),
    startingPrice: uah(14_000),
    minimumStep: uah(10),
    minimumQuantity: tonnes(10),
    quantityStep: tonnes(10),
    startsAt: START,
    endsAt: END,
  }

  it('has defaults', () => {
    expect(withDefaults(entry)).toEqual(aLot())
  })

  it('keeps entered values, even a window of zero', () => {
    const lot = withDefaults({
      ...entry,
      extensionWindow: 0,
      minimumParticipants: 3,
      visibility: 'closed',
      hardEndAt: END,
    })
    expect(lot).toMatchObject({ extensionWindow: 0, minimumParticipants: 3, visibility: 'closed', hardEndAt: END })
  })

  it.each([
    [uah(14_000), uah(30), uah(1_410)],
    [uah(14_000), uah(20), uah(1_400)],
    [uah(1_450), uah(10), uah(150)],
    [uah(1_449), uah(10), uah(140)],
    [uah(50), uah(40), uah(40)],
  ])('rounds 10 % of %d kopecks to the step of %d', (startingPrice, minimumStep, maximumStep) => {
    expect(withDefaults({ ...entry, startingPrice, minimumStep }).maximumStep).toBe(maximumStep)
  })

  it('of the tests is valid', () => expect(checkLot(aLot())).toEqual([]))

  it.each([
    [{ startingPrice: uah(1) }, { path: 'startingPrice', code: 'price_not_above_one' }],
    [
      { startingPrice: PRICE_CEILING - 2 * uah(10) + 1 },
      { path: 'startingPrice', code: 'above_maximum', maximum: PRICE_CEILING - 2 * uah(10) },
    ],
    [{ minimumStep: 0 }, { path: 'minimumStep', code: 'not_positive' }],
    [{ volume: -1 }, { path: 'volume', code: 'not_positive' }],
    [{ volume: 0.5 }, { path: 'volume', code: 'not_whole' }],
    [{ startsAt: Number.NaN }, { path: 'startsAt', code: 'not_whole' }],
    [{ extensionWindow: -1 }, { path: 'extensionWindow', code: 'below_minimum', minimum: MINUTE }],
    [{ extensionWindow: 1.5 * MINUTE }, { path: 'extensionWindow', code: 'off_step', nearest: [MINUTE, 2 * MINUTE] }],
    [{ extensionWindow: 61 * MINUTE }, { path: 'extensionWindow', code: 'above_maximum', maximum: 60 * MINUTE }],
    [{ minimumParticipants: 1.5 }, { path: 'minimumParticipants', code: 'not_whole' }],
    [{ minimumParticipants: 1001 }, { path: 'minimumParticipants', code: 'above_maximum', maximum: 1000 }],
    [{ minimumParticipants: 0 }, { path: 'minimumParticipants', code: 'not_positive' }],
    [{ maximumStep: uah(9) }, { path: 'maximumStep', code: 'below_minimum', minimum: uah(10) }],
    [{ maximumStep: uah(1_405) }, { path: 'maximumStep', code: 'off_step', nearest: [uah(1_400), uah(1_410)] }],
    [{ volume: tonnes(505) }, { path: 'volume', code: 'off_step', nearest: [tonnes(500), tonnes(510)] }],
    [{ minimumQuantity: tonnes(15) }, { path: 'minimumQuantity', code: 'off_step', nearest: [tonnes(10), tonnes(20)] }],
    [{ minimumQuantity: tonnes(510) }, { path: 'minimumQuantity', code: 'above_maximum', maximum: tonnes(500) }],
    [{ applicationDeadline: START + 1 }, { path: 'applicationDeadline', code: 'after', other: 'startsAt' }],
    [{ endsAt: START }, { path: 'endsAt', code: 'not_after', other: 'startsAt' }],
    [{ hardEndAt: END - 1 }, { path: 'hardEndAt', code: 'before', other: 'endsAt' }],
    [{ shipmentUntil: '2020-12-31' }, { path: 'shipmentUntil', code: 'before', other: 'endsAt' }],
    [{ questionDeadline: START + 1 }, { path: 'questionDeadline', code: 'after', other: 'startsAt' }],
    [{ extensionWindow: 0 }, { path: 'extensionWindow', code: 'below_minimum', minimum: MINUTE }],
    [
      { ...DEPOSIT, depositRate: 2_001 },
      { path: 'depositRate', code: 'above_maximum', maximum: 2_000 },
    ],
    [
      { ...DEPOSIT, depositDeadline: START + 1 },
      { path: 'depositDeadline', code: 'after', other: 'startsAt' },
    ],
    [
      { ...DEPOSIT, depositIban: ' ' },
      { path: 'depositIban', code: 'missing' },
    ],
    [
      { ...DEPOSIT, depositBank: '' },
      { path: 'depositBank', code: 'missing' },
    ],
  ])('refuses %j', (change, refusal) => {
    expect(checkLot(aLot(change))).toEqual([refusal])
  })

  it.each([
    { extensionWindow: MINUTE },
    { shipmentUntil: kyivDayOf(END) },
    { extensionWindow: 60 * MINUTE },
    { minimumParticipants: 1_000 },
    { maximumStep: uah(10) },
    { minimumQuantity: tonnes(500) },
    { ...DEPOSIT, depositRate: 2_000 },
    { ...DEPOSIT, depositDeadline: START - 1 },
  ])('accepts the bound itself: %j', (change) => {
    expect(checkLot(aLot(change))).toEqual([])
  })

  it('keeps an entered date for the deposit', () => {
    const dates = { depositDeadline: START - MINUTE, applicationDeadline: START - 2 * MINUTE }
    expect(withDefaults({ ...entry, ...dates }).depositDeadline).toBe(START - MINUTE)
    expect(withDefaults({ ...entry, applicationDeadline: START - MINUTE }).depositDeadline).toBe(START - MINUTE)
  })

  it('may start as high as one step below the ceiling of a bid (R4.3)', () => {
    const lot = aLot({ startingPrice: PRICE_CEILING - 2 * uah(10) })
    expect(checkLot(lot)).toEqual([])
    expect(preliminaryLimits(initialState(lot)).maximumPrice).toBe(lot.startingPrice + lot.minimumStep)
  })

  it('is checked completely, even if values are wrong or missing', () => {
    const refusals = checkLot(aLot({ minimumStep: 0, volume: tonnes(505), endsAt: START, extensionWindow: 1 }))
    expect(refusals.map(({ path }) => path)).toEqual(['minimumStep', 'extensionWindow', 'volume', 'endsAt'])
    expect(checkLot(withDefaults({ ...entry, minimumStep: 0 })).map(({ path }) => path)).toEqual(['minimumStep'])
    expect(checkLot({ ...aLot(), startsAt: null, volume: undefined, maximumStep: 0 })).toEqual([
      { path: 'maximumStep', code: 'not_positive' },
    ])
  })

  it('has future times when it is published', () => {
    expect(checkAhead(aLot(), START - 1)).toEqual([])
    expect(checkAhead(aLot({ applicationDeadline: START - 1 }), START - 1)).toEqual([
      { path: 'applicationDeadline', code: 'in_past' },
    ])
    const deposit = aLot({ ...DEPOSIT, depositDeadline: START - MINUTE })
    expect(checkAhead(deposit, START - MINUTE - 1)).toEqual([])
    expect(checkAhead(deposit, START - MINUTE)).toEqual([{ path: 'depositDeadline', code: 'in_past' }])
    expect(checkAhead({ ...deposit, depositRate: 0 }, START - MINUTE)).toEqual([])
    expect(checkAhead(aLot(), START).map(({ path }) => path)).toEqual(['startsAt', 'applicationDeadline'])
  })
})

describe('a lot on record', () => {
  it('is read if the rules can be applied to it, even if it could not be published', () => {
    const lot = aLot({ volume: tonnes(505), extensionWindow: 1.5 * MINUTE })
    expect(readLot(lot)).toEqual({ ok: true, lot })
  })

  it.each([
    [{ minimumStep: 0 }, { path: 'minimumStep', code: 'not_positive' }],
    [{ volume: Number.NaN }, { path: 'volume', code: 'not_whole' }],
    [{ endsAt: START }, { path: 'endsAt', code: 'not_after', other: 'startsAt' }],
    [{ extensionWindow: -MINUTE }, { path: 'extensionWindow', code: 'below_minimum', minimum: MINUTE }],
    [{ startingPrice: null }, { path: 'startingPrice', code: 'missing' }],
  ])('is not read with %j', (change, fault) => {
    expect(readLot({ ...aLot(), ...change })).toEqual({ ok: false, fault })
  })
})

describe('R9.1 a start or a hard end outside working hours', () => {
  it('is reported, so that the back office can warn', () => {
    expect(outsideWorkingHours(aLot())).toEqual([])
    expect(outsideWorkingHours(aLot({ hardEndAt: END + 12 * 60 * MINUTE }))).toEqual(['hardEndAt'])
    expect(outsideWorkingHours({ startsAt: START - 24 * 60 * MINUTE * 2, hardEndAt: END })).toEqual(['startsAt'])
  })
})
