import type { Hono } from 'hono'
import type { Pool } from '@/lib/server/db/pool'
import { serveFile } from '@/lib/server/documents/serve-file'
import type { ApiBindings } from './api'
import { admit, type CallerSources } from './callers'
import { cookieOf, credentialsOf, staffTokenCookie } from './gateway'
import { problemResponse } from './problem-response'

export interface FileDependencies extends CallerSources {
  pool: Pool
  /** Everything that is kept of an account; null where the ticket is not its own, or too old. */
  personalData(accountId: number, ticket: string): Response | null
  /** An auction's public protocol as a PDF; null where the address is not one of a protocol. */
  protocolPdf(request: Request): Promise<Response | null>
  /** A public file of the site by its name; null where there is none. */
  media(name: string, method: 'GET' | 'HEAD'): Promise<Response | null>
}

const privateName = /^\d{1,15}$/

/** `/storage/files/…`: the owner's, the manager's, or public where it says so (protocols). `/storage/media/…`: the site's pictures and papers. */
export function addFileRoutes(app: Hono<ApiBindings>, deps: FileDependencies): void {
  app.get('/storage/media/:name', async (c) => {
    const found = await deps.media(c.req.param('name'), c.req.method === 'HEAD' ? 'HEAD' : 'GET')
    return found ?? problemResponse({ code: 'not_found' }, crypto.randomUUID())
  })
  app.get('/storage/files/personal-data.zip', async (c) => {
    const admission = await admit('account', credentialsOf(c.req.raw, false), deps)
    if (!admission.ok) return problemResponse(admission.refusal, crypto.randomUUID())
    const { caller } = admission
    const served = caller.kind === 'account' ? deps.personalData(caller.accountId, c.req.query('ticket') ?? '') : null
    return served ?? problemResponse({ code: 'not_found' }, crypto.randomUUID())
  })
  app.get('/storage/files/:name', async (c) => {
    const name = c.req.param('name')
    const found = privateName.test(name) ? await privateFile(c.req.raw, Number(name), deps) : await deps.protocolPdf(c.req.raw)
    return found ?? problemResponse({ code: 'not_found' }, crypto.randomUUID())
  })
}

async function privateFile(request: Request, id: number, deps: FileDependencies): Promise<Response | null> {
  if (cookieOf(request.headers.get('cookie'), staffTokenCookie) !== null) {
    const staff = await admit('manager', credentialsOf(request, true), deps)
    if (staff.ok) return serveFile(deps.pool, id, staff.caller)
  }
  const admission = await admit('account', credentialsOf(request, false), deps)
  return admission.ok ? serveFile(deps.pool, id, admission.caller) : null
}
