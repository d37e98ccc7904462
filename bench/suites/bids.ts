import { fork } from 'node:child_process'
import type { BenchPortal } from '../support/portal'
import { directTransactions } from '../support/direct-transactions'
import type { Figure } from '../support/figures'
import { openMarket } from '../support/market'
import { distribution, round } from '../support/percentiles'
import { nextBid } from '../load/bid-plan'
import { postUntil } from '../load/posting'
import type { PacedResult } from '../load/paced-bids'

const clients = 100

/** B1–B3: bids over HTTP against the empty call of the same server and against bare transactions, all in one run. */
export async function bidsSuite(portal: BenchPortal, seconds: number): Promise<Figure[]> {
  const empty = { path: '/api/time', headers: {}, body: '{}' }
  await postUntil({ origin: portal.origin, clients, seconds: Math.min(2, seconds), next: () => empty })
  const emptyRate = (await postUntil({ origin: portal.origin, clients, seconds, next: () => empty })).perSecond
  const direct = await directTransactions(portal.databaseUrl, seconds)

  const hot = await openMarket(portal, { auctions: 1, biddersEach: clients })
  const one = await postUntil({
    origin: portal.origin,
    clients,
    seconds,
    next: (index) => nextBid(hot.bidders[index]!),
  })
  const spread = await openMarket(portal, { auctions: 100, biddersEach: 1 })
  const many = await postUntil({
    origin: portal.origin,
    clients,
    seconds,
    next: (index) => nextBid(spread.bidders[index]!),
  })

  const paced = await pacedBids(portal, Math.max(10, seconds))
  const answer = distribution(paced.latencies)
  return [
    {
      id: 'B1',
      what: 'answers to bids per second, one hot auction, 100 clients',
      measured: `${round(one.perSecond, 0)}/s = ${round(one.perSecond / emptyRate)} × empty POST (${round(emptyRate, 0)}/s), ${round(one.perSecond / direct, 1)} × direct transactions (${round(direct, 0)}/s); statuses ${JSON.stringify(one.statuses)}`,
      target: '≥ 0.25 × empty POST and ≥ 4 × direct transactions',
      met: one.perSecond >= 0.25 * emptyRate && one.perSecond >= 4 * direct && onlyAccepted(one.statuses),
      values: { bids: one.perSecond, empty: emptyRate, direct, statuses: one.statuses },
    },
    {
      id: 'B2',
      what: 'the same over 100 auctions',
      measured: `${round(many.perSecond, 0)}/s = ${round(many.perSecond / emptyRate)} × empty POST; statuses ${JSON.stringify(many.statuses)}`,
      target: '≥ 0.2 × empty POST',
      met: many.perSecond >= 0.2 * emptyRate && onlyAccepted(many.statuses),
      values: { bids: many.perSecond, empty: emptyRate, statuses: many.statuses },
    },
    {
      id: 'B3',
      what: `acknowledgement at 500 bids/s with ${paced.watchers} watchers`,
      measured: `p50 ${answer.p50} ms, p99 ${answer.p99} ms, ${answer.count} bids at ${round(paced.perSecond, 0)}/s; statuses ${JSON.stringify(paced.statuses)}`,
      target: 'p50 ≤ 5 ms, p99 ≤ 25 ms',
      met: answer.p50 <= 5 && answer.p99 <= 25 && onlyAccepted(paced.statuses),
      values: { ...answer, perSecond: paced.perSecond, watchers: paced.watchers },
    },
  ]
}

function onlyAccepted(statuses: Record<number, number>): boolean {
  return Object.keys(statuses).every((status) => status === '200')
}

/** In a process of its own, so that 1 000 watchers' reading does not stand in the way of the clock that measures. */
async function pacedBids(portal: BenchPortal, seconds: number): Promise<PacedResult> {
  const market = await openMarket(portal, { auctions: 1, biddersEach: 50 })
  const watching = fork('bench/load/watching.ts', { execArgv: ['--import', 'tsx'], env: process.env })
  const ready = new Promise((resolve) => watching.once('message', resolve))
  watching.send({ host: portal.host, port: portal.port, path: market.eventsPath(0), count: 1000 })
  await ready
  const { pacedBids: run } = await import('../load/paced-bids')
  const result = await run({ origin: portal.origin, bidders: market.bidders, perSecond: 500, seconds })
  watching.kill()
  return { ...result, watchers: 1000 }
}
