import { setTimeout as delay } from 'node:timers/promises'
import type { PageCache } from '@/lib/server/http/page-cache'
import type { Portal } from '@/lib/server/compose/portal'
import type { HttpSide, OwnAddress } from '@/server/listen'
import type { RemoteGateway } from '@/server/remote'
import type { RemoteChanges } from './remote'
import type { ResolvedDatabase } from './resolve-database'
import type { Site } from '@/server/site'

/** The parts started so far, set by `boot`. */
export interface Stoppable {
  http?: HttpSide
  ownAddress?: OwnAddress
  portal?: Portal
  site?: Site
  pageCache?: Pick<PageCache, 'stop'>
  gateway?: RemoteGateway
  changes?: RemoteChanges
  closeCms?: () => Promise<void>
  database?: ResolvedDatabase
}

const IN_FLIGHT_TIMEOUT_MS = 10_000

/**
 * Milliseconds for everything but the embedded database; supervisors kill later (deploy/). Running jobs have 10 s of it
 * (job-worker.ts), which leaves time to write bids and release the leadership.
 */
export const STOP_WITHIN_MS = 25_000
/** Workers bound their own stop, so one that takes longer hangs. */
export const STOP_WORKERS_MS = STOP_WITHIN_MS + 2_000

interface Timing {
  now(): number
  wait(milliseconds: number): Promise<void>
}

const TIMING: Timing = {
  now: () => performance.now(),
  wait: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
}

/**
 * Stops the parts in the order of their dependencies: refuses new requests, answers running ones (10 s at most), ends streams and
 * writes received bids; then pages, Payload, and the database last.
 */
export function createStop(running: Stoppable, { now, wait }: Timing = TIMING): () => Promise<void> {
  return async () => {
    const deadline = now() + STOP_WITHIN_MS

    /** A part that fails or hangs must not prevent the others, above all the database, from stopping. */
    async function bounded(part: string, work: Promise<void> | undefined): Promise<void> {
      if (work === undefined) return
      const late = Symbol('late')
      try {
        const outcome = await Promise.race([work, wait(Math.max(0, deadline - now())).then(() => late)])
        if (outcome === late) console.error(`Stopping: ${part} did not stop in time.`)
      } catch (error) {
        console.error(`Stopping: ${part}:`, error)
      }
    }

    running.pageCache?.stop()
    running.http?.refuseNew()
    await Promise.race([running.http?.idle(), wait(IN_FLIGHT_TIMEOUT_MS)])
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
