import { CACHE_TAGS } from '@/lib/config/constants'
import { queueMissingAgreements } from '@/lib/server/auctions/agreements'
import { createBidding } from '@/lib/server/auctions/commands'
import type { InspectEvidence } from '@/lib/server/platform/files'
import { createAuctionQueries } from '@/lib/server/auctions/queries/endpoints'
import { getCms } from '@/lib/server/cms/cms'
import { previewScope } from '@/lib/server/cms/drafts'
import { type PreviewScope } from '@/lib/contract/content'
import { CONTENT_CHANNEL } from '@/lib/server/cms/hooks/announce-change'
import { removeUnusedFile, serveMedia } from '@/lib/server/cms/media-files'
import { createCompanies, createAgreementMaker } from '@/lib/server/cms/records'
import { publishDue } from '@/lib/server/cms/scheduled-publishing'
import { publishStaffSettings, requiresSecondFactor, mailPasswordLink } from '@/lib/server/cms/staff/identity'
import { changedTags, createContent, createRevisions } from '@/lib/server/content/content'
import { createContentEndpoints, createPageEndpoints } from '@/lib/server/content/pages'
import { boardHandlers } from '@/lib/server/deposits/board'
import { countDeposit } from '@/lib/server/fulfilment/open-agreement'
import { createLineAgreements } from '@/lib/server/fulfilment/line-agreements'
import { depositHandlers, ownDepositHandlers } from '@/lib/server/deposits/deposits'
import { statementHandlers } from '@/lib/server/deposits/statements'
import { documentsOfAccounts } from '@/lib/server/documents/endpoints'
import { inspectFile, inspector } from '@/lib/server/inspection/inspect-file'
import { storeFile } from '@/lib/server/platform/files'
import { createRecordFaults, type RecordFaults } from '@/lib/server/platform/record-faults'
import { createBidVault } from '@/lib/server/events/sealed-bids'
import { createStreamCache } from '@/lib/server/events/snapshots'
import type { CallerSources } from '@/lib/server/http/authorize'
import { answer } from '@/lib/server/platform/call'
import { revalidationSecret, createPageCache } from '@/lib/server/http/page-cache'
import { createAuthEndpoints, createTwoFactorEndpoints } from '@/lib/server/identity/endpoints'
import { createTokensEndpoints } from '@/lib/server/identity/api-tokens'
import { createPeopleEndpoints } from '@/lib/server/identity/people'
import { createProfileEndpoints } from '@/lib/server/identity/profile'
import { buyerRules } from '@/lib/server/identity/realms'
import { mailConfirmation } from '@/lib/server/identity/registration'
import { ACCOUNT_CHANNEL, announceAccount, createSessions } from '@/lib/server/identity/sessions'
import { createSignIn } from '@/lib/server/identity/sign-in'
import { findAccounts } from '@/lib/server/identity/users'
import type { PortalJobHandlers } from '@/lib/server/jobs/enqueue'
import { createJobWorker } from '@/lib/server/jobs/job-worker'
import { removeExpired } from '@/lib/server/jobs/retention'
import { readMessage } from '@/lib/server/chat/chat'
import { createLiveHub } from '@/lib/server/live/hub'
import { readManagersEmails } from '@/lib/server/notifications/details'
import { createMailWorker } from '@/lib/server/notifications/mail-worker'
import { createNotificationEndpoints, unsubscribe } from '@/lib/server/notifications/preferences'
import { createBrowserEndpoints } from '@/lib/server/notifications/push/browser-subscriptions'
import { createPushService, vapidKeysFrom } from '@/lib/server/notifications/push/push-service'
import { createPushJobs } from '@/lib/server/notifications/push/push-jobs'
import { readReportMailbox } from '@/lib/server/notifications/report-mailbox'
import { createSubscriptionEndpoints, createUnsubscribing } from '@/lib/server/notifications/subscriptions'
import { readUndelivered } from '@/lib/server/notifications/undelivered'
import { chooseTransport } from '@/lib/server/notifications/transports'
import { createPersonalDataEndpoints } from '@/lib/server/personal-data/endpoints'
import { createExportTickets } from '@/lib/server/personal-data/export'
import { eraseUnconfirmedRegistrations } from '@/lib/server/personal-data/unconfirmed-registrations'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { createLinkTokens, keyFor, keysFor, type LinkTokens } from '@/lib/server/platform/secrets'
import { createFulfilmentFiles } from '@/lib/server/fulfilment/documents/files'
import { createAgreementServing } from '@/lib/server/signatures/agreement/agreement'
import { readLogo } from '@/lib/server/printing/issuer'
import { createProtocolEndpoints, createProtocolSigner } from '@/lib/server/protocol/endpoints'
import type { Foundation } from './foundation'
import type { Demo } from './portal'

export type SiteContent = ReturnType<typeof composeSiteContent>

