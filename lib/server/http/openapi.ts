import * as z from 'zod'
import { bidsEndpoints, IDEMPOTENCY_KEY } from '@/lib/contract/auctions'
import type { Endpoint, EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import { type ErrorCode, ERROR_STATUS, problem } from '@/lib/contract/errors'
import { DEACTIVATED, OF_PROGRAM, refusalsOf } from '@/lib/contract/refusals'
import { streamEvents } from '@/lib/contract/stream'
import { escapeHtml as escape } from '@/lib/server/platform/escape-html'
import { PROGRAM_EXAMPLE } from './program-example'
import { BID_RATE_LIMIT } from '@/lib/domain/bid-rate'
import { DEFAULT_RATE_LIMIT } from './rate-limits'

interface Operation {
  tags: string[]
  summary: string
  description?: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

interface Document {
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
}

/** The OpenAPI document as one readable page that needs no script. */
export function docsPage(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = [...new Set(calls.map(({ operation }) => operation.tags[0] ?? ''))]
  const sections = groups.map((group) => {
    const members = calls.filter(({ operation }) => operation.tags[0] === group)
    return `<section id="${escape(group)}"><h2>${escape(group)}</h2>${members.map(call).join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(document.info.title)} – API</title><style>${style}</style></head><body><main>
<h1>${escape(document.info.title)} – API</h1><p>${escape(document.info.description)} The document for programs:
<a href="/api/openapi.json">openapi.json</a>. For programs of a company: <a href="/api/docs/programs">bid from your own program</a>.</p>
<nav aria-label="Groups">${groups.map((group) => `<a href="#${escape(group)}">${escape(group)}</a>`).join(' ')}</nav>
${sections.join('\n')}</main></body></html>`
}

/** How a company's own program bids, with a runnable example. */
export function programsPage(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Bid from your own program – API</title><style>${style}</style></head><body><main>
<p><a href="/api/docs">All calls</a></p><h1>Bid from your own program</h1>
<ol>
<li>An owner of the company makes a token under <b>Personal data → API tokens</b>: a name, what it may do, when it expires, and from which addresses it works. Its secret is shown once.</li>
<li>The program sends it with every call, in the header <code>Authorization: Bearer gap_…</code>. In a URL or a cookie it is ignored.</li>
<li><code>read</code> opens auctions, the company’s own position, bids, agreements and their files, and the live stream. <code>bid</code> places bids too. No token changes data, people or documents, reads or writes messages, applies, or makes tokens: <code>token_scope_insufficient</code>. The live stream has no messages for a program.</li>
<li>From another address it is refused with <code>token_address_refused</code>; once expired or revoked, with <code>unauthorized</code>. It is revoked when the person who made it ceases to be an owner.</li>
<li>Limits apply to the company: its people and programs share 10 bids in 10 s and 30 in a minute. After a 429 wait for <code>Retry-After</code>.</li>
<li>Each bid has its own <code>Idempotency-Key</code>. Sent again with the same key, it gets its first answer and is recorded once. A 429 or 503 is no answer.</li>
</ol>
<h2>Example</h2><p>Node 20 or newer, nothing else to install. It bids the lowest price allowed, up to a ceiling.</p>
<pre tabindex="0">${escape(PROGRAM_EXAMPLE)}</pre></main></body></html>`
}

function call({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required }) =>
      `<li><code>${escape(name)}</code> (${escape(place)}${required ? ', required' : ''})</li>`,
  )
  const request = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    block(`Request, ${type}`, schema),
  )
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) =>
    status === '200' && content
      ? block('Answer 200', Object.values(content)[0]?.schema)
      : `<li><strong>${escape(status)}</strong> ${escape(description)}</li>`,
  )
  return `<details><summary><b>${method}</b> <code>${escape(path)}</code>${operation.security ? ' <i>bearer</i>' : ''}<br>${escape(operation.summary)}</summary>
${operation.description ? `<p>${escape(operation.description)}.</p>` : ''}${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${request.join('')}${answers.filter((part) => part.startsWith('<figure')).join('')}
<ul>${answers.filter((part) => part.startsWith('<li')).join('')}</ul></details>`
}

function block(title: string, schema: unknown): string {
  return `<figure><figcaption>${escape(title)}</figcaption><pre tabindex="0">${escape(JSON.stringify(schema, null, 2))}</pre></figure>`
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
nav a{margin-right:.75rem}details{border:1px solid #8197ab55;border-radius:8px;margin:.5rem 0;padding:.75rem 1rem}summary{cursor:pointer}
pre{overflow:auto;max-height:28rem;background:#8197ab1a;padding:1rem;border-radius:8px;font-size:.8125rem}figure{margin:1rem 0}figcaption{font-weight:600}`

type Json = Record<string, unknown>

export function openApiDocument(): Json {
  const paths: Json = {}
  for (const [group, members] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries(members as EndpointGroup)) {
      paths[endpoint.path] = { post: operation(group, name, endpoint) }
    }
  }
  paths['/api/auctions/{id}/events'] = { get: streamOperation() }
  Object.assign(paths, serviceOperations())
  return {
    openapi: '3.1.0',
    info: {
      title: 'Auction portal',
      version: '1',
      description: 'Prices and quantities are decimal strings; instants are ISO 8601 in UTC.',
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The session of a person who has signed in' },
        program: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token that an owner has made for a program, with the scope named: `read`, or `bid`, which reads too. See /api/docs/programs',
        },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  }
}

function securityOf({ access, token }: Endpoint): Json[] {
  return [
    ...(access === 'visitor' || access === 'reader' ? [{}] : []),
    ...(access === 'visitor' ? [] : [{ bearer: [] }]),
    ...(token === undefined ? [] : [{ program: [token] }]),
  ]
}

function operation(group: string, name: string, endpoint: Endpoint): Json {
  const contentType = endpoint.body === 'form' ? 'multipart/form-data' : 'application/json'
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    description: rateLimitOf(endpoint),
    ...((endpoint.access !== 'visitor' || endpoint.token !== undefined) && { security: securityOf(endpoint) }),
    ...(endpoint.idempotent && {
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: endpoint.idempotent === 'always',
          description:
            'One for each bid or message. The same key gets the first answer again, including a refusal such as auction_not_started; 429 and 503 are no answers: send again with the same key',
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
        },
      ],
    }),
    requestBody: { required: true, content: { [contentType]: { schema: schemaOf(endpoint.request, 'input') } } },
    responses: {
      200: {
        description: 'Done',
        content: {
          [endpoint.answers === 'file' ? 'application/octet-stream' : 'application/json']: {
            schema: schemaOf(endpoint.response, 'output'),
          },
        },
      },
      ...refusals(refusalsOf(endpoint)),
    },
  }
}

function rateLimitOf({ path, rateLimit }: Endpoint): string {
  const requests = requestLimitOf({ rateLimit })
  if (path !== bidsEndpoints.place.path) return requests
  const onRecord = BID_RATE_LIMIT.map(({ bids, seconds }) => `${bids} bids in ${seconds} s`).join(' and ')
  return `At most ${onRecord} of a company on record in an auction (R4.11). ${requests}`
}

function requestLimitOf({ rateLimit }: Pick<Endpoint, 'rateLimit'>): string {
  const { requests, seconds, by } = rateLimit ?? DEFAULT_RATE_LIMIT
  const callers = { address: 'an address', person: 'a person' }
  const caller = by === undefined ? 'an account, or of an address without a session' : callers[by]
  return `At most ${requests} requests in ${seconds} s of ${caller}`
}

function refusals(codes: ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function streamOperation(): Json {
  const events = Object.entries(streamEvents).map(([name, schema]) => ({ title: name, ...schemaOf(schema, 'output') }))
  return {
    operationId: 'auctions.events',
    tags: ['auctions'],
    summary: 'The live stream of one auction (Server-Sent Events), with a participant’s own position',
    security: [{}, { bearer: [] }, { program: ['read'] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'Last-Event-ID', in: 'header', schema: { type: 'integer' } },
      { name: 'after', in: 'query', description: 'As Last-Event-ID, to begin with', schema: { type: 'integer' } },
    ],
    responses: {
      200: { description: 'Events', content: { 'text/event-stream': { schema: { oneOf: events } } } },
      204: { description: 'The auction is over and nothing was missed' },
      ...refusals([
        ...OF_PROGRAM,
        ...DEACTIVATED,
        'foreign_origin',
        'not_found',
        'too_many_requests',
        'service_unavailable',
      ]),
    },
  }
}

/** For programs that monitor the portal. */
function serviceOperations(): Json {
  const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema: schemaOf(schema, 'output') } } })
  const health = z.object({
    data: z.object({
      status: z.enum(['ready', 'not_ready']),
      checks: z.array(z.string()),
      faults: z.record(z.string(), z.string()),
      warnings: z.record(z.string(), z.string()),
      mail_and_push: z.literal('off').optional(),
      servers: z.object({ wanted: z.int(), ready: z.int() }).optional(),
    }),
  })
  const tags = ['service']
  return {
    '/api/health/live': {
      get: {
        operationId: 'health.live',
        tags,
        summary: 'The process is running',
        responses: {
          200: { description: 'Running', ...json(z.object({ data: z.object({ status: z.literal('live') }) })) },
        },
      },
    },
    '/api/health/ready': {
      get: {
        operationId: 'health.ready',
        tags,
        summary: 'Every part that requests need is working; answers within three seconds',
        responses: {
          200: { description: 'Ready', ...json(health) },
          503: { description: 'Not ready, with a sentence for each part', ...json(health) },
        },
      },
    },
    '/api/metrics': {
      get: {
        operationId: 'metrics',
        tags,
        summary: 'Metrics in the Prometheus text format: for this machine, or with METRICS_TOKEN as a bearer',
        security: [{}, { bearer: [] }],
        responses: {
          200: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...refusals(['not_found']),
        },
      },
    },
  }
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'file') Object.assign(jsonSchema, { type: 'string', format: 'binary' })
    },
  })
}
