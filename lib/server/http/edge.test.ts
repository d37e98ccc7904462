import { describe, expect, it } from '@jest/globals'
import { createEdge } from './edge'
import { problemResponse } from './edge'

const failed: string[] = []
const app = createEdge((error, call, requestId) => {
  failed.push(`${call}: ${(error as Error).message}`)
  return problemResponse({ code: 'internal_error' }, requestId)
})
app.get('/api/time', () => Response.json({}))
app.post('/api/auth/login', () => Response.json({}))
app.get('/storage/files/:name', () => {
  throw new Error('no disk')
})

describe('a route that is not a page', () => {
  it('has a server-generated id, safe headers and its duration', async () => {
    const { headers } = await app.request('/api/time', { headers: { 'x-request-id': 'made-up' } })
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('server-timing')).toMatch(/^total;dur=/)
  })

  it('does not reveal the duration of password checks', async () => {
    const { headers } = await app.request('/api/auth/login', { method: 'POST' })
    expect(headers.get('server-timing')).toBeNull()
  })

  it('answers errors with a problem document under the logged id', async () => {
    const response = await app.request('/storage/files/1')
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      code: 'internal_error',
      request_id: response.headers.get('x-request-id'),
    })
    expect(failed).toEqual(['/storage/files/1: no disk'])
  })
})
