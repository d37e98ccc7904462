import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDispatch, type Handlers, listen } from '@/server/listen'
import { StartError } from './resolve-database'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const respondWith = (text: string) => (_request: unknown, response: ServerResponse) => response.end(text)

async function start(handlers: Handlers) {
  const created = createServer()
  server = created
  const http = createDispatch(handlers).attach(created)
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve))
  return { http, port: (created.address() as AddressInfo).port }
}

function get(
  port: number,
  path: string,
): Promise<{ status: number | undefined; body: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode, body, connection: response.headers.connection }))
    })
      .on('error', reject)
      .end()
  })
}

describe('createDispatch', () => {
  it('routes only paths below /api/ to the API', async () => {
    const { port } = await start({ site: respondWith('site'), api: respondWith('api') })
    const answers = await Promise.all(['/api/time', '/api', '/apiary', '/admin', '/'].map((path) => get(port, path)))
    expect(answers.map((answer) => answer.body)).toEqual(['api', 'site', 'site', 'site', 'site'])
  })

  it('answers 404 for the back office if there is none', async () => {
    const { port } = await start({ site: respondWith('site'), api: respondWith('api'), backOffice: false })
    const answers = await Promise.all(
      ['/admin', '/admin/x', '/cms-api/staff', '/administration'].map((path) => get(port, path)),
    )
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 200])
  })

  it('finishes the answers under way before it is idle, and does not wait for live streams', async () => {
    let finish = (): void => undefined
    let pending = 2
    let markArrived = (): void => undefined
    const bothArrived = new Promise<void>((resolve) => {
      markArrived = () => {
        pending -= 1
        if (pending === 0) resolve()
      }
    })
    const { http, port } = await start({
      site: (_request, response) => {
        finish = () => void response.end('late')
        markArrived()
      },
      api: (_request, response) => {
        response.write(': stream\n\n')
        markArrived()
      },
    })
    const stream = request({ host: '127.0.0.1', port, path: '/api/auctions/7/events' }).on('error', () => undefined)
    stream.end()
    const late = get(port, '/slow')
    await bothArrived

    http.refuseNew()
    let idle = false
    const waiting = http.idle().then(() => (idle = true))
    expect(idle).toBe(false)
    finish()
    expect((await late).body).toBe('late')
    await waiting
    await http.closeAll()
    await expect(get(port, '/')).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('a request that arrives slowly', () => {
  const REAL = [
    'Date',
    'nextTick',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ] as const
  const PIECE = Buffer.alloc(4 * 1024 * 1024)
  afterEach(() => void jest.useRealTimers())

  it('is taken if it keeps the pace, although it takes ten minutes', async () => {
    jest.useFakeTimers({ doNotFake: [...REAL] })
    let arrived = (): void => undefined
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      let bytes = 0
      request.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes % PIECE.length === 0) arrived()
      })
      request.once('end', () => void response.end('taken'))
    }
    const { port } = await start({ site: handle, api: handle })
    const sending = request({ host: '127.0.0.1', port, path: '/api/x', method: 'POST', agent: false })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    for (let piece = 0; piece < 5; piece += 1) {
      const received = new Promise<void>((resolve) => (arrived = resolve))
      sending.write(PIECE)
      await received
      jest.advanceTimersByTime(120_000)
    }
    sending.end()
    const [response] = await answered
    response.resume()
    expect(response.statusCode).toBe(200)
    expect(server?.requestTimeout).toBeGreaterThan(600_000)
  })

  it('is refused if it stops', async () => {
    jest.useFakeTimers({ doNotFake: [...REAL] })
    let arrived = (): void => undefined
    const received = new Promise<void>((resolve) => (arrived = resolve))
    const handle = (request: IncomingMessage) => void request.once('data', arrived)
    const { port } = await start({ site: handle, api: handle })
    const sending = request({ host: '127.0.0.1', port, path: '/api/x', method: 'POST', agent: false })
    sending.on('error', () => undefined).write('x')
    await received
    jest.advanceTimersByTime(75_000)
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(408)
    expect(response.headers.connection).toBe('close')
    sending.destroy()
  })
})

describe('an address that cannot be listened on', () => {
  it('is reported in a sentence: an unknown name, an address of another machine, a port that is taken', async () => {
    const { port } = await start({ site: respondWith('site'), api: respondWith('api') })
    const resultOf = (host: string, port: number) =>
      listen(createServer(), { host, port }).then(
        () => 'listens',
        (error: unknown) => (error instanceof StartError ? error.message : error),
      )
    expect(await resultOf('no-such-name.invalid', 3000)).toMatch(
      /^HOST=no-such-name\.invalid is neither an address nor a/,
    )
    expect(await resultOf('192.0.2.1', 3000)).toMatch(/^HOST=192\.0\.2\.1 is not an address of this machine/)
    expect(await resultOf('127.0.0.1', port)).toBe(`Port ${port} is taken. Choose another: PORT=${port + 1}`)
  })
})
