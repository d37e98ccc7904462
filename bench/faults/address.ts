import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { takePort } from './fleet'

/** One address in front of several portals, as a balancer of connections gives it. */
export interface OneAddress {
  origin: string
  close(): Promise<void>
}

/**
 * Leads each connection to the next port that takes it; one that nobody takes is closed. It knows nothing of what is said on
 * them, so that the portals' own ways of leaving are what is tested.
 */
export async function openAddress(ports: readonly number[]): Promise<OneAddress> {
  const sockets = new Set<Socket>()
  let turn = 0

  function lead(near: Socket, tries: number): void {
    if (tries === 0 || near.destroyed) return void near.destroy()
    const far = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    far.once('error', () => lead(near, tries - 1))
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
    lead(near, ports.length)
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
