import { describe, expect, it } from '@jest/globals'
import { sectionFromQuery } from './section-states'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'
import { applyCardEvent, cardLadder, liveliestOf, runningAuctionOf } from './live-card-state'
import { aLiveAuction } from '@/tests/support/builders/live-auction'

const at = '2026-11-24T08:00:00.000Z'
const card = runningAuctionOf(aLiveAuction({ event_id: 6, effective_end: at }))

const row = (rank: number, price: string, allocated: string): RankingRow => ({
  rank,
  participant: rank,
  price,
  quantity: '300.000',
  allocated,
  outcome: Number(allocated) > 0 ? 'full' : 'none',
})

const bid = (ranking?: RankingRow[]): StreamEvent => ({
  id: 7,
  name: 'bid',
  data: { seq: 5, participant: 2, price: '15240.00', quantity: '300.000', at, ranking },
})

describe('the running auction’s card', () => {
  it('uses the best price and the ranking of a bid, and marks its participant', () => {
    const ranking = [row(1, '15240.00', '300.000'), row(2, '15200.00', '200.000'), row(3, '15000.00', '0.000')]
    expect(applyCardEvent(card, bid(ranking))).toMatchObject({
      event_id: 7,
      best_price: '15240.00',
      ranking,
      fresh: { participant: 2, seq: 5 },
    })
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
    expect(applyCardEvent(card, event)).toMatchObject({ state: 'running', effective_end: later })
    expect(applyCardEvent({ ...card, state: 'closing' }, event).state).toBe('running')
  })

  it('takes the halt, the end and the state of an event', () => {
    const later = '2026-11-24T08:30:00.000Z'
    const ends = { effective_end: later, hard_end: later, at }
    const halt = { since: at, reason: 'A fault', resumes_at: null }
    const after = (event: StreamEvent) => applyCardEvent(card, event)
    expect(after({ id: 9, name: 'halted', data: { ...ends, halt } })).toMatchObject({ halt, effective_end: later })
    expect(after({ id: 9, name: 'state', data: { ...ends, state: 'selection', participants: 3 } })).toMatchObject({
      state: 'selection',
      effective_end: later,
      participants: 3,
    })
    expect(after({ id: 10, name: 'cancelled', data: { reason: 'A fault', at } })).toMatchObject({
      state: 'cancelled',
      event_id: 10,
    })
  })

  it('takes the ranking of a decision and of the result', () => {
    const ranking = [row(1, '15240.00', '250.000'), row(2, '15200.00', '0.000')]
    const result = { participants: 2, winners: 1, volume_sold: '250.000', average_price: null, final_price: null }
    const decided = applyCardEvent(card, { id: 9, name: 'winners', data: { ranking, confirmed: true, at } })
    expect(decided.ranking).toEqual(ranking)
    const completed = applyCardEvent(card, { id: 9, name: 'completed', data: { ranking, result, at } })
    expect(completed).toMatchObject({ state: 'completed', ranking })
  })
})

describe('the ladder of the card', () => {
  const ranking = [row(2, '15200.00', '150.000'), row(1, '15240.00', '300.000'), row(3, '15000.00', '0.000')]

  it('places the best rows by rank, each share after the one above, and the line where the volume ends', () => {
    const { rows, cutAfter } = cardLadder(ranking, '450.000', 2)
    expect(rows.map(({ row: { rank } }) => rank)).toEqual([1, 2])
    expect(rows[1]?.from).toBeCloseTo(66.67)
    expect(rows[1]?.width).toBeCloseTo(33.33)
    expect(cutAfter).toBe(2)
  })

  it('has no such line while volume is left', () => {
    expect(cardLadder(ranking, '500.000', 5).cutAfter).toBeNull()
  })
})

describe('the auction in the hero', () => {
  const auction = (id: number, participants: number, visibility: 'open' | 'closed' = 'open') => ({
    id,
    participants,
    visibility,
  })

  it('is the open one with the most participants, of equal ones the first to end', () => {
    expect(liveliestOf([auction(1, 3), auction(2, 5), auction(3, 5), auction(4, 9, 'closed')])?.id).toBe(2)
    expect(liveliestOf([auction(4, 9, 'closed')])?.id).toBe(4)
    expect(liveliestOf([])).toBeUndefined()
  })
})

describe('the filter of a list in the address', () => {
  it('is one of the sections; other values are ignored', () => {
    expect(sectionFromQuery('?state=planned')).toBe('planned')
    expect(sectionFromQuery('?state=everything')).toBeNull()
    expect(sectionFromQuery('')).toBeNull()
  })
})
