import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { SessionsList } from '@/components/cabinet/sessions-list'
import type { Session } from '@/lib/contract/accounts'
import { renderIn } from '@/tests/support/render-in'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const here: Session = {
  id: 'a',
  device: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  address: '203.0.113.7',
  created_at: '2026-11-20T07:00:00.000Z',
  last_seen_at: '2026-11-21T07:00:00.000Z',
  current: true,
}
const phone: Session = {
  ...here,
  id: 'b',
  device:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1',
  current: false,
}

describe('SessionsList', () => {
  it('shows devices by browser and system, and marks the current one, which is ended by signing out', () => {
    renderIn('en', <SessionsList sessions={[here, phone]} />)
    expect(screen.getByText('Chrome on Linux')).toBeVisible()
    expect(screen.getByText('this device')).toBeVisible()
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'End the session: Safari on iPhone',
    ])
  })

  it('shows a few at first, including this device, and the others on a click', async () => {
    const many = Array.from({ length: 7 }, (_, index) => ({ ...phone, id: `phone ${index}` }))
    renderIn('en', <SessionsList sessions={[...many, here]} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('this device')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show 3 more' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(8)
    expect(screen.getAllByRole('listitem')[5]).toHaveFocus()
    expect(screen.queryByRole('button', { name: /^Show/ })).not.toBeInTheDocument()
  })

  it('ends another session and removes it from the list', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('*/api/auth/sessions/revoke', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ data: {} })
      }),
    )
    renderIn('en', <SessionsList sessions={[here, phone]} />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'End the session: Safari on iPhone' }))
    expect(await screen.findByText('The session has ended')).toBeVisible()
    expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument()
    expect(sent).toEqual([{ id: 'b' }])
  })

  it('moves the focus to the next session, and finally to the list', async () => {
    server.use(http.post('*/api/auth/sessions/revoke', () => HttpResponse.json({ data: {} })))
    const laptop = { ...phone, id: 'c', device: here.device.replace('X11; Linux x86_64', 'Windows NT 10.0') }
    renderIn('en', <SessionsList sessions={[here, phone, laptop]} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'End the session: Safari on iPhone' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(screen.getByRole('button', { name: 'End the session: Chrome on Windows' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByRole('list')).toHaveFocus()
  })

  it('removes a session that has already ended', async () => {
    const notFound = { type: '', title: '', status: 404, code: 'not_found', detail: '', request_id: '' }
    server.use(http.post('*/api/auth/sessions/revoke', () => HttpResponse.json(notFound, { status: 404 })))
    renderIn('en', <SessionsList sessions={[here, phone]} />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'End the session: Safari on iPhone' }))
    expect(await screen.findByText('The session has ended')).toBeVisible()
    expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument()
  })

  it('keeps the session and reports that the network is down', async () => {
    server.use(http.post('*/api/auth/sessions/revoke', () => HttpResponse.error()))
    renderIn('en', <SessionsList sessions={[here, phone]} />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'End the session: Safari on iPhone' }))
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeVisible()
    expect(screen.getByText('Safari on iPhone')).toBeVisible()
  })
})
