import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '@/lib/server/platform/db/embedded'
import { vanishingNetwork, type VanishingNetwork } from '@/tests/support/vanishing-network'
import { check, type Check } from '../compare'
import { openFleet, untilReady, type Fleet, type FleetDatabase } from '../fleet'
import { openCluster, patroniInstalled } from '../patroni'
import { signalFamily } from '../processes'
import { beginBidding, type Scenario } from '../scenario'

const SETTLED_BIDS = 100
/** The embedded server sets these on its command line, so they are repeated from deploy/postgres/portal.conf. */
const OVER_EMBEDDED = { max_connections: '200', max_wal_size: '4GB' }

export const lostPrimary: Scenario = {
  id: 'F8',
  what: 'the primary PostgreSQL lost, its synchronous standby promoted (deploy/postgres)',
  async run(options) {
    let pair: Pair | null = null
    const openDatabase = async (directory: string) => (pair = await openPair(directory))
    const fleet = await openFleet({ portals: 2, openDatabase })
    try {
      const bidding = await beginBidding(fleet, options, {
        originOf: (client) => fleet.portals[client % 2]!.origin,
      })
      const { clients } = bidding
      await clients.placed(SETTLED_BIDS)
      await delay(options.random.whole(0, 1_000))
      const pids = fleet.portals.map((portal) => portal.pid())
      const began = performance.now()
      await pair!.failOver()
      const hasContinued = await clients.placed(1, 60_000)
      const seconds = (performance.now() - began) / 1000
      await clients.placed(SETTLED_BIDS)
      for (const { origin } of fleet.portals) await untilReady(origin)
      return [
        ...(await bidding.finish()),
        check('bidding continued on the standby', hasContinued, `${seconds.toFixed(1)} s after the primary was lost`),
        reconnectedWithoutRestart(fleet, pids),
      ]
    } finally {
      await fleet.close()
    }
  },
}

function reconnectedWithoutRestart({ portals }: Fleet, pids: readonly number[]): Check {
  const isSame = portals.every((portal, index) => portal.pid() === pids[index])
  return check('the portals reconnected without a restart', isSame, pids.join(', '))
}

const CONTINUED_WITHIN_S = 30

export const failedOver: Scenario = {
  id: 'F8',
  what: 'the primary PostgreSQL of three lost twice, its synchronous standby promoted by Patroni (deploy/patroni)',
  async run(options) {
    if (!patroniInstalled()) {
      options.print('patroni, etcd-server, haproxy and postgresql-15 are not installed: skipped')
      return []
    }
    let cluster: Awaited<ReturnType<typeof openCluster>> | null = null
    const openDatabase = async (directory: string) => (cluster = await openCluster(directory))
    const fleet = await openFleet({ portals: 2, openDatabase })
    try {
      const bidding = await beginBidding(fleet, options, {
        originOf: (client) => fleet.portals[client % 2]!.origin,
      })
      const { clients } = bidding
      const pids = fleet.portals.map((portal) => portal.pid())
      const pauses: number[] = []
      for (let time = 0; time < 2; time += 1) {
        await clients.placed(SETTLED_BIDS)
        await delay(options.random.whole(0, 1_000))
        const began = performance.now()
        const mend = await cluster!.losePrimary()
        // What was on its way is answered first.
        await delay(1_000)
        await clients.placed(1, 90_000)
        pauses.push((performance.now() - began) / 1000)
        await clients.placed(SETTLED_BIDS)
        await mend()
      }
      return [
        ...(await bidding.finish()),
        check(
          `bids again within ${CONTINUED_WITHIN_S} s, with no hand on a keyboard`,
          pauses.every((seconds) => seconds <= CONTINUED_WITHIN_S),
          pauses.map((seconds) => `${seconds.toFixed(1)} s`).join(' and '),
        ),
        reconnectedWithoutRestart(fleet, pids),
      ]
    } finally {
      await fleet.close()
    }
  },
}

interface Pair extends FleetDatabase {
  /** Kills the primary and promotes the standby with deploy/postgres/promote.sql. */
  failOver(): Promise<void>
}

