import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { startTracing } from './tracing'

interface Told {
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

describe('tracing', () => {
  it('is nothing until an address is set', async () => {
    expect(await startTracing(null, 'a-server')).toBeNull()
  })

  it('tells the collector of a call, under its caller’s trace, and nothing of what was sent', async () => {
    const told: { path: string; text: string }[] = []
    const collector = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => void (text += String(chunk)))
      request.on('end', () => {
        told.push({ path: request.url ?? '', text })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    }).listen(0, '127.0.0.1')
    await once(collector, 'listening')
    const tracing = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`, 'a-server')
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const headers = new Headers({
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      authorization: 'Bearer a-secret-token',
    })
    const call = { name: 'bids.place', requestId: 'a-request', headers }
    const response = await tracing!.call(call, async () => new Response('1000000.00', { status: 503 }))
    expect(await response.text()).toBe('1000000.00')
    await tracing!.stop()
    collector.close()

    expect(told.map(({ path }) => path)).toEqual(['/v1/traces'])
    const [{ resource, scopeSpans } = { resource: { attributes: [] }, scopeSpans: [] }] = (
      JSON.parse(told[0]!.text) as Told
    ).resourceSpans
    const names = resource.attributes
      .filter(({ key }) => key.startsWith('service.'))
      .map(({ value }) => value.stringValue)
    expect(names).toEqual(expect.arrayContaining(['gas-auction-portal', 'a-server']))
    const [span] = scopeSpans.flatMap(({ spans }) => spans)
    expect(span).toMatchObject({ name: 'bids.place', traceId, parentSpanId: 'b7ad6b7169203331', status: { code: 2 } })
    const attributes = Object.fromEntries(span!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
    expect(attributes).toMatchObject({ 'portal.request_id': 'a-request', 'http.response.status_code': 503 })
    for (const secret of ['a-secret-token', '1000000.00']) expect(told[0]!.text).not.toContain(secret)
  })
})