/** Editors' content, and the invalidation of pages when it changes. */
export function composeSiteContent({ environment, pool, clock, log, listener }: Foundation) {
  const faults = createRecordFaults(log)
  const pageCache = createPageCache({ secret: revalidationSecret(), log })
  const content = createContent(getCms)
  const mayPreview = (scope: PreviewScope, secret: string | undefined, now: number) =>
    previewScope(secret, environment.payloadSecret, now) === scope
  const { pages, news, certificates, products } = createPageEndpoints({ cms: getCms, faults, mayPreview })
  return {
    faults,
    mayPreview,
    pageCache,
    products,
    handlers: {
      content: createContentEndpoints(content),
      pages,
      news,
      certificates,
      revisions: createRevisions({ pool, clock }),
    },
    /** Expires the pages of content that any server has changed. */
    async start() {
      await listener.on(CONTENT_CHANNEL, (collection) => {
        const changed = changedTags(collection)
        if (changed.includes(CACHE_TAGS.content)) content.forgetContent()
        for (const tag of changed) pageCache.expire(tag, 'edited')
      })
      await listener.on('portal_auction', () => pageCache.expire(CACHE_TAGS.auctions, 'moved'))
      listener.onReconnect(() => {
        content.forgetContent()
        for (const tag of Object.values(CACHE_TAGS)) pageCache.expire(tag, 'missed')
      })
    },
  }
}

export type Accounts = ReturnType<typeof composeAccounts>

/** Companies and their sessions, and the settings of the back office's sign-in. */
export function composeAccounts({ environment, secrets, pool, clock, listener }: Foundation) {
  publishStaffSettings({
    twoFactorRequired: environment.staffTwoFactor,
    limitsRequests: environment.limitsRequests,
    publicUrl: environment.publicUrl,
    publicOrigin: environment.publicOrigin,
    secrets,
  })
  const sessions = createSessions({ pool, clock, requiresSecondFactor })
  const signIn = createSignIn({
    pool,
    clock,
    rules: buyerRules(),
    secrets,
    limitsRequests: environment.limitsRequests,
    issuer: new URL(environment.publicUrl).host,
  })
  const linkTokens = createLinkTokens(keyFor('links in letters', environment.payloadSecret))
  const exportTickets = createExportTickets(keysFor('exports of personal data', secrets))
  const sources: CallerSources = { sessions, publicOrigin: environment.publicOrigin }
  const identity = {
    pool,
    clock,
    sessions,
    signIn,
    companies: createCompanies(getCms),
    linkTokens,
    secureCookies: environment.publicUrl.startsWith('https:'),
  }
  return {
    sessions,
    signIn,
    sources,
    linkTokens,
    exportTickets,
    handlers: {
      auth: createAuthEndpoints(identity),
      people: createPeopleEndpoints(identity),
      profile: createProfileEndpoints(identity),
      personalData: createPersonalDataEndpoints({
        pool,
        clock,
        tickets: exportTickets,
        reauthenticate: signIn.reauthenticate,
      }),
      tokens: createTokensEndpoints(identity),
      twoFactor: createTwoFactorEndpoints(identity),
    },
    /** Drops cached sessions of accounts that any server has changed. */
    async start() {
      await listener.on(ACCOUNT_CHANNEL, (payload) =>
        sessions.forget(Number((JSON.parse(payload) as { company_id: number }).company_id)),
      )
      listener.onReconnect(() => sessions.forget())
    },
  }
}

/** Checks a file that a manager gives in evidence of a decision, and stores it as that kind. */
export function storeEvidenceAs(kind: 'disqualification' | 'deposit' | 'shipment'): InspectEvidence {
  return async (file, call) => {
    const inspected = await inspectFile(file, call)
    if (!inspected.ok) return inspected
    return answer(async (client: PoolClient) => {
      const stored = await storeFile(client, { companyId: null, kind }, inspected.answer)
      return stored.ok ? answer({ id: String(stored.answer.id), sha256: stored.answer.sha256 }) : stored
    })
  }
}

export type Auctions = ReturnType<typeof composeAuctions>

