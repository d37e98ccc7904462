import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/** A network path to the database on which packets can vanish: nothing is closed or refused, and nothing arrives. */
export interface VanishingNetwork {
  /** The database's address by this way. */
  url: string
  /** From now on all packets vanish, on existing and new connections. */
  swallow(): void
  /** New connections work again; existing ones stay dead, as if forgotten by a firewall. */
  restore(): void
  /** Resets existing connections; new ones work. */
  cut(): void
  /** Delays all packets by this many milliseconds each way. */
  delayBy(milliseconds: number): void
  /** Connects new connections to this database, like an address that follows the primary. */
  leadTo(databaseUrl: string): void
  close(): Promise<void>
}

export async function vanishingNetwork(databaseUrl: string): Promise<VanishingNetwork> {
  let to = targetOf(databaseUrl)
  let latency = 0
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let swallowing = false

  /** Preserves the order: timers of equal length fire in the order in which they were set. */
  function inTime(act: () => void): void {
    if (latency === 0) act()
    else setTimeout(act, latency)
  }

  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined)
    if (swallowing) {
      dead.add(near)
      near.resume()
      return
    }
    const far = connect(to)
    sockets.add(far)
    far.on('error', () => undefined)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => inTime(() => void (dead.has(from) || into.write(chunk))))
      from.on('close', () => {
        sockets.delete(from)
        inTime(() => void (dead.has(from) || into.destroy()))
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    swallow() {
      swallowing = true
      for (const socket of sockets) dead.add(socket)
    },
    restore() {
      swallowing = false
    },
    cut() {
      for (const socket of sockets) {
        // The database's side may be a unix socket, which has no reset.
        if (socket.remoteFamily === undefined) socket.destroy()
        else socket.resetAndDestroy()
      }
    },
    delayBy(milliseconds) {
      // Open connections are reset: nothing may overtake bytes in transit.
      if (milliseconds < latency) for (const socket of sockets) socket.destroy()
      latency = milliseconds
    },
    leadTo(url) {
      to = targetOf(url)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function targetOf(databaseUrl: string): { host: string; port: number } | { path: string } {
  const target = new URL(databaseUrl)
  const directory = target.searchParams.get('host')
  return directory === null
    ? { host: target.hostname, port: Number(target.port) }
    : { path: `${directory}/.s.PGSQL.${target.port || '5432'}` }
}
