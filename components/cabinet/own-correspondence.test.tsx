import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { SessionUser } from '@/components/session/session-user'
import type { User } from '@/lib/contract/accounts'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { mockApi, refusal } from '@/tests/support/mock-api'
import { renderIn } from '@/tests/support/render-in'
import { OwnCorrespondence } from './own-correspondence'

const server = mockApi()
beforeEach(() => sessionStorage.clear())

const message = (id: number, from: 'buyer' | 'administrator', text: string) => ({
  ...{ id, from, text, auction_id: 7, by: null },
  sent_at: '2026-11-24T08:10:00.000Z',
})

async function open({ role = 'trader', unread = 0 }: { role?: User['role']; unread?: number } = {}) {
  server.use(
    http.post('*/api/agreements/chat', () =>
      HttpResponse.json({
        data: { list: [message(1, 'administrator', 'The invoice is issued.')], next_cursor: null, unread },
      }),
    ),
  )
  const agreement = { id: 5, company: { name: 'Company' } } as Fulfilment['agreement']
  renderIn(
    'en',
    <SessionUser initialUser={{ id: 7, role } as User}>
      <OwnCorrespondence agreement={agreement} />
    </SessionUser>,
  )
  expect(await screen.findByText('The invoice is issued.')).toBeVisible()
  return userEvent.setup()
}

describe('the correspondence about an agreement', () => {
  it('is written to about the agreement', async () => {
    let sent: unknown = null
    server.use(
      http.post('*/api/agreements/chat/send', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ data: message(2, 'buyer', 'We pay today.') })
      }),
    )
    const user = await open()
    const field = screen.getByRole('textbox', { name: 'Message' })
    await user.type(field, 'We pay today.{Enter}')
    expect(await screen.findByText('We pay today.', { selector: 'p' })).toBeVisible()
    expect(sent).toEqual({ agreement_id: 5, text: 'We pay today.' })
    expect(field).toHaveValue('')
  })

  it('keeps a text that was refused', async () => {
    server.use(http.post('*/api/agreements/chat/send', () => refusal('not_found')))
    const user = await open()
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'We pay today.{Enter}')
    expect(await screen.findByText('This record was not found or has been deleted.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('We pay today.')
  })

  it('counts as read once the reader turns to it', async () => {
    const marks: unknown[] = []
    server.use(
      http.post('*/api/agreements/chat/read', async ({ request }) => {
        marks.push(await request.json())
        return HttpResponse.json({ data: {} })
      }),
    )
    await open({ unread: 1 })
    expect(screen.getByText('1 new')).toBeVisible()
    expect(marks).toEqual([])
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }))
    await waitFor(() => expect(marks).toEqual([{ agreement_id: 5, message_id: 1 }]))
    expect(screen.queryByText('1 new')).toBeNull()
  })

  it('is only read by viewers, whose reading answers for nobody', async () => {
    await open({ role: 'viewer', unread: 1 })
    expect(screen.queryByRole('textbox')).toBeNull()
    // A call without a handler fails the test.
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }))
    expect(screen.getByText('1 new')).toBeVisible()
  })
})
