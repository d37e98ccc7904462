import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isDatabaseAway } from '@/lib/server/platform/db/transaction'
import { isSecret } from '@/lib/server/platform/signatures'
import type { ApiBindings } from './edge'
import { docsPage, openApiDocument, programsPage } from './openapi'
import type { Metrics } from './metrics'
import { problemResponse } from './edge'

/**
 * Checks an essential part of the server: null if healthy, else a sentence for the operator. Anyone may read it, so it
 * names no address; errors, which may, are logged.
 */
type HealthCheck = () => Promise<string | null> | string | null

interface Health {
  checks: string[]
  /** A sentence for each failed check, by its name. */
  faults: Record<string, string>
  /** The same of faults that hit all servers alike, or that do not affect requests. */
  warnings: Record<string, string>
}

type FailedCheck = (error: unknown, check: string) => void

/** For all checks together: load balancers give up after a few seconds. */
const CHECKS_TIMEOUT_MS = 2_500

/** Runs all checks in parallel, and returns the sentences of those that failed. A check that times out has failed. */
async function runChecks(checks: Record<string, HealthCheck>, failed: FailedCheck): Promise<Record<string, string>> {
  const timeout = delay(CHECKS_TIMEOUT_MS, `no answer within ${CHECKS_TIMEOUT_MS / 1000} s`, { ref: false })
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const fault = run(check, (error) => failed(error, name))
      return [name, await Promise.race([fault, timeout])] as const
    }),
  )
  return Object.fromEntries(results.filter((result): result is readonly [string, string] => result[1] !== null))
}

async function readHealth({ checks, warnings, checkFailed }: ServiceDependencies): Promise<Health> {
  const [faults, warned] = await Promise.all([runChecks(checks, checkFailed), runChecks(warnings, checkFailed)])
  return { checks: Object.keys(checks), faults, warnings: warned }
}

async function run(check: HealthCheck, failed: (error: unknown) => void): Promise<string | null> {
  try {
    return await check()
  } catch (error) {
    failed(error)
    return isDatabaseAway(error) ? 'the database does not answer' : 'failed: the log has the reason'
  }
}

/** Mail programs send 26 bytes. */
const MAX_FORM_BYTES = 4_096

const tooLarge = (c: Context<ApiBindings>) => problemResponse({ code: 'body_too_large' }, c.get('requestId'))

/** The address in List-Unsubscribe, which mail programs call by themselves (RFC 8058). */
export function addUnsubscribeRoute(
  app: Hono<ApiBindings>,
  deps: { unsubscribe: (token: string) => Promise<boolean>; pageOf: (token: string) => string },
): void {
  const path = '/api/notifications/one-click/:token'
  app.post(path, bodyLimit({ maxSize: MAX_FORM_BYTES, onError: tooLarge }), async (c) => {
    // The body, List-Unsubscribe=One-Click, adds nothing to the address.
    const done = await deps.unsubscribe(c.req.param('token'))
    return new Response(null, { status: done ? 200 : 404, headers: { 'cache-control': 'no-store' } })
  })
  // People who open the address confirm first: link scanners must not unsubscribe anyone.
  app.get(path, (c) => c.redirect(deps.pageOf(c.req.param('token')), 303))
}

interface ServiceDependencies {
  metrics: Metrics
  /** Faults of this server, for which a load balancer takes it out. */
  checks: Record<string, HealthCheck>
  /** Faults that operators must know, and that a load balancer cannot mend. */
  warnings: Record<string, HealthCheck>
  /** Called with the error of a check that threw one. */
  checkFailed: FailedCheck
  /** Shown in health, so that a production portal is not left with mail switched off. */
  sendsMessages: boolean
  /** Bearer token for reading metrics; null: only this machine may. */
  metricsToken: string | null
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

const OWN_HOST = /^(?:localhost|127\.[\d.]+|\[::1\])$/
/** Of proxies: not all send the first one. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via']

/** Whether the request was made on this machine, not passed on by a proxy on it. */
function isAskedHere({ url, headers }: Request): boolean {
  return OWN_HOST.test(new URL(url).hostname) && !PROXY_HEADERS.some((name) => headers.has(name))
}

/** Routes for programs beside the contract’s calls: health, metrics, the OpenAPI document and its page. */
export function addServiceRoutes(app: Hono<ApiBindings>, deps: ServiceDependencies): void {
  // Generated once, because these routes have no rate limit.
  let documents: { json: string; page: string } | null = null
  function documentation() {
    if (documents !== null) return documents
    const document = openApiDocument()
    documents = {
      json: JSON.stringify(document),
      page: docsPage(document as unknown as Parameters<typeof docsPage>[0]),
    }
    return documents
  }
  // Concurrent requests share one reading, so that their number adds no queries.
  let reading: Promise<Health> | null = null
  const health = () => (reading ??= readHealth(deps).finally(() => (reading = null)))
  const DOCUMENT_CACHING = 'public, max-age=300'

  app.get('/api/health/live', () =>
    Response.json({ data: { status: 'live' } }, { headers: { 'cache-control': 'no-store' } }),
  )
  app.get('/api/health/ready', async () => {
    const { checks, faults, warnings } = await health()
    const healthy = Object.keys(faults).length === 0
    const status = healthy ? 'ready' : 'not_ready'
    const heldBack = deps.sendsMessages ? {} : { mail_and_push: 'off' }
    const body = { data: { status, checks, faults, warnings, ...heldBack } }
    return Response.json(body, {
      status: healthy ? 200 : 503,
      headers: { 'cache-control': 'no-store', ...(!healthy && { 'retry-after': '2' }) },
    })
  })
  app.get('/api/metrics', async (c) => {
    const allowed = deps.metricsToken
      ? isSecret(c.req.header('authorization') ?? '', `Bearer ${deps.metricsToken}`)
      : LOOPBACK.test(c.env?.address ?? '') && isAskedHere(c.req.raw)
    if (!allowed) return problemResponse({ code: 'not_found' }, c.get('requestId'))
    return new Response(await deps.metrics.text(), {
      headers: { 'cache-control': 'no-store', 'content-type': deps.metrics.contentType },
    })
  })
  app.get('/api/openapi.json', () => {
    const headers = { 'content-type': 'application/json', 'cache-control': DOCUMENT_CACHING }
    return new Response(documentation().json, { headers })
  })
  const servePage = (page: string) => {
    const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
    return new Response(page, {
      headers: {
        'cache-control': DOCUMENT_CACHING,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      },
    })
  }
  app.get('/api/docs', () => servePage(documentation().page))
  app.get('/api/docs/programs', () => servePage(programsPage()))
}
