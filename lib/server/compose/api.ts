import { getRequestListener } from '@hono/node-server'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { createAuditEndpoints } from '@/lib/server/audit/audit'
import { createAgreementChat } from '@/lib/server/chat/agreement-chat'
import { createChatEndpoints } from '@/lib/server/chat/chat'
import { getCms, cmsPool } from '@/lib/server/cms/cms'
import { serveMedia } from '@/lib/server/cms/media-files'
import { migrations as cmsMigrations } from '@/lib/server/cms/migrations'
import { createLotDrafts } from '@/lib/server/cms/lot-draft'
import { createDocumentsEndpoints, documentsOfAccounts } from '@/lib/server/documents/endpoints'
import { inspectFile, inspector } from '@/lib/server/inspection/inspect-file'
import { type InspectedFile, storeFile } from '@/lib/server/platform/files'
import { createExports } from '@/lib/server/exports/endpoints'
import { createFeedbackEndpoints, createManagedFeedback } from '@/lib/server/feedback/feedback'
import { createSignableActs } from '@/lib/server/fulfilment/acts'
import { createFulfilmentEndpoints } from '@/lib/server/fulfilment/endpoints'
import { type ApiDependencies, createApi } from '@/lib/server/http/api'
import { createBidAdmission } from '@/lib/server/http/bid-admission'
import { clientAddress } from '@/lib/server/http/client-address'
import { addFileRoutes, addOwnFilesRoute, addRefusedFilePages, addResultsRoute } from '@/lib/server/http/file-routes'
import { createUploadSlots } from '@/lib/server/http/form-body'
import { createQuota } from '@/lib/server/http/quota'
import { createTurns, TURNS } from '@/lib/server/http/turns'
import { answer, type Call, staffOf } from '@/lib/server/platform/call'
import { measurePortal } from '@/lib/server/http/metrics'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import type { AllHandlers } from '@/lib/server/http/request-input'
import { addServiceRoutes, addUnsubscribeRoute } from '@/lib/server/http/service-routes'
import { createStreams } from '@/lib/server/http/streams'
import { createTwoFactorReset } from '@/lib/server/identity/endpoints'
import { createAccountDecisions } from '@/lib/server/identity/managed-accounts'
import { announceAccount } from '@/lib/server/identity/sessions'
import { findAccounts } from '@/lib/server/identity/users'
import { createManagedEmails } from '@/lib/server/notifications/managed-emails'
import { createDeletions } from '@/lib/server/personal-data/decide-deletion'
import { createArchiveServing } from '@/lib/server/personal-data/export'
import { findZoneDifference } from '@/lib/server/platform/db/time-zones'
import { lastJobMigration, missingMigrations, readMigrations } from '@/lib/server/platform/db/migrate'
import { isDatabaseAway, isDatabaseUnavailable, isDiskFull } from '@/lib/server/platform/db/transaction'
import { previewSecret } from '@/lib/server/cms/drafts'
import { keysFor } from '@/lib/server/platform/secrets'
import { createSearch } from '@/lib/server/search/search'
import { createShopEndpoints, createTickets } from '@/lib/server/shop/shop'
import { createSignatureCalls } from '@/lib/server/signatures/endpoints'
import { createSignedAgreementServing } from '@/lib/server/signatures/signed-agreement'
import { type Accounts, type Auctions, type SiteContent, storeEvidenceAs } from './capabilities'
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
  const agreementChat = createAgreementChat({ pool })
  const fulfilment = createFulfilmentEndpoints({
    pool,
    clock,
    inspectEvidence: storeEvidenceAs('shipment'),
  })
  const signatures = createSignatureCalls({
    pool,
    clock,
    publicUrl: environment.publicUrl,
    inspector,
    inspectFile,
    acts: createSignableActs({ clock }),
  })
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
    documents: { ...createDocumentsEndpoints({ pool, inspectFile }), ...signatures.documents },
    feedback: createFeedbackEndpoints({
      pool,
      cms: getCms,
      inspectFile,
      storeFile: (client, sender, inspected: InspectedFile) =>
        storeFile(client, { ...sender, kind: 'feedback' }, inspected),
    }),
    fulfilment: { ...fulfilment.fulfilment, ...agreementChat.fulfilment },
    manager: {
      ...managerCalls(foundation, parts, fulfilment.manager),
      ...parts.auctions.deposits.manager,
      ...chat.manager,
      ...agreementChat.manager,
      ...signatures.manager,
      ...createManagedFeedback({ pool }),
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
function managerCalls(
  { environment, pool, clock }: Foundation,
  { accounts, auctions }: CallParts,
  fulfilment: ReturnType<typeof createFulfilmentEndpoints>['manager'],
) {
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
    ...createManagedEmails({ pool }),
    ...fulfilment,
  }
  return {
    lotPreview: () => answer({ data: { secret: previewSecret('lots', environment.payloadSecret, clock.now()) } }),
    me: (_: unknown, call: Call) => {
      const { staffId: id, name, role } = staffOf(call)
      return answer({ data: { id, name, role } })
    },
    ...lists,
    ...createTwoFactorReset(accounts.signIn),
    ...createDeletions({
      pool,
      clock,
      companies: (ids) => findAccounts(pool, ids),
      announceAccount,
      forgetAccount: (companyId) => sessions.forget(companyId),
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
  const { environment, pool, listener, clock, log, availability, metrics } = foundation
  const { sources, exportTickets } = accounts
  const { commands, hub, protocol, serveAgreement, serveFulfilmentFile, vault } = auctions
  const rateLimits = createRateLimits(environment.limitsRequests, pool)
  const api: ApiDependencies = {
    ...sources,
    handlers,
    allow: rateLimits.allow,
    uploads: createUploadSlots(),
    turns: createTurns(TURNS),
    bodies: createQuota(MAX_BODY_BYTES),
    clock,
    log,
    observe: metrics.observe,
    refused: metrics.refused,
    noteDatabaseError: availability.note,
    bidding: {
      receive: commands.bidQueue.receive,
      admission: createBidAdmission({
        sessions: accounts.sessions,
        pool: foundation.biddingPool,
        strangersPool: foundation.strangersPool,
        limited: environment.limitsRequests,
      }),
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
    fulfilmentFile: serveFulfilmentFile,
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
  const zoneDifference = await findZoneDifference(pool, new Date(clock.now()).getUTCFullYear())
  if (zoneDifference !== null) log.warn({ reason: zoneDifference }, 'time zones of the database and the portal differ')
  addServiceRoutes(app, {
    metrics,
    metricsToken: environment.metricsToken,
    sendsMessages: environment.sendsMessages,
    checks: await checksOf(foundation),
    warnings: {
      database: () => pool.query('select 1').then(() => null),
      bidding: () =>
        commands.heartbeat.fault() ?? (availability.diskFull() ? 'the disk of the database is full' : null),
      clock: () =>
        clock.hasDrifted()
          ? `the database's clock differs by ${(clock.difference() / 1000).toFixed(1)} s: the portal keeps its own time`
          : null,
      time_zones: async () => zoneDifference,
    },
    checkFailed,
  })
  measurePortal(metrics, {
    pools: { general: pool, bidding: foundation.biddingPool },
    officePool: cmsPool,
    listener,
    clock,
    availability,
    watchers: () => hub.watchers(),
    bidsWaiting: () => commands.bidQueue.count(),
    decides: () => commands.heartbeat.fault() === null,
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
    handleNode(request: IncomingMessage, response: ServerResponse): void {
      if (streams.matches(request)) void streams.attach(request, response, addressOf(request))
      else void respond(request, response)
    },
  }
}

/** A listener that is silent for this long while the database answers is a fault of this server. */
const SILENT_MS = 10_000

/**
 * Checks of `/api/health/ready`: each returns a fault of this server, or null. What hits all servers alike, such as a lost database, is a
 * warning: a load balancer must not take all of them out together.
 */
async function checksOf({ pool, listener, availability, clock }: Foundation) {
  const namesOf = (migrations: readonly { name: string }[]) => migrations.map(({ name }) => name)
  const needed = {
    portal: namesOf(await readMigrations(resolve('lib/server/platform/db/migrations'))),
    cms: namesOf(cmsMigrations),
    // The job queue's library does not publish the migrations it needs; every start applies them first.
    jobs: await lastJobMigration(pool),
  }
  let isMigrated = false
  return {
    async migrations() {
      if (isMigrated) return null
      const missing = await missingMigrations(pool, needed)
      isMigrated = missing === null
      return missing
    },
    listener: () =>
      listener.silentFor() < SILENT_MS || availability.awayFor() !== null
        ? null
        : 'the listening connection does not answer',
    clock: () => clock.fault(),
  }
}
