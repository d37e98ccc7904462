import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { DEFAULT_PLAN, type PaymentPlan } from '@/lib/domain/payment-plan'
import { withDefaults } from '@/lib/domain/lot'
import { announcedBody, announcedOf } from '@/lib/server/events/codec'
import { aLot } from '@/tests/support/builders/lot'
import { lotFaults } from './lot-fields'
import { keptPlan } from './payment-plan'

const texts = { category: 'Gas', unit: 't', price_unit: 'UAH/t' }
const announcement = {
  ...{ auctionId: 1, number: 35, category: 'gas', announcedAt: 0, changedAt: null },
  texts: { uk: texts, en: texts, ru: texts },
}
const bodyOf = (paymentPlan: PaymentPlan) => JSON.stringify(announcedBody(aLot({ paymentPlan }), announcement))
const lotIn = (body: string) => announcedOf({ at: new Date(0), body }).lot

const plans: fc.Arbitrary<PaymentPlan> = fc.record({
  parts: fc.array(
    fc.record({
      share: fc.integer({ min: 1, max: 10_000 }),
      from: fc.constantFrom('in_force', 'before_shipment', 'after_act'),
      days: fc.integer({ min: 0, max: 90 }),
      month: fc.constantFrom('2026-12', null),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  tolerance: fc.integer({ min: 0, max: 1_000 }),
  penalty: fc.oneof(
    fc.record({ kind: fc.constant('none' as const) }),
    fc.record({ kind: fc.constant('daily' as const), rate: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('double_rate' as const) }),
  ),
  shipment: fc.constantFrom({ from: '2026-12', until: '2027-01' }, null),
})

/** In another order of keys, as a database may keep it. */
const shuffled = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shuffled)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, of]) => [key, shuffled(of)]),
        )
      : value

describe('a payment plan', () => {
  it('is unchanged in the record and in the agreement, whatever the order of its keys', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const body = bodyOf(plan)
        expect(lotIn(body).paymentPlan).toEqual(plan)
        expect(bodyOf(shuffled(plan) as PaymentPlan)).toBe(body)
        expect(keptPlan(shuffled(plan))).toEqual(plan)
      }),
    )
  })

  it('is the default one in an entry and an agreement from before there were plans', () => {
    const { lot, ...entry } = JSON.parse(bodyOf(DEFAULT_PLAN)) as { lot: Record<string, unknown> }
    const { payment_plan: _, ...older } = lot
    expect(lotIn(JSON.stringify({ ...entry, lot: older })).paymentPlan).toEqual(DEFAULT_PLAN)
    expect(keptPlan(null)).toEqual(DEFAULT_PLAN)
    expect(withDefaults({}).paymentPlan).toEqual(DEFAULT_PLAN)
  })

  const [part] = DEFAULT_PLAN.parts
  it.each<[string, Partial<PaymentPlan>, string | undefined]>([
    ['a whole one', {}, undefined],
    ['without parts', { parts: [] }, 'planParts'],
    ['shares below the whole', { parts: [{ ...part!, share: 9_999 }] }, 'planSharesSum'],
    ['an unreadable share', { parts: [{ ...part!, share: -1 }] }, 'planShare'],
    ['too many days', { parts: [{ ...part!, days: 91 }] }, 'planDays'],
    ['a payment before an unknown month', { parts: [{ ...part!, from: 'before_shipment' }] }, 'planMonth'],
    ['a last month before the first', { shipment: { from: '2027-01', until: '2026-12' } }, 'planMonth'],
    ['a tolerance above 10 %', { tolerance: 1_001 }, 'planTolerance'],
    ['a penalty above 1 %', { penalty: { kind: 'daily', rate: 101 } }, 'planPenalty'],
  ])('%s is refused, or not, at its field', (_name, changes, fault) => {
    expect(lotFaults(aLot({ paymentPlan: { ...DEFAULT_PLAN, ...changes } }), true).payment_plan).toBe(fault)
  })
})
