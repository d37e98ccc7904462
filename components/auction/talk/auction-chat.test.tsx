import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { AuctionChat } from '@/components/auction/talk/auction-chat'
import { UnreadTitle } from '@/components/auction/live/alerts'
import { openLivePage } from '@/tests/support/live-page'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

beforeEach(() => sessionStorage.clear())

async function openChat() {
  document.title = 'Lot 35'
  const page = openLivePage(
    <>
      <AuctionChat />
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
  by: null,
  text,
  sent_at: '2026-11-24T08:10:00.000Z',
})

/** The test releases the portal's answer to the message. */
function answerLater() {
  let resolve: (response: Response) => void = () => undefined
  const answer = new Promise<Response>((done) => (resolve = done))
  server.use(http.post('*/api/chat/send', () => answer))
  return (text: string) => act(async () => resolve(HttpResponse.json({ data: message(1, 'buyer', text) })))
}

describe('the chat with the administrator', () => {
  it('follows new messages, except while someone reads older ones', async () => {
    server.use(http.post('*/api/chat/send', () => HttpResponse.json({ data: message(4, 'buyer', 'Thank you') })))
    const { user, field, store } = await openChat()
    const log = screen.getByRole('log')
    // jsdom has no layout.
    Object.defineProperties(log, { scrollHeight: { get: () => 1_000 }, clientHeight: { get: () => 200 } })
    const receive = (id: number) =>
      act(() =>
        store.dispatch({
          type: 'event',
          event: { id: null, name: 'chat', data: message(id, 'administrator', `Answer ${id}`) },
        }),
      )
    receive(1)
    expect(log.scrollTop).toBe(1_000)
    log.scrollTop = 100
    fireEvent.scroll(log)
    receive(2)
    expect(log.scrollTop).toBe(100)
    log.scrollTop = 800
    fireEvent.scroll(log)
    receive(3)
    expect(log.scrollTop).toBe(1_000)
    log.scrollTop = 100
    fireEvent.scroll(log)
    await user.type(field, 'Thank you{Enter}')
    await screen.findByText('Thank you')
    expect(log.scrollTop).toBe(1_000)
  })

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

  it('keeps an unsent text until the page is opened again', async () => {
    const { user, field } = await openChat()
    await user.type(field, 'May we load')
    cleanup()
    expect((await openChat()).field).toHaveValue('May we load')
  })

  it('keeps text that is typed before the answer arrives', async () => {
    const answer = answerLater()
    const { user, field } = await openChat()
    await user.type(field, 'May we load on the 5th?{Enter}')
    await user.type(field, ' Or on the 6th?')
    await answer('May we load on the 5th?')
    expect(await screen.findByText('May we load on the 5th?', { selector: 'p' })).toBeVisible()
    expect(field).toHaveValue('May we load on the 5th? Or on the 6th?')
    expect(field).toHaveFocus()
  })

  it('does not take the focus from another field', async () => {
    const answer = answerLater()
    const { user, field } = await openChat()
    const price = document.body.appendChild(document.createElement('input'))
    await user.type(field, 'May we load on the 5th?{Enter}')
    await user.type(price, '15')
    await answer('May we load on the 5th?')
    await waitFor(() => expect(field).toHaveValue(''))
    expect(price).toHaveFocus()
    price.remove()
  })

  it('returns the focus from its button to the field', async () => {
    const answer = answerLater()
    const { user, field } = await openChat()
    await user.type(field, 'May we load on the 5th?')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await answer('May we load on the 5th?')
    await waitFor(() => expect(field).toHaveValue(''))
    expect(field).toHaveFocus()
  })

  it('keeps the text when there is no connection', async () => {
    server.use(http.post('*/api/chat/send', () => HttpResponse.error()))
    const { user, field } = await openChat()
    await user.type(field, 'Hello{Enter}')
    expect(await screen.findByText('Not sent: no connection. Your text is saved.')).toBeVisible()
    expect(field).toHaveValue('Hello')
  })

  it('does not cut a pasted text, but shows by how much it is too long, and sends it once it is short enough', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('*/api/chat/send', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ data: message(1, 'buyer', 'x'.repeat(2000)) })
      }),
    )
    const { user, field } = await openChat()
    await user.click(field)
    await user.paste('x'.repeat(2002))
    expect(field).toHaveValue('x'.repeat(2002))
    expect(screen.getByText('At most 2 000 characters: 2 too many')).toBeVisible()
    expect(field).toBeInvalid()
    await user.keyboard('{Enter}')
    expect(sent).toEqual([])
    await user.keyboard('{Backspace}{Backspace}{Enter}')
    await waitFor(() => expect(sent).toEqual([{ auction_id: 7, text: 'x'.repeat(2000) }]))
  })

  it('sends a message with one key until it is answered, and the same text later with another', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/chat/send', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        if (keys.length === 1) return HttpResponse.error()
        return HttpResponse.json({ data: message(keys.length, 'buyer', 'Hello') })
      }),
    )
    const { user, field } = await openChat()
    await user.type(field, 'Hello{Enter}')
    expect(await screen.findByText('Not sent: no connection. Your text is saved.')).toBeVisible()
    await user.type(field, '{Enter}')
    await waitFor(() => expect(field).toHaveValue(''))
    await user.type(field, 'Hello{Enter}')
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('announces even the first message to screen readers, because the log exists before it', async () => {
    const { store } = await openChat()
    const log = await screen.findByRole('log')
    act(() =>
      store.dispatch({ type: 'event', event: { id: null, name: 'chat', data: message(2, 'administrator', 'Yes') } }),
    )
    expect(screen.getByRole('log')).toBe(log)
    expect(log).toHaveTextContent('Yes')
  })

  it('counts unread messages in the tab’s title until the chat is focused', async () => {
    const { user, field, store } = await openChat()
    act(() =>
      store.dispatch({ type: 'event', event: { id: null, name: 'chat', data: message(2, 'administrator', 'Yes') } }),
    )
    expect(document.title).toBe('(1) Lot 35')
    await user.click(field)
    expect(document.title).toBe('Lot 35')
  })
})
