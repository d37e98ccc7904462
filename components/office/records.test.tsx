// Runs alone: it sets the page's clock, which does not move back for the next suite.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { AgreementsScreen } from '@/components/office/agreements'
import { FeedbackScreen } from '@/components/office/feedback'
import { OrdersScreen } from '@/components/office/orders'
import { type RequestStatus, RequestStatusChoice } from '@/components/office/request-status'
import { toast } from '@/components/ui/toast'
import { serverClock } from '@/lib/api/server-clock'
import { mockApi } from '@/tests/support/mock-api'
import { renderOffice } from '@/tests/support/render-office'

// The clock keeps what it was adjusted to.
const server = mockApi(http.post('*/api/time', () => HttpResponse.error()))

beforeEach(() => {
  serverClock.adjust(Date.now())
})

const ORDER = {
  id: 4,
  number: 12,
  status: 'new',
  product: { name: 'Condensate' },
  volume: '25.000',
  unit: 't',
  company: 'Trader LLC',
  edrpou: '37027819',
  name: 'N',
  phone: '+380441112233',
  email: 'n@example.com',
  createdAt: '2026-11-27T08:00:00.000Z',
  updatedAt: '2026-11-27T08:00:00.000Z',
}

const MESSAGE = {
  id: 7,
  status: 'new',
  topic: 'technical',
  company: { id: 3, company_short_name: 'Trader' },
  subject: 'No sign-in',
  message: 'Help',
  createdAt: '2026-11-27T08:00:00.000Z',
  updatedAt: '2026-11-27T08:00:00.000Z',
}

const AGREEMENT = {
  id: 9,
  number: '35/2',
  company: { id: 3, company_short_name: 'Trader' },
  auction: { id: 30, number: 35 },
  quantity: '20.000',
  price: '2.00',
  sum: '40.00',
  status: 'awaiting_signature',
  awaits: 'organiser',
  createdAt: '2026-11-27T08:00:00.000Z',
  updatedAt: '2026-11-27T08:00:00.000Z',
}

/** Answers the list of a collection; `asked` has the conditions of each call for it and for its counts. */
function listing(collection: string, docs: object[], counts: Record<string, number> = {}) {
  const asked: URLSearchParams[] = []
  const counted: URLSearchParams[] = []
  server.use(
    http.get(`*/cms-api/${collection}`, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ docs, nextPage: null })
    }),
    http.get(`*/cms-api/${collection}/count`, ({ request }) => {
      const query = new URL(request.url).searchParams
      counted.push(query)
      const [, status = ''] = [...query].find(([name]) => name.endsWith('[status][equals]')) ?? []
      return HttpResponse.json({ totalDocs: counts[status] ?? 0 })
    }),
  )
  return { asked, counted }
}

const conditions = (query: URLSearchParams | undefined) =>
  Object.fromEntries([...(query ?? [])].filter(([name]) => name.startsWith('where')))

