import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { VerdictBar } from '@/components/auction/verdict/verdict-bar'
import { serverClock } from '@/lib/api/server-clock'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { RankingRow } from '@/lib/contract/stream'
import { aBidEvent, anOwnPosition, aPlacedBid, rankingOf } from '@/tests/support/builders/live-auction'
import { type LivePageParts, openLivePage } from '@/tests/support/live-page'
import { mockApi, refusal } from '@/tests/support/mock-api'

const received: Record<string, unknown>[] = []
mockApi(
  http.post('*/api/bids/place', async ({ request }) => {
    received.push((await request.json()) as Record<string, unknown>)
    return refusal('auction_ended')
  }),
)

beforeAll(async () => {
  await import('./verdict-own')
  await import('@/components/auction/bid/dialogs')
})
afterEach(() => {
  received.length = 0
  document.querySelector('link[rel="icon"]')?.remove()
})

/** № 2 bids 15 100 for 150 t of 500 t, with steps of 100. */
const rankings = {
  // 100 t are left for № 3, which asks for 200.
  safe: rankingOf(
    [1, '15200.00', '250.000', '250.000'],
    [2, '15100.00', '150.000', '150.000'],
    [3, '15000.00', '200.000', '100.000'],
  ),
  partial: rankingOf(
    [1, '15300.00', '300.000', '300.000'],
    [3, '15200.00', '150.000', '150.000'],
    [2, '15100.00', '150.000', '50.000'],
  ),
  outbid: rankingOf(
    [3, '15400.00', '200.000', '200.000'],
    [1, '15300.00', '300.000', '300.000'],
    [2, '15100.00', '150.000', '0.000'],
  ),
} satisfies Record<string, RankingRow[]>

/** The whole volume costs 15 400, 100 t of it 15 300. */
const withPart = rankingOf(
  [4, '15900.00', '100.000', '100.000'],
  [1, '15300.00', '300.000', '300.000'],
  [3, '15200.00', '200.000', '100.000'],
  [2, '15100.00', '150.000', '0.000'],
)

async function openBar(ranking: RankingRow[], parts: LivePageParts & { locale?: Locale } = {}) {
  const auction: Partial<AuctionDetail> = { ranking, best_price: ranking[0]?.price ?? null, ...parts.auction }
  const page = openLivePage(<VerdictBar />, { ...parts, auction })
  act(() => page.connect())
  await screen.findByText(/15.100[.,]00 × 150/)
  return { ...page, bar: screen.getByRole('region'), user: userEvent.setup() }
}

