import { getRequestListener } from '@hono/node-server'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { Environment } from '@/lib/config/environment'
import { createAuditEndpoints } from '@/lib/server/audit/audit'
import { createChatEndpoints } from '@/lib/server/chat/chat'
import { getCms, cmsPool } from '@/lib/server/cms/cms'
import { serveMedia } from '@/lib/server/cms/media-files'
import { migrations as cmsMigrations } from '@/lib/server/cms/migrations'
import { createLotDrafts } from '@/lib/server/content/lot-draft'
import { createDocumentsEndpoints, documentsOfAccounts } from '@/lib/server/documents/endpoints'
import { type InspectedFile, inspectFile, storeFile } from '@/lib/server/documents/files'
import { createExports } from '@/lib/server/exports/endpoints'
import { createFeedbackEndpoints } from '@/lib/server/feedback/feedback'
import { type ApiDependencies, createApi, createBidDecider } from '@/lib/server/http/api'
import { clientAddress } from '@/lib/server/http/client-address'
import { addFileRoutes, addOwnFilesRoute, addRefusedFilePages, addResultsRoute } from '@/lib/server/http/file-routes'
import { createUploadSlots } from '@/lib/server/http/form-body'
import { createQuota } from '@/lib/server/http/quota'
import { answer } from '@/lib/server/http/handler'
import { measurePortal } from '@/lib/server/http/metrics'
import { createLimitCounts, createRateLimits } from '@/lib/server/http/rate-limits'
import type { AllHandlers } from '@/lib/server/http/request-input'
import { addServiceRoutes, addUnsubscribeRoute } from '@/lib/server/http/service-routes'
import { createStreams } from '@/lib/server/http/streams'
import { createTwoFactorReset } from '@/lib/server/identity/account-calls'
import { createAccountDecisions } from '@/lib/server/identity/managed-accounts'
import { announceAccount } from '@/lib/server/identity/sessions'
import { findAccounts } from '@/lib/server/identity/users'
import { createManagedLetters } from '@/lib/server/notifications/managed-letters'
import { createDeletions } from '@/lib/server/personal-data/decide-deletion'
import { createArchiveServing } from '@/lib/server/personal-data/export'
import { thisWorker } from '@/lib/server/platform/cluster-worker'
import { createWriteProbe } from '@/lib/server/platform/db/availability'
import { lastJobMigration, missingMigrations, readMigrations } from '@/lib/server/platform/db/migrate'
import { isDatabaseAway, isDatabaseUnavailable, isDiskFull } from '@/lib/server/platform/db/transaction'
import { keysFor } from '@/lib/server/platform/secrets'
import { createSearch } from '@/lib/server/search/search'
import { createShopEndpoints, createTickets } from '@/lib/server/shop/shop'
import { createSignatureCalls } from '@/lib/server/signatures/endpoints'
import { createSignedAgreementServing } from '@/lib/server/signatures/signed-agreement'
import type { Accounts, Auctions, SiteContent } from './capabilities'
import type { Foundation } from './foundation'

interface CallParts {
  accounts: Accounts
  auctions: Auctions
  content: SiteContent
  notifications: AllHandlers['notifications']
  subscriptions: AllHandlers['subscriptions']
}

export function composeCalls(foundation: Foundation, parts: CallParts): AllHandlers {
  const { environment, secrets, pool, clock } = foundation
  const { accounts, auctions, content, notifications, subscriptions } = parts
  const { commands, queries, protocol } = auctions
  const chat = createChatEndpoints({ pool })
  const signatures = createSignatureCalls({ pool, clock, publicUrl: environment.publicUrl })
  return {
    ...accounts.handlers,
    ...content.handlers,
    notifications,
    subscriptions,
    auctions: {
      ...createLotDrafts({ cms: getCms, mayPreview: content.mayPreview, get: queries.handlers.auctions.get }),
      ...queries.handlers.auctions,
      ...commands.endpoints.auctions,
      ...protocol.handlers,
    },
    bids: { ...queries.handlers.bids, ...commands.endpoints.bids },
    cabinet: { ...queries.handlers.cabinet, ...signatures.cabinet },
    chat: chat.chat,
    deposits: parts.auctions.deposits.own,
    documents: { ...createDocumentsEndpoints({ pool }), ...signatures.documents },
    feedback: createFeedbackEndpoints({
      pool,
      cms: getCms,
      inspectFile,
      storeFile: (client, sender, inspected: InspectedFile) =>
        storeFile(client, { ...sender, kind: 'feedback' }, inspected),
    }),
    manager: {
      ...managerCalls(foundation, parts),
      ...parts.auctions.deposits.manager,
      ...chat.manager,
      ...signatures.manager,
    },
    shop: {
      products: content.products,
      ...createShopEndpoints({
        pool,
        tickets: createTickets(keysFor('forms of visitors', secrets)),
        cms: getCms,
      }),
    },
    time: { now: () => answer({ data: { now: new Date(clock.now()).toISOString() } }) },
    tracking: {
      settings: () =>
        answer({
          data: { matomo: environment.matomo && { url: environment.matomo.url, site_id: environment.matomo.siteId } },
        }),
    },
  }
}