/** Starts two servers with deploy/postgres/portal.conf, behind one address that leads to the primary. */
async function openPair(directory: string): Promise<Pair> {
  const servers: EmbeddedDatabase[] = []
  let network: VanishingNetwork
  try {
    const standbyDirectory = await preparePair(directory)
    const primary = await startEmbedded({ dataDirectory: directory, settings: OVER_EMBEDDED })
    servers.push(primary)
    followPrimary(standbyDirectory, primary.url)
    servers.push(await startEmbedded({ dataDirectory: standbyDirectory, settings: OVER_EMBEDDED }))
    await untilSynchronous(primary.url)
    network = await vanishingNetwork(primary.url)
  } catch (error) {
    for (const server of servers) await server.stop()
    throw error
  }
  const [primary, standby] = servers as [EmbeddedDatabase, EmbeddedDatabase]
  return {
    url: network.url,
    pid: primary.pid,
    async failOver() {
      // Otherwise the supervisor would restart the server.
      const owner = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${primary.pid()}/status`, 'utf8'))?.[1])
      const stopped = primary.stop()
      process.kill(owner, 'SIGKILL')
      signalFamily(primary.pid(), 'SIGKILL')
      await stopped
      await runSql(standby.url, readFileSync('deploy/postgres/promote.sql', 'utf8'))
      network.redirectTo(standby.url)
    },
    async stop() {
      for (const server of servers) await server.stop()
      await network.close()
    },
  }
}

/**
 * Prepares a primary like PostgreSQL's image, which creates the database with these settings and runs replication.sh,
 * and copies it for the standby, for which deploy/postgres/standby.sh uses pg_basebackup.
 * @returns the data directory of the standby
 */
async function preparePair(dataDirectory: string): Promise<string> {
  const empty = await startEmbedded({ dataDirectory, settings: OVER_EMBEDDED })
  await empty.stop()
  // The last value in the file applies. The address is set on the command line.
  const settings = readFileSync('deploy/postgres/portal.conf', 'utf8').replace(/^listen_addresses.*$/m, '')
  appendFileSync(join(empty.home, 'cluster', 'postgresql.conf'), `\n${settings}`)
  const primary = await startEmbedded({ dataDirectory, settings: OVER_EMBEDDED })
  await runSql(primary.url, replicationSql(new URL(primary.url).password))
  await runSql(primary.url, `select pg_create_physical_replication_slot('portal_standby')`)
  await primary.stop()
  const standbyDirectory = join(dataDirectory, 'standby')
  mkdirSync(standbyDirectory, { mode: 0o755 })
  chmodSync(standbyDirectory, 0o711)
  execFileSync('cp', ['-a', primary.home, join(standbyDirectory, 'postgres')])
  return standbyDirectory
}

/** The statements of deploy/postgres/replication.sh, with psql's variable filled in. */
function replicationSql(password: string): string {
  const sql = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(readFileSync('deploy/postgres/replication.sh', 'utf8'))?.[1]
  if (sql === undefined) throw new Error('deploy/postgres/replication.sh contains no statements')
  return sql.replace(`:'password'`, pg.escapeLiteral(password))
}

function followPrimary(standbyDirectory: string, primaryUrl: string): void {
  const cluster = join(standbyDirectory, 'postgres', 'cluster')
  const { searchParams, password } = new URL(primaryUrl)
  writeFileSync(join(cluster, 'standby.signal'), '')
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${searchParams.get('host')} user=replicator password=${password}'\n` +
      `primary_slot_name = 'portal_standby'\ncluster_name = 'portal_standby'\n`,
  )
}

async function untilSynchronous(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const rows = await runSql(url, `select from pg_stat_replication where sync_state = 'sync'`)
    if (rows > 0) return
    await delay(100)
  }
  throw new Error('the standby is not following the primary')
}

async function runSql(url: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const statement of sql
      .replace(/^--.*$/gm, '')
      .split(';')
      .slice(0, -1))
      await client.query(statement)
    const last = sql.includes(';') ? null : await client.query(sql)
    return last?.rowCount ?? 0
  } finally {
    await client.end()
  }
}
