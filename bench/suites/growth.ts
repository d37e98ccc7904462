import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@/lib/server/platform/db/embedded'
import { nextBid } from '../load/bid-plan'
import { type RequestCase, requestCases, exportCases } from '../support/growth-questions'
import type { Figure } from '../support/figures'
import { openGrowth, type GrowthSize } from '../support/growth-data'
import { openMarket, openSession } from '../support/market'
import { round } from '../support/percentiles'
import { type BenchPortal, secret, startBenchPortal } from '../support/portal'

/** Auctions, of about a hundred bids each, and companies at 1 ×. */
const SCALE_ONE_COUNT = 100
const REPETITIONS = 15
const EXPORT_REPETITIONS = 3
const START_REPETITIONS = 3
const TARGET = 1.3
/** Differences below this many milliseconds are noise. */
const NOISE_MS = 1
/** Answers that grow by this factor are reported. */
const LONGER = 1.1

interface Answer {
  milliseconds: number
  bytes: number
}

/** Milliseconds and bytes of the answer, if any, on each scale. */
interface Reading {
  times: number[]
  bytes?: number[]
}

/** A portal with data of one scale. */
interface ScaledPortal {
  portal: BenchPortal
  size: GrowthSize
  send(request: Omit<RequestCase, 'what'>): Promise<Answer>
  cases: RequestCase[]
}

/**
 * G1: measures every list, page, result, export and bid, and starting, migrating, backing up and restoring, with data of
 * 1 ×, 10 × and 100 ×. Each scale has its own portal and database; the requests are interleaved over them, so that noise
 * affects all scales equally.
 */
export async function growthSuite(portal: BenchPortal, largest: number): Promise<Figure[]> {
  const scales = [1, 10, 100].filter((scale) => scale <= largest)
  const others = await Promise.all(scales.slice(1).map(() => startBenchPortal()))
  try {
    const portals: ScaledPortal[] = []
    for (const [index, each] of [portal, ...others].entries()) portals.push(await grow(each, scales[index]!))
    const readings = await readAll(portals)
    const figures = [...readings].map(([what, reading]) => figureOf(what, scales, reading))
    const last = portals.at(-1)!
    return [...figures, await measureBackup(last.portal, last.size)]
  } finally {
    for (const other of others) await other.stop()
  }
}

async function grow(portal: BenchPortal, scale: number): Promise<ScaledPortal> {
  let size: GrowthSize | undefined
  await portal.restart(async () => {
    const began = performance.now()
    size = await (await openGrowth(portal, secret)).growTo(SCALE_ONE_COUNT * scale, SCALE_ONE_COUNT * scale)
    console.log(
      `  ${scale} ×: ${size.auctions} auctions, ${size.bids} bids, ${size.companies} companies, added in ${Math.round(performance.now() - began)} ms`,
    )
  })
  return { portal, size: size!, ...(await prepareCases(portal, size!)) }
}

function figureOf(what: string, scales: readonly number[], { times, bytes }: Reading): Figure {
  const [one = 1] = times
  const ratios = times.map((time) => round(time / one))
  const last = times.at(-1) ?? one
  const perScale = scales.map((scale, index) => `${scale} ×: ${round(times[index]!, 1)} ms (${ratios[index]})`)
  return {
    id: 'G1',
    what,
    measured: perScale.join(', ') + lengthsOf(bytes),
    target: `≤ ${TARGET} × at ${scales.at(-1)} ×, or within ${NOISE_MS} ms`,
    met: last <= one * TARGET || last - one <= NOISE_MS,
    values: { scales, times, ...(bytes && { bytes }) },
  }
}

/** The lengths of the answers if they grow too, as of a page that is not full at 1 ×. */
function lengthsOf(bytes: readonly number[] | undefined): string {
  if (bytes === undefined || Math.max(...bytes) < Math.min(...bytes) * LONGER) return ''
  return `; answers of ${bytes.map((count) => round(count / 1024, 1)).join(', ')} KiB`
}

