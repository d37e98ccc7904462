import { describe, expect, it } from '@jest/globals'
import { sectionFromQuery } from './section-states'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'
import { applyCardEvent, changesPage, runningAuctionOf } from './live-card-state'
import { aLiveAuction } from '@/tests/support/builders/live-auction'

const at = '2026-11-24T08:00:00.000Z'
const card = runningAuctionOf(aLiveAuction({ event_id: 6, effective_end: at, allocation: ['300.000'] }))

const row = (rank: number, price: string, given: string): RankingRow => ({
  rank,
  participant: rank,
  price,
  quantity: '300.000',
  given,
  outcome: Number(given) > 0 ? 'full' : 'none',
})

const bid = (ranking?: RankingRow[]): StreamEvent => ({
  id: 7,
  name: 'bid',
  data: { seq: 5, participant: 2, price: '15240.00', quantity: '300.000', at, ranking },
})

describe('the running auction’s card', () => {
  it('uses the best price and the allocation of a bid’s ranking', () => {
    const next = applyCardEvent(
      card,
      bid([row(1, '15240.00', '300.000'), row(2, '15200.00', '200.000'), row(3, '15000.00', '0.000')]),
    )
    expect(next).toMatchObject({ event_id: 7, best_price: '15240.00', allocation: ['300.000', '200.000'] })
  })

  it('waits for the last bid of a batch, which has the ranking', () => {
    expect(applyCardEvent(card, bid())).toEqual({ ...card, event_id: 7 })
  })

  it('moves its end with an extension', () => {
    const later = '2026-11-24T08:03:00.000Z'
    const event: StreamEvent = {
      id: 8,
      name: 'extended',
      data: { effective_end: later, hard_end: later, cause: 'bid', at },
    }
    expect(applyCardEvent(card, event).effective_end).toBe(later)
    expect(changesPage(event)).toBe(false)
  })

  it('refreshes the page once the auction is no longer running', () => {
    const state = (name: 'running' | 'selection'): StreamEvent => ({
      id: 9,
      name: 'state',
      data: { state: name, effective_end: at, hard_end: at, participants: 3, at },
    })
    expect(changesPage(state('running'))).toBe(false)
    expect(changesPage(state('selection'))).toBe(true)
    expect(changesPage({ id: 10, name: 'cancelled', data: { reason: 'x', at } })).toBe(true)
  })
})

describe('the filter of a list in the address', () => {
  it('is one of the sections; other values are ignored', () => {
    expect(sectionFromQuery('?state=planned')).toBe('planned')
    expect(sectionFromQuery('?state=everything')).toBeNull()
    expect(sectionFromQuery('')).toBeNull()
  })
})
