import { randomUUID } from 'node:crypto'
import type { BenchPortal } from '../support/portal'
import { startBareNode } from '../support/bare-node'
import { directTransactions, durableCommits } from '../support/direct-transactions'
import type { Figure } from '../support/figures'
import { type Market, openMarket, watchInProcess } from '../support/market'
import { distribution, round } from '../support/percentiles'
import { interleave, type Rate, rateOf } from '../support/turns'
import { nextBid } from '../load/bid-plan'
import { postUntil } from '../load/posting'
import { pacedBids, type PacedResult } from '../load/paced-bids'

const clients = 100
/** B0: Node 24 makes `AsyncLocalStorage` cheaper. */
const EMPTY_TARGET = Number(process.versions.node.split('.')[0]) >= 24 ? 0.35 : 0.25
/** Bids a second of B3. */
const PACE = 500
const WATCHERS = 1000
/** Orders of B4. */
const ORDERS = 50

/** B0–B4: compares an empty call with bare Node, and bids with the empty call and direct transactions. */
export async function bidsSuite(portal: BenchPortal, seconds: number): Promise<Figure[]> {
  const bareNode = await startBareNode()
  const hot = await openMarket(portal, { auctions: 1, biddersEach: clients })
  const spread = await openMarket(portal, { auctions: 100, biddersEach: 1 })
  const statuses: Record<'one' | 'many', Record<number, number>> = { one: {}, many: {} }

  const empty = async (origin: string, path: string, duration = seconds) =>
    (await postUntil({ origin, clients, seconds: duration, next: () => ({ path, headers: {}, body: '{}' }) })).perSecond
  const bids = async (name: keyof typeof statuses, { bidders }: Market, duration = seconds) => {
    const next = (index: number) => nextBid(bidders[index]!)
    const result = await postUntil({ origin: portal.origin, clients, seconds: duration, next })
    addCounts(statuses[name], result.statuses)
    return result.perSecond
  }
  // A process is 25 % slower during its first seconds.
  const warming = Math.min(5, seconds)
  await empty(portal.origin, '/api/time', warming)
  await empty(bareNode.origin, '/time', warming)
  await bids('one', hot, warming)
  const [emptyCall, bareCall, direct, one, many] = await interleave(
    { ...portal, run: () => empty(portal.origin, '/api/time') },
    { ...bareNode, run: () => empty(bareNode.origin, '/time') },
    { run: () => directTransactions(portal.databaseUrl, seconds) },
    { ...portal, run: () => bids('one', hot) },
    { ...portal, run: () => bids('many', spread) },
  )
  bareNode.stop()

  const automatic = await bidsAmongOrders(portal, seconds)
  const commit = await durableCommits(portal.databaseUrl, PACE, Math.max(5, seconds))
  const paced = await pacedAmongWatchers(portal, Math.max(10, seconds))
  const answer = distribution(paced.latencies)
  const ofEmpty = (rate: Rate) => rate.perSecond / emptyCall.perSecond
  const ofDirect = one.perSecond / direct.perSecond
  const ofBare = emptyCall.perSecond / bareCall.perSecond
  return [
    {
      id: 'B0',
      what: 'the empty checked POST, 100 clients',
      measured: `${rateOf(emptyCall)} = ${round(ofBare)} × bare Node (${rateOf(bareCall)})`,
      target: `≥ ${EMPTY_TARGET} × bare Node`,
      met: ofBare >= EMPTY_TARGET,
      values: { empty: emptyCall, bare: bareCall },
    },
    {
      id: 'B1',
      what: 'answers to bids per second, one hot auction, 100 clients',
      measured: `${rateOf(one)} = ${round(ofEmpty(one))} × empty POST, ${round(ofDirect, 1)} × direct transactions (${round(direct.perSecond, 0)}/s); statuses ${JSON.stringify(statuses.one)}`,
      target: '≥ 0.6 × empty POST and ≥ 4 × direct transactions',
      met: ofEmpty(one) >= 0.6 && ofDirect >= 4 && onlyAccepted(statuses.one),
      values: { bids: one, empty: emptyCall, direct, statuses: statuses.one },
    },
    {
      id: 'B2',
      what: 'answers to bids per second, 100 auctions, 100 clients',
      measured: `${rateOf(many)} = ${round(ofEmpty(many))} × empty POST; statuses ${JSON.stringify(statuses.many)}`,
      target: '≥ 0.6 × empty POST',
      met: ofEmpty(many) >= 0.6 && onlyAccepted(statuses.many),
      values: { bids: many, empty: emptyCall, statuses: statuses.many },
    },
    {
      id: 'B3',
      what: `acknowledgement at ${PACE} bids/s with ${paced.watchers} watchers`,
      measured: `p50 ${answer.p50} ms = ${round(answer.p50 / commit.due.p50)} × one durable commit (${commit.due.p50} ms, of which ${commit.sent.p50} after sending), p99 ${answer.p99} ms = ${round(answer.p99 / commit.due.p99)} × (${commit.due.p99} ms), ${answer.count} bids at ${round(paced.perSecond, 0)}/s; statuses ${JSON.stringify(paced.statuses)}`,
      target: 'p50 ≤ 10 × and p99 ≤ 4 × one durable commit',
      met: answer.p50 <= 10 * commit.due.p50 && answer.p99 <= 4 * commit.due.p99 && onlyAccepted(paced.statuses),
      values: { ...answer, commit, perSecond: paced.perSecond, watchers: paced.watchers },
    },
    automatic,
  ]
}

