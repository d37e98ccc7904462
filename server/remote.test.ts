import { afterEach, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { readEnvironment } from '@/lib/config/environment'
import { createRemoteGateway } from '@/server/remote'
import { sendRaw, statusesOf } from '@/tests/support/raw-socket'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const answerPath = (request: IncomingMessage, response: ServerResponse) =>
  response.end(`upstream ${request.url} ${request.headers.authorization ?? 'nobody'} ${request.headers.connection}`)

/** A site in front of another portal that answers with the requested path. */
async function start(portal = createServer(answerPath)) {
  const upstream = await listening(portal)
  const reading = readEnvironment({ API_BASE_URL: `http://127.0.0.1:${upstream}/portal` })
  if (!reading.ok) throw new Error(reading.problems.join())
  const gateway = createRemoteGateway(reading.environment)
  return listening(createServer(gateway.handle))
}

const head = 'Host: site.example\r\nConnection: close\r\n'

describe('the gateway to another portal', () => {
  it('forwards calls and files', async () => {
    const port = await start()
    expect((await sendRaw(port, `GET /api/time HTTP/1.1\r\n${head}Cookie: accessToken=abc\r\n\r\n`)).text).toContain(
      'upstream /portal/api/time Bearer abc',
    )
    expect((await sendRaw(port, `GET /storage/media/a.png HTTP/1.1\r\n${head}\r\n`)).text).toContain(
      'upstream /portal/storage/media/a.png',
    )
  })

  it('closes an idle connection before the portal does', async () => {
    const portal = createServer(answerPath)
    // Never closes one.
    portal.keepAliveTimeout = 0
    const connected = once(portal, 'connection') as Promise<[Socket]>
    const port = await start(portal)
    expect((await sendRaw(port, `GET /api/time HTTP/1.1\r\n${head}\r\n`)).text).toContain('keep-alive')
    const [socket] = await connected
    await once(socket, 'close')
  }, 30_000)

  it.each(['%0d%0aX:1', '%00', '%D0%96', 'a b'])('does not turn the cookie %s into a header', async (token) => {
    const port = await start()
    expect(
      (await sendRaw(port, `GET /api/health/live HTTP/1.1\r\n${head}Cookie: accessToken=${token}\r\n\r\n`)).text,
    ).toContain('nobody')
  })

  it.each([
    '/api/../admin/login',
    '/api/%2e%2e/admin',
    '/api/..%5Cadmin/../../cms-api',
    '/api/../../elsewhere',
    '/storage/../admin',
    '/api\\..\\admin',
  ])('does not reach %s', async (path) => {
    const port = await start()
    const { text } = await sendRaw(port, `GET ${path} HTTP/1.1\r\n${head}\r\n`)
    expect(statusesOf(text)).toEqual([404])
    expect(text).not.toContain('upstream')
  })
})
