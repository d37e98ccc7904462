import type { Hono } from 'hono'
import type { ApiBindings } from './api'

/** What mail programs do by themselves with the address in List-Unsubscribe (RFC 8058). */
export function addUnsubscribeRoute(app: Hono<ApiBindings>, deps: { unsubscribe: (token: string) => Promise<boolean>; pageOf: (token: string) => string }): void {
  app.post('/api/notifications/one-click/:token', async (c) => {
    // The body, List-Unsubscribe=One-Click, says nothing that the address does not.
    const done = await deps.unsubscribe(c.req.param('token'))
    return new Response(null, { status: done ? 200 : 404, headers: { 'cache-control': 'no-store' } })
  })
  // People who open the address are asked first: programs that look at links must not unsubscribe anybody.
  app.get('/api/notifications/one-click/:token', (c) => c.redirect(deps.pageOf(c.req.param('token')), 303))
}
