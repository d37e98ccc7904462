import { setTimeout as delay } from 'node:timers/promises'
import type { PageCache } from '@/lib/server/http/page-cache'
import type { Portal } from '@/lib/server/compose/portal'
import type { HttpSide, OwnAddress } from '@/server/listen'
import type { RemoteGateway } from '@/server/remote'
import type { RemoteChanges } from './remote'
import type { SettledDatabase } from './resolve-database'
import type { Site } from '@/server/site'

/** What has been started so far, filled in by the boot as it goes. */
export interface Stoppable {
  http?: HttpSide
  ownAddress?: OwnAddress
  portal?: Portal
  site?: Site
  pageCache?: Pick<PageCache, 'stop'>
  gateway?: RemoteGateway
  changes?: RemoteChanges
  closeCms?: () => Promise<void>
  database?: SettledDatabase
}

const IN_FLIGHT_MS = 10_000

/**
 * Milliseconds for everything but the portal's own database: who kills what does not stop waits for longer (deploy/). Jobs that run
 * have 10 s within (job-worker.ts), so that some are left to write bids and give the leases back.
 */
export const STOP_WITHIN_MS = 25_000
/** Of several processes: each bounds itself, and what takes longer hangs. */
export const STOP_WORKERS_MS = STOP_WITHIN_MS + 2_000

/** The clock, and an end to waiting. */
interface Timing {
  now(): number
  wait(milliseconds: number): Promise<void>
}

const TIMING: Timing = {
  now: () => performance.now(),
  wait: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
}

/**
 * Stops what runs, in the order in which things lean on each other: new requests are refused, those under way
 * answered (10 s at most), streams ended and received bids written, then pages, Payload, and the database last.
 */
export function createStop(running: Stoppable, { now, wait }: Timing = TIMING): () => Promise<void> {
  return async () => {
    const deadline = now() + STOP_WITHIN_MS

    /** One part that fails or hangs must not keep the others, and above all the database, from stopping. */
    async function bounded(part: string, work: Promise<void> | undefined): Promise<void> {
      if (work === undefined) return
      const late = Symbol('late')
      try {
        const outcome = await Promise.race([work, wait(Math.max(0, deadline - now())).then(() => late)])
        if (outcome === late) console.error(`Stopping: ${part} did not stop in time, going on without it.`)
      } catch (error) {
        console.error(`Stopping: ${part}:`, error)
      }
    }

    running.pageCache?.stop()
    running.http?.refuseNew()
    await Promise.race([running.http?.idle(), wait(IN_FLIGHT_MS)])
    await bounded('portal', running.portal?.stop())
    running.gateway?.close()
    running.changes?.stop()
    running.ownAddress?.close()
    await bounded('connections', running.http?.closeAll())
    await bounded('site', running.site?.close())
    await bounded('back office', running.closeCms?.())
    await running.database?.stop()
  }
}
