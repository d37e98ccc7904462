import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { readEnvironment } from '@/lib/config/environment'
import { createPool } from '@/lib/server/db/pool'
import type { Portal, PortalEnvironment } from '@/lib/server/portal'

export function createPortal(environment: PortalEnvironment): Portal {
  const log = pino({ level: environment.logLevel })
  const pool = createPool({
    url: environment.databaseUrl,
    onIdleError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  })
  const app = new Hono().get('/api/health/live', (c) => c.json({ data: { status: 'live' } }))
  const listener = getRequestListener(app.fetch)
  return {
    api: async (request) => app.fetch(request),
    handleNode: (request, response) => void listener(request, response),
    start: async () => undefined,
    stop: () => pool.end(),
    pool,
    environment,
    log,
  }
}

/** For hosts that run plain Next, where no process of ours has settled the database and the secret. */
export async function createPortalFromVariables(source: Record<string, string | undefined>): Promise<Portal> {
  const reading = readEnvironment(source)
  if (!reading.ok) throw new Error(reading.problems.join('; '))
  const { databaseUrl, payloadSecret } = reading.environment
  if (databaseUrl === null || payloadSecret === null) {
    throw new Error('DATABASE_URL and PAYLOAD_SECRET are required where the portal’s own server does not run')
  }
  const portal = createPortal({ ...reading.environment, databaseUrl, payloadSecret })
  await portal.start()
  return portal
}
