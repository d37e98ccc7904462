import { describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { api } from '@/lib/api/browser'
import type { ManagedApplication } from '@/lib/contract/manager-auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import { ApplicationsPanel } from './applications-panel'

const other = `${'Довідка_'.repeat(10)}.pdf`
const application = {
  ...{ id: 4, auction_id: 7, status: 'confirmed', participant: 1, price: null, quantity: null, reason: null },
  ...{ received_at: '2026-11-24T08:10:00.000Z', missing_documents: [], related: [], note: null, undelivered: null },
  company: {
    id: 3,
    company_short_name: 'Buyer',
    edrpou: '37027819',
    surname: 'S',
    name: 'N',
    phone: '',
    status: 'active',
  },
  documents: [
    { id: 5, kind: 'charter', name: 'scan0001.pdf', url: '/storage/files/5' },
    { id: 6, kind: 'other', name: other, url: '/storage/files/6' },
  ],
} as unknown as ManagedApplication

describe('the documents of an application', () => {
  it('are named by their kind, others by their file', async () => {
    jest.spyOn(api.manager, 'applications').mockResolvedValue({ data: { list: [application], next_cursor: null } })
    renderOffice(<ApplicationsPanel auction={aLiveAuction()} />)
    const named = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.title])
    expect(named).toEqual([
      ['Buyer', ''],
      ['Charter', 'scan0001.pdf'],
      [other, other],
    ])
  })
})

describe('a letter about the deposit that has not arrived', () => {
  it('is marked with the address and the telephone', async () => {
    const undelivered = {
      ...{ since: '2026-11-24T08:10:00.000Z', final: true, reached: 0 },
      ...{ emails: ['dead@buyer.test'], phone: '+380441112233' },
    }
    jest
      .spyOn(api.manager, 'applications')
      .mockResolvedValue({ data: { list: [{ ...application, undelivered }], next_cursor: null } })
    renderOffice(<ApplicationsPanel auction={aLiveAuction()} />)
    expect(await screen.findByText(/has not arrived: dead@buyer\.test refuses mail/)).toBeVisible()
    expect(screen.getByRole('link', { name: /380/ })).toHaveAttribute('href', 'tel:+380441112233')
  })
})

describe('an application beside a confirmed related company', () => {
  const related = (id: number) => [{ company_id: id, same: [{ what: 'phone', value: '+380441112233' }] }]
  const waiting = {
    ...application,
    ...{ id: 8, status: 'awaiting_confirmation', participant: null, documents: [], related: related(3) },
    company: { ...application.company, id: 9, company_short_name: 'Other' },
  } as unknown as ManagedApplication
  const confirmed = { ...application, related: related(9) } as unknown as ManagedApplication

  it('shows the shared traits, and is confirmed with the typed note', async () => {
    jest
      .spyOn(api.manager, 'applications')
      .mockResolvedValue({ data: { list: [confirmed, waiting], next_cursor: null } })
    const confirm = jest.spyOn(api.manager, 'confirmApplication').mockResolvedValue({ data: waiting })
    renderOffice(<ApplicationsPanel auction={{ ...aLiveAuction(), state: 'planned' }} />)
    const row = (await screen.findByText('Other')).closest('li') as HTMLElement
    // The mark, then reject and confirm.
    const [mark, , confirming] = within(row).getAllByRole('button') as [HTMLElement, HTMLElement, HTMLElement]
    await userEvent.click(mark)
    expect(within(await screen.findByRole('dialog')).getByText('+380441112233')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(confirming)
    expect(confirm).not.toHaveBeenCalled()
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox'), 'Separate licences{Tab}')
    await userEvent.click(dialog.querySelector('[type=submit]') as HTMLElement)
    expect(confirm).toHaveBeenCalledWith({ application_id: 8, note: 'Separate licences', names_confirmed: false })
  })
})

describe('an application without all documents', () => {
  const waiting = (received: string) =>
    ({
      ...application,
      ...{ status: 'awaiting_confirmation', participant: null, missing_documents: ['charter'] },
      deposit: { received, covers: received !== '0.00' },
    }) as unknown as ManagedApplication

  it('is confirmed with the total of the deposit that was shown when its dialog was opened', async () => {
    let received = '500.00'
    jest
      .spyOn(api.manager, 'applications')
      .mockImplementation(async () => ({ data: { list: [waiting(received)], next_cursor: null } }))
    const confirm = jest.spyOn(api.manager, 'confirmApplication').mockResolvedValue({ data: waiting('0.00') })
    const { client } = renderOffice(<ApplicationsPanel auction={{ ...aLiveAuction(), state: 'planned' }} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
    const dialog = await screen.findByRole('dialog')
    received = '0.00'
    await act(() => client.refetchQueries())
    await userEvent.type(within(dialog).getByRole('textbox'), 'On paper{Tab}')
    await userEvent.click(dialog.querySelector('[type=submit]') as HTMLElement)
    expect(confirm).toHaveBeenCalledWith({
      application_id: 4,
      insistence: 'On paper',
      received: '500.00',
      names_confirmed: false,
    })
  })
})

it('an application is not confirmed by the second click of a double click on the one before it', async () => {
  const waiting = { ...application, ...{ status: 'awaiting_confirmation', participant: null, deposit: null } }
  const list = [waiting as unknown as ManagedApplication]
  jest.spyOn(api.manager, 'applications').mockResolvedValue({ data: { list, next_cursor: null } })
  const confirm = jest.spyOn(api.manager, 'confirmApplication').mockResolvedValue({ data: list[0]! })
  renderOffice(<ApplicationsPanel auction={{ ...aLiveAuction(), state: 'planned' }} />)
  const button = await screen.findByRole('button', { name: 'Confirm' })
  fireEvent.click(button, { detail: 2 })
  expect(confirm).not.toHaveBeenCalled()
  fireEvent.click(button, { detail: 1 })
  await waitFor(() => expect(confirm).toHaveBeenCalledWith({ application_id: 4 }))
})

it('the focus moves to the next application once one is confirmed', async () => {
  const waiting = { ...application, ...{ status: 'awaiting_confirmation', participant: null, deposit: null } }
  const next = { ...waiting, id: 8, company: { ...application.company, company_short_name: 'Other' } }
  let list = [waiting, next] as unknown as ManagedApplication[]
  jest.spyOn(api.manager, 'applications').mockImplementation(async () => ({ data: { list, next_cursor: null } }))
  jest.spyOn(api.manager, 'confirmApplication').mockImplementation(async () => {
    list = [application, next] as unknown as ManagedApplication[]
    return { data: application }
  })
  renderOffice(<ApplicationsPanel auction={{ ...aLiveAuction(), state: 'planned' }} />)
  const [confirm] = await screen.findAllByRole('button', { name: 'Confirm' })
  await userEvent.click(confirm!)
  await waitFor(() => expect(confirm).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reject' })).toHaveFocus())
})
