import { nextBid } from '../load/bid-plan'
import { postUntil } from '../load/posting'
import type { Figure } from '../support/figures'
import { openMarket } from '../support/market'
import { round } from '../support/percentiles'
import type { BenchPortal } from '../support/portal'
import { interleave, rateOf } from '../support/turns'
import { addCounts, onlyAccepted } from './bids'

const CLIENTS = 100

/** B5: compares bids through two servers of one database with the same bids through one. */
export async function serversSuite(portal: BenchPortal, seconds: number): Promise<Figure[]> {
  const second = await portal.startSecond()
  const origins = [portal.origin, second.origin]
  const processorTimes = () => new Map([...portal.processorTimes(), ...second.processorTimes()])

  async function compare(auctions: number, target: number): Promise<Figure> {
    const { bidders } = await openMarket(portal, { auctions, biddersEach: CLIENTS / auctions })
    const statuses: Record<number, number> = {}
    /** Half of the clients use each origin. */
    const run = async (used: readonly string[]) => {
      const share = CLIENTS / used.length
      const results = await Promise.all(
        used.map((origin, at) =>
          postUntil({ origin, clients: share, seconds, next: (index) => nextBid(bidders[at * share + index]!) }),
        ),
      )
      for (const result of results) addCounts(statuses, result.statuses)
      return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    await run(origins)
    const [one, two] = await interleave(
      { processorTimes, run: () => run([portal.origin]) },
      { processorTimes, run: () => run(origins) },
    )
    const ratio = two.perSecond / one.perSecond
    return {
      id: 'B5',
      what: `bids on ${auctions === 1 ? 'one auction' : `${auctions} auctions`} through two servers`,
      measured: `${rateOf(two)} = ${round(ratio)} × through one (${rateOf(one)}); statuses ${JSON.stringify(statuses)}`,
      target: `≥ ${target} × through one`,
      met: ratio >= target && onlyAccepted(statuses),
      values: { two, one, statuses },
    }
  }

  try {
    return [await compare(1, 0.8), await compare(10, 1.1)]
  } finally {
    await second.stop()
  }
}
