import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createErrorPages } from '@/server/error-page'

let server: Server | null = null
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
})

/** A site whose pages are answered by `page`, and whose error page shows its status. */
async function start(
  page: (response: ServerResponse, request: IncomingMessage) => void,
  options: { errorPage?: boolean; isAway?: boolean } = {},
) {
  const { errorPage = true } = options
  const pages = createErrorPages(
    (request, response) => {
      const status = /\/~error\/(\d+)$/.exec(request.url ?? '')?.[1]
      if (status === undefined) page(response, request)
      else if (errorPage)
        response
          .writeHead(Number(status), { 'content-type': 'text/html', 'content-security-policy': 'own' })
          .end(`page of ${request.url}`)
      else response.writeHead(500).end('broken')
      return Promise.resolve()
    },
    () => options.isAway === true,
  )
  server = createServer((request, response) => void pages.handle(request, response))
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  pages.setOrigin(origin)
  return (path: string, headers: Record<string, string> = { accept: 'text/html' }, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        get(`${origin}${path}`, { headers, method, agent: false }, (response) => {
          let body = ''
          response.setEncoding('utf8').on('data', (text: string) => (body += text))
          response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
        }).on('error', reject)
      },
    )
}

/** Fails like Next: in chunks, one of them with the error's digest. */
function fail(response: ServerResponse, digest: string) {
  response.statusCode = 500
  response.setHeader('content-type', 'text/html')
  response.write('<html id="__next_error__">')
  response.end(`{"digest":"${digest}"}`)
}

describe('a page that failed', () => {
  it('is replaced by the error page with the error’s status', async () => {
    const get = await start((response) => fail(response, 'status-503'))
    const answer = await get('/en/shop')
    expect([
      answer.status,
      answer.body,
      answer.headers['retry-after'],
      answer.headers['cache-control'],
      answer.headers['content-security-policy'],
    ]).toEqual([503, 'page of /en/~error/503', '5', 'no-store', 'own'])
    expect(await get('/shop', { accept: '*/*' }, 'HEAD')).toMatchObject({ status: 503, body: '' })
  })

  it('has the status and the Retry-After of a rate limit', async () => {
    const get = await start((response) => fail(response, 'status-429-57'))
    const { status, body, headers } = await get('/invitation/abc')
    expect([status, body, headers['retry-after']]).toEqual([429, 'page of /uk/~error/429', '57'])
  })

  it('is an internal error by default, in the language of its address', async () => {
    const get = await start((response) => fail(response, '2338472'))
    expect(await get('/ru/shop')).toMatchObject({ status: 500, body: 'page of /ru/~error/500' })
  })

  it('is recognised in a compressed answer too', async () => {
    const get = await start((response) =>
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync('"status-502"')),
    )
    const { status, headers } = await get('/')
    expect([status, headers['content-encoding']]).toEqual([502, undefined])
  })

  it('is 503 while the database is away', async () => {
    const get = await start((response) => fail(response, '1'), { isAway: true })
    expect((await get('/')).status).toBe(503)
  })

  it('is 503 in the back office too while the database is away, in the language of its cookie', async () => {
    const get = await start((response) => response.writeHead(200).end('a shell without a session'), { isAway: true })
    const accept = { accept: 'text/html' }
    const [office, english, data] = [
      await get('/admin', accept),
      await get('/admin/collections/auctions?page=2', { ...accept, cookie: 'payload-lng=en' }),
      await get('/admin', { ...accept, rsc: '1' }),
    ]
    expect([office, english, data].map(({ status, body }) => [status, body])).toEqual([
      [503, 'page of /uk/~error/503'],
      [503, 'page of /en/~error/503'],
      [200, 'a shell without a session'],
    ])
  })

  it('is 503 in the back office if the outage begins during rendering', async () => {
    const outage = { isAway: false }
    const get = await start((response) => {
      outage.isAway = true
      response.writeHead(200).end('the view of a failure')
    }, outage)
    expect(await get('/admin')).toMatchObject({ status: 503, body: 'the view of a failure' })
  })

  it('shows a short text and a link home if the error page fails too', async () => {
    const get = await start((response) => fail(response, '1'), { errorPage: false })
    const { status, body } = await get('/en/shop')
    expect(status).toBe(500)
    expect(body).toContain('<a href="/en"')
    expect(body).toContain('Something went wrong')
  })

  it.each([
    ['data of a navigation', '/shop', { accept: '*/*', rsc: '1' }],
    ['a file', '/_next/static/a.js', { accept: '*/*' }],
    ['the back office', '/admin', { accept: 'text/html' }],
    ['an answer to a request that does not accept HTML', '/shop', { accept: 'image/png' }],
  ])('is unchanged if it is %s', async (_what, path, headers) => {
    const get = await start((response) => response.writeHead(500).end('as it is'))
    expect(await get(path, headers)).toMatchObject({ status: 500, body: 'as it is' })
  })

  it('is never a page with a status below 500, which is sent unchanged', async () => {
    const get = await start((response) => response.writeHead(404, { 'x-own': '1' }).end('not there'))
    expect(await get('/shop')).toMatchObject({ status: 404, body: 'not there', headers: { 'x-own': '1' } })
  })
})
