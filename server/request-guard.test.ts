import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { requestContext } from '@/lib/http/request-context'
import { createDispatch, endRequestOf } from '@/server/listen'
import { decodableCookies } from './request-guard'
import { sendRaw, statusesOf } from '@/tests/support/raw-socket'

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function start(site: Handle, isProxy?: (address: string) => boolean) {
  server?.close()
  server = createServer()
  createDispatch({ site, api: site }, isProxy).attach(server)
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A promise with its resolver. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** The methods and paths of the route handlers under a folder of `app`. */
function routesOf(folder: string): [method: string, path: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('route.ts'))
    .flatMap((name) => {
      const path = `${folder.replace(/^app/, '')}/${name.replace(/\/route\.ts$/, '')}`
      const methods = [...readFileSync(join(folder, name), 'utf8').matchAll(/export (?:async )?function ([A-Z]+)\b/g)]
      return methods.map(([, method = '']): [string, string] => [method, path])
    })
}

const head = 'Host: portal.example\r\nConnection: close\r\n'

describe('the request guard', () => {
  it.each([
    ['TRACE /news HTTP/1.1', 405],
    ['PROPFIND / HTTP/1.1', 405],
    ['PUT /news HTTP/1.1', 405],
    ['DELETE /og/uk/page/x HTTP/1.1', 405],
    ['OPTIONS * HTTP/1.1', 400],
    ['OPTIONS /news HTTP/1.1', 204],
    ['GET * HTTP/1.1', 400],
    ['GET /en/%ff HTTP/1.1', 400],
    ['GET /unsubscribe/a%25b HTTP/1.1', 400],
    ['GET /unsubscribe/a%2500 HTTP/1.1', 400],
    ['GET /en/%00 HTTP/1.1', 400],
    ['GET /en/%0d%0aX:1 HTTP/1.1', 400],
    ['GET /news?year=%00 HTTP/1.1', 400],
    ['GET /% HTTP/1.1', 400],
    ['GET /api/../admin HTTP/1.1', 400],
    ['GET /api/%2e%2E/admin HTTP/1.1', 400],
    ['GET /a/./b HTTP/1.1', 400],
    ['GET http:// HTTP/1.1', 400],
    ['GET ftp://portal.example/ HTTP/1.1', 400],
    ['GET /og/x HTTP/1.1', 404],
    ['GET /og/uk/news/a/b HTTP/1.1', 404],
    ['GET /_next/x HTTP/1.1', 404],
    ['GET /_next/static HTTP/1.1', 404],
    ['GET /_next/webpack-hmr HTTP/1.1', 404],
    ['GET /_next/mcp HTTP/1.1', 404],
    ['GET /_next/image?url=/x HTTP/1.1', 404],
    ['GET /internal/x HTTP/1.1', 404],
    ['GET /feeds/x HTTP/1.1', 404],
    ['GET /storage/x HTTP/1.1', 404],
  ])('rejects %s with %i before the site', async (line, status) => {
    const site = jest.fn<Handle>()
    const port = await start(site)
    const { text, hangs } = await sendRaw(port, `${line}\r\n${head}\r\n`)
    expect([hangs, statusesOf(text)]).toEqual([false, [status]])
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im)
    expect(site).not.toHaveBeenCalled()
  })

  it.each([
    ['GET /en/%ff HTTP/1.1', 400, 'en', 'Something went wrong', 'This page could not be found', '/en'],
    ['GET /%D0 HTTP/1.1', 400, 'uk', 'Щось пішло не так', 'Цю сторінку не знайдено', '/'],
    ['PUT /ru/news HTTP/1.1', 405, 'ru', 'Что-то пошло не так', 'Эта страница не найдена', '/ru'],
    ['GET /og/x HTTP/1.1', 404, 'uk', 'Такої сторінки немає', 'Цю сторінку не знайдено', '/'],
  ])('answers a browser’s %s with a page: %i, in %s', async (line, status, lang, title, heading, home) => {
    const port = await start(jest.fn<Handle>())
    const { text } = await sendRaw(port, `${line}\r\n${head}Accept: text/html,*/*;q=0.8\r\n\r\n`)
    expect(statusesOf(text)).toEqual([status])
    expect(text).toMatch(/^content-type: text\/html; charset=utf-8\r$/im)
    const page = Buffer.from(text, 'latin1').toString('utf8')
    for (const part of [
      `<html lang="${lang}">`,
      `<title>${status} · ${title}</title>`,
      `>${status}<`,
      heading,
      `<a href="${home}"`,
    ])
      expect(page).toContain(part)
  })

  it.each(routesOf('app/internal'))('admits %s %s, which has a route', async (method, path) => {
    const site = jest.fn<Handle>((_request, response) => response.end())
    const port = await start(site)
    await sendRaw(port, `${method} ${path} HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`)
    expect(site).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['two hosts', 'Host: a.example\r\nHost: b.example\r\n'],
    ['no host', ''],
    ['a host with a path', 'Host: a.example/x\r\n'],
    ['a host with a user', 'Host: a@b.example\r\n'],
    ['an empty host', 'Host:\r\n'],
    ['a host with a port that does not exist', 'Host: a.example:99999\r\n'],
  ])('refuses %s', async (_what, hosts) => {
    const port = await start(jest.fn<Handle>())
    expect(statusesOf((await sendRaw(port, `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)).text)).toEqual([400])
  })

  it('reads a target in absolute form, and an upgrade that it does not offer, as the request itself', async () => {
    const port = await start((request, response) => response.end(`${request.headers.host} ${request.url}`))
    expect((await sendRaw(port, `GET http://other.example:8080/news?a=1 HTTP/1.1\r\n${head}\r\n`)).text).toContain(
      'other.example:8080 /news?a=1',
    )
    const upgrade = `GET /news HTTP/1.1\r\nHost: portal.example\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`
    expect((await sendRaw(port, upgrade)).text).toContain('portal.example /news')
  })

  it.each([
    ['of a type that no page accepts', '/news', 'Content-Type: application/json\r\nContent-Length: 2', 405],
    ['with an action that cannot be one', '/news', 'Next-Action: x\r\nContent-Length: 2', 404],
    [
      'of an action in another type',
      '/news',
      `Next-Action: ${'a'.repeat(42)}\r\nContent-Type: text/html\r\nContent-Length: 2`,
      415,
    ],
    ['without a length', '/news', 'Content-Type: multipart/form-data; boundary=a\r\nTransfer-Encoding: chunked', 411],
    ['too large', '/news', 'Content-Type: multipart/form-data; boundary=a\r\nContent-Length: 65537', 413],
    [
      'to the office without its cookie',
      '/admin',
      `Next-Action: ${'a'.repeat(42)}\r\nContent-Type: text/plain\r\nContent-Length: 2`,
      401,
    ],
  ])('refuses a post %s', async (_what, path, headers, status) => {
    const site = jest.fn<Handle>()
    const { text } = await sendRaw(await start(site), `POST ${path} HTTP/1.1\r\n${head}${headers}\r\n\r\n`)
    expect([statusesOf(text), site.mock.calls.length]).toEqual([[status], 0])
  })

  it('trusts only a proxy’s forwarded host', async () => {
    const port = await start(
      (request, response) => response.end(`host=${request.headers.host};`),
      (address) => address === '127.0.0.1',
    )
    const forwarded = `GET / HTTP/1.1\r\n${head}X-Forwarded-Host: portal.test\r\n\r\n`
    expect((await sendRaw(port, forwarded)).text).toContain('host=portal.test;')
    const impossible = forwarded.replace('portal.test', 'portal.test:99999')
    expect(statusesOf((await sendRaw(port, impossible)).text)).toEqual([400])
    const direct = await start((request, response) =>
      response.end(`host=${request.headers.host};${String(request.headers['x-forwarded-host'])}`),
    )
    expect((await sendRaw(direct, forwarded)).text).toContain('host=portal.example;undefined')
  })

  it('drops cookies that cannot be decoded', () => {
    expect(decodableCookies('a=1; accessToken=%00; b=%; c=%0d%0aX:1; theme=dark')).toBe('a=1; theme=dark')
    expect(decodableCookies('a=%D0%96; b=2')).toBe('a=%D0%96; b=2')
  })
})

describe('a request and its connection', () => {
  it('end together, also those that wait for their turn', async () => {
    let received = 0
    let closed = 0
    const all = gate()
    const gone = gate()
    const port = await start((_request, response) => {
      response.once('close', () => (closed += 1) === 4 && gone.open())
      if ((received += 1) === 4) all.open()
    })
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write('GET /news HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(4))
    await all.opened
    socket.destroy()
    await gone.opened
  })

  it('continue if the next request arrives before an answer has ended', async () => {
    const port = await start((request, response) => {
      response.writeHead(200, { 'content-length': 4 }).write(`${request.url}`)
      if (request.url === '/two') response.end()
      // As a stream that learns of its end later than the client.
      else setImmediate(() => response.end())
    })
    const requests = 'GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const { text } = await sendRaw(port, requests)
    expect(text).toMatch(/\/one[^]*\/two$/)
  })

  it('end if too many requests are pipelined', async () => {
    let received = 0
    const port = await start(() => (received += 1))
    const { hangs } = await sendRaw(port, `GET /news HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(200))
    expect([hangs, received]).toEqual([false, 9])
  })

  it('survive an error event that has no other listener', async () => {
    const port = await start((request, response) => {
      // As Node reports a lost peer; without a listener this throws.
      request.emit('error', Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      response.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
      response.end('went on')
    })
    expect((await sendRaw(port, `GET /news HTTP/1.1\r\n${head}\r\n`)).text).toContain('went on')
  })

  it('allow every layer to listen for the end of an answer without a leak warning', async () => {
    const port = await start((_request, response) => response.end(`may have ${response.getMaxListeners()}.`))
    const { text } = await sendRaw(port, `GET /news HTTP/1.1\r\n${head}\r\n`)
    expect(Number(/may have (\d+)\./.exec(text)?.[1])).toBeGreaterThan(20)
  })

  it('survive a handler that fails', async () => {
    const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const port = await start((request) => {
      if (request.url === '/throws') throw new Error('immediately')
      return Promise.reject(new Error('later'))
    })
    for (const path of ['/throws', '/rejects'])
      expect(statusesOf((await sendRaw(port, `GET ${path} HTTP/1.1\r\n${head}\r\n`)).text)).toEqual([500])
    expect(silent).toHaveBeenCalledTimes(2)
  })
})

describe('an uncaught error', () => {
  it('ends its request, and the process only if it belongs to no request', () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const destroy = jest.fn()
    const response = { headersSent: true, destroy } as unknown as ServerResponse
    expect(
      requestContext.run({ response, requestId: 'r1', actionReached: false }, () =>
        endRequestOf(new Error('of a page')),
      ),
    ).toBe(true)
    expect(destroy).toHaveBeenCalledTimes(1)
    expect(endRequestOf(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBe(true)
    expect(endRequestOf(new Error('of the scheduler'))).toBe(false)
  })
})
