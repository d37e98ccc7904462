import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'undici'
import { newToken } from '@/lib/server/identity/tokens'
import { pacedBids } from '../load/paced-bids'
import type { Figure } from '../support/figures'
import { openMarket } from '../support/market'
import { distribution, round } from '../support/percentiles'
import type { BenchPortal } from '../support/portal'
import { onlyAccepted } from './bids'

const BIDDERS = 50
/** Below R4.11 for each of the bidders. */
const BIDS_PER_SECOND = 15
const STRANGERS = { connections: 100, perSecond: 2_000 }

/** B7: compares the acknowledgement of bids with and without strangers, who send bids with well-formed unknown tokens. */
export async function strangersSuite(portal: BenchPortal, seconds: number): Promise<Figure[]> {
  const { bidders } = await openMarket(portal, { auctions: 1, biddersEach: BIDDERS })
  const measure = () => pacedBids({ origin: portal.origin, bidders, perSecond: BIDS_PER_SECOND, seconds })
  await pacedBids({ origin: portal.origin, bidders, perSecond: BIDS_PER_SECOND, seconds: 5 })
  await delay(60_000)
  const alone = await measure()
  await delay(60_000)
  const strangers = sendAsStrangers(portal.origin, bidders[0]!.auctionId)
  const among = await measure()
  const refused = await strangers.stop()
  const [without, within] = [distribution(alone.latencies), distribution(among.latencies)]
  const ratio = within.p99 / without.p99
  return [
    {
      id: 'B7',
      what: `acknowledgement of bids among ${STRANGERS.perSecond} requests of strangers a second`,
      measured: `p99 ${within.p99} ms = ${round(ratio)} × without (${without.p99} ms), ${within.count} bids; statuses ${JSON.stringify(among.statuses)}, strangers ${JSON.stringify(refused)}`,
      target: '≤ 3 × without, no 503',
      met: ratio <= 3 && onlyAccepted(among.statuses) && onlyAccepted(alone.statuses),
      values: { within, without, statuses: among.statuses, refused },
    },
  ]
}

function sendAsStrangers(origin: string, auctionId: number) {
  const { connections, perSecond } = STRANGERS
  const statuses: Record<number, number> = {}
  let stopped = false
  const done = Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(origin, { pipelining: 1 })
      const pauseMs = (1000 * connections) / perSecond
      while (!stopped) {
        const due = performance.now() + pauseMs
        const response = await client.request({
          method: 'POST',
          path: '/api/bids/place',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${newToken()}`,
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ auction_id: auctionId, price: '10000.00', quantity: '10.000' }),
        })
        await response.body.dump()
        statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
        await delay(Math.max(0, due - performance.now()))
      }
      await client.close()
    }),
  )
  return {
    /** Returns the answers by status. */
    async stop() {
      stopped = true
      await done
      return statuses
    },
  }
}
