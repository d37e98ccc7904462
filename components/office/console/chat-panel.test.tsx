import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { renderOffice } from '@/tests/support/render-office'
import { ChatPanel } from './chat-panel'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()
let sent: unknown[] = []
let conversationsRead = 0
let keys: (string | null)[] = []
let answer: () => Promise<void>

beforeEach(() => {
  window.sessionStorage.clear()
  sent = []
  conversationsRead = 0
  keys = []
  let resolve: () => void = () => undefined
  const answered = new Promise<void>((done) => (resolve = done))
  answer = () => act(async () => resolve())
  server.use(
    http.post('*/api/manager/chat/conversations', () => {
      conversationsRead += 1
      const list = [conversation(3, 'Buyer'), conversation(4, 'Other')]
      return HttpResponse.json({ data: { list, next_cursor: null } })
    }),
    http.post('*/api/manager/applications/list', () => HttpResponse.json({ data: { list: [], next_cursor: null } })),
    http.post('*/api/manager/chat/list', () => HttpResponse.json({ data: { list: [], next_cursor: null } })),
    http.post('*/api/manager/chat/send', async ({ request }) => {
      const body = (await request.json()) as { text: string }
      sent.push(body)
      keys.push(request.headers.get('idempotency-key'))
      await answered
      const message = { id: 1, auction_id: 7, from: 'administrator', by: null, text: body.text }
      return HttpResponse.json({ data: { ...message, sent_at: '2026-11-24T08:10:00.000Z' } })
    }),
  )
})

const conversation = (id: number, company: string) => ({
  company_id: id,
  company_name: company,
  unanswered: 0,
  last_message: null,
})

async function openConversation() {
  const user = userEvent.setup()
  renderOffice(<ChatPanel auctionId={7} />)
  const open = async (company: string) => user.click(await screen.findByRole('button', { name: company }))
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
  await open('Buyer')
  return {
    open,
    field,
    write: (text: string) => user.type(field(), text),
    send: () => user.type(field(), '{Enter}'),
  }
}

describe('the answer to a buyer', () => {
  it('is cleared from the field once it is sent', async () => {
    const { field, write, send } = await openConversation()
    await write('Yes, on the 5th.')
    await send()
    await answer()
    await waitFor(() => expect(field()).toHaveValue(''))
    expect(sent).toEqual([{ auction_id: 7, company_id: 3, text: 'Yes, on the 5th.' }])
  })

  it('survives a reload of the page until it is sent', async () => {
    const before = await openConversation()
    await before.write('Yes, on the 5th.')
    cleanup()
    const { open, field, send } = await openConversation()
    expect(field()).toHaveValue('Yes, on the 5th.')
    await open('Other')
    expect(field()).toHaveValue('')
    await open('Buyer')
    await send()
    await answer()
    await waitFor(() => expect(field()).toHaveValue(''))
    cleanup()
    expect((await openConversation()).field()).toHaveValue('')
  })

  it('is not cleared if more was written while it was being sent', async () => {
    const { field, write, send } = await openConversation()
    await write('Yes, on the 5th.')
    await send()
    await write(' Or the 6th.')
    await waitFor(() => expect(sent).toHaveLength(1))
    await answer()
    // The conversations are read again after the answer: by then the field would have been emptied.
    await waitFor(() => expect(conversationsRead).toBe(2))
    expect(field()).toHaveValue('Yes, on the 5th. Or the 6th.')
  })

  it('is not cut if it is too long, and not sent until it is shorter', async () => {
    const { field, send } = await openConversation()
    const user = userEvent.setup()
    await user.click(field())
    await user.paste('x'.repeat(2001))
    expect(field()).toHaveValue('x'.repeat(2001))
    await send()
    expect(sent).toEqual([])
    await user.type(field(), '{Backspace}')
    await send()
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('keeps its key until it is accepted; the next one gets a new key', async () => {
    server.use(
      http.post(
        '*/api/manager/chat/send',
        ({ request }) => {
          keys.push(request.headers.get('idempotency-key'))
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    const { field, write, send } = await openConversation()
    await write('Yes')
    await send()
    await waitFor(() => expect(keys).toHaveLength(1))
    expect(field()).toHaveValue('Yes')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled'))
    await send()
    await answer()
    await waitFor(() => expect(field()).toHaveValue(''))
    await write('Yes')
    await send()
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('names the company under the list, in which the open conversation may be out of sight', async () => {
    const { open } = await openConversation()
    expect(screen.getByRole('heading', { name: 'Buyer' })).toBeInTheDocument()
    await open('Other')
    expect(screen.getByRole('heading', { name: 'Other' })).toBeInTheDocument()
  })

  it('stays unsent while the manager writes to another buyer', async () => {
    const { open, field, write } = await openConversation()
    await write('Yes, on')
    await open('Other')
    expect(field()).toHaveValue('')
    await write('No')
    await open('Buyer')
    expect(field()).toHaveValue('Yes, on')
    await open('Other')
    expect(field()).toHaveValue('No')
  })

  it('is cleared even if another conversation was opened while it was being sent', async () => {
    const { open, field, write, send } = await openConversation()
    await write('Yes, on the 5th.')
    await send()
    await open('Other')
    await write('No')
    await waitFor(() => expect(sent).toHaveLength(1))
    await answer()
    expect(field()).toHaveValue('No')
    await open('Buyer')
    await waitFor(() => expect(field()).toHaveValue(''))
  })
})
