import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/** A way to the database on which packets can vanish: nothing is closed, nothing is refused, nothing arrives any more. */
export interface VanishingNetwork {
  /** The database's address by this way. */
  url: string
  /** From now on everything sent vanishes, on standing connections and on new ones. */
  swallow(): void
  /** New connections work again; those that stood stay dead for ever, as after a firewall has forgotten them. */
  restore(): void
  /** Resets every standing connection; new ones work. */
  cut(): void
  /** From now on everything takes so many milliseconds each way. */
  delayBy(milliseconds: number): void
  /** New connections lead to this database from now on, as an address does that follows the primary. */
  leadTo(databaseUrl: string): void
  close(): Promise<void>
}

export async function vanishingNetwork(databaseUrl: string): Promise<VanishingNetwork> {
  let to = targetOf(databaseUrl)
  let latency = 0
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let swallowing = false

  /** In their order: timers of one length go off in the order in which they were set. */
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
        // The side of the database may be a unix socket, which knows no reset.
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
