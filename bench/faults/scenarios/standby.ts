import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { DATABASE_NAME, ensureCluster, findBinaries, type Binaries } from '@/lib/server/platform/db/embedded/cluster'
import {
  chooseOperatingUser,
  prepareClusterPlace,
  publicDirectory,
  type ClusterPlace,
  type OperatingUser,
} from '@/lib/server/platform/db/embedded/cluster-place'
import { startPostmaster, type Postmaster } from '@/lib/server/platform/db/embedded/postmaster'
import { vanishingNetwork, type VanishingNetwork } from '@/tests/support/vanishing-network'
import { check } from '../compare'
import { openFleet, untilReady, type FleetDatabase } from '../fleet'
import { signalFamily } from '../processes'
import { beginBidding, type Scenario } from '../scenario'

const SETTLED_BIDS = 100
/** What the embedded server's command line sets, as deploy/postgres/portal.conf has it. */
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
      const went = await clients.placed(1, 60_000)
      const seconds = (performance.now() - began) / 1000
      await clients.placed(SETTLED_BIDS)
      for (const { origin } of fleet.portals) await untilReady(origin)
      return [
        ...(await bidding.finish()),
        check('bidding went on at the standby', went, `${seconds.toFixed(1)} s after the primary was lost`),
        check(
          'the portals reconnected by themselves',
          fleet.portals.every((portal, index) => portal.pid() === pids[index]),
          pids.join(', '),
        ),
      ]
    } finally {
      await fleet.close()
    }
  },
}

interface Pair extends FleetDatabase {
  /** The primary is gone from one moment to the next; the standby is promoted as deploy/postgres/promote.sql does it. */
  failOver(): Promise<void>
}

interface Server {
  place: ClusterPlace
  url: string
  postmaster: Postmaster
}

/** Two servers under deploy/postgres/portal.conf, and one address that leads to the primary. */
async function openPair(directory: string): Promise<Pair> {
  const user = chooseOperatingUser(`${directory}/postgres`)
  const binaries = findBinaries(user, publicDirectory)
  const primary = await preparePrimary(directory, binaries, user)
  const standby = prepareStandby(directory, primary, user)
  const servers: Server[] = []
  let network: VanishingNetwork
  try {
    for (const prepared of [primary, standby]) servers.push(await startServer(prepared, binaries, user))
    await untilSynchronous(primary.url)
    network = await vanishingNetwork(primary.url)
  } catch (error) {
    for (const { postmaster } of servers) await postmaster.stop()
    throw error
  }
  return {
    url: network.url,
    pid: () => servers[0]!.postmaster.pid,
    async failOver() {
      signalFamily(servers[0]!.postmaster.pid, 'SIGKILL')
      await runSql(standby.url, readFileSync('deploy/postgres/promote.sql', 'utf8'))
      network.leadTo(standby.url)
    },
    async stop() {
      for (const { postmaster } of servers) await postmaster.stop()
      await network.close()
    },
  }
}

interface Prepared {
  place: ClusterPlace
  url: string
}

async function preparePrimary(directory: string, binaries: Binaries, user: OperatingUser | null): Promise<Prepared> {
  const place = prepareClusterPlace(directory, user)
  const password = await ensureCluster(binaries, place, user)
  const url = urlOf(place, password, 'postgres')
  // Last in the file counts. Where it listens is this program's own affair.
  const settings = readFileSync('deploy/postgres/portal.conf', 'utf8').replace(/^listen_addresses.*$/m, '')
  appendFileSync(join(place.cluster, 'postgresql.conf'), `\n${settings}`)
  // As the image of PostgreSQL does it: under these settings the database is made, then replication.sh runs, then the server starts anew.
  const alone = await startPostmaster(binaries, place, user, url, OVER_EMBEDDED)
  await runSql(url, `create database ${DATABASE_NAME}`)
  await runSql(url, replicationSql(password))
  await runSql(url, `select pg_create_physical_replication_slot('portal_standby')`)
  await alone.stop()
  return { place, url: urlOf(place, password, DATABASE_NAME) }
}

/** The statements of deploy/postgres/replication.sh, with psql's variable filled in. */
function replicationSql(password: string): string {
  const sql = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(readFileSync('deploy/postgres/replication.sh', 'utf8'))?.[1]
  if (sql === undefined) throw new Error('deploy/postgres/replication.sh holds no statements')
  return sql.replace(`:'password'`, pg.escapeLiteral(password))
}

/** A copy of the stopped primary that follows it: what pg_basebackup makes of a running one (deploy/postgres/standby.sh). */
function prepareStandby(directory: string, primary: Prepared, user: OperatingUser | null): Prepared {
  const second = join(directory, 'standby')
  mkdirSync(second, { mode: 0o755 })
  chmodSync(second, 0o711)
  const place = prepareClusterPlace(second, user)
  execFileSync('cp', ['-a', primary.place.cluster, place.cluster])
  writeFileSync(join(place.cluster, 'standby.signal'), '')
  const { password } = new URL(primary.url)
  appendFileSync(
    join(place.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary.place.socket} user=replicator password=${password}'\n` +
      `primary_slot_name = 'portal_standby'\ncluster_name = 'portal_standby'\n`,
  )
  return { place, url: urlOf(place, password, DATABASE_NAME) }
}

async function startServer({ place, url }: Prepared, binaries: Binaries, user: OperatingUser | null): Promise<Server> {
  return { place, url, postmaster: await startPostmaster(binaries, place, user, url, OVER_EMBEDDED) }
}

async function untilSynchronous(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const rows = await runSql(url, `select from pg_stat_replication where sync_state = 'sync'`)
    if (rows > 0) return
    await delay(100)
  }
  throw new Error('the standby does not follow the primary')
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

function urlOf(place: ClusterPlace, password: string, database: string): string {
  const socket = encodeURIComponent(place.socket)
  return `postgresql://${DATABASE_NAME}:${password}@localhost:5432/${database}?host=${socket}`
}
