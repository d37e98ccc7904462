import { expect, it, jest } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { serverClock } from '@/lib/api/server-clock'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { renderIn } from '@/tests/support/render-in'
import { ReconciliationForm } from './reconciliation-form'

const agreement = (inForceOn: string | null) => ({ id: 7, in_force_on: inForceOn }) as Fulfilment['agreement']

it('asks for the statement from the day on which the agreement is in force until today, as PDF or as a table', () => {
  jest.spyOn(serverClock, 'synced').mockReturnValue(true)
  jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse('2026-11-28T23:30:00.000Z'))
  const today = '2026-11-29'
  renderIn('en', <ReconciliationForm agreement={agreement('2026-03-02')} />)
  expect(screen.getByLabelText('From')).toHaveValue('2026-03-02')
  expect(screen.getByLabelText('Until')).toHaveValue(today)
  expect(screen.getByLabelText('Until')).toHaveAttribute('max', today)
  const form = screen.getByRole('button', { name: 'PDF' }).closest('form')
  expect(form).toHaveAttribute('action', '/storage/files/reconciliation-7.pdf')
  expect(screen.getByRole('button', { name: 'XLSX' })).toHaveAttribute(
    'formaction',
    '/storage/files/reconciliation-7.xlsx',
  )
  expect(form).toHaveFormValues({ lang: 'en', from: '2026-03-02', until: today })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-04-01' } })
  expect(screen.getByLabelText('Until')).toHaveAttribute('min', '2026-04-01')
})

it('is not there before the agreement is in force', () => {
  renderIn('en', <ReconciliationForm agreement={agreement(null)} />)
  expect(screen.queryByRole('button')).toBeNull()
})
