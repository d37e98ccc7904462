import { afterEach, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { checkPosts } from './page-posts'

const MEGABYTE = 1024 * 1024
const server = createServer()
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
})

/** Sends a call of a screen of the back office but for its last byte, with a cookie that nobody was given. */
function almostSend(port: number): void {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(
    `POST /admin HTTP/1.1\r\nHost: portal.test\r\nCookie: payload-token=made-up\r\nNext-Action: ${'a'.repeat(42)}\r\nContent-Type: text/plain\r\nContent-Length: ${MEGABYTE}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(MEGABYTE - 1, 0x20))
}

describe('what is posted to pages', () => {
  it('is held for one sender up to a bound, however many calls it leaves unfinished', async () => {
    // Eight are less than the eight megabytes that one sender may have held; nine are more.
    const calls = 9
    let received = 0
    const handle = checkPosts(async (_request, response) => void response.end())
    const outcome = new Promise<unknown>((resolve) => {
      server.on('request', (request, response) => {
        response.once('finish', () => resolve(response.statusCode))
        request.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (received === calls * (MEGABYTE - 1)) setImmediate(resolve, 'all of it is held')
        })
        void handle(request, response)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    for (let call = 0; call < calls; call += 1) almostSend((server.address() as AddressInfo).port)
    expect(await outcome).toBe(429)
  })
})
