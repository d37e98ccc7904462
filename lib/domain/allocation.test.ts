import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { allocate, type Allocation, type LastBid } from '@/lib/domain/allocation'
import { tonnes, uah } from '@/tests/support/builders/lot'

const VOLUME = tonnes(500)

function bid(participant: number, price: number, quantity: number, atLeast = 10): LastBid {
  return {
    participant,
    price: uah(price),
    quantity: tonnes(quantity),
    minimumQuantity: tonnes(atLeast),
    seq: participant,
  }
}

function shares(allocation: Allocation): Record<number, number> {
  return Object.fromEntries(allocation.rows.map((row) => [row.participant, row.allocated]))
}

describe('R7 the worked example', () => {
  const [A, B, C, D] = [bid(1, 15_200, 300), bid(2, 15_100, 150), bid(3, 15_000, 200, 60), bid(4, 14_900, 50)]

  it('gives A 300 t, B 150 t, passes over C and gives D the last 50 t', () => {
    const { rows, remaining } = allocate({ volume: VOLUME, lastBids: [D, C, B, A] })
    expect(rows.map((row) => [row.rank, row.participant, row.allocated, row.kind])).toEqual([
      [1, 1, tonnes(300), 'full'],
      [2, 2, tonnes(150), 'full'],
      [3, 3, 0, 'passed_over'],
      [4, 4, tonnes(50), 'full'],
    ])
    expect(remaining).toBe(0)
  })
})

describe('R7.1 the order', () => {
  it('is by price, then the earlier bid', () => {
    const lastBids = [bid(3, 15_000, 300), bid(1, 15_000, 300), bid(2, 15_000, 300)]
    expect(
      allocate({ volume: VOLUME, lastBids }).rows.map((row) => [row.participant, row.allocated, row.kind]),
    ).toEqual([
      [1, tonnes(300), 'full'],
      [2, tonnes(200), 'partial'],
      [3, 0, 'none'],
    ])
  })
})

describe('R7.2 the remaining volume', () => {
  it('goes to a bidder whose minimum it just meets', () => {
    const lastBids = [bid(1, 15_000, 450), bid(2, 14_900, 100, 50)]
    expect(allocate({ volume: VOLUME, lastBids }).rows[1]).toMatchObject({ allocated: tonnes(50), kind: 'partial' })
  })

  it('stays unsold if no bidder takes it', () => {
    const lastBids = [bid(1, 15_000, 450), bid(2, 14_900, 100, 60)]
    expect(allocate({ volume: VOLUME, lastBids }).remaining).toBe(tonnes(50))
  })

  it('is everything without bids', () => {
    expect(allocate({ volume: VOLUME, lastBids: [] })).toEqual({ rows: [], remaining: VOLUME })
  })
})

describe('R7.3 after its answers a bidder', () => {
  const allocatedTo = (second: LastBid, first = bid(1, 15_000, 400)) =>
    allocate({ volume: VOLUME, lastBids: [first, second] }).rows[1]?.allocated

  it('gets its whole quantity if exactly that is left, although it refused a part', () => {
    expect(allocatedTo({ ...bid(2, 14_900, 100), onlyPart: 0 })).toBe(tonnes(100))
    expect(allocatedTo({ ...bid(2, 14_900, 101), onlyPart: 0 })).toBe(0)
  })

  it('keeps the accepted part as long as at least that is left', () => {
    expect(allocatedTo({ ...bid(2, 14_900, 200), onlyPart: tonnes(100) })).toBe(tonnes(100))
    expect(allocatedTo({ ...bid(2, 14_900, 200), onlyPart: tonnes(101) })).toBe(0)
  })
})

