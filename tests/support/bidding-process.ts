/** Runs a server's bidding in a separate process, for tests that kill or freeze it. Bids and answers are messages. */
import type { PlacedBid } from '@/lib/contract/auctions'
import type { Outcome } from '@/lib/server/platform/call'
import { openServer, placeBid } from '@/tests/support/auction-house'
import { createPool } from '@/lib/server/platform/db/pool'

export interface SentBid {
  key: string
  auctionId: number
  companyId: number
  price: number
}

export interface BidAnswer {
  key: string
  /** When this server received it. */
  at: number
  outcome: Outcome<{ data: PlacedBid }>
}

export interface ReadyProcess {
  serverId: string
}

/** `since`: the real time at which the clock of the servers shows `now`. */
const [url = '', now = '', since = ''] = process.argv.slice(2)
const clock = { now: () => Number(now) + Date.now() - Number(since) }
const server = await openServer({ url, pool: createPool({ url, onIdleError: () => undefined }) }, clock)

process.on('message', (bid: SentBid) => {
  const at = clock.now()
  void placeBid(server, { ...bid, at }, { price: bid.price, quantity: 10 }).then((outcome) => {
    process.send?.({ key: bid.key, at, outcome } satisfies BidAnswer)
  })
})
// The parent has exited.
process.on('disconnect', () => process.exit())
process.send?.({ serverId: server.serverId } satisfies ReadyProcess)
