import type { Logger } from 'pino'
import { onCmsConnectionLost } from '@/lib/server/cms/cms'
import { type Availability, createAvailability } from '@/lib/server/platform/db/availability'
import { createListener, type Listener } from '@/lib/server/platform/db/listener'
import { BIDDING_LIMITS, createPool, type Pool } from '@/lib/server/platform/db/pool'
import { createMetrics, type Metrics } from '@/lib/server/http/metrics'
import { agreeOnTime, type Machine, thisMachine } from '@/lib/server/platform/agree-on-time'
import { createDatabaseClock, type DatabaseClock } from '@/lib/server/platform/clock'
import { createLog } from '@/lib/server/platform/log'
import type { PortalEnvironment } from './portal'

/** What every capability stands on: the log, the database, the portal's time, the metrics. */
export interface Foundation {
  environment: PortalEnvironment
  /** Of this process: new with each start. */
  serverId: string
  /** The secret in use, then those that were used before. */
  secrets: readonly [string, ...string[]]
  log: Logger
  availability: Availability
  pool: Pool
  /** For bids, starts and ends, and signs of life alone. */
  biddingPool: Pool
  listener: Listener
  machine: Machine
  clock: DatabaseClock
  metrics: Metrics
  /** The last thing to stop: everything else writes until it ends. */
  close(): Promise<void>
}

/** Connects to the database and agrees on the time with the other servers. @throws {ClockDisagreement} */
export async function createFoundation(environment: PortalEnvironment, serverId: string): Promise<Foundation> {
  const log = createLog({ level: environment.logLevel, server: serverId })
  const availability = createAvailability(log)
  const database = { url: environment.databaseUrl, onIdleError: (error: Error) => availability.connectionLost(error) }
  onCmsConnectionLost(database.onIdleError)
  const pool = createPool(database)
  const biddingPool = createPool({ ...database, size: 4, limits: BIDDING_LIMITS })
  const listener = await createListener({
    url: environment.databaseUrl,
    onError: database.onIdleError,
    onFault: (error, channel) => log.error({ err: error, channel }, 'notification not understood'),
  })
  const machine = thisMachine()
  const agreed = await agreeOnTime(pool, machine).catch(async (error: unknown) => {
    await Promise.all([listener.stop(), pool.end(), biddingPool.end()])
    throw error
  })
  if (agreed.remark !== null) log.warn({ offset_ms: Math.round(agreed.offset) }, `clocks disagree: ${agreed.remark}`)
  const clock = await createDatabaseClock({
    db: pool,
    timer: () => machine.elapsed(),
    offset: agreed.offset,
    onJump: (difference) =>
      log.error({ difference_ms: Math.round(difference) }, 'database clock was set: the portal keeps its own time'),
    onStep: (milliseconds) =>
      log.error(
        { step_ms: Math.round(milliseconds) },
        'the clock of this server stood still: moved on to the time of the others',
      ),
    onError: (error) => availability.note(error),
  })
  return {
    environment,
    serverId,
    secrets: [environment.payloadSecret, ...environment.formerSecrets],
    log,
    availability,
    pool,
    biddingPool,
    listener,
    machine,
    clock,
    metrics: createMetrics(),
    async close() {
      clock.stop()
      await listener.stop()
      await Promise.all([pool.end(), biddingPool.end()])
    },
  }
}
