import { expect, it } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { DefaultCellComponentProps, SelectFieldClient } from 'payload'
import { mockApi } from '@/tests/support/mock-api'
import { renderOffice } from '@/tests/support/render-office'
import { StatusCell } from './cells'

const server = mockApi()

it('the status cell shows the status being saved, and ignores another choice until it is saved', async () => {
  const sent: unknown[] = []
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.patch('*/cms-api/orders/4', async ({ request }) => {
      sent.push(await request.json())
      await answered
      return HttpResponse.json({})
    }),
  )
  const props = { cellData: 'new', collectionSlug: 'orders', rowData: { id: 4 } }
  renderOffice(<StatusCell {...(props as unknown as DefaultCellComponentProps<SelectFieldClient>)} />)
  const status = screen.getByRole('combobox')
  const user = userEvent.setup()
  await user.selectOptions(status, 'in_work')
  await user.selectOptions(status, 'spam')
  expect(status).toHaveValue('in_work')
  await act(async () => answer())
  await waitFor(() => expect(sent).toEqual([{ status: 'in_work' }]))
  expect(status).toHaveValue('in_work')
})
