import type { Logger } from 'pino'
import { onCmsConnectionLost } from '@/lib/server/cms/cms'
import { type Availability, createAvailability } from '@/lib/server/platform/db/availability'
import { createListener, type Listener } from '@/lib/server/platform/db/listener'
import { BIDDING_LIMITS, createPool, type Pool } from '@/lib/server/platform/db/pool'
import { createMetrics, type Metrics } from '@/lib/server/http/metrics'
import { createClock, type Machine, type PortalClock, thisMachine } from '@/lib/server/platform/clock'
import { createLog } from '@/lib/server/platform/log'
import { readTimeOnRecord } from '@/lib/server/auctions/bid/heartbeat'
import type { PortalEnvironment } from './portal'

/** Shared by all capabilities: log, database, clock, metrics. */
export interface Foundation {
  environment: PortalEnvironment
  /** New at each start of the process. */
  serverId: string
  /** The present secret, then the former ones. */
  secrets: readonly [string, ...string[]]
  log: Logger
  availability: Availability
  pool: Pool
  /** Only for bids, starts and ends, including the sessions of bidders. */
  biddingPool: Pool
  /** Only for the heartbeat, which waits for nothing else. */
  heartbeatPool: Pool
  /** Only for senders of bids whom this server does not know. */
  strangersPool: Pool
  listener: Listener
  machine: Machine
  clock: PortalClock
  metrics: Metrics
  /** Must stop last: everything else writes until it ends. */
  close(): Promise<void>
}

export async function createFoundation(environment: PortalEnvironment, serverId: string): Promise<Foundation> {
  const log = createLog({ level: environment.logLevel, server: serverId })
  const availability = createAvailability(log)
  const database = { url: environment.databaseUrl, onIdleError: (error: Error) => availability.connectionLost(error) }
  onCmsConnectionLost(database.onIdleError)
  const pool = createPool(database)
  const biddingPool = createPool({ ...database, size: 8, limits: BIDDING_LIMITS })
  const heartbeatPool = createPool({ ...database, size: 1, limits: BIDDING_LIMITS })
  const strangersPool = createPool({ ...database, size: 2, limits: BIDDING_LIMITS })
  const listener = await createListener({
    url: environment.databaseUrl,
    onError: database.onIdleError,
    onFault: (error, channel) => log.error({ err: error, channel }, 'invalid NOTIFY payload'),
  })
  const machine = thisMachine()
  const clock = await createClock({
    db: pool,
    machine,
    readTimeOnRecord: () => readTimeOnRecord(pool),
    onDrift: (difference) =>
      log.error({ difference_ms: Math.round(difference) }, 'database clock differs: the portal keeps its own time'),
  })
  const fault = clock.fault()
  if (fault !== null) log.error({ fault }, 'clock not trusted; this server decides no bids')
  return {
    environment,
    serverId,
    secrets: [environment.payloadSecret, ...environment.formerSecrets],
    log,
    availability,
    pool,
    biddingPool,
    heartbeatPool,
    strangersPool,
    listener,
    machine,
    clock,
    metrics: createMetrics(),
    async close() {
      await listener.stop()
      await Promise.all([pool, biddingPool, heartbeatPool, strangersPool].map((each) => each.end()))
    },
  }
}
