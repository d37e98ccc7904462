import type { Hono } from 'hono'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import type { ApiBindings } from './api'

/**
 * `/storage/files/results.csv?lang=uk&category=natural_gas&year=2026`: the call that makes the file, as an address that a
 * link can lead to without a script. Limits, checks and refusals are those of the call.
 */
export function addResultsRoute(app: Hono<ApiBindings>): void {
  app.get('/storage/files/:name{results\\.(?:csv|xlsx)}', (c) => {
    const { year, ...rest } = c.req.query()
    const format = c.req.path.endsWith('.csv') ? 'csv' : 'xlsx'
    const input = { ...rest, ...(year !== undefined && { year: /^\d{4}$/.test(year) ? Number(year) : year }), format }
    const request = new Request(new URL(auctionsEndpoints.exportResults.path, c.req.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return app.fetch(request, c.env)
  })
}
