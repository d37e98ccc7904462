import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import { Dashboard } from './dashboard'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const COUNTS = {
  ...{
    accounts_waiting: 0,
    applications_waiting: 0,
    chats_unanswered: 0,
    questions_open: 0,
    orders_new: 0,
    feedback_new: 0,
  },
  ...{
    winners_to_confirm: 0,
    agreements_without_days: 1,
    agreements_ending: 0,
    emails_failed: 0,
    deletion_requests: 0,
  },
}
const HEALTHY = { sends_messages: true, unreadable: [], clock_difference: null, bidding_fault: null, outages: [] }

function openDashboard(changes: object): void {
  const data = { ...COUNTS, ...HEALTHY, running: [], selection: [], upcoming: [], ...changes }
  server.use(http.post('*/api/manager/dashboard', () => HttpResponse.json({ data })))
  renderOffice(<Dashboard />)
}

describe('the dashboard', () => {
  it.each([
    ['no end', [], false],
    ['an end', [7], true],
  ])('reports all outages in one line, as a warning only if they moved an end: %s', async (_, auctions, warns) => {
    const times = { since: '2026-11-25T08:00:00.000Z', until: '2026-11-25T08:01:00.000Z' }
    openDashboard({ outages: Array.from({ length: 20 }, () => ({ ...times, auctions })) })
    await screen.findByRole('region')
    expect(screen.getAllByText(/^Server downtimes in the last day: 20/)).toHaveLength(1)
    expect(screen.queryAllByRole('alert')).toHaveLength(warns ? 1 : 0)
  })

  it('shows a running auction with a link to its console', async () => {
    server.use(
      http.post('*/api/time', () => HttpResponse.error()),
      http.post('*/api/auctions/get', () => HttpResponse.json({ data: aLiveAuction({ id: 7, number: 12 }) })),
      http.get('*/api/auctions/7/events', () => new HttpResponse(null, { status: 204 })),
    )
    openDashboard({
      running: [{ id: 7, number: 12, title: 'Lot', effective_end: '2026-11-25T09:00:00.000Z', bids: 3, halted: false }],
    })
    const link = await screen.findByRole('link', { name: /12/ })
    expect(link).toHaveAttribute('href', '/office/auctions/7/console')
  })

  it('shows a halted auction as halted, without a countdown to an end that will move', async () => {
    const halt = { since: '2026-11-25T08:10:00.000Z', resumes_at: null, reason: 'Checking a payment' }
    const auction = aLiveAuction({ id: 7, number: 12, halt })
    server.use(
      http.post('*/api/time', () => HttpResponse.error()),
      http.post('*/api/auctions/get', () => HttpResponse.json({ data: auction })),
      http.get('*/api/auctions/:id/events', () => new HttpResponse(null, { status: 204 })),
    )
    const more = { title: 'Lot', effective_end: '2026-11-25T09:00:00.000Z', bids: 3, halted: true }
    openDashboard({ running: [7, 8, 9].map((id) => ({ ...more, id, number: id })) })
    await waitFor(() => expect(screen.getAllByText('Bidding halted')).toHaveLength(2))
    expect(screen.getByText('bids: 3 · Bidding halted')).toBeInTheDocument()
    expect(screen.queryByText('Running')).not.toBeInTheDocument()
  })
})
