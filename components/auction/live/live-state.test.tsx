import { describe, expect, it } from '@jest/globals'
import { initialLiveState, type LiveAction, liveReducer, type LiveState } from '@/components/auction/live/live-store'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'
import { aBidEvent, aLiveAuction, anOwnPosition, aPlacedBid, rankingOf } from '@/tests/support/builders/live-auction'

function after(start: LiveState, ...steps: (StreamEvent | LiveAction)[]): LiveState {
  return steps.reduce(
    (state, step) => liveReducer(state, 'type' in step ? step : { type: 'event', event: step }),
    start,
  )
}

const visitor = initialLiveState(aLiveAuction())
const bidder: LiveState = { ...visitor, own: anOwnPosition() }
const endedEvent = (id: number): StreamEvent => ({
  id,
  name: 'state',
  data: {
    state: 'selection',
    effective_end: '2026-11-24T09:00:00.000Z',
    hard_end: '2026-11-24T10:00:00.000Z',
    participants: 4,
    at: '2026-11-24T09:00:01.000Z',
  },
})
const winnersEvent = (id: number, ranking: RankingRow[]): StreamEvent => ({
  id,
  name: 'winners',
  data: { ranking, confirmed: false, at: '2026-11-24T09:10:00.000Z' },
})
const kinds = (state: LiveState) => state.announcements.map((announcement) => announcement.kind)

describe('the live reducer', () => {
  it('raises the best price, the count and the history with a higher bid', () => {
    const { auction } = after(visitor, aBidEvent(11, 5, 4, '15300.00'))
    expect(auction).toMatchObject({ bids: 5, best_price: '15300.00', event_id: 11 })
    expect(auction.history.at(-1)).toEqual({ at: '2026-11-24T08:40:00.000Z', price: '15300.00' })
  })

  it('keeps best price and history for a bid below the leader, compared as a number', () => {
    const { auction } = after(visitor, aBidEvent(11, 5, 4, '9900.00'))
    expect(auction.best_price).toBe('15200.00')
    expect(auction.history).toHaveLength(2)
    expect(auction.bids).toBe(5)
  })

  it('uses the ranking of the last bid of a batch', () => {
    const ranking = rankingOf([4, '15400.00', '500.000', '500.000'], [1, '15200.00', '300.000', '0.000'])
    const { auction } = after(visitor, aBidEvent(11, 5, 4, '15300.00'), aBidEvent(12, 6, 4, '15400.00', ranking))
    expect(auction.ranking).toEqual(ranking)
    expect(auction.allocation).toEqual(['500.000'])
  })

  it('ignores an event that the snapshot already includes', () => {
    expect(after(visitor, aBidEvent(10, 4, 4, '15900.00'))).toBe(visitor)
  })

  it('applies an event once, however often it is sent', () => {
    const once = after(visitor, aBidEvent(11, 5, 4, '15300.00'))
    expect(after(once, aBidEvent(11, 5, 4, '15300.00'))).toBe(once)
  })
})

describe('the end on an open page', () => {
  const ranking = rankingOf(
    [1, '15200.00', '300.000', '300.000'],
    [2, '15100.00', '150.000', '150.000'],
    [3, '15000.00', '200.000', '50.000'],
    [4, '14900.00', '50.000', '0.000'],
  )
  const outcomes = ({ auction }: LiveState) => auction.ranking.map(({ outcome }) => outcome)

  it('makes the partial allocation conditional, and nothing else (R7.3)', () => {
    const start: LiveState = { ...bidder, auction: aLiveAuction({ ranking }) }
    const state = after(start, endedEvent(11))
    expect(outcomes(state)).toEqual(['full', 'full', 'conditional', 'none'])
    expect(state.auction.ranking.map(({ allocated }) => allocated)).toEqual(ranking.map(({ allocated }) => allocated))
  })

  it('keeps an accepted part as it is in the winners’ event', () => {
    expect(outcomes(after(bidder, endedEvent(11), winnersEvent(12, ranking)))).toEqual([
      'full',
      'full',
      'partial',
      'none',
    ])
  })
})

