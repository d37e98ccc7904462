import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Feedback } from './feedback'
import type { FeedbackMessage } from '@/lib/contract/feedback'
import { SessionUser } from '@/components/session/session-user'
import type { User } from '@/lib/contract/accounts'
import { renderIn } from '@/tests/support/render-in'
import { choose } from '@/tests/support/choose'
import { mockApi, refusal } from '@/tests/support/mock-api'

const server = mockApi()
beforeEach(() => window.sessionStorage.clear())

const answered: FeedbackMessage = {
  id: 4,
  topic: 'agreement',
  subject: 'Term of the agreement',
  message: 'May it be\nprolonged?',
  files: [{ id: 9, name: 'Agreement.pdf', media_type: 'application/pdf', bytes: 240_000, url: '/storage/files/9' }],
  status: 'answered',
  sent_at: '2026-11-02T09:30:00.000Z',
  answer: 'Yes, by a month.',
  answered_at: '2026-11-03T08:00:00.000Z',
}

function open(messages: FeedbackMessage[] = [], cursor: string | null = null) {
  renderIn(
    'en',
    <SessionUser initialUser={{ id: 7 } as User}>
      <Feedback history={{ messages, cursor }} />
    </SessionUser>,
  )
  return userEvent.setup()
}

const pdf = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })

async function write(user: ReturnType<typeof userEvent.setup>) {
  await choose(user, 'Topic', 'Auction')
  await user.type(screen.getByLabelText('Subject'), 'Loading')
  await user.type(screen.getByLabelText('Message'), 'Is Saturday possible?')
}