describe('the lists of records', () => {
  it('count the records by status, with the other filters', async () => {
    const { asked, counted } = listing('orders', [ORDER], { new: 3, done: 12 })
    renderOffice(<OrdersScreen />, 'status=done&search=trader')
    expect(await screen.findByRole('button', { name: 'New 3' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Done 12' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: 'All 15' })).toBeVisible()
    expect(conditions(asked[0])).toMatchObject({
      'where[and][0][or][0][status][equals]': 'done',
      'where[and][1][or][0][company][like]': 'trader',
    })
    expect(counted.every((query) => query.get('where[and][1][or][0][company][like]') === 'trader')).toBe(true)
  })

  it('find an order by its number', async () => {
    const { asked } = listing('orders', [ORDER])
    renderOffice(<OrdersScreen />, 'search=12')
    await screen.findByRole('table')
    expect(Object.entries(conditions(asked[0]))).toContainEqual(['where[and][0][or][4][number][equals]', '12'])
  })

  it('find the messages of a company by its code', async () => {
    const { asked } = listing('feedback', [MESSAGE])
    renderOffice(<FeedbackScreen />, 'search=37027819')
    await screen.findByRole('table')
    expect(Object.entries(conditions(asked[0]))).toContainEqual([
      'where[and][0][or][3][company.edrpou][like]',
      '37027819',
    ])
  })

  it('count an agreement after its last day as archived, as they show it', async () => {
    jest.spyOn(serverClock, 'now').mockReturnValue(Date.parse('2026-12-24T22:30:00Z'))
    const { asked } = listing('agreements', [AGREEMENT])
    const { unmount } = renderOffice(<AgreementsScreen />, 'status=archived')
    await screen.findByRole('table')
    // Midnight in Kyiv, half an hour ago.
    const today = '2026-12-24T22:00:00.000Z'
    expect(conditions(asked[0])).toEqual({
      'where[and][0][or][0][status][equals]': 'archived',
      'where[and][0][or][1][ends_on][less_than]': today,
      'where[and][1][or][0][status][equals]': 'archived',
      'where[and][1][or][1][unsettled][not_equals]': 'true',
    })
    unmount()
    renderOffice(<AgreementsScreen />, 'status=current')
    await screen.findByRole('table')
    expect(conditions(asked[1])).toEqual({
      'where[and][0][or][0][status][equals]': 'current',
      'where[and][1][or][0][ends_on][exists]': 'false',
      'where[and][1][or][1][ends_on][greater_than_equal]': today,
      'where[and][1][or][2][unsettled][equals]': 'true',
    })
  })

  it('show the agreements of the auction that a link names', async () => {
    const { asked } = listing('agreements', [AGREEMENT])
    const { unmount } = renderOffice(<AgreementsScreen />, 'auction=35')
    await screen.findByRole('table')
    expect(conditions(asked[0])).toEqual({ 'where[and][0][or][0][auction.number][equals]': '35' })
    expect(screen.getByRole('combobox', { name: 'Auction' })).toHaveDisplayValue(/35/)
    unmount()
    renderOffice(<AgreementsScreen />)
    await screen.findByRole('table')
    expect(screen.queryByRole('combobox', { name: 'Auction' })).toBeNull()
  })
})

describe('an agreement in the list', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-12-24T21:50:00Z'), doNotFake: ['performance', 'setTimeout'] })
    serverClock.adjust(Date.parse('2026-12-24T21:50:00Z'))
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  async function rowOf(changes: object) {
    listing('agreements', [{ ...AGREEMENT, ...changes }])
    renderOffice(<AgreementsScreen />)
    return (await screen.findByRole('link', { name: '35/2' })).closest('tr')!
  }

  it.each([
    [{ awaits: 'organiser' }, 'Organiser: complete the terms'],
    [{ awaits: 'buyer' }, 'Buyer: enter details'],
    [{ awaits: 'none' }, 'Buyer: sign'],
    [{ status: 'signed_by_buyer', awaits: null }, 'Organiser: sign'],
  ])('with %j names whose turn it is', async (changes, turn) => {
    expect(within(await rowOf(changes)).getByText(turn)).toBeVisible()
  })

  it.each([
    ['signed_by_buyer', 'unverified', 'Signed by the buyer, not verified here'],
    ['signed_by_buyer', 'verified', 'Signed by the buyer'],
    ['current', 'checked', 'In force, signatures checked by the manager'],
    ['current', 'verified', 'In force'],
  ])('that is %s with %s signatures is never called more than that', async (status, signatures, called) => {
    const row = await rowOf({ status, signatures, awaits: null })
    expect(within(row).getByText(called)).toBeVisible()
  })

  it('ends at midnight in Kyiv after its last day, even on an open page', async () => {
    // Midnight in Kyiv, as the day that Payload's calendar chose is stored.
    const row = await rowOf({ status: 'current', awaits: null, ends_on: '2026-12-23T22:00:00.000Z' })
    expect(within(row).getByText('In force')).toBeVisible()
    act(() => serverClock.adjust(Date.parse('2026-12-24T22:00:00Z')))
    expect(within(row).getByText('Archived')).toBeVisible()
  })

  it('stays in force after its last day while something is left to pay, ship or sign', async () => {
    const row = await rowOf({ status: 'current', awaits: null, ends_on: '2026-11-23T22:00:00.000Z', unsettled: true })
    expect(within(row).getByText('In force')).toBeVisible()
  })
})

describe('the status of an order in the list', () => {
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
  let readAgain: (status: RequestStatus) => void

  function Cell({ first = 'new' }: { first?: RequestStatus }) {
    const [status, setStatus] = useState(first)
    readAgain = (next) => act(() => setStatus(next))
    return <RequestStatusChoice collection="orders" id={4} status={status} of="No. 12" />
  }

  it('shows the status being saved, and ignores another choice until it is saved', async () => {
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const sent = answering(() => answered.then(saved))
    renderOffice(<Cell />)
    const status = screen.getByRole('combobox', { name: 'Status: No. 12' })
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
    renderOffice(<Cell />)
    const status = screen.getByRole('combobox')
    await userEvent.setup().selectOptions(status, 'In progress')
    await waitFor(() => expect(status).toHaveDisplayValue('New'))
  })

  it('shows what a colleague has set once the list is read again, also in place of an own change', async () => {
    answering(saved)
    const toasted = jest.spyOn(toast, 'success')
    renderOffice(<Cell />)
    const status = screen.getByRole('combobox')
    readAgain('declined')
    expect(status).toHaveDisplayValue('Declined')
    await userEvent.setup().selectOptions(status, 'In progress')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('Status saved'))
    expect(status).toHaveDisplayValue('In progress')
    readAgain('in_work')
    readAgain('declined')
    expect(status).toHaveDisplayValue('Declined')
  })

  it('offers no answered message: that needs a written answer', () => {
    renderOffice(<RequestStatusChoice collection="feedback" id={7} status="new" of="No sign-in" />)
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'New',
      'In progress',
      'Closed',
    ])
  })
})
