import { describe, expect, it, jest } from '@jest/globals'
import { act, render, screen, within } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { SessionUser } from '@/components/session/session-user'
import { serverClock } from '@/lib/api/server-clock'
import type { User } from '@/lib/contract/accounts'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'
import { TIME_ZONE } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { CabinetAuctionCard } from '@/components/cabinet/auctions-view'

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
  return renderIn('en', <CabinetAuctionCard entry={entry} renderedAt={0} />).container
}

const { application } = anOwnPosition()

it('the card of an auction breaks no line within a unit', () => {
  const units = within(show('selection')).getAllByText('UAH/t')
  expect(units).toHaveLength(3)
  for (const unit of units) expect(unit).toHaveClass('whitespace-nowrap')
})

it('the card of a halted auction names the halt instead of counting down', () => {
  const halt = { since: '2026-11-24T09:10:00.000Z', reason: 'A fault', resumes_at: null }
  const auction = aLiveAuction({ state: 'running', halt })
  const entry: CabinetAuction = { auction, own: anOwnPosition(), won: null, deposit: null }
  const card = renderIn('en', <CabinetAuctionCard entry={entry} renderedAt={0} />).container
  expect(card).toHaveTextContent('Bidding halted')
  expect(card).not.toHaveTextContent('Time left')
})

it.each([
  ['a trader', 'trader', '2026-11-23T08:00:00.000Z', 'Apply'],
  ['somebody who only looks on', 'viewer', '2026-11-23T08:00:00.000Z', 'Open'],
  ['a trader after the deadline', 'trader', '2026-11-22T08:00:00.000Z', 'Open'],
] as const)('the card of a planned auction offers %s what is possible', (_who, role, deadline, step) => {
  jest.spyOn(serverClock, 'synced').mockReturnValue(true)
  jest.spyOn(serverClock, 'snapshot').mockReturnValue(Date.parse('2026-11-22T12:00:00.000Z'))
  const auction = aLiveAuction({ state: 'planned', application_deadline: deadline })
  const entry: CabinetAuction = { auction, own: anOwnPosition({ application: null }), won: null, deposit: null }
  renderIn(
    'en',
    <SessionUser initialUser={{ id: 7, status: 'active', role } as User}>
      <CabinetAuctionCard entry={entry} renderedAt={0} />
    </SessionUser>,
  )
  expect(screen.getByRole('link', { name: step })).toBeVisible()
})

describe('the company’s part in an auction', () => {
  it('has a rank and a volume until the result is final', () => {
    const card = show('selection')
    expect(card).toHaveTextContent('Rank2')
    expect(card).toHaveTextContent('Allocated to you now')
  })

  it.each(['completed', 'cancelled', 'unsuccessful'] as const)('has no rank once the auction is %s', (state) => {
    const card = show(state)
    expect(card).not.toHaveTextContent('Rank')
    expect(card).not.toHaveTextContent('Allocated to you now')
  })

  it('is won or not if the company took part', () => {
    expect(show('completed', {}, { won: '150.000' })).toHaveTextContent('You won')
    expect(show('completed')).toHaveTextContent('No volume allocated')
  })

  it.each([
    ['not_confirmed_before_start', 'not confirmed before bidding started'],
    ['The licence has lapsed.', 'The licence has lapsed.'],
  ])('explains why an application was rejected: %s', (reason, text) => {
    const rejected = { ...application!, status: 'rejected' as const, reason }
    expect(show('unsuccessful', { application: rejected, last_bid: null })).toHaveTextContent(text)
  })

  const deposit = {
    state: 'expected',
    received: '0.00',
    missing: '217500.00',
    balance: '0.00',
    due_by: '2026-11-24T07:00:00.000Z',
    return_by: null,
  } as const
  const applied = { application: { ...application!, status: 'awaiting_confirmation' as const }, last_bid: null }

  it('names the deposit that is due and by when, and leads to the details of the payment (R11.1)', () => {
    const card = show('planned', applied, { deposit })
    expect(card).toHaveTextContent('Pay the deposit: 217 500.00 UAH by 24 November, 09:00.')
    expect(within(card).getByRole('link', { name: 'Payment details' })).toHaveAttribute(
      'href',
      expect.stringContaining('lot-35'),
    )
  })

  it('asks for no deposit that was received, and names its state', () => {
    const card = show('planned', applied, { deposit: { ...deposit, state: 'received', missing: '0.00' } })
    expect(card).not.toHaveTextContent('Pay the deposit')
    expect(card).toHaveTextContent('DepositReceived')
  })

  it('names the date by which a deposit is returned (R11.4)', () => {
    const returned = {
      ...deposit,
      state: 'to_return',
      balance: '217500.00',
      return_by: '2026-12-01T07:00:00.000Z',
    } as const
    expect(show('completed', {}, { deposit: returned })).toHaveTextContent(
      'Deposit217 500.00 UAH, returned to you by 1 December, 09:00',
    )
  })

  it.each(['rejected', 'withdrawn'] as const)('shows an application that was %s as such', (status) => {
    const card = show('completed', { application: { ...application!, status }, last_bid: null, rank: null })
    expect(card).not.toHaveTextContent('No volume allocated')
    expect(card).toHaveTextContent(new RegExp(status, 'i'))
  })
})

it('the card of a closing auction is refreshed until its state has moved on', () => {
  jest.useFakeTimers()
  const refresh = jest.fn()
  const card = (state: State) => {
    const entry: CabinetAuction = { auction: aLiveAuction({ state }), own: anOwnPosition(), won: null, deposit: null }
    return (
      <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
        <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone={TIME_ZONE}>
          <CabinetAuctionCard entry={entry} renderedAt={0} />
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
