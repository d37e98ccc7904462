import { getUntil } from '../load/getting'
import { nextBid } from '../load/bid-plan'
import { pacedBids } from '../load/paced-bids'
import { postUntil } from '../load/posting'
import { watch } from '../load/watchers'
import type { Figure } from '../support/figures'
import { startBareNode } from '../support/bare-node'
import { openMarket } from '../support/market'
import { round } from '../support/percentiles'
import { startBenchPortal, type BenchPortal } from '../support/portal'
import { gzipOf, samplePages } from '../support/sample-pages'

const TARGET = 1.6
const WATCHERS = 5000

interface Work {
  /** Number of pages, events or bids. */
  done: number
  /** Seconds of CPU time of each serving process, the busiest first. */
  busy: number[]
  /** Work per second of real time, with the load generator on the same cores. */
  perSecond: number
}

/**
 * C1: compares two processes on two cores with one on one. The load generator uses the same cores, so the figures are
 * work per second of CPU time of the busiest serving process.
 */
export async function coresSuite(seconds: number): Promise<Figure[]> {
  const alone = await measure(1, seconds)
  const both = await measure(2, seconds)
  const bare = round(capacity(both.barePages) / capacity(alone.barePages))
  const pages = figure('pages', alone.pages, both.pages)
  return [
    {
      ...pages,
      measured: `${pages.measured}; bare Node in two processes ${bare} × one`,
      values: { ...pages.values, bare },
    },
    figure(`events to ${WATCHERS} watchers`, alone.events, both.events),
    {
      ...figure('bids of one auction, decided by one of the processes', alone.bids, both.bids),
      target: '≥ 1 ×',
      met: capacity(both.bids) >= capacity(alone.bids),
    },
  ]
}

async function measure(
  servers: number,
  seconds: number,
): Promise<Record<'pages' | 'barePages' | 'events' | 'bids', Work>> {
  const portal = await startBenchPortal({ demo: true, servers })
  try {
    const [page] = await samplePages(portal.origin)
    if (page === undefined) throw new Error('no sample page')
    const pages = await servePages(portal, page.path, seconds)
    const barePages = await serveBarePages(await gzipOf(portal.origin + page.path), servers, seconds)
    const market = await openMarket(portal, { auctions: 1, biddersEach: 50 })
    const bids = await timed(portal, async () => {
      const load = { origin: portal.origin, clients: 50, seconds }
      return (await postUntil({ ...load, next: (index) => nextBid(market.bidders[index]!) })).answers
    })
    const group = await watch({ host: portal.host, port: portal.port, path: market.eventsPath(0), count: WATCHERS })
    const eventCount = () => group.watchers.reduce((sum, { events }) => sum + events, 0)
    const before = eventCount()
    const events = await timed(portal, async () => {
      await pacedBids({ origin: portal.origin, bidders: market.bidders, perSecond: 20, seconds: 2 * seconds })
      await group.allReached(await market.headOf(0), 30_000)
      return eventCount() - before
    })
    group.close()
    return { pages, barePages, events, bids }
  } finally {
    await portal.stop()
  }
}

type Served = Pick<BenchPortal, 'origin' | 'processorTimes'>

async function servePages(server: Served, path: string, seconds: number): Promise<Work> {
  // Enough connections to reach each process.
  const load = { origin: server.origin, path, clients: 200 }
  await getUntil({ ...load, seconds: 1 })
  return timed(server, async () => (await getUntil({ ...load, seconds })) * seconds)
}

/** The factor of the machine itself, by processes of bare Node that write the same bytes. */
async function serveBarePages(page: Uint8Array<ArrayBuffer>, servers: number, seconds: number): Promise<Work> {
  const bare = await startBareNode(servers)
  try {
    await fetch(`${bare.origin}/page`, { method: 'PUT', body: page })
    return await servePages(bare, '/page', seconds)
  } finally {
    bare.stop()
  }
}

async function timed(server: Served, work: () => Promise<number>): Promise<Work> {
  const before = server.processorTimes()
  const began = performance.now()
  const done = await work()
  const perSecond = done / ((performance.now() - began) / 1000)
  const busy = [...server.processorTimes()].map(([pid, time]) => time - (before.get(pid) ?? 0))
  return { done, perSecond, busy: busy.sort((a, b) => b - a) }
}

/** Work per second if the busiest process had a whole core. */
function capacity({ done, busy }: Work): number {
  return done / (busy[0] ?? 1)
}

function figure(what: string, alone: Work, both: Work): Figure {
  const ratio = round(capacity(both) / capacity(alone))
  const shares = both.busy.filter((time) => time > 0.1 * (both.busy[0] ?? 0))
  return {
    id: 'C1',
    what: `two processes against one: ${what}`,
    measured: `${perCore(both)} = ${ratio} × one process (${perCore(alone)}); processor time ${shares.map((time) => round(time, 1)).join(' and ')} s; with the load on the same cores ${rate(both)} against ${rate(alone)}`,
    target: `≥ ${TARGET} ×`,
    met: ratio >= TARGET,
    values: { ratio, alone, both },
  }
}

function perCore(work: Work): string {
  return `${Math.round(capacity(work))} for each second of the busiest process`
}

function rate({ perSecond }: Work): string {
  return `${Math.round(perSecond)}/s`
}
