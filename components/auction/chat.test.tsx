import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { Chat } from '@/components/auction/chat'
import { UnreadTitle } from './live-region'
import { openLivePage } from '@/tests/support/live-page'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

async function openChat() {
  document.title = 'Lot 35'
  const page = openLivePage(
    <>
      <Chat />
      <UnreadTitle />
    </>,
  )
  act(() => page.connect())
  const field = await screen.findByRole('textbox', { name: 'Message' })
  return { ...page, field, user: userEvent.setup() }
}

const message = (id: number, from: 'buyer' | 'administrator', text: string) => ({
  id,
  auction_id: 7,
  from,
  text,
  sent_at: '2026-11-24T08:10:00.000Z',
})

describe('the chat with the administrator', () => {
  it('sends with Enter, shows the message once and empties the field', async () => {
    server.use(
      http.post('*/api/chat/send', () => HttpResponse.json({ data: message(1, 'buyer', 'May we load on the 5th?') })),
    )
    const { user, field, store } = await openChat()
    await user.type(field, 'May we load on the 5th?{Enter}')
    expect(await screen.findByText('May we load on the 5th?')).toBeVisible()
    act(() =>
      store.dispatch({
        type: 'event',
        event: { id: null, name: 'chat', data: message(1, 'buyer', 'May we load on the 5th?') },
      }),
    )
    expect(screen.getAllByText('May we load on the 5th?')).toHaveLength(1)
    expect(field).toHaveValue('')
  })

  it('keeps the text when there is no connection', async () => {
    server.use(http.post('*/api/chat/send', () => HttpResponse.error()))
    const { user, field } = await openChat()
    await user.type(field, 'Hello{Enter}')
    expect(await screen.findByText('Not sent: no connection. Your text is saved.')).toBeVisible()
    expect(field).toHaveValue('Hello')
  })

  it('counts unread messages in the tab’s title until the chat is looked at', async () => {
    const { user, field, store } = await openChat()
    act(() =>
      store.dispatch({ type: 'event', event: { id: null, name: 'chat', data: message(2, 'administrator', 'Yes') } }),
    )
    expect(document.title).toBe('(1) Lot 35')
    await user.click(field)
    expect(document.title).toBe('Lot 35')
  })
})
