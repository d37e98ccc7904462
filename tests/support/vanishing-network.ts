import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/** A proxy to the database that can drop packets without closing or refusing connections. */
export interface VanishingNetwork {
  /** The database's URL through the proxy. */
  url: string
  /** Drops all packets from now on, on existing and new connections. */
  dropPackets(): void
  /** Lets new connections work again; existing ones stay dead, as if a firewall had forgotten them. */
  restore(): void
  /** Resets existing connections. */
  cut(): void
  /** Delays all packets in each direction. */
  delayBy(milliseconds: number): void
  /** Connects new connections to another database, like an address that follows the primary. */
  redirectTo(databaseUrl: string): void
  close(): Promise<void>
}

export async function vanishingNetwork(databaseUrl: string): Promise<VanishingNetwork> {
  let to = targetOf(databaseUrl)
  let latency = 0
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let isDropping = false

  /** Preserves the order, because timers of equal length fire in the order in which they were set. */
  function afterLatency(act: () => void): void {
    if (latency === 0) act()
    else setTimeout(act, latency)
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (isDropping) {
      dead.add(client)
      client.resume()
      return
    }
    const upstream = connect(to)
    sockets.add(upstream)
    upstream.on('error', () => undefined)
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (chunk) => afterLatency(() => void (dead.has(from) || into.write(chunk))))
      from.on('close', () => {
        sockets.delete(from)
        afterLatency(() => void (dead.has(from) || into.destroy()))
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
    dropPackets() {
      isDropping = true
      for (const socket of sockets) dead.add(socket)
    },
    restore() {
      isDropping = false
    },
    cut() {
      for (const socket of sockets) {
        // The connection to the database may be a Unix socket, which cannot be reset.
        if (socket.remoteFamily === undefined) socket.destroy()
        else socket.resetAndDestroy()
      }
    },
    delayBy(milliseconds) {
      // Closes open connections, because later bytes would overtake those in transit.
      if (milliseconds < latency) for (const socket of sockets) socket.destroy()
      latency = milliseconds
    },
    redirectTo(url) {
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
