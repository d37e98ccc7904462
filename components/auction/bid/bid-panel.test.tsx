import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { BidPanel } from '@/components/auction/bid/bid-panel'
import { readReceipts } from '@/components/auction/bid/receipts'
import { VerdictBar } from '@/components/auction/verdict/verdict-bar'
import { serverClock } from '@/lib/api/server-clock'
import type { PlacedBid } from '@/lib/contract/auctions'
import type { StreamEvent } from '@/lib/contract/stream'
import { aBidEvent, anOwnPosition, aPlacedBid, rankingOf } from '@/tests/support/builders/live-auction'
import { type LivePageParts, openLivePage } from '@/tests/support/live-page'
import { withoutClipboard } from '@/tests/support/without-clipboard'
import { mockApi, refusal } from '@/tests/support/mock-api'

interface Received {
  key: string | null
  body: Record<string, unknown>
}

const received: Received[] = []
const server = mockApi()

beforeAll(async () => {
  // The browser preloads them once the visitor is recognised.
  await import('@/components/auction/verdict/verdict-own')
  await import('@/components/auction/bid/dialogs')
  await import('@/components/auction/bid/panel-forms')
})
afterEach(() => {
  received.length = 0
})

type Answer = (body: Record<string, unknown>) => Response

const accept: Answer = (body) => HttpResponse.json({ data: placedFor(body) })

function placedFor({ price, quantity, minimum_quantity, final }: Record<string, unknown>): PlacedBid {
  return aPlacedBid({ price, quantity, minimum_quantity, final } as Partial<PlacedBid['bid']>)
}

function refuse(...facts: Parameters<typeof refusal>): Answer {
  return () => refusal(...facts)
}

/** The answers to the bids in order; the last one is repeated. */
function answerBids(...answers: Answer[]) {
  server.use(
    http.post('*/api/bids/place', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      received.push({ key: request.headers.get('idempotency-key'), body })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer ? answer(body) : HttpResponse.error()
    }),
  )
}

async function openBidding(parts: LivePageParts = {}) {
  const page = openLivePage(
    <>
      <VerdictBar />
      <BidPanel />
    </>,
    parts,
  )
  act(() => page.connect())
  const price = await screen.findByRole('textbox', { name: /^(Price|Ціна)/ })
  const panel = within(screen.getByRole('region', { name: /^(Your bid|Ваша ставка)$/ }))
  const user = userEvent.setup()
  const type = async (text: string) => {
    await user.clear(price)
    await user.type(price, text)
  }
  const submit = () => user.click(screen.getByRole('button', { name: /^(Place bid|Зробити ставку)$/ }))
  return { ...page, user, price, panel, type, submit }
}

const UNCLEAR = 'Unclear number: enter thousands without a comma (1500), decimals with a point (1.5)'

const MINIMUM = 'Minimum volume you accept'

const offline: Answer = () => HttpResponse.error()

