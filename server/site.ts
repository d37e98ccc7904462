import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import next from 'next'
import type { Environment } from '@/lib/config/environment'
import { canonicalPath, rootFileOf } from '@/lib/http/canonical-path'
import { answerHeaders } from '@/lib/http/security-headers'
import { isHttps } from '@/lib/http/public-page'
import type { TakeRequest } from '@/lib/server/http/rate-limits'
import { showFailedPages } from './failed-page'
import { writeOwnHeaders } from './own-headers'
import { checkPosts } from './page-posts'
import { limitRoutes } from './routes'
import { readdirSync } from 'node:fs'

/** Made by the site itself (app/robots.ts, app/sitemap.ts). */
const MADE = ['robots.txt', 'sitemap.xml']

export function rootFiles(): ReadonlySet<string> {
  return new Set([...readdirSync('public'), ...MADE])
}

/** A file that browsers and robots ask for by habit and that is not there: Next would take its name for a language. */
export function isMissingFile(url: string, files: ReadonlySet<string>): boolean {
  const name = rootFileOf(url.split('?')[0] ?? '')
  return name !== null && !files.has(name)
}

export interface Site {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
  /** Where the process reaches itself. */
  servedAt(origin: string): void
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
  const pages = showFailedPages(dev ? handle : limitRoutes(checkPosts(handle), take), isAway)
  const files = rootFiles()
  return {
    async handle(request, response) {
      // Files pass by the pages' middleware, which puts a page's own headers in place of these.
      const https = isHttps({ get: (name) => request.headers[name]?.toString() ?? null })
      for (const [name, value] of Object.entries(answerHeaders(request.url ?? '/', https)))
        response.setHeader(name, value)
      if (isMissingFile(request.url ?? '/', files)) {
        response
          .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
          .end('Not Found')
        return
      }
      // Before Next, whose own redirect of slashes says 308 and leads a wrong case nowhere.
      const right = request.method === 'GET' || request.method === 'HEAD' ? canonicalPath(request.url ?? '/') : null
      if (right !== null) {
        response.writeHead(301, { location: right, 'cache-control': 'public, max-age=3600' }).end()
        return
      }
      writeOwnHeaders(request, environment.isProxy)
      await pages.handle(request, response)
    },
    close: () => site.close(),
    servedAt: pages.servedAt,
  }
}
