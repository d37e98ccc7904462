import type { AuctionState } from '@/lib/domain/auction-state'
import type { Lot } from '@/lib/domain/lot'
import type { Random } from '@/demo/random'
import { stateOf } from '@/tests/support/auction-record'
import type { Bidder } from '../load/bid-plan'
import { openMarket, type Market } from '../support/market'
import { startBidding, type BiddingClients } from './bidding-clients'
import { compare, type Check } from './compare'
import type { Fleet } from './fleet'
import { startWatching, type WatchingClients } from './watching-clients'

export interface ScenarioOptions {
  random: Random
  /** Factor for the number of repetitions, such as 0.2 for a short run. */
  scale: number
  bidders: number
  perSecond: number
  watchers: number
  /** Number of busy-looping processes next to the portal in F10. */
  busy: number
  print(text: string): void
}

export interface Scenario {
  id: string
  what: string
  run(options: ScenarioOptions): Promise<Check[]>
}

/** A running auction with bidders and watchers that record the answers they get. */
export interface Bidding {
  auctionId: number
  market: Market
  bidders: Bidder[]
  clients: BiddingClients
  watching: WatchingClients
  started: AuctionState
  /** Ends the bidding and compares the clients' records with the portal's. */
  finish(expected?: Parameters<typeof compare>[4]): Promise<Check[]>
}

interface BiddingSetUp {
  /** The origin for each client. */
  originOf?: (client: number) => string
  lot?: (startsAt: number) => Partial<Lot>
  send?: Parameters<typeof startBidding>[0]['send']
}

const CAUGHT_UP_WITHIN_MS = 30_000

export async function beginBidding(fleet: Fleet, options: ScenarioOptions, setUp: BiddingSetUp = {}): Promise<Bidding> {
  const { random, perSecond } = options
  const originOf = setUp.originOf ?? (() => fleet.origin)
  const market = await openMarket(fleet, { auctions: 1, biddersEach: options.bidders, lot: setUp.lot })
  const auctionId = market.auctions[0]!
  const started = await stateOf(fleet.pool, auctionId)
  const after = await market.headOf(0)
  const watching = startWatching({ originOf, path: market.eventsPath(0), count: options.watchers, after, random })
  const { bidders } = market
  const clients = startBidding({ bidders, originOf, perSecond, random, send: setUp.send })
  const began = performance.now()
  return {
    auctionId,
    market,
    bidders,
    clients,
    watching,
    started,
    async finish(expected) {
      const ledger = await clients.stop()
      const seconds = (performance.now() - began) / 1000
      const head = await market.headOf(0)
      const missing = await watching.missing(head, CAUGHT_UP_WITHIN_MS)
      const wrong = watching.wrong()
      const checks = await compare(fleet.pool, auctionId, started, ledger, expected)
      watching.stop()
      const median = ledger.latencies.toSorted((a, b) => a - b)[Math.floor(ledger.latencies.length / 2)] ?? 0
      options.print(
        `${ledger.entries.length} bids in ${seconds.toFixed(0)} s (${Math.round(ledger.entries.length / seconds)}/s), median ${median.toFixed(0)} ms; ${options.watchers} watchers, ${watching.interruptions()} interruptions, ${watching.silences()} silent streams dropped; ${ledger.cutOff} bids recorded before their connection was lost`,
      )
      return [
        ...checks,
        {
          what: 'watchers with every event once, in order',
          passed: missing === 0 && wrong === 0,
          observed: `${options.watchers - missing} of ${options.watchers}, ${wrong} events missed, duplicated or out of order`,
        },
      ]
    },
  }
}
