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

  function connectNext(near: Socket, tries: number): void {
    if (tries === 0 || near.destroyed) return void near.destroy()
    const far = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    far.once('error', () => connectNext(near, tries - 1))
    far.once('connect', () => {
      far.removeAllListeners('error')
      join(near, far)
    })
  }

  function join(near: Socket, far: Socket): void {
    for (const [from, into] of [
      [near, far],
      [far, near],
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

  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => undefined)
    connectNext(near, ports.length)
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
