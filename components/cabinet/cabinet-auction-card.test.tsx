import { describe, expect, it } from '@jest/globals'
import { within } from '@testing-library/react'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { aLiveAuction, anOwnPosition } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'
import { CabinetAuctionCard } from '@/components/cabinet/auctions-view'

type State = CabinetAuction['auction']['state']

function show(state: State, own: Partial<CabinetAuction['own']> = {}, won: string | null = null) {
  const entry = { auction: aLiveAuction({ state }), own: anOwnPosition(own), won } as CabinetAuction
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
  const entry = { auction, own: anOwnPosition(), won: null } as CabinetAuction
  const card = renderIn('en', <CabinetAuctionCard entry={entry} renderedAt={0} />).container
  expect(card).toHaveTextContent('Bidding halted')
  expect(card).not.toHaveTextContent('Time left')
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
    expect(show('completed', {}, '150.000')).toHaveTextContent('You won')
    expect(show('completed')).toHaveTextContent('No volume allocated')
  })

  it.each([
    ['not_confirmed_before_start', 'not confirmed before bidding started'],
    ['The licence has lapsed.', 'The licence has lapsed.'],
  ])('explains why an application was rejected: %s', (reason, text) => {
    const rejected = { ...application!, status: 'rejected' as const, reason }
    expect(show('unsuccessful', { application: rejected, last_bid: null })).toHaveTextContent(text)
  })

  it.each(['rejected', 'withdrawn'] as const)('shows an application that was %s as such', (status) => {
    const card = show('completed', { application: { ...application!, status }, last_bid: null, rank: null })
    expect(card).not.toHaveTextContent('No volume allocated')
    expect(card).toHaveTextContent(new RegExp(status, 'i'))
  })
})
