import { describe, expect, it } from '@jest/globals'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { BidRefusal } from '@/lib/domain/bidding'
import { evolveAll } from '@/lib/domain/evolve'
import { CLOSE_DELAY_MS, decideEnd, decideHalt } from '@/lib/domain/lifecycle'
import type { LoadedStream } from '@/lib/server/events/stream'
import { createOutbidThrottle } from '@/lib/server/auctions/notices'
import { answer, refuse } from '@/lib/server/platform/call'
import { after, bidder, plannedAuction, runningAuction } from '@/tests/support/builders/auction'
import { aLot, END, MINUTE, START, tonnes, uah } from '@/tests/support/builders/lot'
import {
  type ChangeOrder,
  decideBatch,
  fingerprintOf,
  type IdempotencyRecord,
  keyOf,
  type PlaceBid,
  type QueuedCommand,
  refusalOf,
} from './decide-batch'

const AUCTION = 7
const AT = START + 10 * MINUTE
const SEAL = 'c'.repeat(64)

/** №1 leads with 15 000 for 300 t, №2 has the other 200 t of 500 t at 14 500. */
const offers = [
  { price: 15_000, quantity: 300 },
  { price: 14_500, quantity: 200 },
]
const running = runningAuction(offers)
const automatic = runningAuction(offers, aLot({ automaticBids: true }))

function streamOf(state: AuctionState): LoadedStream {
  return { auctionId: AUCTION, state, logSeq: 9, lastHash: '0'.repeat(64), applicants: new Map(), texts: null }
}

let keys = 0
function bid(participant: number, price: number, changes: Partial<PlaceBid> = {}): PlaceBid {
  return {
    auctionId: AUCTION,
    bidderId: bidder(participant),
    personId: 40 + participant,
    price: uah(price),
    quantity: tonnes(participant === 1 ? 300 : 200),
    final: false,
    idempotencyKey: `key-${(keys += 1)}`,
    receivedAt: AT,
    ...changes,
  }
}

function order(participant: number, ceiling: number | null, changes: Partial<ChangeOrder> = {}): ChangeOrder {
  const terms = { quantity: tonnes(200), minimumQuantity: tonnes(10), salt: 'salt', seal: SEAL }
  return {
    auctionId: AUCTION,
    bidderId: bidder(participant),
    personId: 40 + participant,
    idempotencyKey: `key-${(keys += 1)}`,
    receivedAt: AT,
    order: ceiling === null ? null : { ceiling: uah(ceiling), ...terms },
    fingerprints: [`order ${ceiling}`],
    ...changes,
  }
}

const decide = (commands: QueuedCommand[], state = running, recorded = new Map<string, IdempotencyRecord>()) =>
  decideBatch(streamOf(state), commands, recorded)

