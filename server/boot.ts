import type { Server } from 'node:http'
import { pino } from 'pino'
import type { Environment } from '@/lib/config/environment'
import { createPageCache, type PageCache, revalidationSecret } from '@/lib/server/http/page-cache'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import { thisWorker } from '@/lib/server/platform/cluster-worker'
import { publishPortal } from '@/lib/server/compose/portal'
import { printProblem, serverId, step } from '@/scripts/progress.mjs'
import { createResponseCache } from './response-cache'
import { prepareSite, type Site } from '@/server/site'
import { createDispatch, createHttpServer, type Handlers, listen, listenForItself } from '@/server/listen'
import type { Listening } from './primary'
import { resolveDatabase, migrateAll } from './resolve-database'
import { createRemoteGateway } from '@/server/remote'
import { followChanges, answerHealth } from './remote'
import { createStop, type Stoppable } from '@/server/stop'
import { printBanner, type Welcome } from '@/server/welcome'

/**
 * Starts the portal: environment → database → migrations → portal → site → listen. `onBegun` gets the function that stops all parts
 * started so far, so that Ctrl-C works in the middle of a start.
 *
 * @throws {StartError} with a sentence for the person who starts it.
 */
export async function boot(environment: Environment, onBegun: (stop: () => Promise<void>) => void): Promise<void> {
  const running: Stoppable = {}
  onBegun(createStop(running))
  if (environment.mode === 'remote') await bootRemote(environment, running)
  else await bootLocal(environment, running)
}

async function bootLocal(configured: Environment, running: Stoppable): Promise<void> {
  const database = await step('Database', () =>
    resolveDatabase(configured, (reason) => printProblem(`Database: ${reason}`)),
  )
  running.database = database
  const { environment } = database
  await step('Migrations', () => migrateAll(environment.databaseUrl))
  const { closeCms } = await import('@/lib/server/cms/cms')
  running.closeCms = closeCms

  const portal = await step('Portal', async () => {
    const { createPortal } = await import('@/lib/server/compose/create-portal')
    const createDemo = environment.demo ? (await import('@/demo/demo')).createDemo : null
    const created = await createPortal(environment, serverId(), createDemo)
    publishPortal(created)
    return created
  })
  running.portal = portal
  const { demo } = portal
  if (demo !== null) await step('Demo', () => demo.seed())

  const server = createHttpServer()
  const site = await step('Site', () => prepareSite(environment, server, portal.limitRequest, portal.isDatabaseAway))
  running.site = site
  const port = await serve(
    { environment, server, site, running },
    { api: portal.handleNode, files: portal.handleNode },
    { isAway: portal.isDatabaseAway, pageCache: portal.pageCache, beforeListening: () => portal.start() },
  )
  reportStart({ environment, port, home: database.home, logins: (await demo?.logins()) ?? null })
}

/** Boots a site without database and back office, which uses another portal's API. */
async function bootRemote(environment: Environment, running: Stoppable): Promise<void> {
  const server = createHttpServer()
  const site = await step('Site', () =>
    prepareSite(environment, server, createRateLimits(environment.limitsRequests).limitRequest),
  )
  running.site = site
  const gateway = createRemoteGateway(environment)
  const pageCache = createPageCache({
    secret: revalidationSecret(),
    log: pino({ level: environment.logLevel, base: null }),
  })
  const changes = followChanges({ apiBaseUrl: environment.apiBaseUrl ?? '', pageCache })
  running.changes = changes
  running.gateway = gateway
  const port = await serve(
    { environment, server, site, running },
    { api: gateway.handle, files: gateway.handle, health: answerHealth(changes.fault), backOffice: false },
    { pageCache },
  )
  reportStart({ environment, port, home: null, logins: null })
}

/** Begins to listen, with the finished pages in front of the site. @returns the port */
async function serve(
  { environment, server, site, running }: { environment: Environment; server: Server; site: Site; running: Stoppable },
  handlers: Omit<Handlers, 'site'>,
  parts: { pageCache: PageCache; isAway?: () => boolean; beforeListening?: () => Promise<void> },
): Promise<number> {
  const { pageCache, isAway, beforeListening } = parts
  // In development every page is rendered for each request.
  const pages = process.env.NODE_ENV === 'development' ? null : createResponseCache(site.handle, isAway)
  const dispatch = createDispatch({ ...handlers, site: pages?.handle ?? site.handle }, environment.isProxy)
  running.http = dispatch.attach(server)
  running.pageCache = pageCache
  await beforeListening?.()
  const port = await listen(server, environment)
  const origin = await ownOrigin(environment, port, server, running)
  pageCache.setOrigin(origin, pages ?? undefined)
  pages?.setOrigin(origin)
  site.setOrigin(origin)
  return port
}

/** Reports the start on the console, or to the primary, which reports for all its workers. */
function reportStart(welcome: Welcome): void {
  const worker = thisWorker()
  if (worker === null) return printBanner(welcome)
  const { port, logins } = welcome
  worker.send({ type: 'portal:listening', port, logins } satisfies Listening)
}

/**
 * The origin at which the process reaches itself: loopback, unless it listens only on another address. A worker, whose port is
 * shared, opens a private one.
 */
async function ownOrigin({ host }: Environment, port: number, server: Server, running: Stoppable): Promise<string> {
  if (thisWorker() !== null) {
    running.ownAddress = await listenForItself(server)
    return running.ownAddress.origin
  }
  if (host === null || host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