describe('Feedback', () => {
  it('shows a message, its files, its status and the answer', () => {
    open([answered])
    const entry = within(screen.getByRole('article', { name: 'Term of the agreement' }))
    expect(entry.getByText('Answered')).toBeVisible()
    expect(entry.getByText('Yes, by a month.')).toBeVisible()
    expect(entry.getByRole('link', { name: /Agreement\.pdf/ })).toHaveAttribute('href', '/storage/files/9')
  })

  it('sends the message with its files and puts it on top of the history', async () => {
    let sent: FormData | null = null
    server.use(
      http.post('*/api/feedback/send', async ({ request }) => {
        sent = await request.formData()
        return HttpResponse.json({
          data: { ...answered, id: 5, subject: 'Loading', status: 'new', answer: null, answered_at: null },
        })
      }),
    )
    const user = open([answered])
    await write(user)
    await user.upload(screen.getByLabelText('Files'), [pdf('a.pdf'), pdf('b.pdf')])
    await user.click(screen.getByRole('button', { name: 'Remove file a.pdf' }))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Message No. 5 has been sent')).toBeVisible()
    expect(screen.getAllByRole('article').map((entry) => within(entry).getByRole('heading').textContent)).toEqual([
      'Loading',
      'Term of the agreement',
    ])
    const form = sent as FormData | null
    expect([form?.get('topic'), form?.get('message')]).toEqual(['auction', 'Is Saturday possible?'])
    expect(form?.getAll('files')).toHaveLength(1)
    expect(screen.getByLabelText('Subject')).toHaveValue('')
  })

  it('keeps text that is typed while a message is being sent', async () => {
    let reply!: () => void
    const answer = new Promise<void>((resolve) => void (reply = resolve))
    server.use(
      http.post('*/api/feedback/send', async () => {
        await answer
        return HttpResponse.json({ data: { ...answered, id: 5, subject: 'Loading' } })
      }),
    )
    const user = open()
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    const field = await screen.findByLabelText('Message')
    await user.clear(field)
    await user.type(field, 'And Sunday?')
    reply()
    expect(await screen.findByText('Message No. 5 has been sent')).toBeVisible()
    expect(field).toHaveValue('And Sunday?')
    expect(screen.getByLabelText('Subject')).toHaveValue('')
    expect(window.sessionStorage.getItem('feedback-draft:7')).toContain('And Sunday?')
  })

  it('keeps everything when the server refuses, and explains why', async () => {
    server.use(
      http.post('*/api/feedback/send', () =>
        refusal('file_type_refused', { errors: [{ path: 'files.1', code: 'file_type_refused' }] }),
      ),
    )
    const user = open()
    await write(user)
    await user.upload(screen.getByLabelText('Files'), [pdf('a.pdf'), pdf('b.pdf')])
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('b.pdf: This file type is not supported.')).toBeVisible()
    expect(screen.getByLabelText('Message')).toHaveValue('Is Saturday possible?')
    expect(screen.getByRole('button', { name: 'Remove file a.pdf' })).toBeVisible()
  })

  it('names a file that was changed or deleted meanwhile', async () => {
    const errors = [{ path: 'files.1', code: 'file_changed' }]
    server.use(http.post('*/api/feedback/send', () => refusal('file_changed', { errors })))
    const user = open()
    await write(user)
    await user.upload(screen.getByLabelText('Files'), [pdf('a.pdf'), pdf('b.pdf')])
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(/^b\.pdf: The file was changed or deleted/)).toBeVisible()
  })

  it('sends a message with one key until it is answered, and a changed one with another', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/feedback/send', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        if (keys.length < 4) return HttpResponse.error()
        return HttpResponse.json({ data: { ...answered, id: 5, subject: 'Loading' } })
      }),
    )
    const user = open()
    await write(user)
    const send = async () => {
      const before = keys.length
      await user.click(await screen.findByRole('button', { name: 'Send' }))
      await waitFor(() => expect(keys).toHaveLength(before + 1))
    }
    await send()
    await send()
    await user.upload(screen.getByLabelText('Files'), pdf('a.pdf'))
    await send()
    await send()
    expect(await screen.findByText('Message No. 5 has been sent')).toBeVisible()
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(keys[3]).toBe(keys[2])
  })

  it('does not cut a pasted text, but shows by how much it is too long, and focuses it', async () => {
    const user = open()
    await write(user)
    const field = screen.getByLabelText('Message')
    await user.clear(field)
    await user.click(field)
    await user.paste('x'.repeat(5010))
    expect(field).toHaveValue('x'.repeat(5010))
    expect(screen.getByText('At most 5 000 characters: 10 too many')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(field).toHaveFocus()
    const subject = screen.getByLabelText('Subject')
    await user.click(subject)
    await user.paste('y'.repeat(200))
    expect(subject).toHaveAccessibleDescription('At most 200 characters: 7 too many')
  })

  it('focuses the first missing field', async () => {
    const user = open()
    await choose(user, 'Topic', 'Other')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByLabelText('Subject')).toHaveFocus()
    expect(screen.getByText('Enter a subject')).toBeVisible()
    await user.type(screen.getByLabelText('Subject'), 'x')
    expect(screen.queryByText('Enter a subject')).toBeNull()
  })

  it('accepts at most five files, and no empty one', async () => {
    const user = open()
    const input = screen.getByLabelText('Files')
    await user.upload(
      input,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => pdf(`${name}.pdf`)),
    )
    expect(screen.getByText('At most 5 files in one message.')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Remove file/ })).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'Remove file e.pdf' }))
    await user.upload(input, pdf('empty.pdf', 0))
    expect(screen.getByText('empty.pdf: The file is empty.')).toBeVisible()
  })

  it('keeps the input of this account after a reload', async () => {
    const user = open()
    await write(user)
    open()
    expect(screen.getAllByLabelText('Message').map((field) => (field as HTMLTextAreaElement).value)).toEqual([
      'Is Saturday possible?',
      'Is Saturday possible?',
    ])
    renderIn(
      'en',
      <SessionUser initialUser={{ id: 8 } as User}>
        <Feedback history={null} />
      </SessionUser>,
    )
    expect((screen.getAllByLabelText('Message').at(-1) as HTMLTextAreaElement).value).toBe('')
  })

  it('can send a message while earlier messages cannot be read', async () => {
    server.use(http.post('*/api/feedback/send', () => HttpResponse.json({ data: { ...answered, id: 5 } })))
    renderIn('en', <Feedback history={null} />)
    const user = userEvent.setup()
    expect(screen.getByText('This section could not be loaded. Trying again.', { exact: false })).toBeVisible()
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByRole('article', { name: 'Term of the agreement' })).toBeVisible()
  })

  it('loads earlier messages', async () => {
    server.use(
      http.post('*/api/feedback/list', () =>
        HttpResponse.json({ data: { list: [{ ...answered, id: 3, subject: 'Earlier' }], next_cursor: null } }),
      ),
    )
    const user = open([answered], 'next')
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('article', { name: 'Earlier' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})
