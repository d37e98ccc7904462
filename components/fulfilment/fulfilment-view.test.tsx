import { expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { DEFAULT_PLAN } from '@/lib/domain/payment-plan'
import { renderIn } from '@/tests/support/render-in'
import { FulfilmentView } from './fulfilment-view'

const AGREEMENT: Fulfilment = {
  agreement: {
    id: 7,
    number: '12/3',
    name: 'Agreement No. 12/3',
    product: 'Gas condensate',
    auction_number: 12,
    company: { id: 3, name: 'Company', edrpou: '37027819' },
    unit: 't',
    quantity: '100000.000',
    price: '15200.00',
    sum: '1520000000.00',
    deposit: '0.00',
    in_force_on: '2026-12-01',
    is_gas: false,
    plan: DEFAULT_PLAN,
  },
  stage: 'in_force',
  column: 'to_pay',
  overdue: false,
  ended_early: null,
  closed_at: null,
  shipped: false,
  settled: false,
  next: { side: 'buyer', action: 'pay', subject: 1, amount: '1520000000.00', by: '2026-12-08' },
  money: {
    received: '0.00',
    allocated: '0.00',
    unallocated: '0.00',
    returned: '0.00',
    missing: '1520000000.00',
    owed: '1520000000.00',
    return_by: null,
  },
  volume: {
    agreed: '100000.000',
    limit: '100000.000',
    covered: '0.000',
    planned: '0.000',
    loaded: '0.000',
    accepted: '0.000',
    free: '0.000',
  },
  due: [],
  invoices: [
    {
      id: 1,
      number: '1/2026',
      type: 'plan',
      // After midnight in Kyiv.
      issued_at: '2026-12-01T22:30:00.000Z',
      amount: '1520000000.00',
      deducted: '0.00',
      payer: { name: 'Company', edrpou: '37027819', address: 'Kyiv' },
      due_on: '2026-12-08',
      demanded: '1520000000.00',
      paid: '0.00',
      missing: '1520000000.00',
      paid_on: null,
      days_late: 0,
      penalty: null,
      late: null,
      cancelled: null,
      payment: null,
      pdf: '/storage/files/invoice-1.pdf',
    },
  ],
  payments: [],
  returns: [],
  loadings: [],
  waybills: [],
  acts: [],
}

const steps = () =>
  within(screen.getByRole('list', { name: 'Progress of the agreement' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('shows sums beyond a billion, and the day in Kyiv on which an invoice was issued', () => {
  renderIn('en', <FulfilmentView fulfilment={AGREEMENT} side="buyer" actions={{}} />)
  expect(screen.getByText(/^Pay UAH.1 520 000 000\.00 by 8 December 2026$/)).toBeVisible()
  expect(steps()[1]).toContain('02/12/2026')
})

it('calls nothing shipped that ended before anything was loaded', () => {
  const ended = { at: '2026-12-02T10:00:00.000Z', reason: 'Force majeure' }
  renderIn(
    'en',
    <FulfilmentView fulfilment={{ ...AGREEMENT, ended_early: ended, shipped: true }} side="buyer" actions={{}} />,
  )
  expect(steps()[3]).toBe('Shipped')
  expect(screen.getByText('The agreement was ended early: Force majeure')).toBeVisible()
})
