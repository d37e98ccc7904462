// Runs alone: it sets the page's clock, which does not move back for the next suite.
import { beforeEach, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { mockApi } from '@/tests/support/mock-api'

const { AuctionConsole, ConsoleHead } = await import('./auction-console')
const { renderOffice } = await import('@/tests/support/render-office')

const server = mockApi()

const SINCE = '2026-11-24T08:20:00.000Z'

beforeEach(() => {
  serverClock.adjust(Date.parse('2026-11-24T08:30:00.500Z'))
})

function show(part: Partial<AuctionDetail>): void {
  renderOffice(<ConsoleHead auction={aLiveAuction(part)} connection="live" />)
}

it('the head of a halted auction keeps the time left at the halt, and shows no end, because both will move (R13.1)', () => {
  show({ halt: { since: SINCE, reason: 'A fault', resumes_at: null } })
  expect(screen.getByText('40:00')).toBeVisible()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('Both ends will move by the length of the halt.')).toBeVisible()
  expect(screen.queryByText(/11:00|12:00/)).toBeNull()
})

it('the head of an auction to be resumed shows both new ends to the second', () => {
  show({
    halt: { since: SINCE, reason: 'A fault', resumes_at: '2026-11-24T08:31:40.000Z' },
    effective_end: '2026-11-24T09:11:40.000Z',
    hard_end: '2026-11-24T10:11:40.000Z',
  })
  expect(screen.getByText('40:00')).toBeVisible()
  expect(screen.getByText(/11:11:40/)).toBeVisible()
  expect(screen.getByText(/12:11:40/)).toBeVisible()
})

it('a half-written answer stays when bidding starts, with the focus', async () => {
  jest.spyOn(console, 'warn').mockReturnValue()
  let state: AuctionDetail['state'] = 'planned'
  const conversation = { company_id: 3, company_name: 'Buyer', unanswered: 1, last_message: null }
  const listOf = (...list: object[]) => HttpResponse.json({ data: { list, next_cursor: null } })
  server.use(
    http.post('*/api/auctions/get', () => HttpResponse.json({ data: aLiveAuction({ state }) })),
    http.get('*/api/auctions/7/events', () => new HttpResponse(new ReadableStream())),
    http.post('*/api/manager/chat/conversations', () => listOf(conversation)),
    http.post('*/api/manager/*', () => listOf()),
    http.post('*/api/manager/*/*', () => listOf()),
  )
  const user = userEvent.setup()
  const { client } = renderOffice(<AuctionConsole auctionId={7} />)
  await user.click(await screen.findByRole('button', { name: /^Buyer/ }))
  const field = screen.getByRole('textbox')
  await user.type(field, 'Yes, on the')
  state = 'running'
  await act(() => client.invalidateQueries())
  expect(await screen.findByRole('heading', { name: 'Price over time' })).toBeVisible()
  expect(field).toBeInTheDocument()
  expect(field).toHaveValue('Yes, on the')
  expect(field).toHaveFocus()
})
