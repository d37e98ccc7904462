import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A watcher that comes back after every interruption, as a browser does, and keeps what it saw. */
interface Watching {
  socket: Socket | null
  lastId: number
  events: number
  /** Events that came twice or out of order. */
  wrong: number
  interruptions: number
  /** Told that the auction is over and it has seen all. */
  over: boolean
}

export interface WatchingClients {
  watchers: Watching[]
  /** How many have not seen the event with this id within the time. */
  missing(id: number, withinMs: number): Promise<number>
  wrong(): number
  interruptions(): number
  stop(): void
}

interface WatchingOptions {
  originOf: (watcher: number) => string
  path: string
  count: number
  /** The last event that all of them have seen. */
  after: number
}

/** What the portal's stream tells browsers to wait before they come back. */
const COME_BACK_MS = 1_000

export function startWatching(options: WatchingOptions): WatchingClients {
  let stopped = false
  const watchers = Array.from({ length: options.count }, (_, index) => {
    const watching: Watching = {
      socket: null,
      lastId: options.after,
      events: 0,
      wrong: 0,
      interruptions: 0,
      over: false,
    }
    setTimeout(() => open(watching, index), (index / options.count) * 1_000)
    return watching
  })

  function open(watching: Watching, index: number): void {
    if (stopped || watching.over) return
    const { hostname, port, protocol } = new URL(options.originOf(index))
    const to = { host: hostname, port: Number(port) }
    const socket = protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
    watching.socket = socket
    let rest = ''
    let begun = false
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (stopped || watching.over) return
      watching.interruptions += 1
      setTimeout(() => open(watching, index), COME_BACK_MS)
    })
    // 1.0: a proxy sends the stream as it is, and ends it with its connection.
    socket.write(
      `GET ${options.path} HTTP/1.0\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\nLast-Event-ID: ${watching.lastId}\r\n\r\n`,
    )
    socket.on('data', (chunk: string) => {
      if (!begun) {
        begun = true
        watching.over = /^HTTP\/1\.\d 204/.test(chunk)
        if (!/^HTTP\/1\.\d 200/.test(chunk)) return void socket.destroy()
      }
      rest = read(watching, rest + chunk)
    })
  }

  return {
    watchers,
    async missing(id, withinMs) {
      const until = Date.now() + withinMs
      const short = () => watchers.filter(({ lastId }) => lastId < id).length
      while (short() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
      return short()
    },
    wrong: () => watchers.reduce((sum, watching) => sum + watching.wrong, 0),
    interruptions: () => watchers.reduce((sum, { interruptions }) => sum + interruptions, 0),
    stop() {
      stopped = true
      for (const { socket } of watchers) socket?.destroy()
    },
  }
}

/** Takes the ids out of the stream's text; answers what may be the beginning of the next line. */
function read(watching: Watching, text: string): string {
  let from = 0
  for (;;) {
    const at = text.indexOf('\nid: ', from)
    if (at < 0) break
    const end = text.indexOf('\n', at + 1)
    if (end < 0) break
    from = end
    const id = Number(text.slice(at + 5, end))
    if (!Number.isInteger(id)) continue
    if (id !== watching.lastId + 1) watching.wrong += 1
    watching.events += 1
    watching.lastId = id
  }
  const tail = text.lastIndexOf('\n')
  return tail < 0 ? text : text.slice(Math.max(tail, from))
}
