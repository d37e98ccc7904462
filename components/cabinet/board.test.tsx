// Runs alone: another suite's clock would let its auctions end.
import { describe, expect, it, jest } from '@jest/globals'
import { act, render, screen, within } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { SessionUser } from '@/components/session/session-user'
import { serverClock } from '@/lib/api/server-clock'
import type { User } from '@/lib/contract/accounts'
import type { Agreement, CabinetAuction } from '@/lib/contract/cabinet'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'
import { TIME_ZONE } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { Board, CabinetAuctionRow } from '@/components/cabinet/board'

type State = CabinetAuction['auction']['state']

function show(
  state: State,
  own: Partial<CabinetAuction['own']> = {},
  rest: Partial<Pick<CabinetAuction, 'won' | 'deposit'>> = {},
) {
  const entry: CabinetAuction = {
    auction: aLiveAuction({ state }),
    own: anOwnPosition(own),
    won: null,
    deposit: null,
    ...rest,
  }
  return renderIn('en', <CabinetAuctionRow entry={entry} renderedAt={0} />).container
}

const { application } = anOwnPosition()

it('the row of a halted auction names the halt instead of counting down', () => {
  const halt = { since: '2026-11-24T09:10:00.000Z', reason: 'A fault', resumes_at: null }
  const auction = aLiveAuction({ state: 'running', halt })
  const entry: CabinetAuction = { auction, own: anOwnPosition(), won: null, deposit: null }
  const card = renderIn('en', <CabinetAuctionRow entry={entry} renderedAt={0} />).container
  expect(card).toHaveTextContent('Bidding halted')
  expect(card).not.toHaveTextContent('Time left')
})

it.each([
  ['a trader', 'trader', '2026-11-23T08:00:00.000Z', 'Apply'],
  ['somebody who only looks on', 'viewer', '2026-11-23T08:00:00.000Z', 'Open'],
  ['a trader after the deadline', 'trader', '2026-11-22T08:00:00.000Z', 'Open'],
] as const)('the row of a planned auction offers %s what is possible', (_who, role, deadline, step) => {
  jest.spyOn(serverClock, 'synced').mockReturnValue(true)
  jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse('2026-11-22T12:00:00.000Z'))
  const auction = aLiveAuction({ state: 'planned', application_deadline: deadline })
  const entry: CabinetAuction = { auction, own: anOwnPosition({ application: null }), won: null, deposit: null }
  renderIn(
    'en',
    <SessionUser initialUser={{ id: 7, status: 'active', role } as User}>
      <CabinetAuctionRow entry={entry} renderedAt={0} />
    </SessionUser>,
  )
  expect(screen.getByRole('link', { name: step })).toBeVisible()
})

describe('the pill of an auction', () => {
  it.each([
    ['150.000', 'Rank 2 · 150 t', 'bg-go'],
    ['30.000', 'Rank 2 · 30 of 150 t', 'bg-wait'],
    ['0.000', 'Rank 2 · outbid', 'bg-lose'],
  ])('is the position, never the application, while bids count: %s', (provisional_quantity, text, look) => {
    const row = show('running', { provisional_quantity })
    expect(row).not.toHaveTextContent('Application confirmed')
    expect(within(row).getByText(text).parentElement).toHaveClass(look)
  })

  it('is the application before the start', () => {
    const row = show('planned', { last_bid: null, rank: null, provisional_quantity: null })
    expect(row).toHaveTextContent('Application confirmed')
  })

  it('shows no success for an application without a bid that counts', () => {
    const row = show('running', { last_bid: null, rank: null, provisional_quantity: null })
    expect(within(row).getByText('Application confirmed').parentElement).toHaveClass('bg-done')
  })
})

const deposit = {
  state: 'expected',
  received: '0.00',
  missing: '217500.00',
  balance: '0.00',
  due_by: '2026-11-24T07:00:00.000Z',
  return_by: null,
} as const

