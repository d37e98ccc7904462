import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Environment } from '@/lib/config/environment'
import { createHeldBytes } from '@/lib/http/held-bytes'
import { cmsPool, getCms } from '@/lib/server/cms/cms'
import { serveMedia } from '@/lib/server/cms/media-files'
import { migrations as cmsMigrations } from '@/lib/server/cms/migrations'
import { lastJobMigration, missingMigrations, readMigrations } from '@/lib/server/platform/db/migrate'
import { thisWorker } from '@/lib/server/platform/cluster-worker'
import { createWriteProbe } from '@/lib/server/platform/db/availability'
import { isDatabaseUnavailable } from '@/lib/server/platform/db/transaction'
import { type ApiDependencies, createApi, createBidDecider } from '@/lib/server/http/api'
import { clientAddress } from '@/lib/server/http/client-address'
import { addFileRoutes, addOwnFilesRoute, addResultsRoute } from '@/lib/server/http/file-routes'
import { createLimitCounts } from '@/lib/server/http/rate-limits'
import { measurePortal } from '@/lib/server/http/metrics'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import type { AllHandlers } from '@/lib/server/http/request-input'
import { addServiceRoutes, addUnsubscribeRoute } from '@/lib/server/http/service-routes'
import { createStreams } from '@/lib/server/http/streams'
import { startTracing } from '@/lib/server/http/tracing'
import { createUploadSlots } from '@/lib/server/http/form-body'
import { createArchiveServing } from '@/lib/server/personal-data/export'
import type { Accounts } from './accounts'
import type { Auctions } from './auctions'
import type { Foundation } from './foundation'

interface Parts {
  handlers: AllHandlers
  accounts: Accounts
  auctions: Auctions
  unsubscribe(token: string): Promise<boolean>
}

/** Of calls whose bodies are under way, in bytes. */
const HELD_BODIES = { perSender: 4 * 1024 * 1024, together: 64 * 1024 * 1024 }

/** Everything that answers a request and is not a page: calls, files, event streams, health. */
export async function composeHttp(foundation: Foundation, { handlers, accounts, auctions, unsubscribe }: Parts) {
  const { environment, serverId, pool, listener, clock, log, availability, metrics } = foundation
  const { sources, exportTickets } = accounts
  const { commands, forwarding, hub, protocol, serveAgreement, vault } = auctions
  const limitCounts = createLimitCounts({ pool, listener, serverId, log })
  const rateLimits = createRateLimits(environment.limitsRequests, limitCounts.count)
  const tracing = await startTracing(environment.tracesEndpoint, serverId)
  const api: ApiDependencies = {
    ...sources,
    handlers,
    allow: rateLimits.allow,
    uploads: createUploadSlots(),
    bodies: createHeldBytes(HELD_BODIES),
    clock,
    log,
    observe: metrics.observe,
    refused: metrics.refused,
    trace: tracing?.call,
    noteDatabaseError: availability.note,
    bidding: {
      receive: commands.bidQueue.receive,
      route: forwarding.route,
      pool: foundation.biddingPool,
    },
  }
  const app = createApi(api)
  addResultsRoute(app)
  addOwnFilesRoute(app)
  addFileRoutes(app, {
    ...sources,
    allow: rateLimits.allow,
    pool,
    agreementPdf: serveAgreement,
    personalData: createArchiveServing({ pool, clock, tickets: exportTickets, openBid: vault.open }),
    media: (name, method) => serveMedia(getCms, name, method),
    protocol: protocol.serveFile,
  })
  addUnsubscribeRoute(app, {
    unsubscribe,
    pageOf: (token) => `${environment.publicUrl}/unsubscribe/${encodeURIComponent(token)}`,
  })
  addServiceRoutes(app, {
    metrics,
    metricsToken: environment.metricsToken,
    sendsMessages: environment.sendsMessages,
    checks: { ...(await checksOf(foundation)), leader: () => forwarding.fault() },
    warnings: (): Record<string, string> => {
      const apartMs = clock.isApart() ? clock.difference() : 0
      return apartMs === 0
        ? {}
        : { clock: `the database's clock differs by ${(apartMs / 1000).toFixed(1)} s: the portal keeps its own time` }
    },
  })
  measurePortal(metrics, {
    pools: { general: pool, bidding: foundation.biddingPool },
    officePool: cmsPool,
    listener,
    clock,
    availability,
    watchers: () => hub.watchers(),
    bidsWaiting: () => commands.bidQueue.count(),
    leads: () => commands.leadership.epoch() !== null,
  })
  const addressOf = (request: Parameters<typeof clientAddress>[0]) => clientAddress(request, environment.isProxy)
  const streams = createStreams({
    ...sources,
    hub,
    allow: rateLimits.allow,
    failed(error) {
      availability.note(error)
      // While the database is away every watcher comes back again and again: that it is away is said once, and not here.
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'live stream could not be opened')
    },
  })
  const respond = getRequestListener((request, node) =>
    app.fetch(request, {
      address: addressOf((node as { incoming: Parameters<typeof clientAddress>[0] }).incoming),
    }),
  )
  return {
    app,
    tracing,
    rateLimits,
    start: () => limitCounts.start(rateLimits.heard),
    /** Bids that other servers send to this one. Answers where they reach it. */
    listenInternally: () => forwarding.listen(internalAddressOf(environment.internalAddress), createBidDecider(api)),
    stop: () => limitCounts.stop(),
    handleNode(request: IncomingMessage, response: ServerResponse): void {
      if (streams.takes(request)) void streams.attach(request, response, addressOf(request))
      else void respond(request, response)
    },
  }
}

/** Processes of one machine take ports in a row. */
function internalAddressOf({ host, port }: Environment['internalAddress']) {
  const number = thisWorker()?.number ?? 1
  return { host, port: port === 0 ? 0 : port + number - 1 }
}

/** What `/api/health/ready` looks at: each says what is wrong, or null. */
async function checksOf({ pool, listener, availability }: Foundation) {
  const namesOf = (migrations: readonly { name: string }[]) => migrations.map(({ name }) => name)
  const needed = {
    portal: namesOf(await readMigrations(resolve('lib/server/platform/db/migrations'))),
    cms: namesOf(cmsMigrations),
    // The library does not say what it needs; every start brings it up to date before.
    jobs: await lastJobMigration(pool),
  }
  return {
    database: () => pool.query('select 1').then(() => null),
    migrations: () => missingMigrations(pool, needed),
    disk: createWriteProbe(pool, { failed: availability.note, wrote: availability.wrote }),
    listener: () => (listener.connected() ? null : 'the listening connection does not answer'),
  }
}
