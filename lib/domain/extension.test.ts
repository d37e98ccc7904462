import { describe, expect, it } from '@jest/globals'
import type { AuctionState } from '@/lib/domain/auction-state'
import { decideBid } from '@/lib/domain/bidding'
import { evolveAll } from '@/lib/domain/evolve'
import { decideEnd } from '@/lib/domain/lifecycle'
import { afterBid, bidOf, eventsOf, runningAuction, type Offer } from '@/tests/support/builders/auction'
import { aLot, CLOSE, END, MINUTE, tonnes, uah } from '@/tests/support/builders/lot'

const WINDOW = 3 * MINUTE

/** 100 t for two bidders who want all of it: №1 has it, №2 has nothing. */
const contested = runningAuction(
  [
    { price: 15_000, quantity: 100, atLeast: 100 },
    { price: 14_500, quantity: 100, atLeast: 100 },
  ],
  aLot({ volume: tonnes(100) }),
)
const overtaking: Offer = { price: 15_010, quantity: 100, atLeast: 100 }

function extensionAt(receivedAt: number, state: AuctionState = contested, participant = 2, offer = overtaking) {
  return eventsOf(decideBid(state, bidOf(participant, offer, { receivedAt }))).find(
    (event) => event.kind === 'extended',
  )
}

describe('R5.1 extension', () => {
  it('moves the end to a window after a late bid that changes who gets how much', () => {
    expect(extensionAt(END - 1)).toEqual({ kind: 'extended', at: END - 1, bySeq: 3, effectiveEnd: END - 1 + WINDOW })
  })

  it('is caused only by bids less than the window before the end', () => {
    expect(extensionAt(END - WINDOW)).toBeUndefined()
    expect(extensionAt(END - WINDOW + 1)).toMatchObject({ effectiveEnd: END + 1 })
  })

  it('is not caused by a bid that changes nothing', () => {
    expect(extensionAt(END - 1, contested, 1, { price: 15_010, quantity: 100, atLeast: 100 })).toBeUndefined()
    expect(extensionAt(END - 1, contested, 2, { price: 15_000, quantity: 100, atLeast: 100 })).toBeUndefined()
  })

  it('is caused by a change of quantities among the same winners', () => {
    const shared = runningAuction(
      [
        { price: 15_000, quantity: 60 },
        { price: 14_500, quantity: 60 },
      ],
      aLot({ volume: tonnes(100) }),
    )
    expect(extensionAt(END - 1, shared, 2, { price: 15_010, quantity: 60 })).toBeDefined()
    expect(extensionAt(END - 1, shared, 2, { price: 14_510, quantity: 70 })).toBeUndefined()
  })

  it('is caused by a change between two winners below a third that keeps its quantity', () => {
    const three = runningAuction(
      [
        { price: 15_000, quantity: 60 },
        { price: 14_600, quantity: 30 },
        { price: 14_500, quantity: 30 },
      ],
      aLot({ volume: tonnes(100) }),
    )
    expect(extensionAt(END - 1, three, 3, { price: 14_610, quantity: 30 })).toBeDefined()
  })

  it('is caused by a bidder that names a minimum above the part it had, and so loses it', () => {
    const shared = runningAuction(
      [
        { price: 15_000, quantity: 60 },
        { price: 14_500, quantity: 60 },
      ],
      aLot({ volume: tonnes(100) }),
    )
    expect(extensionAt(END - 1, shared, 2, { price: 14_510, quantity: 60, atLeast: 50 })).toBeDefined()
  })

  it('is caused again by the next late bid, but not by an earlier one', () => {
    const once = afterBid(contested, bidOf(2, overtaking, { receivedAt: END - 1 }))
    const back = { price: 15_020, quantity: 100, atLeast: 100 }
    expect(extensionAt(END - 1, once, 1, back)).toBeUndefined()
    expect(extensionAt(END + MINUTE, once, 1, back)).toMatchObject({ effectiveEnd: END + MINUTE + WINDOW })
  })

  it('never goes past the hard end', () => {
    const lot = aLot({ volume: tonnes(100), hardEndAt: END + MINUTE })
    const tight = runningAuction(
      [
        { price: 15_000, quantity: 100, atLeast: 100 },
        { price: 14_500, quantity: 100, atLeast: 100 },
      ],
      lot,
    )
    expect(extensionAt(END - 1, tight)).toMatchObject({ effectiveEnd: END + MINUTE })
    const atHardEnd = afterBid(tight, bidOf(2, overtaking, { receivedAt: END - 1 }))
    expect(extensionAt(END, atHardEnd, 1, { price: 15_020, quantity: 100, atLeast: 100 })).toBeUndefined()
  })

  it('never happens with a window of zero', () => {
    const sudden = runningAuction(
      [
        { price: 15_000, quantity: 100, atLeast: 100 },
        { price: 14_500, quantity: 100, atLeast: 100 },
      ],
      aLot({ volume: tonnes(100), extensionWindow: 0 }),
    )
    expect(extensionAt(END - 1, sudden)).toBeUndefined()
  })
})

describe('R5.2 the effective end', () => {
  it('applies to bids and to the end', () => {
    const extended = afterBid(contested, bidOf(2, overtaking, { receivedAt: END - 1 }))
    expect(extended.effectiveEnd).toBe(END - 1 + WINDOW)
    expect(decideEnd(extended, CLOSE)).toEqual([])
    const late = bidOf(1, { price: 15_020, quantity: 100 }, { receivedAt: END + MINUTE })
    expect(decideBid(extended, late).ok).toBe(true)
    expect(evolveAll(extended, decideEnd(extended, CLOSE + WINDOW)).endedAt).toBe(CLOSE + WINDOW)
    expect(extended.highestPrice).toBe(uah(15_010))
  })
})
