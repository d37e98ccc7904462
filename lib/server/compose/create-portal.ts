import { randomUUID } from 'node:crypto'
import { problemResponse } from '@/lib/server/http/edge'
import { composeCalls, composeHttp } from './api'
import { composeAccounts, composeAuctions, composeJobs, composeSiteContent } from './capabilities'
import { createFoundation } from './foundation'
import type { CreateDemo, Portal, PortalEnvironment } from './portal'

/** Composes the capabilities into a portal, which starts and stops them in order. */
export async function createPortal(
  environment: PortalEnvironment,
  serverId: string = randomUUID(),
  createDemo: CreateDemo | null = null,
): Promise<Portal> {
  const foundation = await createFoundation(environment, serverId)
  const accounts = composeAccounts(foundation)
  const content = composeSiteContent(foundation)
  const auctions = composeAuctions(foundation, content)
  const { pool, clock, log } = foundation
  const demo =
    createDemo?.({
      environment,
      pool,
      clock,
      log,
      watchers: () => auctions.hub.watchers(),
      streams: auctions.streams,
      handlers: {
        ...auctions.commands.endpoints,
        manager: { ...auctions.commands.endpoints.manager, ...auctions.deposits.manager },
      },
    }) ?? null
  const jobs = composeJobs(foundation, auctions, accounts.linkTokens, demo)
  const handlers = composeCalls(foundation, {
    accounts,
    auctions,
    content,
    notifications: jobs.notifications,
    subscriptions: jobs.subscriptions,
  })
  const http = await composeHttp(foundation, { handlers, accounts, auctions, unsubscribe: jobs.unsubscribe })

  return {
    // During an outage visitors get the outage page instead of waiting for the database's time limits.
    async api(request, visitor) {
      const response = await foundation.availability.unlessAway(async () => http.app.fetch(request, visitor))
      return response ?? problemResponse({ code: 'service_unavailable', retryAfter: 2 })
    },
    handleNode: http.handleNode,
    limitRequest: http.rateLimits.limitRequest,
    async start() {
      await accounts.start()
      await content.start()
      await auctions.hub.start()
      await auctions.commands.start()
      // Also a job, which tries again.
      await demo?.tick().catch((error: unknown) => log.error({ err: error }, 'demo tick failed'))
      demo?.startBidding()
      jobs.worker.start()
    },
    async stop() {
      foundation.availability.stop()
      auctions.hub.stop()
      await Promise.all([jobs.worker.stop(), demo?.stop()])
      await auctions.commands.stop()
      await Promise.all([jobs.mailWorker.stop(), accounts.sessions.stop()])
      await foundation.close()
    },
    isDatabaseAway: () => foundation.availability.awayFor() !== null,
    pageCache: content.pageCache,
    demo,
    pool,
    environment,
  }
}