it('has the company’s own bid first and the start price last', () => {
  const labels = [...show('running').querySelectorAll('dl:first-of-type dt')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Last bid', 'You get', 'Highest price', 'Starting price'])
})

it('names the date by which a deposit is returned (R11.4)', () => {
  const returned = {
    ...deposit,
    state: 'to_return',
    balance: '217500.00',
    return_by: '2026-12-01T07:00:00.000Z',
  } as const
  expect(show('selection', {}, { deposit: returned })).toHaveTextContent(
    'Deposit: 217 500.00 UAH, returned to you by 1 December, 09:00',
  )
})

it.each([
  ['not_confirmed_before_start', 'not confirmed before bidding started'],
  ['The licence has lapsed.', 'The licence has lapsed.'],
])('explains why an application was rejected: %s', (reason, text) => {
  const rejected = { ...application!, status: 'rejected' as const, reason }
  expect(show('running', { application: rejected, last_bid: null, rank: null })).toHaveTextContent(text)
})

describe('what needs the buyer', () => {
  const entryOf = (
    id: number,
    state: State,
    own: Partial<CabinetAuction['own']>,
    rest: Partial<CabinetAuction> = {},
  ): CabinetAuction => ({
    auction: aLiveAuction({ id, number: id, state }),
    own: anOwnPosition(own),
    won: null,
    deposit: null,
    ...rest,
  })
  const waiting = { ...application!, status: 'awaiting_confirmation' as const, participant: null }
  const unbid = { last_bid: null, rank: null, provisional_quantity: null }
  const agreement = {
    id: 9,
    number: '35-2',
    product: 'Condensate',
    status: 'awaiting_signature',
    awaits: 'none',
    next: null,
    created_at: '2026-11-24T10:00:00.000Z',
  } as Agreement

  function needs(entries: CabinetAuction[], agreements: Agreement[] = []) {
    renderIn(
      'en',
      <AppRouterContext value={{ refresh: () => undefined } as unknown as AppRouterInstance}>
        <Board entries={entries} agreements={agreements} renderedAt={0} />
      </AppRouterContext>,
    )
    const section = screen.getByRole('region', { name: /Needs you/ })
    return within(section)
      .queryAllByRole('listitem')
      .map((row) => row.textContent.replaceAll('\u00A0', ' '))
  }

  it('is ordered: outbid, answer, pay, sign, documents, each with its deadline and one button', () => {
    const rows = needs(
      [
        entryOf(1, 'planned', { ...unbid, application: { ...waiting, missing_documents: ['charter'] } }),
        entryOf(2, 'planned', { ...unbid, application: waiting }, { deposit }),
        entryOf(3, 'selection', { provisional_quantity: '50.000', partial_until: '2026-11-25T16:00:00.000Z' }),
        entryOf(4, 'running', { provisional_quantity: '0.000' }),
      ],
      [agreement, { ...agreement, id: 10, awaits: 'organiser' }],
    )
    expect(rows).toEqual([
      expect.stringMatching(/^You have been outbid.*No. 4.*Place a bid$/),
      expect.stringMatching(/^You are offered part of the volume: 50.t.*by 25 November, 18:00Answer$/),
      expect.stringMatching(/^Pay the deposit: 217 500\.00.UAH.*by 24 November, 09:00Payment details$/),
      expect.stringMatching(/^Sign agreement No\..35-2.*drawn up 24.11.2026Sign$/),
      expect.stringMatching(/^Upload documents: .*by 24 November, 10:00Upload$/),
    ])
    for (const link of screen.getAllByRole('link', { name: 'Payment details' }))
      expect(link).toHaveAttribute('href', expect.stringMatching(/#deposit$/))
  })

  it('has what an agreement in force waits for, if it waits for the buyer', () => {
    const next = { side: 'buyer', subject: 7, amount: '1208000.00', by: '2026-12-05' } as const
    const inForce = { ...agreement, status: 'current' } as Agreement
    const rows = needs(
      [],
      [
        { ...inForce, next: { ...next, action: 'sign_act' } },
        { ...inForce, id: 10, next: { ...next, action: 'pay' } },
        { ...inForce, id: 11, next: { ...next, side: 'organiser', action: 'make_act' } },
        { ...inForce, id: 12, next: { ...next, action: 'request_loading' } },
      ],
    )
    expect(rows).toEqual([
      expect.stringMatching(/^Pay 1 208 000\.00.UAH for agreement No\..35-2.*by 05.12.2026To the invoice$/),
      expect.stringMatching(/^Sign the act of agreement No\..35-2.*To the act$/),
    ])
  })

  it('is nothing for a bid that gets all its volume, or that was final', () => {
    const final = { ...anOwnPosition().last_bid!, final: true }
    expect(
      needs([entryOf(1, 'running', {}), entryOf(2, 'running', { provisional_quantity: '0.000', last_bid: final })]),
    ).toEqual([])
    expect(screen.getByText('Nothing needs you right now.')).toBeVisible()
  })
})

it('the board of an account that waits for its confirmation does not say that nothing is needed', () => {
  renderIn(
    'en',
    <SessionUser initialUser={{ id: 7, status: 'awaiting_confirmation' } as User}>
      <Board entries={[]} agreements={[]} renderedAt={0} />
    </SessionUser>,
  )
  expect(screen.queryByText('Nothing needs you right now.')).toBeNull()
})

it('the board is refreshed while an own auction is running', () => {
  jest.useFakeTimers()
  const refresh = jest.fn()
  const entry = { auction: aLiveAuction(), own: anOwnPosition(), won: null, deposit: null }
  renderIn(
    'en',
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <Board entries={[entry]} agreements={[]} renderedAt={0} />
    </AppRouterContext>,
  )
  act(() => void jest.advanceTimersByTime(20_000))
  expect(refresh).toHaveBeenCalledTimes(1)
  jest.useRealTimers()
})

it('the row of a closing auction is refreshed until its state has moved on', () => {
  jest.useFakeTimers()
  const refresh = jest.fn()
  const card = (state: State) => {
    const entry: CabinetAuction = { auction: aLiveAuction({ state }), own: anOwnPosition(), won: null, deposit: null }
    return (
      <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
        <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone={TIME_ZONE}>
          <CabinetAuctionRow entry={entry} renderedAt={0} />
        </NextIntlClientProvider>
      </AppRouterContext>
    )
  }
  const { rerender } = render(card('closing'))
  act(() => void jest.advanceTimersByTime(1_000))
  expect(refresh).toHaveBeenCalledTimes(1)
  rerender(card('closing'))
  act(() => void jest.advanceTimersByTime(2_000))
  expect(refresh).toHaveBeenCalledTimes(2)
  rerender(card('selection'))
  act(() => void jest.advanceTimersByTime(60_000))
  expect(refresh).toHaveBeenCalledTimes(2)
  jest.useRealTimers()
})
