import { randomUUID } from 'node:crypto'
import { hashPassword } from '@/lib/server/identity/passwords'
import { getCms } from '@/lib/server/cms/cms'
import { composeAccounts } from './accounts'
import { type Auctions, composeAuctions } from './auctions'
import { composeCalls } from './calls'
import { createFoundation, type Foundation } from './foundation'
import { composeHttp } from './http'
import { composeJobs } from './jobs'
import { composeSiteContent } from './site-content'
import { createDemo } from '@/lib/server/demo/demo'
import { keepFile } from '@/lib/server/documents/files'
import { recordPast } from '@/lib/server/demo/record-past'
import type { Portal, PortalEnvironment } from './portal'

/** Puts the capabilities together, each of which lib/server/compose composes; here are the order and the links. */
export async function createPortal(environment: PortalEnvironment, serverId: string = randomUUID()): Promise<Portal> {
  const foundation = await createFoundation(environment, serverId)
  const accounts = composeAccounts(foundation)
  const content = composeSiteContent(foundation)
  const auctions = composeAuctions(foundation, content)
  const jobs = composeJobs(foundation, auctions, accounts.linkTokens)
  const handlers = composeCalls(foundation, {
    accounts,
    auctions,
    content,
    notifications: jobs.notifications,
    subscriptions: jobs.subscriptions,
  })
  const http = await composeHttp(foundation, { handlers, accounts, auctions, unsubscribe: jobs.unsubscribe })
  const demo = environment.demo ? composeDemo(foundation, auctions) : null

  return {
    api: async (request, visitor) => http.app.fetch(request, visitor),
    handleNode: http.handleNode,
    takeRequest: http.rateLimits.take,
    async start() {
      await accounts.start()
      await content.start()
      await auctions.hub.start()
      await http.start()
      await auctions.commands.start()
      content.publishing.start()
      jobs.worker.start()
      await demo?.start()
    },
    async stop() {
      foundation.availability.stop()
      auctions.hub.stop()
      await demo?.stop()
      await Promise.all([content.publishing.stop(), jobs.worker.stop()])
      await auctions.commands.stop()
      http.stop()
      await jobs.mailWorker.stop()
      await Promise.all([foundation.close(), http.tracing?.stop()])
    },
    isDatabaseAway: () => foundation.availability.awayFor() !== null,
    pageCache: content.pageCache,
    demo,
    pool: foundation.pool,
    environment,
    log: foundation.log,
  }
}

function composeDemo({ environment, pool, clock, log }: Foundation, { streams, commands }: Auctions) {
  return createDemo({
    databaseUrl: environment.databaseUrl,
    dataDirectory: environment.dataDir,
    pool,
    cms: getCms,
    clock,
    log,
    streams,
    handlers: commands.endpoints,
    hashPassword,
    recordPast: (auctionId, past, staffId) => recordPast({ pool, streams }, auctionId, past, staffId),
    async storePaper(accountId, kind, file) {
      // The portal's own work: there is nothing to find in it.
      const stored = await keepFile(pool, { accountId, kind }, { file, mediaType: 'application/pdf' })
      if (!stored.ok) throw new Error(`a paper of the demo was refused: ${stored.code}`)
      return { id: String(stored.file.id), sha256: stored.file.sha256 }
    },
  })
}
