import { describe, expect, it, jest } from '@jest/globals'
import { toast } from '@payloadcms/ui'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { DefaultCellComponentProps, SelectFieldClient } from 'payload'
import { mockApi } from '@/tests/support/mock-api'
import { renderOffice } from '@/tests/support/render-office'
import { StatusCell } from './cells'

const server = mockApi()

/** Row 4 of the list of orders, as the server rendered it. */
const cellOf = (status: string) => {
  const props = { cellData: status, collectionSlug: 'orders', rowData: { id: 4 } }
  return <StatusCell {...(props as unknown as DefaultCellComponentProps<SelectFieldClient>)} />
}

/** Records each change, and answers it with the next of these. */
function answering(...answers: (() => Promise<Response> | Response)[]) {
  const sent: unknown[] = []
  server.use(
    http.patch('*/cms-api/orders/4', async ({ request }) => {
      sent.push(await request.json())
      return answers[sent.length - 1]?.()
    }),
  )
  return sent
}

const saved = () => HttpResponse.json({})

describe('the status cell', () => {
  it('shows the status being saved, and ignores another choice until it is saved', async () => {
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const sent = answering(() => answered.then(saved))
    renderOffice(cellOf('new'))
    const status = screen.getByRole('combobox', { name: 'Status' })
    const user = userEvent.setup()
    await user.selectOptions(status, 'In progress')
    await user.selectOptions(status, 'Spam')
    expect(status).toHaveDisplayValue('In progress')
    await act(async () => answer())
    await waitFor(() => expect(sent).toEqual([{ status: 'in_work' }]))
    expect(status).toHaveDisplayValue('In progress')
  })

  it('shows the former status again if the change is refused', async () => {
    answering(() => HttpResponse.json({}, { status: 500 }))
    renderOffice(cellOf('new'))
    const status = screen.getByRole('combobox')
    await userEvent.setup().selectOptions(status, 'In progress')
    await waitFor(() => expect(status).toHaveDisplayValue('New'))
  })

  it('shows what a colleague has set once the list is read again, also in place of an own change', async () => {
    answering(saved)
    const toasted = jest.spyOn(toast, 'success')
    const { rerender } = renderOffice(cellOf('new'))
    const status = screen.getByRole('combobox')
    rerender(cellOf('declined'))
    expect(status).toHaveDisplayValue('Declined')
    const user = userEvent.setup()
    await user.selectOptions(status, 'In progress')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('Status saved'))
    expect(status).toHaveDisplayValue('In progress')
    rerender(cellOf('in_work'))
    rerender(cellOf('declined'))
    expect(status).toHaveDisplayValue('Declined')
  })
})
