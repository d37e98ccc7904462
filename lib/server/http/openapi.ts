import * as z from 'zod'
import { idempotencyKeyShape } from '@/lib/contract/bids'
import type { Endpoint, EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import { errorStatus, problem, type ErrorCode } from '@/lib/contract/errors'
import { streamEvents } from '@/lib/contract/stream'

type Json = Record<string, unknown>

/** Refusals that any endpoint of an access can answer beside its own. */
const common: ErrorCode[] = [
  'unreadable_body',
  'foreign_origin',
  'body_too_large',
  'unsupported_media_type',
  'invalid_input',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
]
const byAccess: Record<Endpoint['access'], ErrorCode[]> = {
  visitor: [],
  account: ['unauthorized'],
  buyer: ['unauthorized', 'account_not_confirmed'],
  manager: ['unauthorized', 'forbidden'],
  admin: ['unauthorized', 'forbidden'],
}

/** The OpenAPI 3.1 document of the whole contract. */
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
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  }
}

function operation(group: string, name: string, endpoint: Endpoint): Json {
  const contentType = endpoint.body === 'form' ? 'multipart/form-data' : 'application/json'
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    ...(endpoint.access !== 'visitor' && { security: [{ bearer: [] }] }),
    ...(endpoint.idempotent && {
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', pattern: idempotencyKeyShape.source },
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
      ...refusals([...endpoint.errors, ...byAccess[endpoint.access], ...common]),
    },
  }
}

function refusals(codes: ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) {
    const status = errorStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.join(', '),
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
    summary: 'The live stream of one auction (Server-Sent Events); goes on after Last-Event-ID',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'Last-Event-ID', in: 'header', schema: { type: 'integer' } },
    ],
    responses: {
      200: { description: 'Events', content: { 'text/event-stream': { schema: { oneOf: events } } } },
      204: { description: 'The auction is over and nothing was missed' },
      ...refusals(['not_found', 'too_many_requests', 'service_unavailable']),
    },
  }
}

/** What programs that look after the portal ask. */
function serviceOperations(): Json {
  const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema: schemaOf(schema, 'output') } } })
  const health = z.object({
    data: z.object({
      status: z.enum(['ready', 'not_ready']),
      checks: z.array(z.string()),
      faults: z.record(z.string(), z.string()),
    }),
  })
  const tags = ['service']
  return {
    '/api/health/live': {
      get: {
        operationId: 'health.live',
        tags,
        summary: 'The process answers',
        responses: {
          200: { description: 'It does', ...json(z.object({ data: z.object({ status: z.literal('live') }) })) },
        },
      },
    },
    '/api/health/ready': {
      get: {
        operationId: 'health.ready',
        tags,
        summary: 'Every part that requests need works; answers within three seconds',
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

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'file') Object.assign(jsonSchema, { type: 'string', format: 'binary' })
    },
  })
}
