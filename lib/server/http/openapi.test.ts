import { describe, expect, it } from '@jest/globals'
import type { EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints } from '@/lib/contract/endpoints'
import site from '@/messages/en.json' with { type: 'json' }
import { docsPage, openApiDocument, programsPage } from './openapi'

const document = openApiDocument() as {
  paths: Record<
    string,
    {
      post: {
        operationId: string
        responses: Record<string, unknown>
        requestBody: { content: Record<string, { schema: object }> }
      }
    }
  >
}
const table = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members as EndpointGroup).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)

describe('the OpenAPI document', () => {
  it.each(table.map((row) => [row.name, row.endpoint] as const))('has %s', (name, endpoint) => {
    const operation = document.paths[endpoint.path]?.post
    expect(operation?.operationId).toBe(name)
    expect(operation?.responses).toHaveProperty('200')
    expect(operation?.responses).toHaveProperty('422')
  })

  it('has a separate path for each endpoint', () => {
    expect(new Set(table.map(({ endpoint }) => endpoint.path)).size).toBe(table.length)
  })

  it('forbids unknown fields in every JSON request', () => {
    for (const { endpoint } of table) {
      const schema = document.paths[endpoint.path]?.post.requestBody.content['application/json']?.schema
      if (schema) expect(JSON.stringify(schema)).toContain('"additionalProperties":false')
    }
  })

  it('documents the position and the refusals of a stream', () => {
    const { get } = document.paths['/api/auctions/{id}/events'] as unknown as Record<
      'get',
      { parameters: { name: string }[]; responses: Record<string, { description: string }> }
    >
    expect(get.parameters.map(({ name }) => name)).toEqual(['id', 'Last-Event-ID', 'after'])
    expect(get.responses['401']?.description).toBe('unauthorized')
    expect(get.responses['403']?.description).toBe(
      'token_scope_insufficient, token_address_refused, account_deactivated, account_deactivated_by_manager, foreign_origin',
    )
  })

  it('documents health and metrics, for programs that monitor the portal', () => {
    for (const path of ['/api/health/live', '/api/health/ready', '/api/metrics'])
      expect(document.paths).toHaveProperty([path, 'get', 'responses', '200'])
    const ready = ['/api/health/ready', 'get', 'responses', '503']
    expect(document.paths).toHaveProperty(ready)
    const data = [...ready, 'content', 'application/json', 'schema', 'properties', 'data', 'properties']
    for (const sometimes of ['warnings', 'mail_and_push', 'servers'])
      expect(document.paths).toHaveProperty([...data, sometimes])
  })

  it('has a page for programs that names the page of tokens as the site does', () => {
    expect(programsPage()).toContain(`<b>${site.Header.cabinetInfo} → ${site.Programs.title}</b>`)
  })

  it('is also a page that lists every call', () => {
    const page = docsPage(document as never)
    for (const { endpoint } of table) expect(page).toContain(`<code>${endpoint.path}</code>`)
  })
})
