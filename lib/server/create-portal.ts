import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { cacheTags } from '@/lib/config/constants'
import { readEnvironment } from '@/lib/config/environment'
import { revalidationSecret } from '@/lib/http/revalidation-secret'
import { createAuthEndpoints } from '@/lib/server/accounts/auth'
import { mailConfirmation } from '@/lib/server/accounts/links'
import { createAccountDecisions } from '@/lib/server/accounts/decisions'
import { findUsers } from '@/lib/server/accounts/users'
import { isOwnPassword, hashPassword } from '@/lib/server/accounts/passwords'
import { createProfileEndpoints } from '@/lib/server/accounts/profile'
import { accountChannel, announceAccount, createSessions } from '@/lib/server/accounts/sessions'
import { createTwoFactorEndpoints, createTwoFactorReset } from '@/lib/server/accounts/second-factor/endpoints'
import { createSecondFactorKeys } from '@/lib/server/accounts/second-factor/keys'
import { createSignInGuard } from '@/lib/server/accounts/sign-in-guard'
import { createAuditEndpoints } from '@/lib/server/audit/endpoints'
import { createBidVault } from '@/lib/server/events/sealed-bids'
import { queueMissingAgreements } from '@/lib/server/auctions/commands/agreements'
import { createBidding } from '@/lib/server/auctions/commands/commands'
import { recordPast } from '@/lib/server/events/append'
import { createChatEndpoints } from '@/lib/server/chat/chat'
import { getCms, onCmsConnectionLost } from '@/lib/server/cms/cms'
import { createCompanies, createFeedbackWriter, createOrders } from '@/lib/server/cms/records'
import { createAgreementMaker } from '@/lib/server/cms/create-agreements'
import { CONTENT_CHANNEL } from '@/lib/server/cms/hooks/announce-change'
import { createScheduledPublishing } from '@/lib/server/cms/scheduled-publishing'
import { serveMedia } from '@/lib/server/cms/media-storage'
import { staffServices } from '@/lib/server/cms/staff/services'
import { publishStaffSettings } from '@/lib/server/cms/staff/settings'
import { staffFromToken } from '@/lib/server/cms/staff-session'
import { isPreviewSecret } from '@/lib/server/cms/preview'
import { changedTags, createContent } from '@/lib/server/content/content'
import { createRevisions } from '@/lib/server/content/revisions'
import { createLotDrafts } from '@/lib/server/content/lot-draft'
import { createContentEndpoints, createPageEndpoints } from '@/lib/server/content/pages'
import { createAvailability } from '@/lib/server/db/availability'
import { createListener } from '@/lib/server/db/listener'
import { missingMigrations, readMigrations } from '@/lib/server/db/migrate'
import { createPool, type PoolClient, BIDDING_LIMITS } from '@/lib/server/db/pool'
import { createWriteProbe } from '@/lib/server/db/write-probe'
import { createDemo } from '@/lib/server/demo/demo'
import { createExports } from '@/lib/server/exports/endpoints'
import { createFeedbackEndpoints } from '@/lib/server/feedback/feedback'
import { documentsOfAccounts, createDocumentsEndpoints } from '@/lib/server/documents/endpoints'
import { inspectFile, keepFile, type InspectedFile } from '@/lib/server/documents/files'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import { createApi } from '@/lib/server/http/api'
import { createBidCounts } from '@/lib/server/http/bid-counts'
import type { CallerSources } from '@/lib/server/http/authorize'
import { clientAddress } from '@/lib/server/http/client-address'
import type { AllHandlers } from '@/lib/server/http/request-input'
import { addFileRoutes, addOwnFilesRoute, addResultsRoute } from '@/lib/server/http/file-routes'
import { createMetrics, measurePortal } from '@/lib/server/http/metrics'
import { createPageCache } from '@/lib/server/http/page-cache'
import { addServiceRoutes, addUnsubscribeRoute } from '@/lib/server/http/service-routes'
import { createStreams } from '@/lib/server/http/streams'
import { startTracing } from '@/lib/server/http/tracing'
import { createUploadSlots } from '@/lib/server/http/upload-slots'
import { createJobWorker } from '@/lib/server/jobs/job-worker'
import { removeExpired } from '@/lib/server/jobs/retention'
import { agreeOnTime } from '@/lib/server/kernel/agree-on-time'
import { createDatabaseClock } from '@/lib/server/kernel/database-clock'
import { answer, refuse } from '@/lib/server/kernel/handler'
import { createLog } from '@/lib/server/kernel/log'
import { createRecordFaults } from '@/lib/server/kernel/lot-row'
import { createLinkTokens } from '@/lib/server/kernel/link-tokens'
import { thisMachine } from '@/lib/server/kernel/machine'
import { createLiveHub } from '@/lib/server/live/hub'
import type { Portal, PortalEnvironment } from '@/lib/server/portal'
import { readManagersEmails } from '@/lib/server/notifications/details'
import { createNotificationEndpoints, unsubscribe, createUnsubscribing } from '@/lib/server/notifications/preferences'
import { createManagedLetters } from '@/lib/server/notifications/managed-letters'
import { createMailWorker } from '@/lib/server/notifications/mail-worker'
import { createPushWorker } from '@/lib/server/notifications/push/push-worker'
import { createPushService, vapidKeysFrom } from '@/lib/server/notifications/push/push-service'
import { chooseTransport } from '@/lib/server/notifications/transports'
import { createDeletions } from '@/lib/server/personal-data/deciding'
import { createPersonalDataEndpoints } from '@/lib/server/personal-data/endpoints'
import { createExportTickets, createArchiveServing } from '@/lib/server/personal-data/export'
import { createAgreementServing } from '@/lib/server/protocol/agreement/agreement'
import { createProtocolEndpoints, createProtocolSigner } from '@/lib/server/protocol/endpoints'
import { keyFor, keysFor } from '@/lib/server/secrets'
import { createSearch } from '@/lib/server/search/search'
import { createShopEndpoints, createTickets } from '@/lib/server/shop/shop'
import { createAuctionQueries } from '@/lib/server/auctions/queries/endpoints'

