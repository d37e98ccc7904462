import { fork } from 'node:child_process'
import type { BenchPortal } from '../support/portal'
import { startBareNode } from '../support/bare-node'
import { directTransactions, durableCommits } from '../support/direct-transactions'
import type { Figure } from '../support/figures'
import { openMarket } from '../support/market'
import { distribution, round } from '../support/percentiles'
import { nextBid } from '../load/bid-plan'
import { postUntil } from '../load/posting'
import type { PacedResult } from '../load/paced-bids'

const clients = 100
/** Bids a second of B3. */
const PACE = 500

/** B0–B3: the empty call against bare Node, bids against the empty call and bare transactions, all in one run. */
export async function bidsSuite(portal: BenchPortal, seconds: number): Promise<Figure[]> {
  const empty = { path: '/api/time', headers: {}, body: '{}' }
  await postUntil({ origin: portal.origin, clients, seconds: Math.min(2, seconds), next: () => empty })
  const emptyRate = (await postUntil({ origin: portal.origin, clients, seconds, next: () => empty })).perSecond
  const bareNode = await startBareNode()
  const bareCall = { ...empty, path: '/time' }
  await postUntil({ origin: bareNode.origin, clients, seconds: Math.min(2, seconds), next: () => bareCall })
  const bareRate = (await postUntil({ origin: bareNode.origin, clients, seconds, next: () => bareCall })).perSecond
  bareNode.stop()
  const direct = await directTransactions(portal.databaseUrl, seconds)

  const hot = await openMarket(portal, { auctions: 1, biddersEach: clients })
  const load = { origin: portal.origin, clients, next: (index: number) => nextBid(hot.bidders[index]!) }
  // A process that has just started takes a quarter longer for a bid during its first seconds.
  await postUntil({ ...load, seconds: Math.min(5, seconds) })
  const one = await postUntil({ ...load, seconds })
  const spread = await openMarket(portal, { auctions: 100, biddersEach: 1 })
  const many = await postUntil({
    origin: portal.origin,
    clients,
    seconds,
    next: (index) => nextBid(spread.bidders[index]!),
  })

  const commit = await durableCommits(portal.databaseUrl, PACE, Math.max(5, seconds))
  const paced = await pacedBids(portal, Math.max(10, seconds))
  const answer = distribution(paced.latencies)
  return [
    {
      id: 'B0',
      what: 'the empty checked POST, 100 clients',
      measured: `${round(emptyRate, 0)}/s = ${round(emptyRate / bareRate)} × bare Node (${round(bareRate, 0)}/s)`,
      target: '≥ 0.6 × bare Node',
      met: emptyRate >= 0.6 * bareRate,
      values: { empty: emptyRate, bare: bareRate },
    },
    {
      id: 'B1',
      what: 'answers to bids per second, one hot auction, 100 clients',
      measured: `${round(one.perSecond, 0)}/s = ${round(one.perSecond / emptyRate)} × empty POST (${round(emptyRate, 0)}/s), ${round(one.perSecond / direct, 1)} × direct transactions (${round(direct, 0)}/s); statuses ${JSON.stringify(one.statuses)}`,
      target: '≥ 0.7 × empty POST and ≥ 6 × direct transactions',
      met: one.perSecond >= 0.7 * emptyRate && one.perSecond >= 6 * direct && onlyAccepted(one.statuses),
      values: { bids: one.perSecond, empty: emptyRate, direct, statuses: one.statuses },
    },
    {
      id: 'B2',
      what: 'the same over 100 auctions',
      measured: `${round(many.perSecond, 0)}/s = ${round(many.perSecond / emptyRate)} × empty POST; statuses ${JSON.stringify(many.statuses)}`,
      target: '≥ 0.7 × empty POST',
      met: many.perSecond >= 0.7 * emptyRate && onlyAccepted(many.statuses),
      values: { bids: many.perSecond, empty: emptyRate, statuses: many.statuses },
    },
    {
      id: 'B3',
      what: `acknowledgement at ${PACE} bids/s with ${paced.watchers} watchers`,
      measured: `p50 ${answer.p50} ms = ${round(answer.p50 / commit.p50)} × one durable commit (${commit.p50} ms), p99 ${answer.p99} ms = ${round(answer.p99 / commit.p99)} × (${commit.p99} ms), ${answer.count} bids at ${round(paced.perSecond, 0)}/s; statuses ${JSON.stringify(paced.statuses)}`,
      target: 'p50 ≤ 2 × and p99 ≤ 3 × one durable commit',
      met: answer.p50 <= 2 * commit.p50 && answer.p99 <= 3 * commit.p99 && onlyAccepted(paced.statuses),
      values: { ...answer, commit, perSecond: paced.perSecond, watchers: paced.watchers },
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
  const result = await run({ origin: portal.origin, bidders: market.bidders, perSecond: PACE, seconds })
  watching.kill()
  return { ...result, watchers: 1000 }
}