describe('R4.9 a batch of bids', () => {
  it('is recorded in the order received, without gaps, and answered with the positions after all of it', () => {
    const [first, second] = [bid(2, 15_010), bid(1, 15_020, { receivedAt: AT + 1 })]
    const { entries, answers, after: next, before, requests } = decide([first, second])
    expect(entries.map(({ seq, kind, at }) => [seq, kind, at])).toEqual([
      [10, 'bid', AT],
      [11, 'bid', AT + 1],
    ])
    expect([before.logSeq, next.logSeq, next.lastHash]).toEqual([9, 11, entries[1]?.hash])
    expect(answers.get(first)).toEqual(
      answer({
        data: {
          bid: {
            seq: 3,
            price: '15010.00',
            quantity: '200.000',
            minimum_quantity: '10.000',
            sum: '3002000.00',
            final: false,
            received_at: new Date(AT).toISOString(),
          },
          rank: 2,
          provisional_quantity: '200.000',
          effective_end: new Date(END).toISOString(),
          limits: {
            minimum_price: '15020.00',
            maximum_price: '16420.00',
            minimum_quantity: '200.000',
            maximum_quantity: '500.000',
            closed_by_final: false,
          },
          entry_seq: 10,
          entry_hash: entries[0]?.hash,
        },
      }),
    )
    expect(answers.get(second)).toMatchObject({ answer: { data: { rank: 1, provisional_quantity: '300.000' } } })
    expect(requests.map(({ command, bidSeq }) => [command, bidSeq])).toEqual([
      [first, 3],
      [second, 4],
    ])
  })

  it('has no bid received before one on record (R4.9)', () => {
    const { requests, after } = decide([
      bid(2, 15_010, { receivedAt: AT }),
      bid(1, 15_020, { receivedAt: AT - 1 }),
      bid(2, 15_030, { receivedAt: AT + 1 }),
    ])
    expect(requests.map(({ receivedAt }) => receivedAt)).toEqual([AT, AT, AT + 1])
    expect(after.state.lastBids.map((last) => last?.receivedAt)).toEqual([AT, AT + 1])
    const [earlier] = decide([bid(2, 15_010, { receivedAt: START - 60 * MINUTE })]).requests
    expect(earlier?.receivedAt).toBe(Math.max(...running.lastBids.map((last) => last?.receivedAt ?? 0)))
  })

  it('has no bid beyond R4.11, and repeats no refusal for it', () => {
    const placed = (count: number) =>
      Array.from({ length: count }, (_, index) => bid(2, 15_010 + 10 * index, { receivedAt: AT + index }))
    const eleven = placed(11)
    const { answers, requests } = decide(eleven)
    expect(answers.get(eleven[9]!)).toMatchObject({ ok: true })
    expect(answers.get(eleven[10]!)).toEqual(refuse('too_many_requests', { retryAfter: 10 }))
    expect(requests).toHaveLength(10)
    const later = { ...eleven[10]!, receivedAt: AT + 10_000 }
    expect(decide([...placed(10), later]).answers.get(later)).toMatchObject({ ok: true })
    const unlimited = decideBatch(streamOf(running), eleven, new Map(), { limitsBids: false })
    expect(unlimited.requests).toHaveLength(11)
  })

  it('notifies those who lost volume to others, not those who bid themselves', () => {
    const larger = { quantity: tonnes(500), minimumQuantity: tonnes(500) }
    const { notices } = decide([bid(2, 15_010, larger)])
    expect(notices.map(({ company_id: account }) => account)).toEqual([bidder(1)])
    const [refused, accepted] = [bid(1, 15_005), bid(1, 15_010)]
    expect(decide([bid(2, 15_010, larger), refused]).notices).toHaveLength(1)
    expect(decide([bid(2, 15_010, larger), accepted]).notices).toEqual([])
  })

  it('notifies a bidder once a minute, or once in ten seconds if it has bid in between', () => {
    const throttle = createOutbidThrottle()
    let state = running
    const noticesAfter = (command: PlaceBid) => {
      const batch = throttle.filter(decide([command], state))
      throttle.note(batch)
      state = batch.after.state
      return batch.notices.map((notice) => notice.company_id)
    }
    const all = { quantity: tonnes(500), minimumQuantity: tonnes(500) }
    expect(noticesAfter(bid(2, 15_010, all))).toEqual([bidder(1)])
    expect(noticesAfter(bid(1, 15_020, { receivedAt: AT + 10_000 }))).toEqual([bidder(2)])
    expect(noticesAfter(bid(2, 15_030, { ...all, receivedAt: AT + 20_000 }))).toEqual([bidder(1)])
    expect(noticesAfter(bid(1, 15_040, { receivedAt: AT + 22_000 }))).toEqual([bidder(2)])
    expect(noticesAfter(bid(2, 15_050, { ...all, receivedAt: AT + 24_000 }))).toEqual([])
  })
})

