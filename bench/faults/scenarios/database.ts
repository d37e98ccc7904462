import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { PortalProcess } from '../fleet'
import { check, type Check } from '../compare'
import { openFleet, untilReady, type Fleet } from '../fleet'
import { pageStatus, watchHealth } from '../health'
import { signalFamily } from '../processes'
import { beginBidding, type Scenario, type ScenarioOptions } from '../scenario'

const SETTLED_BIDS = 50

export const killedDatabase: Scenario = {
  id: 'F2',
  what: 'PostgreSQL killed −9, restarted and paused in the middle of bidding',
  async run(options) {
    const fleet = await openFleet()
    try {
      const pid = fleet.portals[0]!.pid()
      const bidding = await beginBidding(fleet, options)
      const rounds = Math.max(1, Math.round(4 * options.scale))
      for (let round = 0; round < rounds; round += 1) {
        for (const fault of [killDatabase, restartDatabase, pauseDatabase]) {
          await bidding.clients.placed(SETTLED_BIDS)
          await delay(options.random.whole(0, 500))
          await fault(fleet, options)
        }
      }
      await bidding.clients.placed(SETTLED_BIDS)
      await untilReady(fleet.origin)
      options.print(`${rounds} times killed −9, restarted, and paused`)
      return [...(await bidding.finish()), recoveredWithoutRestart(fleet.portals[0]!, pid)]
    } finally {
      await fleet.close()
    }
  },
}

/** Kills all processes of the database together, like a power failure; the supervisor restarts it. */
async function killDatabase({ database }: Fleet): Promise<void> {
  signalFamily(database.pid(), 'SIGKILL')
}

/** Restarts it like `pg_ctl restart -m fast`. */
async function restartDatabase({ database }: Fleet): Promise<void> {
  process.kill(database.pid(), 'SIGINT')
}

async function pauseDatabase({ database }: Fleet, { scale }: ScenarioOptions): Promise<void> {
  const pid = database.pid()
  signalFamily(pid, 'SIGSTOP')
  await delay(Math.max(3_000, 20_000 * scale))
  signalFamily(pid, 'SIGCONT')
}

function recoveredWithoutRestart(portal: PortalProcess, pid: number): Check {
  return check('the portal recovered without a restart', portal.running() && portal.pid() === pid, `process ${pid}`)
}

export const unreachableDatabase: Scenario = {
  id: 'F3',
  what: 'the network to the database cut, slow and silent, and its connections used up',
  async run(options) {
    const fleet = await openFleet()
    try {
      const pid = fleet.portals[0]!.pid()
      const status = await pageStatus(fleet.origin, '/')
      const bidding = await beginBidding(fleet, options)
      const { clients } = bidding
      await clients.placed(SETTLED_BIDS)

      for (let cut = 0; cut < Math.max(2, Math.round(10 * options.scale)); cut += 1) {
        fleet.network.cut()
        await clients.placed(SETTLED_BIDS)
      }
      fleet.network.delayBy(150)
      await clients.placed(SETTLED_BIDS)
      fleet.network.delayBy(0)
      await clients.placed(SETTLED_BIDS)

      const health = watchHealth(fleet.origin)
      fleet.network.dropPackets()
      await delay(Math.max(12_000, 25_000 * options.scale))
      const during = await pageStatus(fleet.origin, '/')
      fleet.network.restore()
      await clients.placed(SETTLED_BIDS)
      await untilReady(fleet.origin)
      await health.stop()

      const extraClients = await exhaustConnections(fleet)
      await delay(4_000)
      await Promise.all(extraClients.map((client) => client.end()))
      await clients.placed(SETTLED_BIDS)
      await untilReady(fleet.origin)

      const { ready, notReady, silent } = health.counts
      return [
        ...(await bidding.finish()),
        check(
          'readiness warned of it in time, and took no server out',
          health.warnings.has('database') && notReady === 0 && silent === 0,
          `${ready} × 200, ${notReady} × 503, ${silent} × no answer within 4 s; ${[...health.warnings, ...health.faults].join(', ')}`,
        ),
        check('a page in memory is still shown', status === '200' && during === '200', `${status}, then ${during}`),
        check('connections used up beside the portal', extraClients.length > 10, extraClients.length),
        recoveredWithoutRestart(fleet.portals[0]!, pid),
      ]
    } finally {
      await fleet.close()
    }
  },
}

/** Uses up the database's connections, then terminates the portal's. */
async function exhaustConnections({ database, pool }: Fleet): Promise<pg.Client[]> {
  const clients: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch {
      break
    }
    clients.push(client)
  }
  await pool
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gas-auction-portal' and pid <> pg_backend_pid()`,
    )
    .catch(() => undefined)
  return clients
}
