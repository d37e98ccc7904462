/** A portal server's bidding as a process of its own, for tests that kill it: bids come and answers go as messages. */
import type { PlacedBid } from '@/lib/contract/bids'
import { fixedClock } from '@/lib/server/kernel/clock'
import type { Outcome } from '@/lib/server/kernel/handler'
import { openServer, placeBid } from '@/tests/support/auction-house'
import { createPool } from '@/lib/server/db/pool'

export interface SentBid {
  key: string
  auctionId: number
  accountId: number
  price: number
}

export interface BidAnswer {
  key: string
  outcome: Outcome<{ data: PlacedBid }>
}

const [url = '', now = ''] = process.argv.slice(2)
const clock = fixedClock(Number(now))
const server = await openServer({ url, pool: createPool({ url }), drop: async () => undefined }, clock)

process.on('message', (bid: SentBid) => {
  void placeBid(server, { ...bid, at: clock.now() }, { price: bid.price, quantity: 10 }).then((outcome) => {
    process.send?.({ key: bid.key, outcome } satisfies BidAnswer)
  })
})
// Its parent has gone: nobody is to be answered any more.
process.on('disconnect', () => process.exit())
process.send?.('ready')