describe('R4.8 a repeated key', () => {
  it('in one batch leaves one bid and gets its answer', () => {
    const first = bid(2, 15_010)
    const again = { ...first, receivedAt: AT + 5 }
    const { entries, answers, requests } = decide([first, again])
    expect([entries.length, requests.length]).toEqual([1, 1])
    expect(answers.get(first)).toMatchObject({ ok: true })
    expect(answers.get(again)).toBe(answers.get(first))
  })

  it('gets the answer on record, even if the bid would be parked now', () => {
    const again = bid(2, 15_010, { receivedAt: START - 60 * MINUTE })
    const outcome = answer({ data: { entry_seq: 5, entry_hash: 'ab' } })
    const recorded = new Map([[keyOf(again), { fingerprint: fingerprintOf(again), outcome }]])
    const { entries, answers, requests } = decide([again], running, recorded)
    expect([entries.length, requests.length]).toEqual([0, 0])
    expect(answers.get(again)).toBe(outcome)
  })

  it('gets its refusal again, although the bid would be accepted now', () => {
    const early = bid(2, 14_500)
    const { answers, requests, entries } = decide([early, { ...early }])
    expect(entries).toEqual([])
    expect(requests).toMatchObject([{ command: early, bidSeq: null, fingerprint: fingerprintOf(early) }])
    const refusal = refuse('bid_below_minimum', { extensions: { minimum: '14510.00' } })
    expect([...answers.values()]).toEqual([refusal, refusal])
  })

  it.each<[string, Partial<PlaceBid>]>([
    ['price', { price: uah(15_020) }],
    ['quantity', { quantity: tonnes(210) }],
    ['minimum', { minimumQuantity: tonnes(20) }],
    ['final mark', { final: true }],
  ])('with another %s is refused', (_, change) => {
    const first = bid(2, 15_010)
    const other = { ...first, ...change }
    expect(decide([first, other]).answers.get(other)).toEqual(refuse('idempotency_key_reused'))
  })

  it('is compared field by field', () => {
    const fingerprints = [bid(1, 0.12, { quantity: 3 }), bid(1, 0.01, { quantity: 23 })].map(fingerprintOf)
    expect(new Set(fingerprints).size).toBe(2)
  })

  it('belongs to one company in one auction', () => {
    const one = bid(1, 15_010, { idempotencyKey: 'same' })
    const two = bid(2, 15_010, { idempotencyKey: 'same' })
    expect(decide([one, two]).entries).toHaveLength(2)
    expect(keyOf(one)).not.toBe(keyOf({ ...one, auctionId: 8 }))
  })
})

describe('a bid received at or after a start or an end that is not on record', () => {
  it('waits for it', () => {
    const planned = plannedAuction(offers)
    for (const [state, due] of [
      [planned, START],
      [running, END],
    ] as const) {
      const waiting = bid(2, 15_010, { receivedAt: due })
      const { parked, answers, requests } = decide([waiting], state)
      expect([parked, answers.size, requests.length]).toEqual([[waiting], 0, 0])
    }
  })

  it('is decided if it was received a moment before (R6.1)', () => {
    const early = bid(2, 15_010, { receivedAt: START - 1 })
    expect(decide([early], plannedAuction(offers)).answers.get(early)).toEqual(refuse('auction_not_started'))
    expect(decide([bid(2, 15_010, { receivedAt: END - 1 })]).entries.map(({ kind }) => kind)).toContain('bid')
  })

  it('is refused once the end is on record, and while bidding is halted (R13.1)', () => {
    const late = bid(2, 15_010, { receivedAt: END })
    const ended = evolveAll(running, decideEnd(running, END + CLOSE_DELAY_MS))
    expect(decide([late], ended).answers.get(late)).toEqual(refuse('auction_ended'))
    const halted = after(running, decideHalt(running, 'A fault', AT))
    expect(decide([late], halted).answers.get(late)).toEqual(refuse('auction_halted', { extensions: {} }))
  })
})

