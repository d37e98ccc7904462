import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { AuctionState } from './auction-state'
import { BID_RATE_LIMIT, nextBidAt } from './bid-rate'
import { evolve } from './evolve'
import { bidder, runningAuction } from '@/tests/support/builders/auction'
import { START } from '@/tests/support/builders/lot'

const running = runningAuction([
  { price: 14_000, quantity: 10 },
  { price: 14_000, quantity: 10 },
])

function placed(state: AuctionState, at: number, changes: { automatic?: boolean } = {}): AuctionState {
  const last = state.lastBids[0]!
  const bid = { ...last, seq: state.seq + 1, preliminary: false, automatic: false, receivedAt: at, ...changes }
  return evolve(state, { kind: 'bid', at, ...bid })
}

it('R4.11 never lets more bids of a company on record than the limits allow, in any span', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 20, maxLength: 80 }), (gaps) => {
      let state = running
      let now = START
      const recorded: number[] = []
      for (const gap of gaps) {
        now += gap
        if (nextBidAt(state, bidder(1)) > now) {
          const isFull = BID_RATE_LIMIT.some(
            ({ bids, seconds }) => recorded.filter((at) => at > now - seconds * 1000).length >= bids,
          )
          expect(isFull).toBe(true)
          continue
        }
        state = placed(state, now)
        recorded.push(now)
        for (const { bids, seconds } of BID_RATE_LIMIT)
          expect(recorded.filter((at) => at > now - seconds * 1000).length).toBeLessThanOrEqual(bids)
      }
    }),
  )
})

it('R4.11 counts neither the preliminary bid, nor automatic bids, nor those of others', () => {
  expect(nextBidAt(running, bidder(1))).toBe(-Infinity)
  let state = running
  for (let index = 0; index < 40; index += 1) state = placed(state, START + index, { automatic: true })
  expect(nextBidAt(state, bidder(1))).toBe(-Infinity)
  for (let index = 0; index < 10; index += 1) state = placed(state, START + 100 + index)
  expect([nextBidAt(state, bidder(1)), nextBidAt(state, bidder(2))]).toEqual([START + 10_100, -Infinity])
})
