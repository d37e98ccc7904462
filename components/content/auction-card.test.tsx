import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
// Preloaded: on a busy machine the card's lazy import takes long.
import '@/lib/api/live'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { CabinetAuctionRow } from '@/components/cabinet/board'
import { AuctionCard } from '@/components/content/auction-card'
import { RunningCard } from '@/components/content/home'
import { ResultsRows } from '@/components/results/results-rows'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'

const moved = { effective_end: '2026-11-24T09:02:59.000Z' }

const show = (part: Partial<AuctionDetail>) => renderIn('en', <AuctionCard auction={aLiveAuction(part)} />).container

describe('a completed auction', () => {
  const result = { participants: 4, winners: 0, volume_sold: '0.000', average_price: null, final_price: null }

  it.each(['15200.00', null])('shows no price as its result if nothing was sold: %s', (best_price) => {
    const card = show({ state: 'completed', best_price, result })
    expect(screen.getByText('Nothing was sold')).toBeVisible()
    expect(card.querySelector('.text-number')).toBeNull()
    expect(card).toHaveTextContent('Starting price, UAH/t14 800.00')
    expect(card).not.toHaveTextContent('Highest price')
  })
})

describe('a title that is not translated', () => {
  it.each([
    ['uk', 'uk'],
    ['en', undefined],
  ] as const)('has the language %s for screen readers, on every card and in the results', (title_language, lang) => {
    const auction = aLiveAuction({ title: 'Lot', title_language })
    const entry = { auction, own: anOwnPosition(), won: null, deposit: null }
    const row = {
      ...auction,
      completed_at: auction.ends_at,
      resource: '',
      lowest_price: null,
      premium: null,
      winning_prices: [],
    }
    jest.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined))
    renderIn(
      'en',
      <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
        <AuctionCard auction={auction} />
        <RunningCard auction={auction} />
        <CabinetAuctionRow entry={entry} renderedAt={0} />
        <table>
          <tbody>
            <ResultsRows auctions={[row]} />
          </tbody>
        </table>
      </AppRouterContext>,
    )
    const languages = screen.getAllByText('Lot').map((title) => title.closest('[lang]')?.getAttribute('lang'))
    expect(languages).toEqual([lang, lang, lang, lang])
  })
})

describe('the end on a card', () => {
  it.each(['running', 'closing', 'selection'] as const)('has seconds if bids have moved it: %s', (state) => {
    expect(show({ state })).toHaveTextContent(/24.November, 11:00(?!:)/)
    expect(show({ state, ...moved })).toHaveTextContent(/24.November, 11:02:59/)
  })

  it('has seconds on the home page too, on load and after the next extension', async () => {
    const auction = aLiveAuction(moved)
    const data = {
      effective_end: '2026-11-24T09:05:31.000Z',
      hard_end: auction.hard_end,
      cause: 'bid',
      at: moved.effective_end,
    }
    const event = `id: ${auction.event_id + 1}\nevent: extended\ndata: ${JSON.stringify(data)}\n\n`
    const stream = new Promise<{ extend: () => void }>((opened) => {
      jest.spyOn(globalThis, 'fetch').mockImplementation(
        (address) =>
          new Promise((resolve) => {
            if (typeof address === 'string' && address.includes('/events'))
              opened({ extend: () => resolve(new Response(event)) })
          }),
      )
    })
    renderIn(
      'en',
      <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
        <RunningCard auction={auction} />
      </AppRouterContext>,
    )
    expect(await screen.findByText(/until 24.November, 11:02:59/)).toBeVisible()
    const { extend } = await stream
    extend()
    expect(await screen.findByText(/until 24.November, 11:05:31/)).toBeVisible()
  })
})
