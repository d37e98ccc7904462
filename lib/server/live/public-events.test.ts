import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { initialLiveState, liveReducer } from '@/components/auction/live/live-store'
import { streamEvents } from '@/lib/contract/stream'
import type { AuctionState } from '@/lib/domain/auction-state'
import { evolveAll } from '@/lib/domain/evolve'
import { CLOSE_DELAY_MS, decideEnd } from '@/lib/domain/lifecycle'
import { rankingRows } from '@/lib/server/events/auction-shapes'
import { bidder, endedAuction, plannedAuction, runningAuction } from '@/tests/support/builders/auction'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { aLot, START } from '@/tests/support/builders/lot'
import type { LogEntry } from './public-events'
import { encodeEntries, encodeRankedBid, publicEvent } from './public-events'

const at = new Date(START)
const offers = [
  { price: 14_000, quantity: 300 },
  { price: 14_010, quantity: 300, atLeast: 100 },
]

function snapshot(state: AuctionState) {
  return { auctionId: 1, state, logSeq: 9, lastHash: '' }
}

function entry(kind: string, body: object = {}, seq = 7): LogEntry {
  return { seq, at, kind, body: JSON.stringify({ seq, kind, at: at.toISOString(), ...body }) }
}

const aBid = {
  bid: 4,
  participant: 2,
  price: '14020.00',
  quantity: '300.000',
  minimum_quantity: '100.000',
  final: false,
  preliminary: false,
  received_at: at.toISOString(),
}
const text = (bytes: Buffer | null | undefined) => bytes?.toString() ?? null

describe('the event of a log entry', () => {
  it.each([
    ['started', {}],
    ['unsuccessful', {}],
    ['ended', {}],
    ['application_confirmed', {}],
    ['bid', aBid],
    ['extended', { effective_end: at.toISOString(), hard_end: at.toISOString() }],
    ['outage', { effective_end: at.toISOString(), hard_end: at.toISOString() }],
    ['cancelled', {}],
    ['winners_confirmed', {}],
    ['partial_accepted', {}],
    ['winner_disqualified', {}],
    ['completed', {}],
  ])('of the kind %s is one of the contract', (kind, body) => {
    const event = publicEvent(entry(kind, body), snapshot(endedAuction(offers)))
    expect(event?.id).toBe(7)
    expect(streamEvents[event!.name].safeParse(event!.data).success).toBe(true)
  })

  it.each(['announced', 'application_received', 'documents_sent', 'a kind of a later version'])(
    'is none for %s',
    (kind) => {
      expect(publicEvent(entry(kind), snapshot(plannedAuction(offers)))).toBeNull()
    },
  )

  it('counts no participant before the start whose account is deactivated (R2.7)', () => {
    const state = evolveAll(plannedAuction(offers), [
      { kind: 'account_deactivated', at: START - 1, bidderId: bidder(1) },
    ])
    expect(publicEvent(entry('account_deactivated'), snapshot(state))).toMatchObject({
      name: 'state',
      data: { state: 'planned', participants: 1 },
    })
  })

  it('does not reveal to rivals that a bid was its bidder’s final one (R4.7)', () => {
    const { data } = publicEvent(entry('bid', { ...aBid, final: true }), snapshot(runningAuction(offers)))!
    expect(data).toMatchObject({ seq: 4, price: '14020.00' })
    expect(data).not.toHaveProperty('final')
    const ranked = encodeRankedBid([entry('bid', { ...aBid, final: true })], snapshot(runningAuction(offers)))
    expect(text(ranked?.full)).not.toContain('"final"')
  })

  it('states why an end moved', () => {
    const body = { effective_end: '2026-11-24T09:03:00.000Z', hard_end: '2026-11-24T10:00:00.000Z' }
    expect(publicEvent(entry('extended', body), snapshot(runningAuction(offers)))?.data).toMatchObject({
      ...body,
      cause: 'bid',
    })
    expect(publicEvent(entry('outage', body), snapshot(runningAuction(offers)))?.data).toMatchObject({
      ...body,
      cause: 'outage',
    })
  })
})

describe('the end of bidding', () => {
  /** For each bid: a step, a quantity, and the minimum quantity that its bidder accepts. */
  const anyOffers = fc.array(
    fc
      .record({
        step: fc.integer({ min: 0, max: 30 }),
        quantity: fc.integer({ min: 1, max: 30 }),
        least: fc.integer({ min: 1, max: 30 }),
      })
      .map(({ step, quantity, least }) => ({
        price: 14_000 + step * 10,
        quantity: quantity * 10,
        atLeast: Math.min(least, quantity) * 10,
      })),
    { minLength: 1, maxLength: 6 },
  )

  it('leaves an open page with the ranking that a page opened after it shows (R7.3, R7.4)', () => {
    fc.assert(
      fc.property(anyOffers, (applications) => {
        const running = runningAuction(applications)
        const ended = evolveAll(running, decideEnd(running, running.effectiveEnd + CLOSE_DELAY_MS))
        const open = initialLiveState(aLiveAuction({ ranking: rankingRows(running), event_id: 6 }))
        const event = publicEvent(entry('ended'), snapshot(ended))
        expect(event).not.toBeNull()
        const after = liveReducer(open, { type: 'event', event: event! })
        expect(after.auction.state).toBe('selection')
        expect(after.auction.ranking).toEqual(rankingRows(ended))
      }),
    )
  })
})

describe('an encoded entry', () => {
  it('is one Server-Sent Event with the entry’s number', () => {
    const [encoded] = encodeEntries([entry('bid', aBid)], snapshot(runningAuction(offers)))
    expect(text(encoded?.full)).toBe(
      `id: 7\nevent: bid\ndata: {"seq":4,"participant":2,"price":"14020.00","quantity":"300.000","at":"${at.toISOString()}"}\n\n`,
    )
  })

  it('is the same bytes for everyone in an open auction', () => {
    const [encoded] = encodeEntries([entry('bid', aBid)], snapshot(runningAuction(offers)))
    expect(encoded?.masked).toBe(encoded?.full)
  })

  it('hides prices and ranking of a closed auction from visitors, but not its course', () => {
    const state = endedAuction(offers, aLot({ visibility: 'closed' }))
    const [bid, winners, ended] = encodeEntries(
      [entry('bid', aBid), entry('winners_confirmed'), entry('ended')],
      snapshot(state),
    )
    expect(bid?.masked).toBeNull()
    expect(text(winners?.masked)).toContain('"ranking":[]')
    expect(text(winners?.full)).toContain('"ranking":[{')
    expect(ended?.masked).toBe(ended?.full)
  })

  it('contains the ranking only as the last bid of a batch', () => {
    const entries = [
      entry('bid', aBid, 7),
      entry('bid', { ...aBid, bid: 5 }, 8),
      entry('extended', { effective_end: at.toISOString() }, 9),
    ]
    const state = runningAuction(offers)
    const ranked = encodeRankedBid(entries, snapshot(state))
    expect(ranked?.seq).toBe(8)
    expect(text(ranked?.full)).toContain('"ranking":[{"rank":1,"participant":2')
    for (const encoded of encodeEntries(entries, snapshot(state))) expect(text(encoded.full)).not.toContain('ranking')
    expect(encodeRankedBid([entry('ended')], snapshot(state))).toBeNull()
  })
})