describe('R10 an automatic order', () => {
  it('is recorded with its seal, and its numbers go to the table of orders', () => {
    const left = order(2, 15_500)
    const { entries, answers, orders, requests } = decide([left], automatic)
    expect(entries.map(({ kind }) => kind)).toEqual(['automatic_order_left'])
    expect(entries[0]?.body).toContain(SEAL)
    expect(entries[0]?.body).not.toContain('15500')
    expect(answers.get(left)).toEqual(answer({ data: { entry_seq: 10, entry_hash: entries[0]?.hash } }))
    expect(orders).toEqual([
      {
        companyId: bidder(2),
        personId: 42,
        order: { ceiling: uah(15_500), quantity: tonnes(200), minimumQuantity: tonnes(10), salt: 'salt' },
        orderEntry: 10,
      },
    ])
    expect(requests).toMatchObject([{ command: left, bidSeq: null, fingerprint: 'order 15500' }])
  })

  it('bids after each accepted bid, before the next one is considered (R10.2)', () => {
    const left = order(2, 15_500)
    const larger = bid(1, 15_010, { quantity: tonnes(400), receivedAt: AT + 1 })
    const last = bid(1, 15_030, { quantity: tonnes(400), receivedAt: AT + 2 })
    const { entries, answers, after: next } = decide([left, larger, last], automatic)
    expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
      ['automatic_order_left', AT],
      ['bid', AT + 1],
      ['bid', AT + 1],
      ['bid', AT + 2],
      ['bid', AT + 2],
    ])
    expect(next.state.lastBids[1]).toMatchObject({ price: uah(15_040), automatic: true, receivedAt: AT + 2 })
    expect(answers.get(last)).toMatchObject({ answer: { data: { rank: 2, provisional_quantity: '300.000' } } })
  })

  it('is withdrawn by its bidder, and ended by its final bid (R10.1)', () => {
    const withdrawn = decide([order(2, 15_500), order(2, null, { receivedAt: AT + 1 })], automatic)
    expect(withdrawn.entries.map(({ kind }) => kind)).toEqual(['automatic_order_left', 'automatic_order_withdrawn'])
    expect(withdrawn.requests.map(({ fingerprint }) => fingerprint)).toEqual(['order 15500', 'order null'])
    const state = decide([order(2, 15_500)], automatic).after.state
    const final = decide([bid(2, 15_010, { final: true })], state)
    expect(final.orders).toEqual([{ companyId: bidder(2), personId: null, order: null, orderEntry: 0 }])
    expect(decide([bid(1, 15_010)], state).orders).toEqual([])
    const other = order(1, 15_600, { order: { ...order(1, 15_600).order!, quantity: tonnes(300) } })
    expect(decide([other], state).orders.map(({ companyId }) => companyId)).toEqual([bidder(1)])
  })

  it('that is refused is not recorded, so that its key reveals none of its numbers (R10.5)', () => {
    const refused = order(2, 14_000)
    const { idempotencyKey } = refused
    const { answers, requests, entries } = decide([refused, order(2, 15_500, { idempotencyKey })], automatic)
    expect(answers.get(refused)).toMatchObject({ ok: false })
    expect([requests.length, entries.length]).toEqual([1, 1])
  })

  it('has no outbid notice for the bidder that changed it', () => {
    const left = order(2, 15_500)
    const all = { ...left.order!, quantity: tonnes(500), minimumQuantity: tonnes(500) }
    const { notices } = decide([{ ...left, order: all }], automatic)
    expect(notices.map(({ company_id: account }) => account)).toEqual([bidder(1)])
  })
})

describe('a refusal of the rules', () => {
  it.each<[BidRefusal, object]>([
    [{ code: 'bid_below_minimum', minimum: uah(14_510) }, { minimum: '14510.00' }],
    [{ code: 'bid_above_maximum', maximum: uah(16_400) }, { maximum: '16400.00' }],
    [{ code: 'bid_off_grid', nearest: [uah(15_000), uah(15_010)] }, { nearest: ['15000.00', '15010.00'] }],
    [{ code: 'quantity_above_volume', maximum: tonnes(500) }, { maximum: '500.000' }],
    [{ code: 'deposit_insufficient', maximum: tonnes(90) }, { maximum: '90.000' }],
    [{ code: 'quantity_below_minimum', minimum: tonnes(10) }, { minimum: '10.000' }],
    [{ code: 'quantity_reduced', minimum: tonnes(200) }, { minimum: '200.000' }],
    [{ code: 'quantity_off_step', nearest: [tonnes(200), tonnes(210)] }, { nearest: ['200.000', '210.000'] }],
    [
      { code: 'minimum_quantity_invalid', minimum: tonnes(10), maximum: tonnes(200) },
      { minimum: '10.000', maximum: '200.000' },
    ],
    [{ code: 'auction_halted', resumesAt: START }, { resumes_at: new Date(START).toISOString() }],
    [{ code: 'auction_halted', resumesAt: null }, {}],
  ])('names its bounds: %j', (refusal, extensions) => {
    expect(refusalOf(refusal)).toEqual(refuse(refusal.code, { extensions }))
  })

  it('of an application below the starting price names that price', () => {
    expect(refusalOf({ code: 'price_below_starting', minimum: uah(14_000) })).toEqual(
      refuse('price_below_starting', { extensions: { minimum: '14000.00' } }),
    )
    expect(refusalOf({ code: 'auction_ended' })).toEqual(refuse('auction_ended'))
  })
})