/** Auctions: the event log, commands, queries, live streams, protocols. */
export function composeAuctions(foundation: Foundation, { faults }: { faults: RecordFaults }) {
  const {
    environment,
    secrets,
    pool,
    biddingPool,
    heartbeatPool,
    listener,
    clock,
    machine,
    log,
    availability,
    serverId,
  } = foundation
  const vault = createBidVault(keysFor('preliminary bids', secrets), (auctionId) =>
    log.error(
      { auction_id: auctionId },
      'preliminary bids cannot be decrypted: set PAYLOAD_SECRET_PREVIOUS to the secret that sealed them',
    ),
  )
  const streams = createStreamCache({ pool, vault })
  const queries = createAuctionQueries({
    pool,
    streams,
    clock,
    faults,
    sendsMessages: environment.sendsMessages,
    serverHealth: () => ({
      clockDifference: clock.hasDrifted() ? clock.difference() / 1000 : null,
      biddingFault: commands.heartbeat.fault(),
    }),
    directory: {
      companies: (ids) => findAccounts(pool, ids),
      documents: (ids) => documentsOfAccounts(pool, ids),
      undelivered: (about) => readUndelivered(pool, { ...about, now: clock.now() }),
    },
  })
  const commands = createBidding({
    pool,
    biddingPool,
    heartbeatPool,
    streams,
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
    limitsBids: environment.limitsRequests,
    onChecked(error) {
      if (error !== null) return availability.note(error)
      availability.reached()
      availability.wrote()
    },
    showApplication: queries.managedApplication,
    showWinners: queries.winnersBoard,
    inspectEvidence: storeEvidenceAs('disqualification'),
    createAgreements: createAgreementMaker(getCms),
  })
  availability.setProbe(() => commands.heartbeat.check())
  const fromLibrary = (name: string) => serveMedia(getCms, name)
  const printing = {
    pool,
    clock,
    publicUrl: environment.publicUrl,
    dataDir: environment.dataDir,
    readLogo: () => readLogo(pool, fromLibrary),
  }
  return {
    vault,
    streams,
    commands,
    queries,
    deposits: {
      own: ownDepositHandlers({ pool, streams }),
      manager: {
        ...depositHandlers({
          pool,
          clock,
          changeAuction: commands.changeAuction,
          inspectEvidence: storeEvidenceAs('deposit'),
          countDeposit,
        }),
        ...statementHandlers({
          ...{ pool, clock, streams, inspector },
          agreements: createLineAgreements({ now: () => clock.now() }),
        }),
        ...boardHandlers({ pool, streams, faults }),
      },
    },
    protocol: createProtocolEndpoints({
      ...printing,
      streams,
      signer: createProtocolSigner(keysFor('signature of protocols', secrets)),
    }),
    serveAgreement: createAgreementServing({ ...printing, serveMedia: fromLibrary }),
    serveFulfilmentFile: createFulfilmentFiles(printing),
    hub: createLiveHub({
      pool,
      listener,
      streams,
      clock,
      log,
      readChatMessage: (id) => readMessage(pool, id),
      ...(!environment.limitsRequests && {
        watchersPerAddress: Number.POSITIVE_INFINITY,
        watchersPerAccount: Number.POSITIVE_INFINITY,
      }),
    }),
  }
}

/** Work outside of calls: emails and push notices, agreements, retention; and who wants which emails. */
export function composeJobs(
  { environment, secrets, pool, clock, log }: Foundation,
  { commands, streams }: Auctions,
  linkTokens: LinkTokens,
  demo: Demo | null,
) {
  const unsubscribing = createUnsubscribing(keysFor('links that stop letters', secrets))
  const vapidKeys = environment.vapidKeys ?? vapidKeysFrom(keyFor('push notices', environment.payloadSecret))
  const { bouncesUrl } = environment
  const sending = { pool, streams, clock, log, linkTokens, publicUrl: environment.publicUrl }
  const mailWorker = createMailWorker({
    ...sending,
    unsubscribing,
    transport: chooseTransport(environment),
    managersEmails: () => readManagersEmails(pool),
    readsReports: bouncesUrl !== null,
  })
  const handlers: PortalJobHandlers = {
    // A task without a handler waits in the queue.
    ...(environment.sendsMessages && {
      mail: ({ email_id: emailId }) => mailWorker.send(emailId),
      ...createPushJobs({
        ...sending,
        services: environment.pushServices,
        send: createPushService({ keys: vapidKeys, contact: `mailto:${environment.mailFrom}` }),
      }),
    }),
    ...(environment.sendsMessages &&
      bouncesUrl !== null && { delivery_reports: () => readReportMailbox({ pool, clock, log, url: bouncesUrl }) }),
    email_confirmation_link: ({ email }) => mailConfirmation({ pool, clock, linkTokens }, email),
    staff_password_link: async (email) => mailPasswordLink(await getCms(), email),
    agreements: ({ auction_id: auctionId }) => commands.makeAgreements(auctionId),
    documents_sent: ({ auction_id: auctionId, company_id: companyId }) =>
      commands.documentsSent({ auctionId, companyId }),
    media_file_removal: ({ name }) => removeUnusedFile(pool, name),
    scheduled_publishing: async () => publishDue(await getCms()),
    async retention() {
      await removeExpired({ pool, clock })
      await eraseUnconfirmedRegistrations({ pool, clock, announceAccount })
    },
    ...(demo && { demo_tick: () => demo.tick() }),
    async requeue_orphans() {
      await mailWorker.catchUp()
      await queueMissingAgreements(pool)
    },
  }
  const worker = createJobWorker({ pool, log, handlers })
  return {
    worker,
    mailWorker,
    notifications: createNotificationEndpoints({ pool, unsubscribing, pushKey: vapidKeys.publicKey }),
    subscriptions: {
      ...createSubscriptionEndpoints({ pool, links: unsubscribing.subscriptions }),
      ...createBrowserEndpoints({ pool, pushKey: vapidKeys.publicKey, services: environment.pushServices }),
    },
    /** False if the token is not one of ours. */
    unsubscribe: async (token: string) => (await unsubscribe(pool, unsubscribing, token, clock.now())) !== null,
  }
}
