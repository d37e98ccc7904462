import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Environment } from '@/lib/config/environment'
import type { Pool } from '@/lib/server/db/pool'
import type { Demo } from '@/lib/server/demo/demo'
import type { PageCache } from '@/lib/server/http/page-cache'

/** The environment once the database and the secret are settled. */
export type PortalEnvironment = Environment & { databaseUrl: string; payloadSecret: string }

/** Everything of the portal that exists once in a process: one pool, one bidding queue, one LISTEN connection. */
export interface Portal {
  /** The API as a function, for server components and for hosts that run plain Next; `visitor` is for whom they call. */
  api(request: Request, visitor?: { address: string }): Promise<Response>
  /** Answers paths under `/api/` on Node's own http server, the live stream included. */
  handleNode(request: IncomingMessage, response: ServerResponse): void
  /** Starts what runs by itself: listening to the database, the scheduler, the jobs. */
  start(): Promise<void>
  /** Ends the streams, lets what was received be written, closes the pool. */
  stop(): Promise<void>
  /** The database is known not to answer. */
  isDatabaseAway(): boolean
  /** Tells the portal on which origin of this machine its site answers and what it keeps, so that it can revalidate the site's pages. */
  pageCache: PageCache
  /** The demo, where it is on. Its first content goes in before `start`. */
  demo: Demo | null
  pool: Pool
  environment: PortalEnvironment
  log: Logger
}

/**
 * The server process and Next's bundle load this module separately; the symbol in the global registry is the one
 * place where both look.
 */
const KEY = Symbol.for('gas-auction-portal')
const shared = globalThis as typeof globalThis & { [KEY]?: Promise<Portal> }

export function publishPortal(portal: Portal): void {
  shared[KEY] = Promise.resolve(portal)
}

/**
 * The portal of this process. Where no server process has published one (a host that runs plain Next), it is made
 * here, once, on the database of DATABASE_URL.
 */
export function getPortal(): Promise<Portal> {
  shared[KEY] ??= createHere().catch((error: unknown) => {
    delete shared[KEY]
    throw error
  })
  return shared[KEY]
}

async function createHere(): Promise<Portal> {
  const { createPortalFromVariables } = await import('@/lib/server/create-portal')
  return createPortalFromVariables(process.env)
}