describe('R7 for any bids', () => {
  /** Few prices and quantities, so that ties, parts and passing over are common. */
  const anyBids = fc
    .array(
      fc.record({
        price: fc.integer({ min: 1, max: 8 }),
        quantity: fc.integer({ min: 1, max: 12 }),
        least: fc.integer({ min: 1, max: 12 }),
      }),
      { maxLength: 12 },
    )
    .map((bids) =>
      bids.map(({ price, quantity, least }, index): LastBid => ({
        participant: index + 1,
        price,
        quantity,
        minimumQuantity: Math.min(least, quantity),
        seq: index + 1,
      })),
    )
  const volume = fc.integer({ min: 1, max: 30 })
  const distinctPrices = anyBids.map((bids) =>
    bids.map((each) => ({ ...each, price: each.price * 100 + each.participant })),
  )

  it('allocated and remaining volume add up to the lot, and none is negative', () => {
    fc.assert(
      fc.property(volume, anyBids, (offered, lastBids) => {
        const { rows, remaining } = allocate({ volume: offered, lastBids })
        expect(rows.reduce((total, row) => total + row.allocated, remaining)).toBe(offered)
        expect(remaining).toBeGreaterThanOrEqual(0)
        for (const row of rows) expect(row.allocated).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('each bid gets all, an acceptable part, or nothing, as its kind names', () => {
    fc.assert(
      fc.property(volume, anyBids, (offered, lastBids) => {
        for (const row of allocate({ volume: offered, lastBids }).rows) {
          const { quantity, minimumQuantity } = lastBids[row.participant - 1] as LastBid
          if (row.kind === 'full') expect(row.allocated).toBe(quantity)
          else if (row.kind === 'partial')
            expect(row.allocated >= minimumQuantity && row.allocated < quantity).toBe(true)
          else expect(row.allocated).toBe(0)
        }
      }),
    )
  })

  it('nothing remains that a passed-over bidder would have taken', () => {
    fc.assert(
      fc.property(volume, anyBids, (offered, lastBids) => {
        const { rows, remaining } = allocate({ volume: offered, lastBids })
        for (const row of rows.filter(({ allocated }) => allocated === 0)) {
          expect(remaining).toBeLessThan((lastBids[row.participant - 1] as LastBid).minimumQuantity)
        }
      }),
    )
  })

  it('permuting the bids changes nothing', () => {
    const permuted = distinctPrices.chain((bids) =>
      fc.tuple(fc.constant(bids), fc.shuffledSubarray(bids, { minLength: bids.length })),
    )
    fc.assert(
      fc.property(volume, permuted, (offered, [bids, shuffled]) => {
        expect(allocate({ volume: offered, lastBids: shuffled })).toEqual(allocate({ volume: offered, lastBids: bids }))
      }),
    )
  })

  it('receiving bids of distinct prices in another order changes no share', () => {
    const renumbered = distinctPrices.chain((bids) =>
      fc.tuple(
        fc.constant(bids),
        fc.shuffledSubarray(
          bids.map((each) => each.seq),
          { minLength: bids.length },
        ),
      ),
    )
    fc.assert(
      fc.property(volume, renumbered, (offered, [bids, order]) => {
        const reordered = bids.map((bid, index) => ({ ...bid, seq: order[index] ?? 0 }))
        expect(shares(allocate({ volume: offered, lastBids: reordered }))).toEqual(
          shares(allocate({ volume: offered, lastBids: bids })),
        )
      }),
    )
  })

  it('raising one’s price never loses volume, at the same quantity and the same acceptable minimum', () => {
    const raised = anyBids
      .filter((bids) => bids.length > 0)
      .chain((bids) => fc.tuple(fc.constant(bids), fc.nat({ max: bids.length - 1 }), fc.integer({ min: 1, max: 9 })))
    fc.assert(
      fc.property(volume, raised, (offered, [bids, index, by]) => {
        const bid = bids[index] as LastBid
        const higher = { ...bid, price: bid.price + by, seq: bids.length + 1 }
        const before = shares(allocate({ volume: offered, lastBids: bids }))[bid.participant] as number
        const after = shares(allocate({ volume: offered, lastBids: bids.with(index, higher) }))[
          bid.participant
        ] as number
        expect(after).toBeGreaterThanOrEqual(before)
      }),
      { numRuns: 1000 },
    )
  })

  it('the later of two equal bids never gets more than the earlier one', () => {
    fc.assert(
      fc.property(volume, anyBids, fc.integer({ min: 1, max: 8 }), (offered, bids, price) => {
        const twin = { price, quantity: 5, minimumQuantity: 2 }
        const earlier = { ...twin, participant: 101, seq: 101 }
        const later = { ...twin, participant: 102, seq: 102 }
        const allocated = shares(allocate({ volume: offered, lastBids: [later, ...bids, earlier] }))
        expect(allocated[101]).toBeGreaterThanOrEqual(allocated[102] as number)
      }),
    )
  })
})
