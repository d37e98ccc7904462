import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from '@/lib/server/platform/db/pool'
import { check, type Check } from '../compare'
import { openFleet, untilReady, type Fleet } from '../fleet'
import { metric, watchHealth } from '../health'
import { openShortAuction, type ShortAuction } from '../short-auction'
import { beginBidding, type Bidding, type Scenario, type ScenarioOptions } from '../scenario'

const SETTLED_BIDS = 50
const HOUR = 3_600_000
/** The auction starts while the clock is an hour ahead and ends while it is an hour behind. */
const RUNS_FOR_MS = 25_000

export const brokenMachine: Scenario = {
  id: 'F6',
  what: 'the disk full, the database’s clock set, SIGTERM under load',
  async run(options) {
    const parts: [string, (options: ScenarioOptions) => Promise<Check[]>][] = [
      ['disk', fullDisk],
      ['clock', setClock],
      ['SIGTERM', stoppedUnderLoad],
    ]
    const checks: Check[] = []
    for (const [name, part] of parts)
      checks.push(...(await part(options)).map((result) => ({ ...result, what: `${name}: ${result.what}` })))
    return checks
  },
}

const DISK_MB = 400

async function fullDisk(options: ScenarioOptions): Promise<Check[]> {
  const disk = mkdtempSync(join(tmpdir(), 'portal-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    options.print('a small disk cannot be mounted here: the full disk was skipped')
    rmSync(disk, { recursive: true })
    return []
  }
  chmodSync(disk, 0o711)
  try {
    const settings = { max_wal_size: '64MB', min_wal_size: '32MB' }
    const fleet = await openFleet({ databaseDirectory: disk, settings })
    try {
      const bidding = await beginBidding(fleet, options)
      await bidding.clients.placed(SETTLED_BIDS)
      const health = watchHealth(fleet.origin)
      const filler = fillDisk(disk)
      // The database uses its reserved space first.
      await untilRefused(bidding, 60_000)
      await delay(Math.max(4_000, 15_000 * options.scale))
      rmSync(filler)
      const hasContinued = await bidding.clients.placed(SETTLED_BIDS, 60_000)
      await untilReady(fleet.origin)
      await health.stop()
      const refused = bidding.clients.ledger.answers['503'] ?? 0
      return [
        ...(await bidding.finish()),
        check('bids were refused with 503 while it was full', refused > 0, refused),
        check(
          'readiness warned of it, and took no server out',
          health.warnings.has('bidding') && health.counts.notReady === 0,
          `${health.counts.notReady} × 503; ${[...health.warnings, ...health.faults].join(', ')}`,
        ),
        check('bidding continued once there was space', hasContinued, hasContinued ? 'yes' : 'no'),
      ]
    } finally {
      await fleet.close()
    }
  } finally {
    execFileSync('umount', ['-l', disk], { stdio: 'ignore' })
    rmSync(disk, { recursive: true, force: true })
  }
}

/** Writes a file that fills the disk; returns its path. */
function fillDisk(disk: string): string {
  const path = join(disk, 'filler')
  const file = openSync(path, 'w')
  for (let size = 1024 * 1024; size >= 512;) {
    try {
      writeSync(file, Buffer.alloc(size))
    } catch {
      size /= 2
    }
  }
  closeSync(file)
  return path
}

async function untilRefused({ clients }: Bidding, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs
  while ((clients.ledger.answers['503'] ?? 0) === 0 && Date.now() < until) await delay(100)
}

/** Makes the database's clock settable by functions that precede PostgreSQL's on the search path. */
async function installSettableClock(pool: Pool): Promise<void> {
  await pool.query(`
    create schema settable;
    create table settable.ahead (by interval not null);
    insert into settable.ahead values ('0');
    create function settable.clock_timestamp() returns timestamptz language sql as 'select pg_catalog.clock_timestamp() + by from settable.ahead';
    create function settable.now() returns timestamptz language sql stable as 'select pg_catalog.now() + by from settable.ahead';
    alter database portal set search_path = pg_temp, settable, pg_catalog, public`)
}

async function setClock(options: ScenarioOptions): Promise<Check[]> {
  const fleet = await openFleet({ portals: 2, prepare: installSettableClock })
  try {
    const bidding = await beginBidding(fleet, options)
    const before = await endOf(fleet, bidding.auctionId)
    const differences: string[] = []
    let second: ShortAuction | null = null
    // A second ahead, an hour ahead, an hour behind, correct.
    for (const [step, ahead] of [1_000, HOUR, -HOUR, 0].entries()) {
      const portal = fleet.portals[step % 2]!
      await bidding.clients.placed(SETTLED_BIDS)
      if (ahead === HOUR)
        second = await openShortAuction(fleet, {
          ...options,
          originOf: () => fleet.origin,
          runsForMs: RUNS_FOR_MS,
        })
      await fleet.pool.query(`update settable.ahead set by = $1 * interval '1 ms'`, [ahead])
      await portal.signal('SIGKILL')
      await portal.start()
      await bidding.clients.placed(SETTLED_BIDS)
      if (ahead === HOUR) await second?.started
      if (ahead === -HOUR) await second?.ended
      differences.push((await metric(portal.origin, 'portal_clock_difference_seconds')).toFixed(0))
    }
    await bidding.clients.placed(SETTLED_BIDS)
    const after = await endOf(fleet, bidding.auctionId)
    const outages = await metric(fleet.origin, 'portal_outages')
    return [
      ...(await bidding.finish()),
      ...((await second?.checks()) ?? []),
      check('the end has not moved', before === after, new Date(after).toISOString()),
      check('no outage was recorded', outages === 0, outages),
      check(
        'restarted servers noticed the difference',
        differences[1] === '3600' && differences[2] === '-3600',
        `${differences.join(', ')} s`,
      ),
    ]
  } finally {
    await fleet.close()
  }
}

export async function endOf({ pool }: Fleet, auctionId: number): Promise<number> {
  const { rows } = await pool.query<{ at: Date }>(
    'select effective_end as at from portal.auction_heads where auction_id = $1',
    [auctionId],
  )
  return rows[0]!.at.getTime()
}

async function stoppedUnderLoad(options: ScenarioOptions): Promise<Check[]> {
  const fleet = await openFleet()
  try {
    const bidding = await beginBidding(fleet, options)
    const stops = Math.max(2, Math.round(8 * options.scale))
    for (let stop = 0; stop < stops; stop += 1) {
      await bidding.clients.placed(SETTLED_BIDS)
      await fleet.portals[0]!.signal('SIGTERM')
      await fleet.portals[0]!.start()
    }
    await bidding.clients.placed(SETTLED_BIDS)
    const checks = await bidding.finish()
    const { cutOff } = bidding.clients.ledger
    return [...checks, check('bids recorded whose answer was lost', cutOff === 0, `${cutOff} in ${stops} stops`)]
  } finally {
    await fleet.close()
  }
}