describe('announcements', () => {
  const outbid = rankingOf(
    [4, '15300.00', '400.000', '400.000'],
    [1, '15200.00', '300.000', '100.000'],
    [2, '15100.00', '150.000', '0.000'],
  )

  it('include an outbid with the new rank and volume', () => {
    const state = after(bidder, aBidEvent(11, 5, 4, '15300.00', outbid))
    expect(state.announcements).toMatchObject([{ kind: 'outbid', rank: 3, allocated: '0.000' }])
  })

  it.each([
    ['150.000', [{ kind: 'lowered', rank: 3, allocated: '150.000' }]],
    ['0.000', []],
  ])('do not report a lower rank with the same %s t as an outbid', (allocated, expected) => {
    const ranking = (...others: Parameters<typeof rankingOf>) =>
      rankingOf(...others, [2, '15100.00', '150.000', allocated])
    const first = [1, '15200.00', '200.000', '200.000'] as const
    const start = { ...bidder, auction: { ...bidder.auction, ranking: ranking([...first]) } }
    const state = after(
      start,
      aBidEvent(11, 5, 4, '15150.00', ranking([...first], [4, '15150.00', '50.000', '50.000'])),
    )
    expect(state.announcements).toMatchObject(expected)
    expect(state.announcements).toHaveLength(expected.length)
  })

  it('keep the outbid beside the extension that follows it', () => {
    const extended: StreamEvent = {
      id: 12,
      name: 'extended',
      data: {
        effective_end: '2026-11-24T09:02:00.000Z',
        hard_end: '2026-11-24T10:00:00.000Z',
        cause: 'bid',
        at: '2026-11-24T08:59:00.000Z',
      },
    }
    const state = after(bidder, aBidEvent(11, 5, 4, '15300.00', outbid), extended)
    expect(kinds(state)).toEqual(['outbid', 'extended'])
    expect(state.auction.effective_end).toBe('2026-11-24T09:02:00.000Z')
    expect(state.auction.extensions).toHaveLength(1)
    // One of the last bids, recorded after the end that it moves (R6.2).
    const closing = { ...bidder, auction: { ...bidder.auction, state: 'closing' as const } }
    expect(after(closing, extended).auction.state).toBe('running')
  })

  it('include neither others’ bids for a visitor nor ticks', () => {
    const tick: StreamEvent = { id: null, name: 'tick', data: { now: '2026-11-24T08:50:00.000Z' } }
    expect(kinds(after(visitor, aBidEvent(11, 5, 4, '15300.00', outbid), tick))).toEqual([])
    expect(kinds(after(bidder, tick))).toEqual([])
  })

  it.each<[string, RankingRow['outcome'], string[]]>([
    ['the bidder’s bid is excluded', 'excluded', ['excluded']],
    ['the bidder declines the part', 'none', ['reallocated']],
  ])('do not report an outbid in selection when %s', (_what, outcome, expected) => {
    const start: LiveState = { ...bidder, auction: aLiveAuction({ state: 'selection' }) }
    const ranking = rankingOf([1, '15200.00', '300.000', '300.000'], [2, '15100.00', '150.000', '0.000', outcome])
    const state = after(start, winnersEvent(11, ranking))
    expect(kinds(state)).toEqual(expected)
    expect(kinds(after(state, winnersEvent(12, ranking)))).toEqual(expected)
  })

  it('do not include the bidder’s own rise, which the panel confirms', () => {
    const risen = rankingOf([2, '15300.00', '200.000', '200.000'], [1, '15200.00', '300.000', '300.000'])
    expect(kinds(after(bidder, aBidEvent(11, 5, 2, '15300.00', risen)))).toEqual([])
  })

  it.each([
    ['won', '150.000'],
    ['lost', '0.000'],
  ])('include the result: %s', (kind, allocated) => {
    const completed: StreamEvent = {
      id: 11,
      name: 'completed',
      data: {
        result: {
          participants: 4,
          winners: 3,
          volume_sold: '500.000',
          average_price: '15140.00',
          final_price: '15200.00',
        },
        ranking: rankingOf([2, '15100.00', '150.000', allocated]),
        at: '2026-11-24T12:00:00.000Z',
      },
    }
    const state = after(bidder, completed)
    expect(kinds(state)).toEqual([kind])
    expect(state.auction.state).toBe('completed')
  })
})

describe('the live reducer, for connection and private events', () => {
  it('does not report the first attempt as a reconnection', () => {
    const first = after(visitor, { type: 'connection', connection: 'reconnecting', lastDataAt: null })
    expect(first.connection).toBe('connecting')
    const lost = after(
      visitor,
      { type: 'connection', connection: 'live', lastDataAt: 1 },
      { type: 'connection', connection: 'reconnecting', lastDataAt: 2 },
    )
    expect(lost).toMatchObject({ connection: 'reconnecting', lastDataAt: 2 })
    // A new stream has no data yet.
    expect(after(lost, { type: 'connection', connection: 'offline', lastDataAt: null })).toMatchObject({
      lastDataAt: 2,
    })
  })

  it('counts messages of others as unread, and each once', () => {
    const message = {
      id: 1,
      auction_id: 7,
      from: 'administrator',
      by: null,
      text: 'Yes',
      sent_at: '2026-11-24T08:10:00.000Z',
    } as const
    const event: StreamEvent = { id: null, name: 'chat', data: message }
    const state = after(bidder, event, event, { type: 'chat_loaded', messages: [message] })
    expect(state.chat).toEqual([message])
    expect(state.unread).toBe(1)
    expect(after(state, { type: 'chat_read' }).unread).toBe(0)
  })

  it('keeps the later position and the later end, from a bid’s answer or the stream', () => {
    const placed = (seq: number, effective_end?: string) => ({
      ...aPlacedBid({ seq }),
      ...(effective_end && { effective_end }),
    })
    const answered = after(bidder, { type: 'placed', placed: placed(5) })
    expect(answered.own?.limits?.minimum_price).toBe('15400.00')
    expect(after(bidder, { type: 'placed', placed: placed(2) }).own).toBe(bidder.own)
    // From a server that did not know the bid yet, or requested before it.
    expect(after(answered, { id: null, name: 'own', data: anOwnPosition() }).own).toBe(answered.own)
    expect(after(answered, { type: 'own', own: anOwnPosition({ last_bid: null }) }).own).toBe(answered.own)
    const endAfter = (effective_end: string) =>
      after(bidder, { type: 'placed', placed: placed(5, effective_end) }).auction.effective_end
    expect(endAfter('2026-11-24T09:02:00.000Z')).toBe('2026-11-24T09:02:00.000Z')
    expect(endAfter('2026-11-24T08:59:00.000Z')).toBe('2026-11-24T09:00:00.000Z')
  })

  it('keeps the last limits when the server sends none at the end, and only then', () => {
    const own = anOwnPosition({ rank: 3, limits: null })
    const event: StreamEvent = { id: null, name: 'own', data: own }
    const ownWhile = (state: LiveState['auction']['state']) =>
      after({ ...bidder, auction: { ...bidder.auction, state } }, event).own
    for (const state of ['running', 'closing'] as const)
      expect(ownWhile(state)).toEqual({ ...own, limits: bidder.own?.limits })
    for (const state of ['planned', 'selection'] as const) expect(ownWhile(state)).toEqual(own)
  })
})
