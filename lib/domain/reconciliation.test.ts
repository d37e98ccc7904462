import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type AgreementTerms, type Fact, type FactBody, fulfilmentOf } from './fulfilment'
import { sumOf } from './money'
import { DEFAULT_PLAN } from './payment-plan'
import { reconcile } from './reconciliation'

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const atOf = (day: string) => Date.parse(`${day}T10:00:00Z`)
const PERIOD = { from: '2026-12-01', until: '2026-12-31', dayOf }

function termsOf(price: number, quantity: number): AgreementTerms {
  const sum = sumOf(price, quantity)
  return { quantity, price, sum, plan: DEFAULT_PLAN, inForceOn: '2026-12-01', deposits: [], rates: [] }
}

const PAYER = { name: 'Buyer', edrpou: '37027819', taxNumber: '', iban: '', bank: '', address: 'Kyiv' }

function accountOf(terms: AgreementTerms, bodies: readonly (FactBody & { day: string })[], period = PERIOD) {
  const facts = bodies.map(({ day, ...body }, index): Fact => ({ ...body, id: index + 1, at: atOf(day) }))
  const state = fulfilmentOf(terms, facts, { dayOf, today: '2026-12-31' })
  return { state, account: reconcile(terms, { facts, state }, period) }
}

test('an account has each fact on its day and side, and carries what was before its period', () => {
  const terms = { ...termsOf(100_00, 10_000), deposits: [{ amount: 100_00n, on: '2026-12-01' }] }
  const late = { invoice: 1, from: '2026-12-06', until: '2026-12-08', proposed: 5_00n, reason: null }
  const claim = {
    kind: 'invoice_issued',
    type: 'penalty',
    part: null,
    deducted: 0n,
    dueOn: '2026-12-20',
    payer: PAYER,
    late,
  } as const
  const bodies: (FactBody & { day: string })[] = [
    {
      ...{ day: '2026-12-01', kind: 'invoice_issued', number: '1/2026', type: 'plan', part: 0, late: null },
      ...{ amount: 1_000_00n, deducted: 100_00n, dueOn: '2026-12-05', payer: PAYER },
    },
    { day: '2026-12-09', kind: 'payment_counted', amount: 950_00n, on: '2026-12-08', invoice: 1, note: null },
    { day: '2026-12-10', kind: 'waybill_recorded', number: 'W', on: '2026-12-10', volume: 10_000, loading: null },
    { day: '2026-12-11', kind: 'act_made', number: '7/2026', waybills: [3], isLast: true },
    { day: '2026-12-12', kind: 'act_signed', act: 4, side: 'buyer' },
    { day: '2026-12-13', kind: 'act_signed', act: 4, side: 'organiser' },
    { ...claim, day: '2026-12-14', number: '1/2026', amount: 5_00n },
    { ...claim, day: '2026-12-15', number: '2/2026', amount: 4_00n },
    { day: '2026-12-16', kind: 'invoice_cancelled', invoice: 8, reason: 'Once is enough' },
    { day: '2026-12-17', kind: 'payment_reversed', payment: 2, amount: 10_00n, on: '2026-12-17', note: null },
    { day: '2026-12-18', kind: 'overpayment_returned', amount: 35_00n, on: '2026-12-18', note: null },
  ]
  const { account } = accountOf(terms, bodies, { ...PERIOD, from: '2026-12-08' })
  expect(account).toMatchObject({ opening: -100_00n, closing: 0n })
  expect(
    account.rows.map(({ kind, on, number, debit, credit }) => [on.slice(-2), kind, number, debit, credit]),
  ).toEqual([
    ['08', 'payment', '1/2026', 0n, 950_00n],
    ['13', 'act', '7/2026', 1_000_00n, 0n],
    ['14', 'claim', '1/2026', 5_00n, 0n],
    ['15', 'claim', '2/2026', 4_00n, 0n],
    ['16', 'claim_cancelled', '2/2026', -4_00n, 0n],
    ['17', 'reversal', null, 0n, -10_00n],
    ['18', 'return', null, 0n, -35_00n],
  ])
  const early = accountOf(terms, bodies, { ...PERIOD, until: '2026-12-12' }).account
  expect([early.debit, early.credit, early.closing]).toEqual([0n, 1_050_00n, -1_050_00n])
})

test('a settled account is what is owed less what was received and not returned, whatever the acts round', () => {
  const volumes = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 9_999_999 }), volumes, fc.bigInt(1n, 10n ** 9n), (price, parts, paid) => {
      const quantity = parts.reduce((sum, part) => sum + part, 0)
      const bodies = parts.flatMap((volume, index): (FactBody & { day: string })[] => {
        const day = `2026-12-0${index + 1}`
        const waybill = index * 3 + 1
        return [
          { day, kind: 'waybill_recorded', number: `W${index}`, on: day, volume, loading: null },
          { day, kind: 'act_made', number: `${index}`, waybills: [waybill], isLast: index === parts.length - 1 },
          { day, kind: 'act_signed', act: waybill + 1, side: 'paper' },
        ]
      })
      const payment = { kind: 'payment_counted', amount: paid, on: '2026-12-20', invoice: null, note: null } as const
      const { account, state } = accountOf(termsOf(price, quantity), [...bodies, { day: '2026-12-20', ...payment }])
      expect(account.closing).toBe(state.money.owed - (state.money.received - state.money.returned))
      expect(account.closing).toBe(account.opening + account.debit - account.credit)
    }),
  )
})
