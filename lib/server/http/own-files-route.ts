import type { Hono } from 'hono'
import { cabinetEndpoints } from '@/lib/contract/cabinet'
import type { ApiBindings } from './api'

/** What says who asks, and from where: the call decides on it as for any other request. */
const passed = ['authorization', 'cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent'] as const

/**
 * `/storage/files/own-auctions.xlsx?lang=uk`, `own-bids.csv` …: the call that makes the file, as an address that a link can
 * lead to without a script. Session, limits, checks and refusals are those of the call.
 */
export function addOwnFilesRoute(app: Hono<ApiBindings>): void {
  app.get('/storage/files/:name{own-(?:auctions|bids)\\.(?:csv|xlsx)}', (c) => {
    const [what, format] = c.req.param('name').slice('own-'.length).split('.')
    const headers = new Headers({ 'content-type': 'application/json' })
    for (const name of passed) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    const body = JSON.stringify({ ...c.req.query(), what, format })
    return app.fetch(new Request(new URL(cabinetEndpoints.exportOwn.path, c.req.url), { method: 'POST', headers, body }), c.env)
  })
}
