import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { context, propagation, trace } from '@opentelemetry/api'
import { startTracing } from './tracing'

interface TraceExport {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        parentSpanId?: string
        attributes: { key: string; value: Record<string, unknown> }[]
      }[]
    }[]
  }[]
}

/** A trace collector: its address, and the spans it received. */
async function openCollector() {
  const exports: { path: string; text: string }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => void (text += String(chunk)))
    request.on('end', () => {
      exports.push({ path: request.url ?? '', text })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { exports, server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const NAMING = ['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES']

describe('tracing', () => {
  afterEach(() => {
    for (const name of NAMING) delete process.env[name]
    // These are global in the process.
    for (const registered of [trace, context, propagation]) registered.disable()
  })

  it('is off until an address is set', async () => {
    expect(await startTracing(null, 'a-server')).toBeNull()
  })

  it('sends the collector a span of a call under its caller’s trace, without its input', async () => {
    const { exports, server, endpoint } = await openCollector()
    const tracing = await startTracing(endpoint, 'a-server')
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const headers = new Headers({
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      authorization: 'Bearer a-secret-token',
    })
    const call = { name: 'bids.place', requestId: 'a-request', headers }
    const response = await tracing!.call(call, async () => new Response('1000000.00', { status: 503 }))
    expect(await response.text()).toBe('1000000.00')
    await tracing!.stop()
    server.close()

    expect(exports.map(({ path }) => path)).toEqual(['/v1/traces'])
    const [{ resource, scopeSpans } = { resource: { attributes: [] }, scopeSpans: [] }] = (
      JSON.parse(exports[0]!.text) as TraceExport
    ).resourceSpans
    const names = resource.attributes
      .filter(({ key }) => key.startsWith('service.'))
      .map(({ value }) => value.stringValue)
    expect(names).toEqual(expect.arrayContaining(['gas-auction-portal', 'a-server']))
    const [span] = scopeSpans.flatMap(({ spans }) => spans)
    expect(span).toMatchObject({ name: 'bids.place', traceId, parentSpanId: 'b7ad6b7169203331', status: { code: 2 } })
    const attributes = Object.fromEntries(span!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
    expect(attributes).toMatchObject({ 'portal.request_id': 'a-request', 'http.response.status_code': 503 })
    for (const secret of ['a-secret-token', '1000000.00']) expect(exports[0]!.text).not.toContain(secret)
  })

  it('names the service by OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES', async () => {
    process.env.OTEL_SERVICE_NAME = 'auctions-of-the-west'
    process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=staging'
    const { exports, server, endpoint } = await openCollector()
    const tracing = await startTracing(endpoint, 'a-server')
    const call = { name: 'bids.place', requestId: 'a-request', headers: new Headers() }
    await tracing!.call(call, async () => new Response('{}'))
    await tracing!.stop()
    server.close()

    const [{ resource } = { resource: { attributes: [] } }] = (JSON.parse(exports[0]!.text) as TraceExport)
      .resourceSpans
    const named = Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value.stringValue]))
    expect(named).toMatchObject({
      'service.name': 'auctions-of-the-west',
      'service.instance.id': 'a-server',
      'deployment.environment.name': 'staging',
    })
  })
})