describe('the bid form before a bid is sent', () => {
  it('shows the exact bounds and what the lowest bid would get', async () => {
    const { price } = await openBidding()
    expect(price).toHaveValue('15\u00A0200.00')
    expect(screen.getByText('from 15 200.00 to 16 700.00')).toBeInTheDocument()
    expect(screen.getByText('If bidding ended now, you would get the full volume')).toBeInTheDocument()
    expect(screen.getByText('2 280 000.00 UAH')).toBeInTheDocument()
  })

  it('offers no quick price for a volume that the bidder already has', async () => {
    const { user } = await openBidding()
    const offered = () =>
      within(screen.getByRole('group', { name: 'Quick prices' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.replace(/\s/g, ' '))
    expect(offered()).toEqual(['First place 15 300.00'])
    await user.click(screen.getByRole('button', { name: /^Increase the volume/ }))
    expect(offered()).toEqual(['Full volume 15 200.00', 'First place 15 300.00'])
  })

  it('offers no quick price to a leader with the full volume', async () => {
    const ranking = rankingOf([2, '15200.00', '150.000', '150.000'], [1, '15100.00', '300.000', '300.000'])
    await openBidding({ auction: { ranking } })
    const shortcuts = screen.getByRole('group', { name: 'Quick prices' })
    expect(within(shortcuts).queryAllByRole('button')).toEqual([])
    expect(shortcuts).toHaveTextContent('You already get your full volume')
  })

  it('steps with buttons, arrows and Page Up, and stops at the bounds', async () => {
    const { user, price } = await openBidding()
    await user.click(screen.getByRole('button', { name: /^Raise the price/ }))
    expect(price).toHaveValue('15\u00A0300.00')
    await user.type(price, '{PageUp}')
    expect(price).toHaveValue('15\u00A0800.00')
    await user.type(price, '{PageDown}{PageDown}')
    expect(price).toHaveValue('15\u00A0200.00')
    const lower = screen.getByRole('button', { name: /^Lower the price/ })
    expect(lower).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('button', { name: /^Raise the price/ }))
    act(() => lower.focus())
    await user.keyboard('{Enter}{Enter}')
    expect(price).toHaveValue('15\u00A0200.00')
    expect(lower).toHaveFocus()
  })

  it('does not announce every change of the sum to screen readers', async () => {
    await openBidding()
    const sum = screen.getByText('Total incl. VAT', { selector: 'span' }).nextElementSibling
    expect(sum).toHaveTextContent('UAH')
    expect(sum?.closest('output, [role=status], [aria-live]')).toBeNull()
  })

  it.each([
    ['20000', 'The maximum price is 16 700.00: the highest price plus the maximum step.'],
    ['15 100', 'The minimum price is 15 200.00: your last price plus the bid step.'],
    ['15250,00', 'The price does not match the bid step. Nearest allowed prices: 15 200.00 and 15 300.00.'],
    ['1e5', 'Enter a number, for example 15 200.00'],
    ['15,300', UNCLEAR],
  ])('explains why it refuses %s, and sends nothing', async (typed, text) => {
    const { type, submit, price } = await openBidding()
    await type(typed)
    await submit()
    expect(screen.getByText(text)).toBeVisible()
    expect(price).toHaveFocus()
    expect(price).toBeInvalid()
    expect(received).toEqual([])
  })

  it('refuses a volume that can be read in two ways, and sends nothing', async () => {
    const { user, submit } = await openBidding({ auction: { volume: '2000.000', minimum_quantity: '1.000' } })
    const quantity = screen.getByRole('textbox', { name: /^Volume/ })
    await user.clear(quantity)
    await user.type(quantity, '1,500{Enter}')
    expect(screen.getByText(UNCLEAR)).toBeVisible()
    expect(quantity).toHaveValue('1,500')
    await submit()
    expect(quantity).toHaveFocus()
    expect(received).toEqual([])
  })

  it('can read the numbers that its step buttons write, thousandths in Ukrainian too', async () => {
    const { user } = await openBidding({ locale: 'uk', auction: { quantity_step: '0.125' } })
    const quantity = screen.getByRole('textbox', { name: /^Обсяг/ })
    await user.click(screen.getByRole('button', { name: /^Збільшити обсяг/ }))
    expect(quantity).toHaveValue('150,125')
    expect(quantity).toBeValid()
  })

  it('shows no error while a number is being typed', async () => {
    const { type } = await openBidding()
    await type('1')
    expect(screen.queryByText(/The minimum price/)).not.toBeInTheDocument()
  })
})

describe('the bid form when a bid is sent', () => {
  it('sends one bid for a double click, and reports that it was accepted', async () => {
    answerBids(accept)
    const { user, type, price } = await openBidding()
    await type('15300')
    await user.dblClick(screen.getByRole('button', { name: 'Place bid' }))
    expect(await screen.findByText('Bid accepted at 10:45:07')).toBeVisible()
    expect(received.map(({ body }) => body)).toEqual([
      { auction_id: 7, price: '15300.00', quantity: '150.000', minimum_quantity: '20.000', final: false },
    ])
    expect(price).toHaveValue('15\u00A0400.00')
  })

  it('shows a receipt in the format of the protocol check', async () => {
    const hash = 'ab12cd34'.repeat(8)
    answerBids((body) => {
      const placed = placedFor(body)
      const bid = { ...placed.bid, seq: 1208 }
      return HttpResponse.json({ data: { ...placed, bid, entry_seq: 1257 } })
    })
    const { user, type, submit } = await openBidding()
    const written = jest.spyOn(navigator.clipboard, 'writeText')
    await type('15300')
    await submit()
    expect(await screen.findByTitle(`Receipt: protocol entry 1257, hash ${hash}`)).toBeVisible()
    expect(screen.getByText(/^No\.\s1208: /)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Copy receipt' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(written.mock.calls).toEqual([[`1257=${hash}`]])
  })

  it('hides the answer when the allocation changes, and keeps the receipt in the list of bids', async () => {
    answerBids(accept)
    const { submit, store } = await openBidding()
    await submit()
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    const bid = store.get().own?.last_bid
    const ranking = rankingOf([1, '15600.00', '500.000', '500.000'], [2, '15400.00', '150.000', '0.000'])
    act(() => store.dispatch({ type: 'event', event: aBidEvent(99, (bid?.seq ?? 0) + 1, 1, '15600.00', ranking) }))
    expect(screen.queryByText(/^Bid accepted/)).not.toBeInTheDocument()
    expect(readReceipts(7, 1)).toMatchObject({ [String(bid?.seq)]: { entry: 57, hash: 'ab12cd34'.repeat(8) } })
  })

  it('shows the receipt in place of the line on the own bid, so that nothing moves', async () => {
    answerBids(accept)
    const { type, submit, panel } = await openBidding()
    const line = (await screen.findByText(/^Rank 2 · your bid/)).parentElement
    const lines = line?.parentElement?.children.length
    const controls = panel.getAllByRole('button').length
    await type('15300')
    await submit()
    const receipt = await screen.findByText(/^Bid accepted/)
    expect(line).toContainElement(receipt)
    expect(screen.queryByText(/^Rank 2 · your bid/)).not.toBeInTheDocument()
    expect(line?.parentElement?.children).toHaveLength(lines ?? 0)
    expect(panel.getAllByRole('button')).toHaveLength(controls)
    expect(panel.queryByRole('status')).not.toBeInTheDocument()
  })

  it('explains an automatic bid that answered in the same instant (R10.3)', async () => {
    answerBids(accept)
    const { type, submit, store } = await openBidding()
    await type('15300')
    await submit()
    await screen.findByText(/^Bid accepted/)
    const bid = store.get().own?.last_bid
    const ranking = rankingOf([1, '15400.00', '500.000', '500.000'], [2, '15300.00', '150.000', '0.000'])
    const answer = aBidEvent(99, (bid?.seq ?? 0) + 1, 1, '15400.00', ranking)
    const data = { ...answer.data, automatic: true, at: bid?.received_at ?? '' }
    act(() => store.dispatch({ type: 'event', event: { ...answer, data } as StreamEvent }))
    expect(screen.getByText(/accepted; participant No. 1 answered automatically with 15.400\.00$/)).toBeVisible()
  })

  it('hides the answer after ten seconds even if nothing else changes', async () => {
    answerBids(accept)
    const { submit } = await openBidding()
    const timers = jest.spyOn(globalThis, 'setTimeout')
    await submit()
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    const [hide] = timers.mock.calls.find(([, delay]) => delay === 10_000) ?? []
    act(() => (hide as () => void)())
    expect(screen.queryByText(/^Bid accepted/)).not.toBeInTheDocument()
  })

  it('shows the whole receipt where the browser does not allow copying', async () => {
    answerBids(accept)
    const { submit } = await openBidding()
    withoutClipboard()
    await submit()
    expect(await screen.findByText(`Receipt: protocol entry 57, hash ${'ab12cd34'.repeat(8)}`)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy receipt' })).not.toBeInTheDocument()
  })

  it('keeps the input when the server refuses it, and shows the exact number in the page’s language', async () => {
    answerBids(refuse('bid_below_minimum', { minimum: '15500.00' }))
    const { type, submit, price } = await openBidding({ locale: 'uk' })
    await type('15300')
    await submit()
    expect(await screen.findByText('Мінімальна ціна — 15 500,00: ваша остання ціна плюс крок аукціону.')).toBeVisible()
    expect(price).toHaveValue('15\u00A0300,00')
  })

  it('sends the same bid with the same key until there is an answer', async () => {
    answerBids(offline, refuse('service_unavailable'), accept)
    const { type, submit, endWait } = await openBidding()
    await type('15300')
    await submit()
    expect(await screen.findByText('No answer yet')).toBeVisible()
    expect(screen.getByRole('button', { name: /Place bid$/ })).toHaveAttribute('aria-busy')
    act(() => void endWait())
    await waitFor(() => expect(received).toHaveLength(2))
    await screen.findByText('No answer yet')
    await waitFor(() => {
      act(() => void endWait())
      expect(received).toHaveLength(3)
    })
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    expect(new Set(received.map(({ key }) => key)).size).toBe(1)
    expect(new Set(received.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('can stop resending, and then reports that the outcome is unknown', async () => {
    answerBids(offline)
    const { user, submit } = await openBidding()
    await submit()
    await user.click(await screen.findByRole('button', { name: 'Stop resending' }))
    expect(screen.getByText('We do not know yet whether your bid was accepted')).toBeVisible()
    answerBids(accept)
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    expect(received[1]?.key).toBe(received[0]?.key)
  })

  it('asks to sign in again and then sends the same bid with the same key', async () => {
    answerBids(refuse('unauthorized'), accept)
    server.use(
      http.post('*/api/auth/login', async ({ request }) => {
        const { password } = (await request.json()) as { password: string }
        if (password !== 'right') return refuse('invalid_credentials')({})
        return HttpResponse.json({ data: { access_token: 't', expires_at: '2026-11-25T08:00:00.000Z', user: USER } })
      }),
    )
    const { user, type, submit } = await openBidding()
    await type('15300')
    await submit()
    const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }))
    await user.type(dialog.getByLabelText('Email'), 'trader@buyer.ua')
    await user.type(dialog.getByLabelText('Password'), 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Sign in and place bid' }))
    expect(await dialog.findByText('Incorrect login or password')).toBeVisible()
    await user.clear(dialog.getByLabelText('Password'))
    await user.type(dialog.getByLabelText('Password'), 'right')
    await user.click(dialog.getByRole('button', { name: 'Sign in and place bid' }))
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    expect(received).toHaveLength(2)
    expect(received[1]).toEqual(received[0])
  })

  it('shows the numbers of a bid and of its entry without a thousands separator, as everywhere else', async () => {
    answerBids((body) => {
      const { bid, ...placed } = placedFor(body)
      const receipt = { entry_seq: 2057, entry_hash: 'ab'.repeat(32) }
      return HttpResponse.json({ data: { ...placed, ...receipt, bid: { ...bid, seq: 1234 } } })
    })
    const { submit } = await openBidding()
    await submit()
    expect(await screen.findByText(/^No\.\s1234:/)).toBeVisible()
    expect(screen.getByTitle(/protocol entry 2057,/)).toBeVisible()
  })

  it('respects Retry-After after too many bids, and keeps the form', async () => {
    answerBids(refuse('too_many_requests', { retry_after: 8 }))
    const { type, submit, endWait, price } = await openBidding()
    await type('15300')
    await submit()
    expect(await screen.findByText(/^Too many bids in a row/)).toBeVisible()
    const place = screen.getByRole('button', { name: 'Place bid' })
    expect(place).toHaveAttribute('aria-disabled', 'true')
    act(() => place.focus())
    expect(place).toHaveFocus()
    await type('15300{Enter}')
    expect(received).toHaveLength(1)
    act(() => void endWait())
    expect(place).not.toHaveAttribute('aria-disabled')
    expect(price).toHaveValue('15300')
  })

  it('keeps resending an unanswered bid when its retries hit the rate limit', async () => {
    answerBids(offline, refuse('too_many_requests', { retry_after: 8 }), accept)
    const { type, submit, endWait } = await openBidding()
    await type('15300')
    await submit()
    expect(await screen.findByText('No answer yet')).toBeVisible()
    act(() => void endWait())
    await waitFor(() => expect(received).toHaveLength(2))
    expect(await screen.findByText(/We will resend the same bid in/)).toBeVisible()
    expect(screen.queryByText(/^Too many bids in a row/)).not.toBeInTheDocument()
    act(() => void endWait())
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    expect(new Set(received.map(({ key }) => key)).size).toBe(1)
  })

  it('keeps an unanswered bid when the session ends without a new sign-in', async () => {
    answerBids(offline, refuse('unauthorized'))
    const { user, submit, endWait } = await openBidding()
    await submit()
    expect(await screen.findByText('No answer yet')).toBeVisible()
    act(() => void endWait())
    await user.click(await screen.findByRole('button', { name: 'Do not place the bid' }))
    expect(screen.getByText('We do not know yet whether your bid was accepted')).toBeVisible()
    answerBids(refuse('too_many_requests', { retry_after: 8 }))
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText(/We will resend the same bid in/)).toBeVisible()
  })

  it('drops a bid that was refused because the session had ended', async () => {
    answerBids(refuse('unauthorized'))
    const { user, submit } = await openBidding()
    await submit()
    await user.click(await screen.findByRole('button', { name: 'Do not place the bid' }))
    expect(screen.queryByText('We do not know yet whether your bid was accepted')).not.toBeInTheDocument()
  })

  it('keeps the receipt of a final bid, which removes the form', async () => {
    answerBids((body) => {
      const placed = placedFor(body)
      const limits = { ...placed.limits, closed_by_final: true }
      return HttpResponse.json({ data: { ...placed, limits } })
    })
    const { user, submit, panel } = await openBidding()
    await user.click(screen.getByRole('checkbox', { name: /^Final/ }))
    await submit()
    const dialog = within(await screen.findByRole('dialog', { name: 'Check your bid' }))
    await user.click(dialog.getByRole('button', { name: 'Place bid' }))
    expect(await panel.findByText('You have placed your final bid')).toBeVisible()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
    expect(await screen.findByText('Bid accepted at 10:45:07')).toBeVisible()
    expect(screen.getByTitle(/^Receipt: protocol entry 57/)).toBeVisible()
  })

  it('shows the outcome of a bid whose answer arrives after the end', async () => {
    answerBids(offline, refuse('auction_ended'))
    const { store, submit, endWait } = await openBidding()
    await submit()
    expect(await screen.findByText('No answer yet')).toBeVisible()
    const data = { state: 'selection' as const, effective_end: END, hard_end: HARD_END, participants: 4, at: END }
    act(() => store.dispatch({ type: 'event', event: { id: 11, name: 'state', data } }))
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
    expect(await screen.findByText('No answer yet')).toBeVisible()
    act(() => void endWait())
    expect(await screen.findByText('Bidding has ended: your bid arrived after the end.')).toBeVisible()
  })

  it.each([
    ['was not recorded', [refuse('unauthorized')], /this bid was not recorded\. Bidding has ended\.$/],
    ['may have been recorded', [offline, refuse('unauthorized')], 'We do not know yet whether your bid was accepted'],
  ])('reports that a bid %s when the end closes its sign-in dialog', async (_, answers, text) => {
    answerBids(...answers)
    const { store, submit, endWait } = await openBidding()
    await submit()
    if (answers.length > 1) {
      expect(await screen.findByText('No answer yet')).toBeVisible()
      act(() => void endWait())
    }
    expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    const data = { state: 'selection' as const, effective_end: END, hard_end: HARD_END, participants: 4, at: END }
    act(() => store.dispatch({ type: 'event', event: { id: 11, name: 'state', data } }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('explains that the bid arrived too late', async () => {
    answerBids(refuse('auction_ended'))
    const { submit } = await openBidding()
    await submit()
    expect(await screen.findByText('Bidding has ended: your bid arrived after the end.')).toBeVisible()
  })
})

describe('the bid form on a stale page', () => {
  it('warns that prices may be out of date, and still sends a bid', async () => {
    answerBids(accept)
    const { disconnect, connect, type, submit, panel } = await openBidding()
    act(() => disconnect())
    expect(panel.getByText(/^Connection lost: the prices shown may be out of date/)).toBeVisible()
    await type('15300')
    await submit()
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    act(() => connect())
    expect(screen.queryByText(/^Connection lost/)).not.toBeInTheDocument()
  })
})

describe('an end that passes while the page is stale', () => {
  it('may have been moved, so that a bid can still be sent', async () => {
    answerBids(refuse('auction_ended'))
    const { disconnect, type, submit } = await openBidding()
    act(() => {
      disconnect()
      jest.spyOn(serverClock, 'synced').mockReturnValue(true)
      jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse(END) + 100)
    })
    expect(screen.queryByText('Bidding has ended')).not.toBeInTheDocument()
    await type('15300')
    await submit()
    expect(await screen.findByText('Bidding has ended: your bid arrived after the end.')).toBeVisible()
  })
})

describe('a bid that is sent from the verdict bar', () => {
  it('does not change the input of the form', async () => {
    answerBids(accept)
    const ranking = rankingOf(
      [3, '15300.00', '300.000', '300.000'],
      [1, '15200.00', '300.000', '200.000'],
      [2, '15100.00', '150.000', '0.000'],
    )
    const { user, price, type } = await openBidding({ auction: { ranking, best_price: '15300.00' } })
    await type('15900')
    await user.click(await screen.findByRole('button', { name: /^Bid 15.300\.00/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Check your bid' }))
    await user.click(dialog.getByRole('button', { name: 'Place bid' }))
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    expect(received.map(({ body }) => body.price)).toEqual(['15300.00'])
    expect(price).toHaveValue('15\u00A0900.00')
  })
})

describe('the confirmation', () => {
  it('is needed for more than three steps, and sends nothing when it is closed', async () => {
    answerBids(accept)
    const { user, type, submit, price } = await openBidding()
    await type('15500')
    await submit()
    const dialog = await screen.findByRole('dialog', { name: 'Check your bid' })
    expect(within(dialog).getByText('That is 400.00 UAH/t above your last bid of 15 100.00.')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }))
    expect(received).toEqual([])
    expect(price).toHaveValue('15\u00A0500.00')
    await submit()
    await user.click(await screen.findByRole('button', { name: 'Place bid' }))
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    expect(received).toHaveLength(1)
  })

  it('is not needed for three steps', async () => {
    answerBids(accept)
    const { type, submit } = await openBidding()
    await type('15400')
    await submit()
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
  })

  it('is always needed for a final bid', async () => {
    answerBids(accept)
    const { user, submit } = await openBidding()
    await user.click(screen.getByRole('checkbox', { name: /^Final/ }))
    await submit()
    expect(await screen.findByText(/^After a final bid you cannot bid again/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Place bid' }))
    await waitFor(() => expect(received[0]?.body.final).toBe(true))
  })
})

describe('the confirmation of a final bid that would get a part', () => {
  it('reports no move where nothing has changed', async () => {
    const ranking = rankingOf(
      [3, '15300.00', '300.000', '300.000'],
      [1, '15200.00', '150.000', '150.000'],
      [2, '15100.00', '150.000', '50.000'],
    )
    const { user, type, submit } = await openBidding({ auction: { ranking } })
    await user.click(screen.getByRole('checkbox', { name: /^Final/ }))
    await type('15200')
    await submit()
    const dialog = within(await screen.findByRole('dialog', { name: 'Check your bid' }))
    expect(dialog.getByText(/^50.t$/)).toBeVisible()
    expect(dialog.queryByText(/market has moved/)).not.toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: /instead/ })).not.toBeInTheDocument()
  })
})

describe('the focus after Enter', () => {
  it('stays in the field while the bid is under way and when it is accepted', async () => {
    let answer: (response: Response) => void = () => undefined
    server.use(
      http.post('*/api/bids/place', async ({ request }) => {
        received.push({ key: null, body: (await request.json()) as Record<string, unknown> })
        return new Promise<Response>((resolve) => (answer = resolve))
      }),
    )
    const { user, type, price } = await openBidding()
    await type('15300{Enter}')
    await waitFor(() => expect(received).toHaveLength(1))
    expect(price).toBeEnabled()
    expect(price).toHaveAttribute('readonly')
    expect(price).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('7{ArrowUp}')
    expect(price).toHaveFocus()
    expect(price).toHaveValue('15\u00A0300.00')
    answer(HttpResponse.json({ data: placedFor(received[0]?.body ?? {}) }))
    expect(await screen.findByText(/^Bid accepted/)).toBeVisible()
    expect(price).toHaveFocus()
    expect(price).not.toHaveAttribute('readonly')
  })

  it('goes to the field at which the bid is refused', async () => {
    answerBids(refuse('quantity_reduced', { minimum: '150.000' }))
    const { type, submit, price } = await openBidding()
    await type('15300')
    await submit()
    const quantity = screen.getByRole('textbox', { name: /^Volume/ })
    await waitFor(() => expect(quantity).toBeInvalid())
    expect(quantity).toHaveFocus()
    expect(price).toHaveValue('15\u00A0300.00')
  })

  it('scrolls the field into view even if it has the focus already, since the bar may cover it', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView')
    const { type, submit, price } = await openBidding()
    await type('300000')
    await submit()
    expect(price).toBeInvalid()
    expect(price).toHaveFocus()
    expect(scrolled.mock.contexts).toContain(price)
    scrolled.mockRestore()
  })

  it('opens the section of the field at which the bid is refused', async () => {
    answerBids(refuse('minimum_quantity_invalid', { minimum: '50.000', maximum: '150.000' }))
    const { submit } = await openBidding()
    expect(screen.getByText(/^Minimum acceptable volume/)).not.toBeVisible()
    await submit()
    await waitFor(() => expect(screen.getByLabelText(/^Minimum acceptable volume/)).toHaveFocus())
    expect(screen.getByLabelText(/^Minimum acceptable volume/)).toBeVisible()
  })

  it('stays in another field that is being typed in', async () => {
    let answer: (response: Response) => void = () => undefined
    server.use(http.post('*/api/bids/place', () => new Promise<Response>((resolve) => (answer = resolve))))
    const { submit, price } = await openBidding()
    const elsewhere = document.body.appendChild(document.createElement('textarea'))
    await submit()
    elsewhere.focus()
    answer(refuse('bid_below_minimum', { minimum: '15500.00' })({}))
    await waitFor(() => expect(price).toBeInvalid())
    expect(elsewhere).toHaveFocus()
    elsewhere.remove()
  })
})

describe('“Minimum volume you accept”', () => {
  async function openMore() {
    const page = await openBidding({ auction: { minimum_quantity: '10.000' } })
    await page.user.click(screen.getByText(MINIMUM))
    const minimum = screen.getByLabelText<HTMLInputElement>(/^Minimum acceptable volume/)
    expect(minimum).toBeVisible()
    return { ...page, minimum }
  }

  it('stays open while a minimum is typed that is too small at first', async () => {
    const { user, minimum } = await openMore()
    const whole = { initialSelectionStart: 0, initialSelectionEnd: minimum.value.length }
    await user.type(minimum, '1', whole)
    expect(minimum).toBeVisible()
    await user.type(minimum, '00', { skipClick: true })
    expect(minimum).toBeVisible()
    expect(minimum).toHaveFocus()
    expect(minimum).toHaveValue('100')
  })

  it('is opened by a bid with an invalid minimum, and closed only by the user', async () => {
    const { user, minimum, submit } = await openMore()
    await user.clear(minimum)
    await user.type(minimum, '5')
    await user.click(screen.getByText(MINIMUM))
    expect(minimum).not.toBeVisible()
    await submit()
    expect(minimum).toBeVisible()
    expect(minimum).toHaveFocus()
    expect(received).toEqual([])
    await user.clear(minimum)
    await user.type(minimum, '50')
    expect(minimum).toBeVisible()
  })
})

const END = '2026-11-24T09:00:00.000Z'
const HARD_END = '2026-11-24T10:00:00.000Z'

/** The end passes by the page’s clock or by an event; then no one may bid, and the server sends no limits. */
const ENDS: [string, (page: LivePage) => void][] = [
  [
    'by the clock',
    () => {
      jest.spyOn(serverClock, 'synced').mockReturnValue(true)
      jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse(END) + 100)
    },
  ],
  [
    'by the stream',
    ({ store }) => {
      const data = { state: 'closing' as const, effective_end: END, hard_end: HARD_END, participants: 4, at: END }
      store.dispatch({ type: 'event', event: { id: 11, name: 'state', data } })
    },
  ],
]

type LivePage = Awaited<ReturnType<typeof openBidding>>

function end(page: LivePage, pass: (page: LivePage) => void) {
  act(() => {
    pass(page)
    page.store.dispatch({ type: 'event', event: { id: null, name: 'own', data: anOwnPosition({ limits: null }) } })
  })
}

/** A rival’s bid, received in time, is recorded after the end and moves it (R6.2). */
function extend({ store }: LivePage) {
  const ranking = rankingOf(
    [3, '15300.00', '300.000', '300.000'],
    [1, '15200.00', '300.000', '200.000'],
    [2, '15100.00', '150.000', '0.000'],
  )
  const events: StreamEvent[] = [
    aBidEvent(12, 5, 3, '15300.00', ranking),
    {
      id: 13,
      name: 'extended',
      data: { effective_end: '2026-11-24T09:02:59.000Z', hard_end: HARD_END, cause: 'bid', at: END },
    },
    { id: null, name: 'own', data: anOwnPosition({ rank: 3, provisional_quantity: '0.000' }) },
  ]
  act(() => events.forEach((event) => store.dispatch({ type: 'event', event })))
}

describe.each(ENDS)('an end %s that a last bid moves', (_, pass) => {
  it('changes neither the input, nor the focus, nor the open section', async () => {
    answerBids(accept)
    const page = await openBidding()
    const { user, price, panel, type } = page
    await user.click(screen.getByRole('checkbox', { name: /^Final/ }))
    await user.click(screen.getByText(MINIMUM))
    const minimum = screen.getByLabelText(/^Minimum acceptable volume/)
    await user.clear(minimum)
    await user.type(minimum, '100')
    await type('154')
    end(page, pass)
    expect(panel.getByText('Bidding has ended')).toBeVisible()
    await user.keyboard('00{Enter}')
    await page.submit()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(received).toEqual([])
    extend(page)
    expect(panel.queryByText('Bidding has ended')).not.toBeInTheDocument()
    expect(price).toHaveFocus()
    expect(price).toHaveValue('15400')
    expect(minimum).toBeVisible()
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Check your bid' }))
    await user.click(dialog.getByRole('button', { name: 'Place bid' }))
    await waitFor(() =>
      expect(received.map(({ body }) => body)).toEqual([
        { auction_id: 7, price: '15400.00', quantity: '150.000', minimum_quantity: '100.000', final: true },
      ]),
    )
  })

  it('keeps the confirmation open, which can send only after the extension', async () => {
    answerBids(accept)
    const page = await openBidding()
    await page.type('15600')
    expect(screen.getByText(/^If bidding ended now/)).toBeVisible()
    await page.submit()
    const dialog = await screen.findByRole('dialog', { name: 'Check your bid' })
    end(page, pass)
    expect(screen.queryByText(/^If bidding ended now/)).not.toBeInTheDocument()
    expect(within(dialog).getByText('Bidding has ended')).toBeVisible()
    const confirm = within(dialog).getByRole('button', { name: 'Place bid' })
    expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await page.user.click(confirm)
    expect(received).toEqual([])
    extend(page)
    expect(dialog).toBeVisible()
    expect(within(dialog).queryByText('Bidding has ended')).not.toBeInTheDocument()
    await page.user.click(confirm)
    await waitFor(() => expect(received[0]?.body.price).toBe('15600.00'))
  })
})

describe('the panel without a bid form', () => {
  it.each<[string, LivePageParts, string]>([
    ['a visitor', { own: null }, 'Sign in to bid'],
    ['a deactivated account', { status: 'deactivated' }, 'Your account has been deactivated'],
    [
      'a company that did not apply',
      { own: anOwnPosition({ application: null, limits: null }) },
      'You are not taking part in this auction',
    ],
    [
      'a bidder with a final bid',
      {
        own: anOwnPosition({
          limits: {
            minimum_price: '15200.00',
            maximum_price: '16700.00',
            minimum_quantity: '150.000',
            maximum_quantity: '500.000',
            closed_by_final: true,
          },
        }),
      },
      'You have placed your final bid',
    ],
    [
      'a future applicant to a planned auction',
      { auction: { state: 'planned' }, own: anOwnPosition({ application: null }), status: 'awaiting_confirmation' },
      'Your account is not confirmed yet',
    ],
    [
      'a bidder who arrives while the last bids are being recorded',
      { auction: { state: 'closing' }, own: anOwnPosition({ limits: null }) },
      'Bidding has ended',
    ],
    [
      'a winner of a part',
      { auction: { state: 'selection' }, own: anOwnPosition({ partial_until: '2026-11-25T16:00:00.000Z' }) },
      'You are a conditional winner: you are offered part of the volume',
    ],
    [
      'a winner of a larger part than it has accepted',
      {
        auction: { state: 'selection' },
        own: anOwnPosition({ partial_until: '2026-11-25T16:00:00.000Z', kept_part: '40.000' }),
      },
      'You accepted 40 t earlier. You keep that part even if you decline the larger one or do not answer in time.',
    ],
    [
      'everyone, once the auction is cancelled before bidding',
      { auction: { state: 'cancelled', bids: 0 }, own: null },
      'Applications are void',
    ],
    [
      'everyone, once the auction is cancelled during bidding',
      { auction: { state: 'cancelled', bids: 4 }, own: null },
      'Bids are void',
    ],
  ])('explains the situation and the next step to %s', async (_, parts, text) => {
    const page = openLivePage(<BidPanel />, parts)
    act(() => page.connect())
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })
})

const USER = {
  id: 1,
  email: 'trader@buyer.ua',
  pending_email: null,
  person_id: 9,
  role: 'owner',
  rejection_reason: null,
  language: 'en',
  company_name: '',
  company_short_name: '',
  name: '',
  surname: '',
  patronymic: '',
  phone: '',
  edrpou: '',
  iban: '',
  eic: '',
  ...{ tax_number: '', bank: '', address: '', signatory: '', authority: '' },
  is_banned: false,
  email_refused_since: null,
  status: 'active',
  auction_kind: 'all',
  email_confirmed: true,
}