/** Puts the capabilities together: the one place where they meet. */
export async function createPortal(environment: PortalEnvironment, serverId: string = randomUUID()): Promise<Portal> {
  const log = createLog({ level: environment.logLevel, server: serverId })
  const availability = createAvailability(log)
  const database = { url: environment.databaseUrl, onIdleError: (error: Error) => availability.connectionLost(error) }
  onCmsConnectionLost(database.onIdleError)
  const pool = createPool(database)
  const biddingPool = createPool({ ...database, size: 4, limits: BIDDING_LIMITS })
  const listener = await createListener({ url: environment.databaseUrl, onError: database.onIdleError })
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
  const metrics = createMetrics()
  const pageCache = createPageCache({ secret: revalidationSecret(), log })

  const secrets = [environment.payloadSecret, ...environment.formerSecrets] as const
  publishStaffSettings({
    twoFactorRequired: environment.staffTwoFactor,
    rateLimits: environment.rateLimits,
    publicUrl: environment.publicUrl,
    publicOrigin: environment.publicOrigin,
    secrets,
  })
  const sessions = createSessions({ pool, clock })
  const companies = createCompanies(getCms)
  const linkTokens = createLinkTokens(keyFor('links in letters', environment.payloadSecret))
  const exportTickets = createExportTickets(keysFor('exports of personal data', secrets))
  const guard = createSignInGuard({
    pool,
    clock,
    keys: keysFor('known devices', secrets),
    realm: 'account',
    enabled: environment.rateLimits,
  })
  const secondFactor = createSecondFactorKeys(...keysFor('second factor', secrets))
  const faults = createRecordFaults(log)
  const content = createContent(getCms)
  const mayPreview = (secret: string | undefined, now: number) =>
    isPreviewSecret(secret, environment.payloadSecret, now)
  const pages = createPageEndpoints({
    cms: getCms,
    faults,
    mayPreview,
  })
  const vault = createBidVault(keysFor('preliminary bids', secrets), (auctionId) =>
    log.error(
      { auction_id: auctionId },
      'preliminary bids do not open: name the secret that they were sealed with in PAYLOAD_SECRET_PREVIOUS',
    ),
  )
  const bidding = createBidding({
    pool,
    biddingPool,
    listener,
    clock,
    log: {
      info: (details, message) => log.info(details, message),
      warn(details, message) {
        if ('err' in details) availability.note(details.err)
        log.warn(details, message)
      },
    },
    serverId,
    machine,
    onClocks: clock.heed,
    onSilence: ({ proven, byClock, recorded, moved }) => {
      const details = { proven_ms: Math.round(proven), by_clock_ms: Math.round(byClock), moved_auctions: moved }
      if (recorded) log.warn(details, 'outage recorded: no server was alive')
      else log.warn(details, 'clocks speak of an outage that did not take place: nothing was moved')
    },
    onBeat: (error) => (error === null ? availability.reached() : availability.note(error)),
    showApplication: (id) => queries.managedApplication(id),
    showWinners: (auctionId) => queries.winnersBoard(auctionId),
    async inspectEvidence(file) {
      const checked = await inspectFile(file)
      if (!checked.ok) return refuse(checked.code, { retryAfter: checked.retryAfter })
      return answer(async (client: PoolClient) => {
        const kept = await keepFile(client, { accountId: null, kind: 'disqualification' }, checked.inspected)
        return kept.ok ? answer({ id: String(kept.file.id), sha256: kept.file.sha256 }) : refuse(kept.code)
      })
    },
    createAgreements: createAgreementMaker(getCms),
    vault,
  })
  availability.lookWith(() => bidding.beat())
  const queries = createAuctionQueries({
    pool,
    streams: bidding.streams,
    clock,
    faults,
    directory: { companies: (ids) => findUsers(pool, ids), documents: (ids) => documentsOfAccounts(pool, ids) },
  })
  const chat = createChatEndpoints({ pool })
  const hub = createLiveHub({
    pool,
    listener,
    streams: bidding.streams,
    clock,
    log,
    ...(!environment.rateLimits && {
      watchersPerAddress: Number.POSITIVE_INFINITY,
      watchersPerAccount: Number.POSITIVE_INFINITY,
    }),
  })
  const unsubscribing = createUnsubscribing(keysFor('links that stop letters', secrets))
  const vapidKeys = environment.vapidKeys ?? vapidKeysFrom(keyFor('push notices', environment.payloadSecret))
  const offices = { pool, clock, log, linkTokens, publicUrl: environment.publicUrl }
  const pushWorker = createPushWorker({
    ...offices,
    services: environment.pushServices,
    send: createPushService({ keys: vapidKeys, contact: `mailto:${environment.mailFrom}` }),
  })
  const mailWorker = createMailWorker({
    ...offices,
    unsubscribing,
    transport: chooseTransport(environment),
    managersEmails: () => readManagersEmails(pool),
  })
  const jobWorker = createJobWorker({
    pool,
    log,
    handlers: {
      mail: ({ letter_id: letterId }) => mailWorker.send(letterId),
      push: ({ message_id: messageId }) => pushWorker.send(messageId),
      email_confirmation_link: ({ email }) => mailConfirmation({ pool, clock, linkTokens }, email),
      staff_password_link: async ({ email, ...letter }) => staffServices(await getCms()).links.mail(email, letter),
      agreements: ({ auction_id: auctionId }) => bidding.makeAgreements(auctionId),
      documents_sent: ({ auction_id: auctionId, account_id: accountId }) =>
        bidding.documentsSent({ auctionId, accountId }),
      async retention() {
        await removeExpired({ pool, clock })
      },
      async catch_up() {
        await mailWorker.catchUp()
        await pushWorker.catchUp()
        await queueMissingAgreements(pool)
      },
    },
  })
  const protocol = createProtocolEndpoints({
    pool,
    streams: bidding.streams,
    signer: createProtocolSigner(keysFor('signature of protocols', secrets)),
    clock,
    publicUrl: environment.publicUrl,
    dataDir: environment.dataDir,
  })

  const sources: CallerSources = {
    sessions,
    publicOrigin: environment.publicOrigin,
    async findStaff(token) {
      const member = await staffFromToken(token)
      return member && { kind: 'staff', staffId: member.id, role: member.role, name: member.name }
    },
  }
  const notifications = createNotificationEndpoints({ pool, unsubscribing, pushKey: vapidKeys.publicKey })
  const lists = {
    ...queries.handlers.manager,
    ...createAccountDecisions({
      pool,
      documents: (ids) => documentsOfAccounts(pool, ids),
      onStatus: bidding.accountDecided,
    }),
    ...createAuditEndpoints({ pool }),
    ...createManagedLetters({ pool }),
  }
  const handlers: AllHandlers = {
    auth: createAuthEndpoints({
      pool,
      clock,
      sessions,
      companies,
      linkTokens,
      secondFactor,
      guard,
      secureCookies: environment.publicUrl.startsWith('https:'),
    }),
    auctions: {
      ...createLotDrafts({ cms: getCms, mayPreview, get: queries.handlers.auctions.get }),
      ...queries.handlers.auctions,
      ...bidding.endpoints.auctions,
      ...protocol.handlers,
    },
    bids: { ...queries.handlers.bids, ...bidding.endpoints.bids },
    cabinet: queries.handlers.cabinet,
    chat: chat.chat,
    content: createContentEndpoints(content),
    documents: createDocumentsEndpoints({ pool }),
    feedback: createFeedbackEndpoints({
      pool,
      create: createFeedbackWriter(getCms),
      inspectFile,
      async keepFile(client, accountId, inspected: InspectedFile) {
        const stored = await keepFile(client, { accountId, kind: 'feedback' }, inspected)
        return stored.ok ? { ok: true, id: stored.file.id } : stored
      },
    }),
    manager: {
      ...lists,
      ...chat.manager,
      ...createTwoFactorReset({ pool, clock }),
      ...createDeletions({
        pool,
        clock,
        companies: (ids) => findUsers(pool, ids),
        announceAccount,
        onStatus: bidding.accountDecided,
      }),
      ...bidding.endpoints.manager,
      ...createExports({ pool, clock, lists }),
      ...createSearch({ pool, lists }),
    },
    personalData: createPersonalDataEndpoints({
      pool,
      clock,
      tickets: exportTickets,
      isOwnPassword: (accountId, password) => isOwnPassword(pool, accountId, password),
    }),
    profile: createProfileEndpoints({ pool, clock, sessions, companies, linkTokens }),
    notifications,
    pages: pages.pages,
    news: pages.news,
    certificates: pages.certificates,
    shop: {
      products: pages.products,
      ...createShopEndpoints({
        pool,
        tickets: createTickets(keysFor('forms of visitors', secrets)),
        orders: createOrders(getCms),
      }),
    },
    twoFactor: createTwoFactorEndpoints({
      pool,
      clock,
      sessions,
      secondFactor,
      issuer: new URL(environment.publicUrl).host,
    }),
    revisions: createRevisions({ pool, clock }),
    time: { now: () => answer({ data: { now: new Date(clock.now()).toISOString() } }) },
    tracking: {
      settings: () =>
        answer({
          data: { matomo: environment.matomo && { url: environment.matomo.url, site_id: environment.matomo.siteId } },
        }),
    },
  }

  const rateLimits = createRateLimits(environment.rateLimits, (accountId) => bidCounts.count(accountId))
  const bidCounts = createBidCounts({ pool, listener, serverId, log, heard: rateLimits.letInElsewhere })
  const tracing = await startTracing(environment.tracesEndpoint, serverId)
  const app = createApi({
    ...sources,
    handlers,
    allow: rateLimits.allow,
    uploads: createUploadSlots(),
    clock,
    log,
    observe: metrics.observe,
    refused: metrics.refused,
    trace: tracing?.call,
    noteDatabaseError: availability.note,
    receiveBid: bidding.inFlightBids.receive,
  })
  addResultsRoute(app)
  addOwnFilesRoute(app)
  addFileRoutes(app, {
    ...sources,
    allow: rateLimits.allow,
    pool,
    agreementPdf: createAgreementServing({
      pool,
      clock,
      dataDir: environment.dataDir,
      publicUrl: environment.publicUrl,
    }),
    personalData: createArchiveServing({ pool, clock, tickets: exportTickets, openBid: vault.open }),
    media: (name, method) => serveMedia(getCms, name, method),
    protocol: protocol.serveFile,
  })
  addUnsubscribeRoute(app, {
    unsubscribe: async (token) => (await unsubscribe(pool, unsubscribing, token, clock.now())) !== null,
    pageOf: (token) => `${environment.publicUrl}/unsubscribe/${encodeURIComponent(token)}`,
  })
  const migrationNames = (await readMigrations(resolve('lib/server/db/migrations'))).map(({ name }) => name)
  const probeWriting = createWriteProbe(pool, { failed: availability.note, wrote: availability.wrote })
  addServiceRoutes(app, {
    metrics,
    metricsToken: environment.metricsToken,
    checks: {
      database: () => pool.query('select 1').then(() => null),
      migrations: () => missingMigrations(pool, migrationNames),
      disk: probeWriting,
      listener: () => (listener.connected() ? null : 'the listening connection does not answer'),
      clock: () => {
        const { peers } = clock.health()
        return peers === null
          ? null
          : `this server's clock differs by ${(peers / 1000).toFixed(1)} s from those of the other servers: restart it`
      },
    },
  })
  measurePortal(metrics, {
    pools: { general: pool, bidding: biddingPool },
    listener,
    clock,
    availability,
    watchers: () => hub.watchers(),
    bidsWaiting: () => bidding.inFlightBids.count(),
  })

  const demo = environment.demo
    ? createDemo({
        databaseUrl: environment.databaseUrl,
        dataDirectory: environment.dataDir,
        pool,
        cms: getCms,
        clock,
        log,
        streams: bidding.streams,
        handlers: bidding.endpoints,
        hashPassword,
        recordPast: (auctionId, events, staffId) =>
          recordPast({ pool, streams: bidding.streams }, auctionId, events, staffId),
        async storePaper(accountId, kind, file) {
          // The portal's own work: there is nothing to find in it.
          const stored = await keepFile(pool, { accountId, kind }, { file, mediaType: 'application/pdf' })
          if (!stored.ok) throw new Error(`a paper of the demo was refused: ${stored.code}`)
        },
      })
    : null

  const publishing = createScheduledPublishing({ cms: getCms, databaseUrl: environment.databaseUrl, log })
  const streams = createStreams({ ...sources, hub, allow: rateLimits.allow })
  const respond = getRequestListener((request, node) =>
    app.fetch(request, {
      address: clientAddress(
        (node as { incoming: Parameters<typeof clientAddress>[0] }).incoming,
        environment.trustedProxies,
      ),
    }),
  )

  return {
    api: async (request, visitor) => app.fetch(request, visitor),
    handleNode(request, response) {
      if (streams.takes(request))
        void streams.attach(request, response, clientAddress(request, environment.trustedProxies))
      else void respond(request, response)
    },
    async start() {
      await listener.on(accountChannel, (payload) =>
        sessions.forget(Number((JSON.parse(payload) as { account_id: number }).account_id)),
      )
      await listener.on(CONTENT_CHANNEL, (announcement) => {
        const changed = changedTags(announcement)
        if (changed.includes(cacheTags.content)) content.forgetContent()
        for (const tag of changed) pageCache.expire(tag, 'edited')
      })
      await listener.on('portal_auction', () => pageCache.expire(cacheTags.auctions, 'moved'))
      listener.onReconnect(() => {
        sessions.forget()
        content.forgetContent()
        for (const tag of Object.values(cacheTags)) pageCache.expire(tag, 'edited')
      })
      await hub.start()
      await bidCounts.start()
      await bidding.start()
      publishing.start()
      jobWorker.start()
      await demo?.start()
    },
    async stop() {
      availability.stop()
      hub.stop()
      await demo?.stop()
      await Promise.all([publishing.stop(), jobWorker.stop()])
      await bidding.stop()
      bidCounts.stop()
      await mailWorker.stop()
      clock.stop()
      await listener.stop()
      await Promise.all([pool.end(), biddingPool.end(), tracing?.stop()])
    },
    isDatabaseAway: () => availability.awayFor() !== null,
    pageCache,
    demo,
    pool,
    environment,
    log,
  }
}

/** For hosts that run plain Next, where no process of ours has settled the database and the secret. */
export async function createPortalFromVariables(source: Record<string, string | undefined>): Promise<Portal> {
  const reading = readEnvironment(source)
  if (!reading.ok) throw new Error(reading.problems.join('; '))
  const { databaseUrl, payloadSecret } = reading.environment
  if (databaseUrl === null || payloadSecret === null) {
    throw new Error('DATABASE_URL and PAYLOAD_SECRET are required where the portal’s own server does not run')
  }
  const portal = await createPortal({ ...reading.environment, databaseUrl, payloadSecret })
  await portal.demo?.seed()
  await portal.start()
  return portal
}
