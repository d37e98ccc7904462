import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Pool } from '@/lib/server/platform/db/pool'
import { fixedClock } from '@/tests/support/fixed-clock'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { LoadedStream } from '@/lib/server/events/stream'
import { answer, type BidTicket } from '@/lib/server/platform/call'
import { bidder, runningAuction } from '@/tests/support/builders/auction'
import { MINUTE, START } from '@/tests/support/builders/lot'
import type { BidOutcome, PlaceBid } from './decide-batch'
import { createBidQueue } from './bid-queue'

const AUCTION = 7
const NOW = START + MINUTE

afterEach(() => void jest.useRealTimers())

/** A queue on an auction of three bidders. Records the writes, and can block them or let another server be first. */
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
  let conflicts = 0
  let fault: string | null = null
  let blockedBy: Promise<void> | null = null
  /** The log's entries of each write. */
  const writes: string[][] = []
  const statements: string[] = []
  const query = async (statement: string | { name: string; values: unknown[] }) => {
    const { name, values } = typeof statement === 'string' ? { name: statement, values: [] } : statement
    statements.push(name)
    if (name !== 'record-bids') return { rows: [] }
    writes.push(String(values[6]).split('\n').filter(Boolean))
    await blockedBy
    if (conflicts === 0) return { rows: [{ written: [AUCTION] }] }
    conflicts -= 1
    return { rows: [{ written: [] }] }
  }
  const queue = createBidQueue({
    pool: { connect: async () => ({ query, release: () => undefined }) } as unknown as Pool,
    streams: {
      remembered: () => stream,
      current: async () => stream,
      put: (loaded: LoadedStream) => void (stream = loaded),
    } as unknown as StreamCache,
    clock: { ...clock, fault: () => fault },
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
    statements,
    /** Other servers are first, so many times. */
    conflict: (times: number) => void (conflicts = times),
    loseTime: () => void (fault = 'the time is not known'),
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

describe('R4.9 a bid that was received before a recorded one', () => {
  it('bears the instant of that one', async () => {
    const { queue, clock, place } = openQueue()
    expect(seqOf(await place(1, 14_010))).toBe(4)
    clock.advance(-1)
    const late = await place(2, 14_020)
    expect(late.ok && late.answer.data.bid.received_at).toBe(new Date(NOW).toISOString())
    expect([seqOf(late), queue.count()]).toEqual([5, 0])
  })
})

describe('a write that another server is ahead of', () => {
  it('is decided again on the record', async () => {
    const { place, conflict, statements } = openQueue()
    conflict(1)
    expect(seqOf(await place(1, 14_010))).toBe(4)
    expect(statements).toEqual(['record-bids', 'idempotency-records', 'record-bids'])
  })

  it('takes its turn by the lock of the head after two conflicts in a row', async () => {
    const { place, conflict, statements } = openQueue()
    conflict(2)
    expect(seqOf(await place(1, 14_010))).toBe(4)
    expect(statements.slice(3)).toEqual([
      expect.stringMatching(/^begin; .*idle.* = 250$/),
      'lock-head',
      'idempotency-records',
      'record-bids',
      'commit',
    ])
  })
})

describe('R6.2 a bid that is being admitted', () => {
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
    expect(queue.count()).toBe(2)
    await jest.advanceTimersByTimeAsync(400)
    expect(await answered).toEqual({ ok: false, refusal: { code: 'service_unavailable', retryAfter: 1 } })
    expect(seqOf(await next)).toBe(4)
    expect(queue.count()).toBe(0)
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

describe('R0.4 a server that is not sure of its time', () => {
  it('decides nothing: its bids are answered 503', async () => {
    const { place, loseTime, writes } = openQueue()
    loseTime()
    expect(seqOf(await place(1, 14_010))).toBe('service_unavailable')
    expect(writes).toEqual([])
  })
})
