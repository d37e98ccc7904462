import { expect, it, jest } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { api } from '@/lib/api/browser'
import type { ManagedDeposit } from '@/lib/contract/deposits'
import { renderOffice } from '@/tests/support/render-office'
import { DepositsBoard } from './deposits'

const deposit = (application_id: number, state: ManagedDeposit['state'], name: string) =>
  ({
    ...{ application_id, state, company: { id: 3, name, edrpou: '37027819' }, auction: { id: 7, number: 35 } },
    ...{ required: '135000.00', received: '135000.00', balance: '0.00', covered_quantity: '300.000', covers: true },
    ...{ unit: 't', reference: 'RF19', due_by: '2026-11-24T08:00:00.000Z', return_by: null },
    ...{ payments: [], settlements: [] },
  }) satisfies ManagedDeposit

it('the board shows the covered volume only of a deposit that is not settled', async () => {
  const list = [
    deposit(1, 'received', 'Held'),
    deposit(2, 'applied', 'Applied'),
    deposit(3, 'returned', 'Returned to'),
    deposit(4, 'kept', 'Kept from'),
  ]
  const counts = { expected: 0, received: 1, to_apply: 0, to_return: 0, applied: 1, returned: 1, kept: 1, none: 0 }
  jest.spyOn(api.manager, 'deposits').mockResolvedValue({ data: { list, next_cursor: null, counts } })
  jest.spyOn(api.manager, 'statementLines').mockResolvedValue({ data: { list: [], next_cursor: null } })
  renderOffice(<DepositsBoard />)
  const covered = []
  for (const { company } of list) {
    const row = (await screen.findByText(company.name)).closest('li') as HTMLElement
    covered.push(within(row).queryByText(/^Covers:/) !== null)
  }
  expect(covered).toEqual([true, false, false, false])
})
