import { startBareNode, type BareNode } from '../support/bare-node'
import type { BenchPortal } from '../support/portal'
import type { Figure } from '../support/figures'
import { openMarket, type Market } from '../support/market'
import { distribution, round } from '../support/percentiles'
import { pacedBids } from '../load/paced-bids'
import { postUntil } from '../load/posting'
import { nextBid } from '../load/bid-plan'
import { watch, type WatcherGroup } from '../load/watchers'

const rounds = 30
/** The approximate size of the event of a bid. */
const EVENT_BYTES = 400

/** W1–W3: the memory, delay and reconnection of many watchers of one auction. */
export async function watchersSuite(portal: BenchPortal, watchersCount: number): Promise<Figure[]> {
  return [await measureCrowd(portal, watchersCount), await measureDelay(portal), await measureReconnection(portal)]
}

async function measureCrowd(portal: BenchPortal, count: number): Promise<Figure> {
  const market = await openMarket(portal, { auctions: 1, biddersEach: 4 })
  const before = await portal.memory()
  const group = await watch({ host: portal.host, port: portal.port, path: market.eventsPath(0), count })
  const each = ((await portal.memory()) - before) / count / 1024
  const ours = await broadcasts(group, (round) => placeOne(portal, market, round))
  group.close()

  const bare = await startBareNode()
  const reference = await bareBroadcasts(bare, count)
  bare.stop()

  const mine = distribution(ours)
  const theirs = distribution(reference)
  return {
    id: 'W1',
    what: `${count} watchers of one auction in one process`,
    measured: `${round(each, 1)} KiB of RSS each; one event to all p99 ${mine.p99} ms = ${round(mine.p99 / theirs.p99)} × bare Node (${theirs.p99} ms)`,
    target: '≤ 8 KiB each; p99 ≤ 0.9 × bare Node',
    met: each <= 8 && mine.p99 <= 0.9 * theirs.p99,
    values: { kibEach: each, ours: mine, bare: theirs },
  }
}

/** Broadcasts events of the same size with bare Node. */
async function bareBroadcasts(bare: BareNode, count: number): Promise<number[]> {
  const group = await watch({ host: '127.0.0.1', port: bare.port, path: '/events', count })
  const times = await broadcasts(group, async (round) => {
    await fetch(`${bare.origin}/send?id=${round + 1}&bytes=${EVENT_BYTES}`, { method: 'POST' })
    return round + 1
  })
  group.close()
  return times
}

/** Milliseconds from causing an event until each watcher has it, over all rounds. */
async function broadcasts(group: WatcherGroup, cause: (round: number) => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let index = 0; index < rounds; index += 1) {
    const began = performance.now()
    const id = await cause(index)
    const { times, missing } = await group.allReached(id, 20_000)
    if (missing > 0) throw new Error(`${missing} watchers never saw event ${id}`)
    for (const at of times) all.push(at - began)
  }
  return all
}

async function placeOne(portal: BenchPortal, market: Market, round: number): Promise<number> {
  const { path, headers, body } = nextBid(market.bidders[round % market.bidders.length]!)
  const response = await fetch(`${portal.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  if (!response.ok) throw new Error(await response.text())
  return market.headOf(0)
}

async function measureDelay(portal: BenchPortal): Promise<Figure> {
  const market = await openMarket(portal, { auctions: 1, biddersEach: 20 })
  const start = await market.headOf(0)
  const arrivals = new Map<number, number[]>()
  const group = await watch({
    host: portal.host,
    port: portal.port,
    path: market.eventsPath(0),
    count: 1000,
    lastEventId: start,
    onEvent: (_watcher, id, at) => void (arrivals.get(id) ?? arrivals.set(id, []).get(id))?.push(at),
  })
  const acknowledged = new Map<number, number>()
  const firstSeq = await market.bidsOf(0)
  await pacedBids({
    origin: portal.origin,
    bidders: market.bidders,
    perSecond: 20,
    seconds: 15,
    answered: (seq, at) => acknowledged.set(seq, at),
  })
  const { missing } = await group.allReached(await market.headOf(0), 10_000)
  group.close()
  const delays: number[] = []
  // The log gets only bids in this time, so the numbers of bids and events increase together.
  for (const [seq, at] of acknowledged)
    for (const time of arrivals.get(start + seq - firstSeq) ?? []) delays.push(Math.max(0, time - at))
  const delay = distribution(delays)
  const bare = await startBareNode()
  const reference = distribution(await bareBroadcasts(bare, 1000))
  bare.stop()
  return {
    id: 'W2',
    what: 'bid acknowledged → seen by every one of 1 000 watchers',
    measured: `p50 ${delay.p50} ms, p99 ${delay.p99} ms = ${round(delay.p99 / reference.p99)} × a bare Node broadcast to 1 000 (${reference.p99} ms), at most ${delay.maximum} ms; ${acknowledged.size} bids, ${missing} watchers incomplete`,
    target: 'p99 ≤ 1 × bare Node',
    met: delay.p99 <= reference.p99 && missing === 0 && delay.count === acknowledged.size * 1000,
    values: { ...delay, bare: reference, missing },
  }
}

async function measureReconnection(portal: BenchPortal): Promise<Figure> {
  const count = 5000
  const market = await openMarket(portal, { auctions: 1, biddersEach: 20 })
  const before = await market.headOf(0)
  const first = await watch({
    host: portal.host,
    port: portal.port,
    path: market.eventsPath(0),
    count,
    lastEventId: before,
  })
  await postUntil({ origin: portal.origin, clients: 20, seconds: 1, next: (index) => nextBid(market.bidders[index]!) })
  first.close()
  await portal.restart()
  const head = await market.headOf(0)
  const began = performance.now()
  const group = await watch({
    host: portal.host,
    port: portal.port,
    path: market.eventsPath(0),
    count,
    lastEventId: before,
  })
  const { missing } = await group.allReached(head, 30_000)
  const seconds = (performance.now() - began) / 1000
  const faults = group.watchers.filter(({ events, faults }) => faults > 0 || events !== head - before).length
  const bytes = group.watchers.reduce((sum, { bytes: received }) => sum + received, 0) / count
  group.close()

  const bare = await startBareNode()
  const behind = head - before
  const bareBegan = performance.now()
  const bareGroup = await watch({
    host: '127.0.0.1',
    port: bare.port,
    path: `/events?behind=${behind}&bytes=${Math.max(1, Math.round(bytes / behind) - 30)}`,
    count,
  })
  await bareGroup.allReached(behind, 30_000)
  const bareSeconds = (performance.now() - bareBegan) / 1000
  bareGroup.close()
  bare.stop()
  return {
    id: 'W3',
    what: `${count} watchers reconnecting together after a restart, each ${head - before} events behind`,
    measured: `all caught up in ${round(seconds)} s = ${round(seconds / bareSeconds)} × bare Node sending the same bytes (${round(bareSeconds)} s); ${missing} incomplete, ${faults} with a gap or a duplicate`,
    target: '≤ 1.3 × bare Node, nothing missed or duplicated',
    met: seconds <= 1.3 * bareSeconds && missing === 0 && faults === 0,
    values: { seconds, bareSeconds, missing, faults, behind: head - before },
  }
}
