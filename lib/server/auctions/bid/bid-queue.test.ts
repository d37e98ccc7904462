import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Pool } from '@/lib/server/platform/db/pool'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { LoadedStream } from '@/lib/server/events/stream'
import { answer, BidNotDecided, type BidTicket } from '@/lib/server/http/handler'
import { bidder, runningAuction } from '@/tests/support/builders/auction'
import { MINUTE, START } from '@/tests/support/builders/lot'
import type { BidOutcome, PlaceBid } from './decide-batch'
import { createBidQueue } from './bid-queue'

const AUCTION = 7
const NOW = START + MINUTE

afterEach(() => void jest.useRealTimers())

/** The leader's queue on an auction of three bidders. Records the writes, and can block them. */
function openQueue(limits = {}) {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  const clock = fixedClock(NOW)
  let stream: LoadedStream = {
    auctionId: AUCTION,
    state: runningAuction([1, 2, 3].map(() => ({ price: 14_000, quantity: 10 }))),
    logSeq: 9,
    lastHash: '0'.repeat(64),
    applicants: new Map(),
    texts: null,
  }
  let epoch: number | null = 1
  let leads = true
  let blockedBy: Promise<void> | null = null
  /** The log's entries of each write. */
  const writes: string[][] = []
  const query = async ({ name, values }: { name: string; values: unknown[] }) => {
    if (name === 'idempotency-records') return { rows: [] }
    writes.push(String(values[8]).split('\n').filter(Boolean))
    await blockedBy
    return { rows: [{ written: leads ? [AUCTION] : null }] }
  }
  const queue = createBidQueue({
    pool: { connect: async () => ({ query, release: () => undefined }) } as unknown as Pool,
    streams: {
      remembered: () => stream,
      current: async () => stream,
      put: (loaded: LoadedStream) => void (stream = loaded),
    } as unknown as StreamCache,
    clock,
    serverId: 'here',
    epoch: () => epoch,
    leads: () => leads,
    onLost: () => undefined,
    log: { warn: () => undefined },
    limits,
  })
  let keys = 0
  const place = (participant: number, price: number, ticket: BidTicket = queue.receive()) =>
    queue.place<PlaceBid>(ticket, {
      auctionId: AUCTION,
      bidderId: bidder(participant),
      personId: 1,
      price: price * 100,
      quantity: 10_000,
      final: false,
      idempotencyKey: `the-key-${(keys += 1)}`,
    })
  return {
    queue,
    clock,
    writes,
    place,
    /** Holds writes back until the returned function is called. */
    blockWrites() {
      let release = () => {}
      blockedBy = new Promise((resolve) => {
        release = () => {
          blockedBy = null
          resolve()
        }
      })
      return release
    },
    /** From now on the server may not decide, or another one leads. */
    lose(lost: { leadership: boolean }) {
      epoch = null
      leads = !lost.leadership
    },
  }
}

const seqOf = (outcome: BidOutcome) => (outcome.ok ? outcome.answer.data.bid.seq : outcome.refusal.code)
const turn = () => new Promise((resolve) => setImmediate(resolve))
async function turns() {
  for (let count = 0; count < 10; count += 1) await turn()
}

describe('R4.9 bids are decided in the order of receipt', () => {
  it('whatever the order in which they are admitted', async () => {
    const { queue, place, writes } = openQueue()
    const [first, second, third] = [queue.receive(), queue.receive(), queue.receive()]
    const later = [place(3, 14_030, third), place(2, 14_020, second)]
    await turns()
    expect(writes).toEqual([])
    const earlier = place(1, 14_010, first)
    expect((await Promise.all([earlier, ...later.toReversed()])).map(seqOf)).toEqual([4, 5, 6])
    expect(writes).toHaveLength(1)
  })

  it('without waiting for an earlier one that was refused before it was queued', async () => {
    const { queue, place } = openQueue()
    const refused = queue.receive()
    const bid = place(1, 14_010)
    await turns()
    refused.release()
    expect(seqOf(await bid)).toBe(4)
  })

  it('in one write for all that arrived during the previous one', async () => {
    const { place, blockWrites, writes } = openQueue()
    const release = blockWrites()
    const first = place(1, 14_010)
    await turns()
    const others = [place(2, 14_020), place(3, 14_030)]
    await turns()
    expect(writes).toHaveLength(1)
    release()
    expect((await Promise.all([first, ...others])).map(seqOf)).toEqual([4, 5, 6])
    expect(writes.map((entries) => entries.length)).toEqual([1, 2])
  })
})

