import type { Hono } from 'hono'
import type { ApiBindings } from './api'
import { docsPage } from './docs-page'
import { type HealthCheck, readHealth } from './health'
import type { Metrics } from './metrics'
import { openApiDocument } from './openapi'
import { problemResponse } from './problem-response'

export interface ServiceDependencies {
  metrics: Metrics
  checks: Record<string, HealthCheck>
  /** Metrics are for the machine itself, or for who brings this token. */
  metricsToken: string | null
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** What programs ask beside the contract’s calls: health, metrics, the OpenAPI document and its page. */
export function addServiceRoutes(app: Hono<ApiBindings>, deps: ServiceDependencies): void {
  let document: ReturnType<typeof openApiDocument> | null = null
  const openApi = () => (document ??= openApiDocument())

  app.get('/api/health/live', () => Response.json({ data: { status: 'live' } }, { headers: { 'cache-control': 'no-store' } }))
  app.get('/api/health/ready', async () => {
    const { healthy, checks, faults } = await readHealth(deps.checks)
    const body = { data: { status: healthy ? 'ready' : 'not_ready', checks, faults } }
    return Response.json(body, { status: healthy ? 200 : 503, headers: { 'cache-control': 'no-store', ...(!healthy && { 'retry-after': '2' }) } })
  })
  app.get('/api/metrics', async (c) => {
    const allowed = deps.metricsToken
      ? c.req.header('authorization') === `Bearer ${deps.metricsToken}`
      : loopback.test(c.env?.address ?? '') && !c.req.header('x-forwarded-for')
    if (!allowed) return problemResponse({ code: 'not_found' }, crypto.randomUUID())
    return new Response(await deps.metrics.text(), { headers: { 'content-type': deps.metrics.contentType } })
  })
  app.get('/api/openapi.json', () => Response.json(openApi(), { headers: { 'cache-control': 'public, max-age=300' } }))
  app.get('/api/docs', () => {
    const page = docsPage(openApi() as unknown as Parameters<typeof docsPage>[0])
    const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'x-content-type-options': 'nosniff' } })
  })
}
