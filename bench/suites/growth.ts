import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@/lib/server/platform/db/embedded'
import { nextBid } from '../load/bid-plan'
import { type Asked, questions, tables } from '../support/growth-questions'
import type { Figure } from '../support/figures'
import { openGrowth, type GrowthSize } from '../support/growth-data'
import { openMarket, openSession } from '../support/market'
import { round } from '../support/percentiles'
import { type BenchPortal, secret, startBenchPortal } from '../support/portal'

/** Auctions, of about a hundred bids each, and companies at 1 ×. */
const ONE = 100
const TIMES = 15
const TIMES_TABLE = 3
const TIMES_START = 3
const TARGET = 1.3
/** Differences below this many milliseconds are noise. */
const NOISE = 1
/** Answers that grow by this factor are reported. */
const LONGER = 1.1

interface Answered {
  milliseconds: number
  bytes: number
}

/** Milliseconds and bytes of the answer, if any, on each scale. */
interface Reading {
  times: number[]
  bytes?: number[]
}

/** A portal with data of one scale. */
interface Grown {
  portal: BenchPortal
  size: GrowthSize
  ask(asked: Omit<Asked, 'what'>): Promise<Answered>
  asked: Asked[]
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
    const grown: Grown[] = []
    for (const [index, each] of [portal, ...others].entries()) grown.push(await grow(each, scales[index]!))
    const readings = await readAll(grown)
    const figures = [...readings].map(([what, reading]) => figureOf(what, scales, reading))
    const last = grown.at(-1)!
    return [...figures, await backedUp(last.portal, last.size)]
  } finally {
    for (const other of others) await other.stop()
  }
}

async function grow(portal: BenchPortal, scale: number): Promise<Grown> {
  let size: GrowthSize | undefined
  await portal.restart(async () => {
    const began = performance.now()
    size = await (await openGrowth(portal, secret)).to(ONE * scale, ONE * scale)
    console.log(
      `  ${scale} ×: ${size.auctions} auctions, ${size.bids} bids, ${size.companies} companies, added in ${Math.round(performance.now() - began)} ms`,
    )
  })
  return { portal, size: size!, ...(await askersOf(portal, size!)) }
}

function figureOf(what: string, scales: readonly number[], { times, bytes }: Reading): Figure {
  const [one = 1] = times
  const ratios = times.map((time) => round(time / one))
  const last = times.at(-1) ?? one
  const perScale = scales.map((scale, index) => `${scale} ×: ${round(times[index]!, 1)} ms (${ratios[index]})`)
  return {
    id: 'G1',
    what,
    measured: perScale.join(', ') + lengthened(bytes),
    target: `≤ ${TARGET} × at ${scales.at(-1)} ×, or within ${NOISE} ms`,
    met: last <= one * TARGET || last - one <= NOISE,
    values: { scales, times, ...(bytes && { bytes }) },
  }
}

/** The lengths of the answers if they grow too, as of a page that is not full at 1 ×. */
function lengthened(bytes: readonly number[] | undefined): string {
  if (bytes === undefined || Math.max(...bytes) < Math.min(...bytes) * LONGER) return ''
  return `; answers of ${bytes.map((count) => round(count / 1024, 1)).join(', ')} KiB`
}

async function askersOf(portal: BenchPortal, size: GrowthSize): Promise<Pick<Grown, 'ask' | 'asked'>> {
  const { pool } = portal
  const { rows } = await pool.query<{ auction: number; slug: string; account: number }>(
    `select head.auction_id as auction, auction.slug, application.account_id as account
     from portal.auction_heads head join cms.auctions auction on auction.id = head.auction_id
       join portal.applications application on application.auction_id = head.auction_id and application.number = 1
     order by head.completed_at desc offset 20 limit 1`,
  )
  const { auction, slug, account } = rows[0]!
  const tokens = { visitor: null, buyer: await openSession(portal, account), manager: portal.staffToken }

  async function ask({ path, body, as = 'visitor' }: Omit<Asked, 'what'>): Promise<Answered> {
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

  return { ask, asked: [...questions(auction, slug, account), ...tables(size)] }
}

/** The readings by name. */
async function readAll(grown: readonly Grown[]): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>()
  for (const { ask } of grown) await ask({ path: '/api/auctions/list', body: {} })
  const first = await inTurn(grown, 1, ({ ask }) => timed(ask({ path: '/api/auctions/results', body: {} })))
  readings.set('results, first count of the totals', { times: first })
  for (const [index, { what, rows }] of grown[0]!.asked.entries()) {
    const bytes: number[] = []
    for (const { ask, asked } of grown) bytes.push((await ask(asked[index]!)).bytes)
    const asking = ({ ask, asked }: Grown) => timed(ask(asked[index]!))
    const times = await inTurn(grown, rows === undefined ? TIMES : TIMES_TABLE, asking)
    if (rows === undefined) readings.set(what, { times, bytes })
    else readings.set(what, { times: times.map((time, scale) => (time / grown[scale]!.asked[index]!.rows!) * 1000) })
  }
  const bidders = new Map(await Promise.all(grown.map(async (each) => [each, await bidderOf(each.portal)] as const)))
  readings.set('bid in a running auction', {
    times: await inTurn(grown, TIMES * 4, (each) => bidders.get(each)!()),
  })
  readings.set('start, until ready', {
    times: await inTurn(grown, TIMES_START, ({ portal }) => portal.restart()),
  })
  return readings
}

async function timed(answered: Promise<Answered>): Promise<number> {
  return (await answered).milliseconds
}

/** The shortest time of each scale, because longer ones contain noise. */
async function inTurn(
  grown: readonly Grown[],
  times: number,
  measure: (each: Grown) => Promise<number>,
): Promise<number[]> {
  const shortest = grown.map(() => Infinity)
  for (let time = 0; time < times; time += 1) {
    for (const [index, each] of grown.entries()) shortest[index] = Math.min(shortest[index]!, await measure(each))
  }
  return shortest
}

/** Opens an auction; the returned function places a bid and returns its milliseconds. */
async function bidderOf(portal: BenchPortal): Promise<() => Promise<number>> {
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
async function backedUp(portal: BenchPortal, size: GrowthSize): Promise<Figure> {
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