describe('R4.9 a bid whose stamp is before that of a recorded one', () => {
  it('is neither recorded nor refused: it is resent and gets a new stamp', async () => {
    const { queue, clock, place, writes } = openQueue()
    expect(seqOf(await place(1, 14_010))).toBe(4)
    clock.advance(-1)
    await expect(place(2, 14_020)).rejects.toThrow(BidNotDecided)
    clock.advance(1)
    expect([seqOf(await place(2, 14_020)), queue.count(), writes.length]).toEqual([5, 0, 2])
  })
})

describe('R6.2 a bid that is being admitted', () => {
  it('delays a later close until it is answered', async () => {
    const { queue, place } = openQueue()
    const ticket = queue.receive()
    expect([queue.hasBidBefore(AUCTION, NOW), queue.hasBidBefore(AUCTION, NOW + 1)]).toEqual([false, true])
    const bid = place(1, 14_010, ticket)
    expect(queue.hasBidBefore(AUCTION, NOW + 1)).toBe(true)
    await bid
    expect([queue.hasBidBefore(AUCTION, NOW + 1), queue.count()]).toEqual([false, 0])
  })

  it('is answered 503 after five seconds, no longer delays anything, and is never decided', async () => {
    const { queue, place, writes } = openQueue()
    const ticket = queue.receive()
    let admit = (): void => undefined
    const admitted = new Promise<void>((resolve) => {
      admit = resolve
    })
    const answered = ticket.admit(admitted.then(() => place(1, 14_010, ticket)))
    const next = place(2, 14_010)
    await jest.advanceTimersByTimeAsync(4_900)
    expect(queue.hasBidBefore(AUCTION, NOW + 1)).toBe(true)
    await jest.advanceTimersByTimeAsync(400)
    expect(await answered).toEqual({ ok: false, refusal: { code: 'service_unavailable', retryAfter: 1 } })
    expect(seqOf(await next)).toBe(4)
    expect(queue.hasBidBefore(AUCTION, NOW + 1)).toBe(false)
    admit()
    await turns()
    expect(writes).toHaveLength(1)
  })

  it('otherwise gets the answer of its decision', async () => {
    const { queue } = openQueue()
    expect(await queue.receive().admit(Promise.resolve(answer('decided')))).toEqual(answer('decided'))
    await expect(queue.receive().admit(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })
})

describe('a server that no longer leads', () => {
  it('leaves every unanswered bid to the next leader', async () => {
    const { queue, place, blockWrites, lose } = openQueue()
    const release = blockWrites()
    const writing = place(1, 14_010)
    await turns()
    const waiting = place(2, 14_010)
    lose({ leadership: true })
    queue.abandon()
    await expect(waiting).rejects.toBeInstanceOf(BidNotDecided)
    release()
    await expect(writing).rejects.toBeInstanceOf(BidNotDecided)
    await expect(place(3, 14_010)).rejects.toBeInstanceOf(BidNotDecided)
    expect(queue.count()).toBe(0)
  })
})

describe('a leader that may not decide for a while', () => {
  it('keeps its bids waiting, and answers 503 once they expire', async () => {
    const { queue, place, lose } = openQueue()
    const waiting = place(1, 14_010)
    lose({ leadership: false })
    await turns()
    expect(queue.count()).toBe(1)
    await jest.advanceTimersByTimeAsync(15_500)
    expect(seqOf(await waiting)).toBe('service_unavailable')
  })
})
