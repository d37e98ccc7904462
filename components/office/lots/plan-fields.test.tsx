import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { DEFAULT_PLAN, type PaymentPlan } from '@/lib/domain/payment-plan'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import { renderOffice } from '@/tests/support/render-office'
import type { LotForm } from './lot-form'
import { PlanFields } from './plan-fields'
import { type PlanForm, readPlan, typedPlan } from './plan-form'

const plan: PaymentPlan = {
  parts: [
    { share: 3_050, from: 'in_force', days: 3, month: null },
    { share: 6_950, from: 'before_shipment', days: 5, month: '2026-12' },
  ],
  tolerance: 500,
  penalty: { kind: 'daily', rate: 10 },
  shipment: { from: '2026-12', until: '2027-01' },
}

describe('the editor of a payment plan', () => {
  it.each(['uk', 'en', 'ru'] as const)('reads what it writes, in %s', (locale) => {
    for (const each of [plan, DEFAULT_PLAN]) expect(readPlan(typedPlan(each, locale), locale)).toEqual(each)
  })

  it('keeps an unfinished draft', () => {
    const typed: PlanForm = { ...typedPlan(plan, 'uk'), rate: '' }
    expect(typedPlan(readPlan(typed, 'uk'), 'uk')).toEqual(typed)
  })

  function Editor({ fault }: { fault?: string }) {
    const [form, setForm] = useState({
      locale: 'en',
      starts_at: '2026-11-27T10:00',
      payment_plan: typedPlan(DEFAULT_PLAN, 'en'),
    } as LotForm)
    return (
      <PlanFields
        form={form}
        faults={fault === undefined ? {} : { payment_plan: fault }}
        onChange={(changes) => setForm({ ...form, ...changes })}
      />
    )
  }

  it('adds and removes parts, says what is missing, and fills in a usual plan', async () => {
    const user = userEvent.setup()
    renderOffice(<Editor />)
    const shares = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /Share/ })
    await user.clear(shares()[0]!)
    await user.type(shares()[0]!, '40')
    expect(screen.getByRole('status')).toHaveTextContent(/60% missing/)
    await user.click(screen.getByRole('button', { name: 'Add a part' }))
    expect(shares().map(({ value }) => Number(value))).toEqual([40, 60])
    expect(screen.getByRole('status')).not.toHaveTextContent('missing')
    await user.click(screen.getByRole('button', { name: 'Remove part 1' }))
    expect(shares().map(({ value }) => Number(value))).toEqual([60])
    await user.click(screen.getByRole('button', { name: '30/70 after the act' }))
    expect(shares().map(({ value }) => Number(value))).toEqual([30, 70])
  })

  it('shows a fault at its field', async () => {
    const user = userEvent.setup()
    renderOffice(<Editor fault="something" />)
    const days = screen.getByRole('textbox', { name: /Banking days/ })
    await user.clear(days)
    expect(days).toHaveAccessibleDescription(LOT_LABELS.en.faults.planDays)
    expect(screen.queryByText('something')).toBeNull()
  })
})