describe('the verdict of a participant', () => {
  it.each<[keyof typeof rankings, Locale, string]>([
    ['safe', 'en', 'You get 150 of 150 t · 100 UAH/t ahead'],
    ['safe', 'uk', 'Ви отримуєте 150 з 150 t · запас 100 UAH/t'],
    ['safe', 'ru', 'Вы получаете 150 из 150 t · запас 100 UAH/t'],
    ['partial', 'en', 'You get 50 of 150 t'],
    ['partial', 'uk', 'Ви отримуєте 50 з 150 t'],
    ['partial', 'ru', 'Вы получаете 50 из 150 t'],
    ['outbid', 'en', 'Outbid. You get 0 of 150 t'],
    ['outbid', 'uk', 'Вашу ставку перебито. Ви отримуєте 0 з 150 t'],
    ['outbid', 'ru', 'Вашу ставку перебили. Вы получаете 0 из 150 t'],
  ])('%s, in %s, is one sentence', async (kind, locale, sentence) => {
    const { bar } = await openBar(rankings[kind], { locale })
    expect(bar).toHaveTextContent(sentence)
    expect(bar).toHaveAttribute('data-verdict', { safe: 'go', partial: 'wait', outbid: 'lose' }[kind])
  })

  it('offers only the sound button while the bidder gets the whole volume', async () => {
    const { bar } = await openBar(rankings.safe)
    expect(within(bar).getAllByRole('button')).toEqual([within(bar).getByRole('button', { name: 'Turn sound on' })])
  })

  it('keeps the place of the buttons, with the sum of the bid, while no bid is needed', async () => {
    const { bar } = await openBar(rankings.safe)
    const sum = within(bar).getByText('Total incl. VAT')
    expect(sum.nextElementSibling).toHaveTextContent('2 265 000.00 UAH')
    expect(sum.closest('dl')).toHaveClass('min-h-21')
  })

  it('offers no bid to viewers of the company', async () => {
    const { bar } = await openBar(rankings.outbid, { role: 'viewer' })
    expect(bar).toHaveTextContent('Outbid')
    expect(within(bar).queryByRole('button', { name: /^Bid 15.400\.00/ })).toBeNull()
  })

  it('does not overstate how safe a bid is', async () => {
    const tied = rankings.safe.with(2, { ...(rankings.safe[2] as RankingRow), price: '15100.00' })
    const { bar } = await openBar(tied)
    expect(bar).toHaveTextContent('an equal bid came later')
    expect(within(bar).getByText('Margin').nextElementSibling).toHaveTextContent('0 UAH/t, an equal bid is later')
  })

  it('reports enough volume for everyone only if each bid gets all that it asks for', async () => {
    const enough = rankingOf([1, '15300.00', '300.000', '300.000'], [2, '15100.00', '150.000', '150.000'])
    const { bar, store } = await openBar(enough)
    expect(bar).toHaveTextContent('You get 150 of 150 t · there is enough for everyone')
    // № 3 accepts no less than 160 t of its 200 and is passed over; what was left for it goes to № 2 below (R7.2).
    const passedOver = rankingOf(
      [1, '15300.00', '350.000', '350.000'],
      [3, '15200.00', '200.000', '0.000', 'passed_over'],
      [2, '15100.00', '150.000', '150.000'],
    )
    act(() => store.dispatch({ type: 'event', event: aBidEvent(11, 11, 3, '15200.00', passedOver) }))
    expect(bar).toHaveTextContent('You get 150 of 150 t')
    expect(bar).not.toHaveTextContent('enough for everyone')
    expect(bar).toHaveAttribute('data-verdict', 'go')
  })

  it('follows the stream, from safe to outbid, into the tab’s title and icon', async () => {
    document.title = 'Lot 35'
    const icon = document.head.appendChild(document.createElement('link'))
    icon.rel = 'icon'
    icon.href = '/icon.svg'
    const { bar, store } = await openBar(rankings.safe)
    expect(document.title).toBe('Lot 35')
    const move = (id: number, ranking: RankingRow[]) =>
      act(() =>
        store.dispatch({ type: 'event', event: aBidEvent(id, id, 3, ranking[0]?.price ?? '15000.00', ranking) }),
      )
    move(11, rankings.outbid)
    expect(bar).toHaveTextContent('Outbid')
    expect(document.title).toBe('Outbid · Lot 35')
    expect(icon).toHaveAttribute('href', '/icon-outbid.svg')
    expect(within(bar).getByRole('status')).toHaveTextContent('A bid of 15 400.00 gets you your full volume.')
    move(12, rankings.partial)
    expect(document.title).toBe('50 of 150\u00A0t · Lot 35')
    expect(icon).toHaveAttribute('href', '/icon.svg')
    move(13, rankings.safe)
    expect(document.title).toBe('Lot 35')
  })

  it('sends the cheapest bid for the whole volume, after a confirmation with price, volume, rank and sum', async () => {
    const { bar, user } = await openBar(rankings.outbid)
    await user.click(within(bar).getByRole('button', { name: /^Bid 15.400\.00/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Check your bid' })
    for (const text of ['15 400.00 UAH/t', '150 t', '2 310 000.00 UAH', 'Rank with this bid', 'Time left'])
      expect(
        within(dialog).getAllByText((_, node) => node?.textContent?.replaceAll('\u00A0', ' ') === text),
      ).not.toEqual([])
    expect(received).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Place bid' }))
    expect(await within(bar).findByText('Bidding has ended: your bid arrived after the end.')).toBeVisible()
    expect(received).toEqual([
      { auction_id: 7, price: '15400.00', quantity: '150.000', minimum_quantity: '20.000', final: false },
    ])
  })

  it('keeps the price in the open dialog, and shows the price needed now', async () => {
    const { bar, user, store } = await openBar(rankings.outbid)
    await user.click(within(bar).getByRole('button', { name: /^Bid 15.400\.00/ }))
    const dialog = await screen.findByRole('dialog')
    const raise = (id: number, price: string) =>
      act(() =>
        store.dispatch({
          type: 'event',
          event: aBidEvent(
            id,
            id,
            1,
            price,
            rankingOf(
              [3, price, '200.000', '200.000'],
              [1, price, '300.000', '300.000'],
              [2, '15100.00', '150.000', '0.000'],
            ),
          ),
        }),
      )
    expect(within(dialog).queryByText(/market has moved/)).not.toBeInTheDocument()
    raise(11, '15400.00')
    expect(within(dialog).getByText(/market has moved/)).toBeVisible()
    expect(within(dialog).getByText(/^15.400\.00 UAH\/t$/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: /^Bid 15.500\.00 instead$/ }))
    expect(within(dialog).getByText(/^15.500\.00 UAH\/t$/)).toBeVisible()
    expect(within(dialog).queryByText(/market has moved/)).not.toBeInTheDocument()
    raise(12, '15500.00')
    expect(within(dialog).getByRole('button', { name: /^Bid 15.600\.00 instead$/ })).toBeVisible()
  })

  it('reports no change of the market when a part was chosen', async () => {
    const { bar, user } = await openBar(withPart)
    await user.click(within(bar).getByRole('button', { name: /^100.t at 15.300\.00$/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^15.300\.00 UAH\/t$/)).toBeVisible()
    expect(dialog.queryByText(/market has moved/)).not.toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: /instead/ })).not.toBeInTheDocument()
  })

  it('keeps the open dialog when bidding ends and a last bid extends it, and sends only after the extension', async () => {
    const { bar, user, store } = await openBar(rankings.outbid)
    const stamp = { effective_end: '2026-11-24T09:00:00.000Z', hard_end: '2026-11-24T10:00:00.000Z' }
    await user.click(within(bar).getByRole('button', { name: /^Bid 15.400\.00/ }))
    const dialog = await screen.findByRole('dialog')
    act(() => {
      const data = { state: 'closing' as const, ...stamp, participants: 4, at: stamp.effective_end }
      store.dispatch({ type: 'event', event: { id: 11, name: 'state', data } })
      store.dispatch({ type: 'event', event: { id: null, name: 'own', data: anOwnPosition({ limits: null }) } })
    })
    expect(bar).toHaveTextContent('Bidding has ended')
    expect(within(bar).queryByText(/^Bid/, { selector: 'button *' })).not.toBeInTheDocument()
    expect(within(dialog).getByText('Bidding has ended')).toBeVisible()
    const confirm = within(dialog).getByRole('button', { name: 'Place bid' })
    await user.click(confirm)
    expect(received).toEqual([])
    const extended = { ...stamp, effective_end: '2026-11-24T09:02:59.000Z', cause: 'bid' as const }
    act(() =>
      store.dispatch({
        type: 'event',
        event: { id: 12, name: 'extended', data: { ...extended, at: stamp.effective_end } },
      }),
    )
    expect(within(dialog).queryByText('Bidding has ended')).not.toBeInTheDocument()
    await user.click(confirm)
    await waitFor(() => expect(received).toMatchObject([{ price: '15400.00' }]))
  })

  it('offers the cheapest part besides the whole volume, and no first place, which would only cost more', async () => {
    const { bar } = await openBar(withPart)
    expect(within(bar).getByRole('button', { name: /^Bid 15.400\.00/ })).toBeVisible()
    expect(within(bar).getByRole('button', { name: /^100.t at 15.300\.00$/ })).toBeVisible()
    expect(within(bar).queryByRole('button', { name: /16.000\.00/ })).not.toBeInTheDocument()
  })

  it('keeps the place of the offer for a part', async () => {
    const { bar } = await openBar(rankings.outbid)
    expect(within(bar).getByRole('button', { name: /^Bid/ }).nextElementSibling).toHaveClass('min-h-7')
  })

  it('offers a rest below the acceptable volume, with its lower minimum', async () => {
    const rest = rankingOf([1, '15900.00', '450.000', '450.000'], [2, '15100.00', '150.000', '0.000', 'passed_over'])
    const last = anOwnPosition().last_bid ?? never()
    const own = anOwnPosition({ last_bid: { ...last, minimum_quantity: '60.000' } })
    const { bar, user } = await openBar(rest, { own, auction: { minimum_quantity: '10.000' } })
    await user.click(within(bar).getByRole('button', { name: /^50.t at 15.\d00\.00$/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Check your bid' }))
    await user.click(dialog.getByRole('button', { name: 'Place bid' }))
    await waitFor(() => expect(received).toMatchObject([{ quantity: '150.000', minimum_quantity: '50.000' }]))
  })

  it('shows that the page polls while the network blocks the stream', async () => {
    const { bar, store } = await openBar(rankings.safe)
    act(() => store.dispatch({ type: 'connection', connection: 'polling', lastDataAt: null }))
    expect(within(bar).getByText(/^Updates every 5 s/)).toBeVisible()
    expect(bar).toHaveTextContent('You get 150 of 150 t')
  })

  it('offers nothing after a final bid', async () => {
    const limits = { ...(anOwnPosition().limits ?? never()), closed_by_final: true }
    const { bar } = await openBar(rankings.outbid, { own: anOwnPosition({ limits }) })
    expect(bar).toHaveTextContent('Outbid. You get 0 of 150 t')
    expect(within(bar).queryByRole('button', { name: /^Bid/ })).not.toBeInTheDocument()
    expect(within(bar).getByText(/^You have placed your final bid/)).toBeVisible()
  })

  it.each<[Locale, string, string, string]>([
    ['en', 'This was your position at 10:45:07', '100 UAH/t ahead', 'No connection · Lot 35'],
    ['uk', 'Це ваша позиція станом на 10:45:07', 'запас 100 UAH/t', 'Немає зв’язку · Lot 35'],
    ['ru', 'Это ваша позиция на 10:45:07', 'запас 100 UAH/t', 'Нет связи · Lot 35'],
  ])('promises nothing while the page is stale: %s', async (locale, text, promise, title) => {
    document.title = 'Lot 35'
    const { bar, disconnect, connect } = await openBar(rankings.safe, { locale })
    expect(bar).toHaveTextContent(promise)
    act(() => disconnect())
    expect(bar).toHaveAttribute('data-verdict', 'wait')
    expect(within(bar).getByRole('alert')).toHaveTextContent(text)
    expect(bar).not.toHaveTextContent(promise)
    expect(document.title).toBe(title)
    act(() => connect())
    expect(bar).toHaveAttribute('data-verdict', 'go')
    expect(within(bar).queryByRole('alert')).not.toBeInTheDocument()
    expect(bar).toHaveTextContent(promise)
    expect(document.title).toBe('Lot 35')
    if (locale === 'en')
      expect(within(bar).getByText('The connection is back: your position is up to date.')).toBeTruthy()
  })

  it('can send a bid while the page is stale, and warns that its price may be outdated', async () => {
    const { bar, disconnect, user } = await openBar(rankings.outbid)
    act(() => disconnect())
    expect(within(bar).getByText('This price may be out of date. You can still place a bid.')).toBeVisible()
    await user.click(within(bar).getByRole('button', { name: /^Bid 15.400\.00/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Check your bid' }))
    expect(dialog.getByText(/^Connection lost: the prices shown may be out of date/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Place bid' })).toBeEnabled()
  })

  it('keeps its buttons focusable while the device is offline', async () => {
    const { bar, user } = await openBar(withPart)
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    for (const name of [/^Bid 15.400\.00/, /^100.t at/]) {
      const button = within(bar).getByRole('button', { name })
      expect(button).toHaveAttribute('aria-disabled', 'true')
      act(() => button.focus())
      expect(button).toHaveFocus()
      await user.keyboard('{Enter}')
    }
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('does not report an end while the page is stale, since it may have been extended', async () => {
    const { bar, disconnect, connect } = await openBar(rankings.outbid)
    act(() => {
      disconnect()
      jest.spyOn(serverClock, 'synced').mockReturnValue(true)
      jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse('2026-11-24T09:00:00.100Z'))
    })
    expect(within(bar).queryByText('Bidding has ended')).not.toBeInTheDocument()
    expect(within(bar).getByRole('timer')).toHaveTextContent('00:00')
    expect(within(bar).getByRole('button', { name: /^Bid 15.400\.00/ })).toBeEnabled()
    act(() => connect())
    expect(within(screen.getByRole('region')).getAllByText('Bidding has ended')).toHaveLength(2)
  })

  it('offers no price for the part that the bidder already has', async () => {
    const { bar } = await openBar(rankings.partial)
    const offers = within(bar)
      .getAllByRole('button')
      .map((button) => button.textContent)
    expect(offers.filter((text) => text?.includes('15 300.00'.replace(' ', '\u00A0')))).toHaveLength(1)
    expect(offers.filter((text) => /15.200\.00/.test(text ?? ''))).toEqual([])
  })

  it('follows the answer to the bidder’s own bid until the ranking includes it', async () => {
    const { bar, store } = await openBar(rankings.outbid)
    act(() => store.dispatch({ type: 'placed', placed: aPlacedBid({ seq: 9, price: '15400.00' }) }))
    await waitFor(() => expect(bar).toHaveTextContent('You get 150 of 150 t'))
    expect(within(bar).queryByRole('button', { name: /^Bid/ })).not.toBeInTheDocument()
  })
})

describe('the bar of a signed-in visitor until the position is known', () => {
  it('hides the visitors’ figures but reserves their space', async () => {
    const page = openLivePage(<VerdictBar />, { auction: { ranking: rankings.safe, best_price: '15200.00' } })
    const bar = screen.getByRole('region')
    const price = within(bar).getByText(/^15.200\.00$/)
    expect(within(bar).queryAllByRole('term')).toEqual([])
    act(() => page.disconnect())
    expect(within(bar).getByText('No connection')).toBeVisible()
    expect(within(bar).getAllByRole('term')).toHaveLength(4)
    act(() => page.connect())
    expect(await screen.findByText(/^You get 150 of 150/)).toBeVisible()
    expect(price).not.toBeInTheDocument()
  })

  it('shows an account that does not take part what visitors see', async () => {
    const own = { ...anOwnPosition(), application: null, last_bid: null, rank: null, limits: null }
    const page = openLivePage(<VerdictBar />, { own, auction: { ranking: rankings.safe } })
    act(() => page.connect())
    expect(await screen.findAllByRole('term')).toHaveLength(4)
  })
})

describe('the bar of other viewers', () => {
  it('shows best price, cut-off price, volume and participants, and no buttons', () => {
    openLivePage(<VerdictBar />, { own: null, auction: { ranking: rankings.safe } })
    const bar = screen.getByRole('region')
    for (const text of [/^15.200\.00$/, /^15.000\.00$/, /^500.t$/, /^4$/])
      expect(within(bar).getByText(text)).toBeVisible()
    expect(within(bar).queryByRole('button')).not.toBeInTheDocument()
  })

  it('reports that the last bids are being recorded', async () => {
    const page = openLivePage(<VerdictBar />, { auction: { state: 'closing' }, own: anOwnPosition({ limits: null }) })
    act(() => page.connect())
    expect((await screen.findAllByText('Bidding has ended'))[0]).toBeVisible()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  it.each(['planned', 'selection', 'completed'] as const)('is hidden when %s', (state) => {
    openLivePage(<VerdictBar />, { own: null, auction: { state } })
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })
})

function never(): never {
  throw new Error('the builder sets it')
}
