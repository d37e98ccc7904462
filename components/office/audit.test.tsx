import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { api } from '@/lib/api/browser'
import { renderOffice } from '@/tests/support/render-office'
import { AuditScreen, AuditRows } from './audit'

let list: jest.SpiedFunction<typeof api.manager.audit>
let choices: jest.SpiedFunction<typeof api.manager.auditChoices>

beforeEach(() => {
  list = jest.spyOn(api.manager, 'audit').mockResolvedValue({ data: { list: [], next_cursor: null } })
  choices = jest.spyOn(api.manager, 'auditChoices')
})

afterEach(() => {
  jest.restoreAllMocks()
})

const LINK = 'staff=4&action=winner_disqualified&object=auction&from=2026-11-01'
const FILTERED = { staff_id: 4, action: 'winner_disqualified', object: 'auction', from: '2026-11-01' }

describe('the audit trail of a link with filters', () => {
  it('is filtered from the start, before the filters’ options have loaded', async () => {
    choices.mockReturnValue(new Promise(() => undefined))
    renderOffice(<AuditScreen />, LINK)
    await waitFor(() => expect(list).toHaveBeenCalledTimes(1))
    expect(list).toHaveBeenCalledWith(expect.objectContaining(FILTERED))
    expect(screen.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value)).toEqual([
      '4',
      'winner_disqualified',
      'auction',
    ])
  })

  it('shows that the options could not be read', async () => {
    choices.mockRejectedValue(new Error('no connection'))
    renderOffice(<AuditScreen />, LINK)
    const retry = () => screen.getAllByRole('alert').flatMap((alert) => [...alert.querySelectorAll('button')])
    await waitFor(() => expect(retry()).toHaveLength(1))
    expect(list).toHaveBeenCalledWith(expect.objectContaining(FILTERED))
  })

  it('ignores filters that the entries cannot have', async () => {
    choices.mockResolvedValue({ data: { staff: [], actions: [], objects: [] } })
    renderOffice(<AuditScreen />, 'staff=x&object=%3Cb%3E&from=today')
    await waitFor(() => expect(list).toHaveBeenCalledTimes(1))
    expect(list.mock.calls[0]?.[0]).not.toMatchObject({ object: expect.anything() })
  })
})

it('names the changed fields of a lot by their labels', () => {
  const entry = {
    id: 1,
    at: '2026-11-24T09:00:00.000Z',
    staff: { id: 1, name: 'Olena' },
    action: 'content.update',
    object: { kind: 'auctions', id: 7, title: 'Condensate', auction_id: 7 },
    reason: null,
    fields: ['payment_period', 'blocks'],
  }
  renderOffice(<AuditRows list={[entry]} />)
  expect(screen.getByText(/Payment period, blocks/)).toBeVisible()
})