async function prepareCases(portal: BenchPortal, size: GrowthSize): Promise<Pick<ScaledPortal, 'send' | 'cases'>> {
  const { pool } = portal
  const { rows } = await pool.query<{ auction: number; slug: string; account: number }>(
    `select head.auction_id as auction, auction.slug, application.company_id as account
     from portal.auction_heads head join cms.auctions auction on auction.id = head.auction_id
       join portal.applications application on application.auction_id = head.auction_id and application.number = 1
     order by head.completed_at desc offset 20 limit 1`,
  )
  const { auction, slug, account } = rows[0]!
  const tokens = { visitor: null, buyer: await openSession(portal, account), manager: portal.staffToken }

  async function send({ path, body, as = 'visitor' }: Omit<RequestCase, 'what'>): Promise<Answer> {
    const bearer = tokens[as]
    const began = performance.now()
    const response = await fetch(`${portal.origin}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
    })
    const answer = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.toString('utf8', 0, 300)}`)
    return { milliseconds: performance.now() - began, bytes: answer.length }
  }

  return { send, cases: [...requestCases(auction, slug, account), ...exportCases(size)] }
}

/** The readings by name. */
async function readAll(portals: readonly ScaledPortal[]): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>()
  for (const { send } of portals) await send({ path: '/api/auctions/list', body: {} })
  const first = await shortestTimes(portals, 1, ({ send }) => timed(send({ path: '/api/auctions/results', body: {} })))
  readings.set('results, first count of the totals', { times: first })
  for (const [index, { what, rows }] of portals[0]!.cases.entries()) {
    const bytes: number[] = []
    for (const { send, cases } of portals) bytes.push((await send(cases[index]!)).bytes)
    const measure = ({ send, cases }: ScaledPortal) => timed(send(cases[index]!))
    const times = await shortestTimes(portals, rows === undefined ? REPETITIONS : EXPORT_REPETITIONS, measure)
    if (rows === undefined) readings.set(what, { times, bytes })
    else readings.set(what, { times: times.map((time, scale) => (time / portals[scale]!.cases[index]!.rows!) * 1000) })
  }
  const bidders = new Map(
    await Promise.all(portals.map(async (each) => [each, await createBidder(each.portal)] as const)),
  )
  readings.set('bid in a running auction', {
    times: await shortestTimes(portals, REPETITIONS * 4, (each) => bidders.get(each)!()),
  })
  readings.set('start, until ready', {
    times: await shortestTimes(portals, START_REPETITIONS, ({ portal }) => portal.restart()),
  })
  return readings
}

async function timed(answered: Promise<Answer>): Promise<number> {
  return (await answered).milliseconds
}

/** The shortest time of each scale, because longer ones contain noise. */
async function shortestTimes(
  portals: readonly ScaledPortal[],
  times: number,
  measure: (each: ScaledPortal) => Promise<number>,
): Promise<number[]> {
  const shortest = portals.map(() => Infinity)
  for (let time = 0; time < times; time += 1) {
    for (const [index, each] of portals.entries()) shortest[index] = Math.min(shortest[index]!, await measure(each))
  }
  return shortest
}

/** Opens an auction; the returned function places a bid and returns its milliseconds. */
async function createBidder(portal: BenchPortal): Promise<() => Promise<number>> {
  const { bidders } = await openMarket(portal, { auctions: 1, biddersEach: 4 })
  let turn = 0
  return async () => {
    const { path, headers, body } = nextBid(bidders[turn++ % bidders.length]!)
    const began = performance.now()
    const response = await fetch(`${portal.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    if (!response.ok) throw new Error(await response.text())
    return performance.now() - began
  }
}

/** Measures a migration with nothing to do, a backup, and a restore into an empty database. */
async function measureBackup(portal: BenchPortal, size: GrowthSize): Promise<Figure> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-restore-'))
  chmodSync(directory, 0o711)
  const empty = await startEmbedded({ dataDirectory: directory })
  try {
    const file = join(directory, 'portal.tar.gz')
    const migrating = await portal.command('migrate', [])
    const backing = await portal.command('backup', [file])
    const megabytes = statSync(file).size / 1024 / 1024
    const restoring = await portal.command('restore', [file], { DATABASE_URL: empty.url, DATA_DIR: directory })
    const seconds = (milliseconds: number) => `${round(milliseconds / 1000, 1)} s`
    return {
      id: 'G1',
      what: `migrate, back up and restore ${size.auctions} auctions and ${size.bids} bids`,
      measured: `${seconds(migrating)}, ${seconds(backing)} (${round(megabytes, 1)} MB), ${seconds(restoring)}`,
      target: 'reported, not bounded',
      met: true,
      values: { ...size, migrating, backing, restoring, megabytes },
    }
  } finally {
    await empty.stop()
    for (const path of [empty.home, directory]) rmSync(path, { recursive: true, force: true })
  }
}
