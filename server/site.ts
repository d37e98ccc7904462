import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import next from 'next'
import type { Environment } from '@/lib/config/environment'
import { canonicalPath, rootFileOf } from '@/lib/http/canonical-path'
import { answerHeaders } from '@/lib/http/security-headers'
import { isHttps } from '@/lib/http/public-page'
import type { TakeRequest } from '@/lib/server/http/rate-limits'
import { requestContext } from '@/lib/http/request-context'
import { addressGroup, writeOwnHeaders, writtenAddress } from '@/lib/server/http/client-address'
import { createSlots } from '@/lib/server/http/slots'
import { createErrorPages, replaceStatus } from './error-page'
import { isPagePost } from './request-guard'
import { limitRoutes, pathOf, routeOf } from './routes'

/** Made by the site itself (app/robots.ts, app/sitemap.ts). */
const MADE = ['robots.txt', 'sitemap.xml']

export function rootFiles(): ReadonlySet<string> {
  return new Set([...readdirSync('public'), ...MADE])
}

/** A missing file at the root, which browsers and robots request by habit: Next would take its name for a language. */
export function isMissingFile(url: string, files: ReadonlySet<string>): boolean {
  const name = rootFileOf(url.split('?')[0] ?? '')
  return name !== null && !files.has(name)
}

/** Posts to pages that are being read; each may hold a megabyte of memory. */
const ACTION_SLOTS = { perSender: 20, total: 100 }

/** Runs server actions. Until one of ours has read its arguments, a failure lies in what was sent. */
function answerActions(site: Site['handle']): Site['handle'] {
  const slots = createSlots(ACTION_SLOTS)
  return (request, response) => {
    const path = pathOf(request.url)
    if (request.method !== 'POST' || !isPagePost(path, routeOf(path))) return site(request, response)
    const leave = slots.enter(addressGroup(writtenAddress(request)))
    if (leave === null) {
      response.writeHead(429, { 'cache-control': 'no-store', connection: 'close', 'retry-after': '5' }).end('429')
      return Promise.resolve()
    }
    response.once('close', leave)
    const context = requestContext.getStore()
    replaceStatus(response, (status) => (status >= 500 && context?.actionReached === false ? 400 : status))
    return site(request, response)
  }
}

export interface Site {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
  /** Sets the origin at which the process reaches itself. */
  setOrigin(origin: string): void
}

/**
 * Next, prepared to answer. No host name is passed on purpose: with one, Next takes rewrites to its own address for
 * another site's and calls them over the network.
 */
export async function prepareSite(
  environment: Environment,
  httpServer: Server,
  take: TakeRequest,
  isAway?: () => boolean,
): Promise<Site> {
  const dev = process.env.NODE_ENV === 'development'
  // Next listens for upgrades to the web socket of its development server, and would hang up on any other program that offers one.
  const site = next({ dev, dir: process.cwd(), port: environment.port, httpServer: dev ? httpServer : createServer() })
  await site.prepare()
  const handle = site.getRequestHandler()
  const pages = createErrorPages(dev ? handle : limitRoutes(answerActions(handle), take), isAway)
  const files = rootFiles()
  return {
    async handle(request, response) {
      // For files; the middleware replaces them for pages.
      const https = isHttps(request.headers['x-forwarded-proto'])
      for (const [name, value] of Object.entries(answerHeaders(request.url ?? '/', https)))
        response.setHeader(name, value)
      if (isMissingFile(request.url ?? '/', files)) {
        response
          .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
          .end('Not Found')
        return
      }
      // Before Next, which redirects slashes with 308 and does not correct the case.
      const right = request.method === 'GET' || request.method === 'HEAD' ? canonicalPath(request.url ?? '/') : null
      if (right !== null) {
        response.writeHead(301, { location: right, 'cache-control': 'public, max-age=3600' }).end()
        return
      }
      writeOwnHeaders(request, environment.isProxy)
      await pages.handle(request, response)
    },
    close: () => site.close(),
    setOrigin: pages.setOrigin,
  }
}
