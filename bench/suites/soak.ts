import { pacedBids } from '../load/paced-bids'
import type { Figure } from '../support/figures'
import { openMarket, watchInProcess } from '../support/market'
import { round } from '../support/percentiles'
import type { BenchPortal } from '../support/portal'

const PACE = 500
const WATCHERS = 1000
const MAX_MEGABYTES = 700
const MEGABYTE = 1024 * 1024

/**
 * S2: the memory of a portal under 500 bids per second and 1 000 watchers. It is flat if the last sixth uses at most
 * 10 % more than the second sixth, when caches are full and code is compiled.
 */
export async function soakSuite(portal: BenchPortal, minutes: number): Promise<Figure[]> {
  const market = await openMarket(portal, { auctions: 1, biddersEach: 50 })
  const watching = await watchInProcess(portal, market.eventsPath(0), WATCHERS)
  const resident: number[] = []
  const statuses: Record<string, number> = {}
  const began = performance.now()
  for (let minute = 1; minute <= minutes; minute += 1) {
    const load = { origin: portal.origin, bidders: market.bidders, perSecond: PACE, seconds: 60 }
    for (const [status, count] of Object.entries((await pacedBids(load)).statuses))
      statuses[status] = (statuses[status] ?? 0) + count
    const megabytes = Math.round((await portal.memory()) / MEGABYTE)
    resident.push(megabytes)
    console.log(`  minute ${minute}: ${megabytes} MB, ${JSON.stringify(statuses)}`)
  }
  const seconds = (performance.now() - began) / 1000
  watching.kill()
  const afterCollection = await portal.memoryAfterCollection()
  const bids = await market.bidsOf(0)
  const sixth = Math.max(1, Math.floor(minutes / 6))
  const early = median(resident.slice(sixth, 2 * sixth))
  const late = median(resident.slice(-sixth))
  const most = Math.max(...resident)
  return [
    {
      id: 'S2',
      what: `memory over ${minutes} minutes at ${PACE} bids/s with ${WATCHERS} watchers`,
      measured: `RSS ${early} MB in the second sixth, ${late} MB in the last, at most ${most} MB; after a collection ${Math.round(afterCollection.rss / MEGABYTE)} MB, of it heap ${Math.round(afterCollection.heapUsed / MEGABYTE)} MB; ${bids} bids at ${round(bids / seconds, 0)}/s; statuses ${JSON.stringify(statuses)}`,
      target: `flat (≤ 1.1 ×), ≤ ${MAX_MEGABYTES} MB`,
      met: late <= 1.1 * early && most <= MAX_MEGABYTES && Object.keys(statuses).every((status) => status === '200'),
      values: { resident, afterCollection, bids, seconds, statuses },
    },
  ]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
