import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { takePort } from './fleet'

/** One address in front of several portals, like a TCP load balancer. */
export interface OneAddress {
  origin: string
  close(): Promise<void>
}

/**
 * Connects each client to the next port that accepts it, and closes the connection if none does. It does not parse
 * HTTP, so that the test covers how the portals themselves close connections.
 */
export async function openAddress(ports: readonly number[]): Promise<OneAddress> {
  const sockets = new Set<Socket>()
  let turn = 0

  function connectNext(client: Socket, tries: number): void {
    if (tries === 0 || client.destroyed) return void client.destroy()
    const upstream = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    upstream.once('error', () => connectNext(client, tries - 1))
    upstream.once('connect', () => {
      upstream.removeAllListeners('error')
      join(client, upstream)
    })
  }

  function join(client: Socket, upstream: Socket): void {
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => into.destroy())
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
      from.pipe(into)
    }
  }

  const server = createServer({ pauseOnConnect: true }, (client) => {
    client.on('error', () => undefined)
    connectNext(client, ports.length)
  })
  const port = await takePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