/** B4: compares bids with and without automatic orders of other participants. */
async function bidsAmongOrders(portal: BenchPortal, seconds: number): Promise<Figure> {
  const plain = await openMarket(portal, { auctions: 1, biddersEach: clients + ORDERS })
  const market = await openMarket(portal, {
    auctions: 1,
    biddersEach: clients + ORDERS,
    lot: () => ({ automaticBids: true }),
  })
  for (const [index, { token, auctionId, price, step, quantity }] of market.bidders.slice(clients).entries()) {
    const ceiling = ((price + step * 1_000 * (index + 1)) / 100).toFixed(2)
    const response = await fetch(`${portal.origin}/api/bids/automatic`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ auction_id: auctionId, ceiling, quantity, minimum_quantity: quantity }),
    })
    if (!response.ok) throw new Error(`an order was refused: ${await response.text()}`)
  }
  const statuses: Record<number, number> = {}
  const run = async ({ bidders }: Market) => {
    const next = (index: number) => nextBid(bidders[index]!)
    const result = await postUntil({ origin: portal.origin, clients, seconds, next })
    addCounts(statuses, result.statuses)
    return result.perSecond
  }
  const [without, withOrders] = await interleave(
    { ...portal, run: () => run(plain) },
    { ...portal, run: () => run(market) },
  )
  const ratio = withOrders.perSecond / without.perSecond
  return {
    id: 'B4',
    what: `bids in an auction with ${ORDERS} automatic bids`,
    measured: `${rateOf(withOrders)} = ${round(ratio)} × without (${rateOf(without)}); statuses ${JSON.stringify(statuses)}`,
    target: '≥ 0.8 × without',
    met: ratio >= 0.8 && onlyAccepted(statuses),
    values: { among: withOrders, without, statuses },
  }
}

export function addCounts(sums: Record<number, number>, counts: Readonly<Record<number, number>>): void {
  for (const [status, count] of Object.entries(counts)) sums[Number(status)] = (sums[Number(status)] ?? 0) + count
}

export function onlyAccepted(statuses: Record<number, number>): boolean {
  return Object.keys(statuses).every((status) => status === '200')
}

async function pacedAmongWatchers(portal: BenchPortal, seconds: number): Promise<PacedResult> {
  const market = await openMarket(portal, { auctions: 1, biddersEach: 50 })
  const watching = await watchInProcess(portal, market.eventsPath(0), WATCHERS)
  const result = await pacedBids({ origin: portal.origin, bidders: market.bidders, perSecond: PACE, seconds })
  watching.kill()
  return { ...result, watchers: WATCHERS }
}
