import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Environment } from '@/lib/config/environment'
import type { auctionsEndpoints, bidsEndpoints } from '@/lib/contract/auctions'
import type { managerDepositsEndpoints } from '@/lib/contract/deposits'
import type { managerEndpoints, StaffRole } from '@/lib/contract/manager'
import type { questionsEndpoints } from '@/lib/contract/questions'
import type { Clock } from '@/lib/server/platform/clock'
import type { Handlers } from '@/lib/server/platform/call'
import type { StreamCache } from '@/lib/server/events/snapshots'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { PageCache } from '@/lib/server/http/page-cache'
import type { LimitRequest } from '@/lib/server/http/rate-limits'

/** The environment with its database and its secret resolved. */
export type PortalEnvironment = Environment & { databaseUrl: string; payloadSecret: string }

/** Accounts of the demo, one password for all. */
export interface DemoLogins {
  /** Path of the file with the logins. */
  file: string
  password: string
  buyers: string[]
  /** Colleagues of the first buyer. */
  people: { email: string; role: 'trader' | 'viewer' }[]
  staff: { email: string; role: StaffRole }[]
}

/** Demo content and demo auctions. They are not part of the product (demo/); the process loads them if DEMO is on. */
export interface Demo {
  /** Fills an empty database, once. */
  seed(): Promise<'seeded' | 'already' | 'not_empty'>
  /** Null if this database has no demo, or its logins are saved on another machine. */
  logins(): Promise<DemoLogins | null>
  /** Advances the demo's auctions, once a minute. */
  tick(): Promise<void>
  /** Makes the demo's buyers bid in the running auction while someone watches it. */
  startBidding(): void
  stop(): Promise<void>
}

export interface DemoDependencies {
  environment: Pick<PortalEnvironment, 'databaseUrl' | 'dataDir' | 'publicUrl'>
  pool: Pool
  log: Pick<Logger, 'warn'>
  watchers(): number
  clock: Clock
  streams: StreamCache
  handlers: {
    auctions: Pick<Handlers<typeof auctionsEndpoints & typeof questionsEndpoints>, 'apply' | 'answerPartial' | 'ask'>
    bids: Pick<Handlers<typeof bidsEndpoints>, 'place' | 'leaveAutomatic'>
    manager: Pick<
      Handlers<typeof managerEndpoints>,
      'confirmApplication' | 'confirmWinners' | 'complete' | 'answerQuestion'
    > &
      Pick<Handlers<typeof managerDepositsEndpoints>, 'recordDeposit'>
  }
}

export type CreateDemo = (dependencies: DemoDependencies) => Demo

/** The parts of the portal that exist once per process: one pool, one bid queue, one LISTEN connection. */
export interface Portal {
  /** The API as a function, for server components, which call on behalf of `visitor`. */
  api(request: Request, visitor?: { address: string }): Promise<Response>
  /** Answers paths under `/api/` on Node's own http server, the live stream included. */
  handleNode(request: IncomingMessage, response: ServerResponse): void
  /** The rate limits, for routes that the API does not answer. */
  limitRequest: LimitRequest
  /** Starts the background work: listening to the database, the scheduler, the jobs. */
  start(): Promise<void>
  /** Ends the streams, writes the bids that were received, closes the pools. */
  stop(): Promise<void>
  /** Whether the database is known to be unreachable. */
  isDatabaseAway(): boolean
  /** Invalidates pages of the site. The process tells it where the site is and which pages it has. */
  pageCache: PageCache
  /** Null unless DEMO is on. It is seeded before `start`. */
  demo: Demo | null
  pool: Pool
  environment: PortalEnvironment
}

/** The server process and Next's bundle load this module separately and share the portal by a global symbol. */
const KEY = Symbol.for('gas-auction-portal')
const shared = globalThis as typeof globalThis & { [KEY]?: Promise<Portal> }

export function publishPortal(portal: Portal): void {
  shared[KEY] = Promise.resolve(portal)
}

/** The portal of this process. @throws if the server process has not published one. */
export function getPortal(): Promise<Portal> {
  return shared[KEY] ?? Promise.reject(new Error('there is no portal in this process: it is started by npm start'))
}