/** The back office's calls. Its lists serve exports and search too. */
function managerCalls({ pool, clock }: Foundation, { accounts, auctions }: CallParts) {
  const { sessions } = accounts
  const { commands, queries } = auctions
  const lists = {
    ...queries.handlers.manager,
    ...createAccountDecisions({
      pool,
      clock,
      documents: (ids) => documentsOfAccounts(pool, ids),
      sessions,
      onStatus: commands.accountDecided,
    }),
    ...createAuditEndpoints({ pool }),
    ...createManagedLetters({ pool }),
  }
  return {
    ...lists,
    ...createTwoFactorReset(accounts.signIn),
    ...createDeletions({
      pool,
      clock,
      companies: (ids) => findAccounts(pool, ids),
      announceAccount,
      forgetAccount: (accountId) => sessions.forget(accountId),
      onStatus: commands.accountDecided,
    }),
    ...commands.endpoints.manager,
    ...createExports({ pool, clock, lists }),
    ...createSearch({ pool, lists }),
  }
}

interface HttpParts {
  handlers: AllHandlers
  accounts: Accounts
  auctions: Auctions
  unsubscribe(token: string): Promise<boolean>
}

/** Memory for request bodies being received. */
const MAX_BODY_BYTES = { perSender: 4 * 1024 * 1024, total: 64 * 1024 * 1024 }

/** Everything that answers a request and is not a page: calls, files, event streams, health. */
export async function composeHttp(foundation: Foundation, { handlers, accounts, auctions, unsubscribe }: HttpParts) {
  const { environment, serverId, pool, listener, clock, log, availability, metrics } = foundation
  const { sources, exportTickets } = accounts
  const { commands, forwarding, hub, protocol, serveAgreement, vault } = auctions
  const limitCounts = createLimitCounts({ pool, listener, serverId, log })
  const rateLimits = createRateLimits(environment.limitsRequests, limitCounts.count)
  const api: ApiDependencies = {
    ...sources,
    handlers,
    allow: rateLimits.allow,
    uploads: createUploadSlots(),
    bodies: createQuota(MAX_BODY_BYTES),
    clock,
    log,
    observe: metrics.observe,
    refused: metrics.refused,
    noteDatabaseError: availability.note,
    bidding: {
      receive: commands.bidQueue.receive,
      route: forwarding.route,
      pool: foundation.biddingPool,
    },
  }
  const app = createApi(api)
  addRefusedFilePages(app)
  addResultsRoute(app)
  addOwnFilesRoute(app)
  addFileRoutes(app, {
    ...sources,
    allow: rateLimits.allow,
    pool,
    agreementPdf: serveAgreement,
    signedAgreement: createSignedAgreementServing(pool),
    personalData: createArchiveServing({ pool, clock, tickets: exportTickets, openBid: vault.open }),
    media: (name, method) => serveMedia(getCms, name, method),
    protocol: protocol.serveFile,
  })
  addUnsubscribeRoute(app, {
    unsubscribe,
    pageOf: (token) => `${environment.publicUrl}/unsubscribe/${encodeURIComponent(token)}`,
  })
  // The availability monitor logs outages and a full disk itself.
  const checkFailed = (error: unknown, check: string) => {
    availability.note(error)
    if (!isDatabaseAway(error) && !isDiskFull(error)) log.error({ err: error, check }, 'health check failed')
  }
  addServiceRoutes(app, {
    metrics,
    metricsToken: environment.metricsToken,
    sendsMessages: environment.sendsMessages,
    checks: { ...(await checksOf(foundation, checkFailed)), leader: () => forwarding.fault() },
    checkFailed,
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
      // While the database is away every watcher keeps reconnecting; the availability monitor logs the outage once.
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
    rateLimits,
    start: () => limitCounts.start(rateLimits.countRemote),
    /** Receives bids from other servers. Returns the address at which they reach it. */
    listenInternally: () => forwarding.listen(internalAddressOf(environment.internalAddress), createBidDecider(api)),
    stop: () => limitCounts.stop(),
    handleNode(request: IncomingMessage, response: ServerResponse): void {
      if (streams.matches(request)) void streams.attach(request, response, addressOf(request))
      else void respond(request, response)
    },
  }
}

/** Processes of one machine use consecutive ports. */
function internalAddressOf({ host, port }: Environment['internalAddress']) {
  const number = thisWorker()?.number ?? 1
  return { host, port: port === 0 ? 0 : port + number - 1 }
}

/** Checks of `/api/health/ready`: each returns a fault, or null. */
async function checksOf({ pool, listener, availability }: Foundation, failed: (error: unknown, check: string) => void) {
  const namesOf = (migrations: readonly { name: string }[]) => migrations.map(({ name }) => name)
  const needed = {
    portal: namesOf(await readMigrations(resolve('lib/server/platform/db/migrations'))),
    cms: namesOf(cmsMigrations),
    // The job queue's library does not publish the migrations it needs; every start applies them first.
    jobs: await lastJobMigration(pool),
  }
  return {
    database: () => pool.query('select 1').then(() => null),
    migrations: () => missingMigrations(pool, needed),
    disk: createWriteProbe(pool, { failed: (error) => failed(error, 'disk'), wrote: availability.wrote }),
    listener: () => (listener.connected() ? null : 'the listening connection does not answer'),
  }
}
