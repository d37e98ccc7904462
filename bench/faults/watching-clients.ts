import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { pauseBeforeAttempt, SILENCE_MS } from '@/lib/api/live'
import type { Random } from '@/demo/random'

/** A watcher that reconnects and drops silent streams like the site's live client, and records its events. */
interface Watching {
  socket: Socket | null
  lastId: number
  events: number
  /** Events that were missing, duplicated or out of order. */
  wrong: number
  interruptions: number
  /** Streams dropped because they were silent. */
  silences: number
  /** Consecutive failed attempts to connect. */
  failures: number
  /** True after the end of the auction. */
  over: boolean
}

export interface WatchingClients {
  watchers: Watching[]
  /** How many watchers have not received the event with this id in time. */
  missing(id: number, withinMs: number): Promise<number>
  wrong(): number
  interruptions(): number
  silences(): number
  stop(): void
}

interface WatchingOptions {
  originOf: (watcher: number) => string
  path: string
  count: number
  /** The id after which all streams start. */
  after: number
  random: Random
}

export function startWatching(options: WatchingOptions): WatchingClients {
  let stopped = false
  const watchers = Array.from({ length: options.count }, (_, index) => {
    const watching: Watching = {
      socket: null,
      lastId: options.after,
      events: 0,
      wrong: 0,
      interruptions: 0,
      silences: 0,
      failures: 0,
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
    let pauseMs = 0
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    const silence = setTimeout(() => {
      watching.silences += 1
      socket.destroy()
    }, SILENCE_MS)
    socket.once('close', () => {
      clearTimeout(silence)
      if (stopped || watching.over) return
      watching.interruptions += 1
      watching.failures += 1
      const grown = pauseBeforeAttempt(watching.failures, options.random.next())
      setTimeout(() => open(watching, index), Math.max(pauseMs, grown))
    })
    // With HTTP/1.0 a proxy sends the stream without chunks and closes the connection at its end.
    socket.write(
      `GET ${options.path} HTTP/1.0\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\nLast-Event-ID: ${watching.lastId}\r\n\r\n`,
    )
    socket.on('data', (chunk: string) => {
      silence.refresh()
      if (!begun) {
        begun = true
        watching.over = /^HTTP\/1\.\d 204/.test(chunk)
        pauseMs = Number(/^retry-after: (\d+)/im.exec(chunk)?.[1] ?? 0) * 1_000
        if (!/^HTTP\/1\.\d 200/.test(chunk)) return void socket.destroy()
        watching.failures = 0
      }
      rest = read(watching, rest + chunk)
    })
  }

  function sumOf(count: 'wrong' | 'interruptions' | 'silences'): number {
    return watchers.reduce((sum, watching) => sum + watching[count], 0)
  }

  return {
    watchers,
    async missing(id, withinMs) {
      const until = Date.now() + withinMs
      const short = () => watchers.filter(({ lastId }) => lastId < id).length
      while (short() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
      return short()
    },
    wrong: () => sumOf('wrong'),
    interruptions: () => sumOf('interruptions'),
    silences: () => sumOf('silences'),
    stop() {
      stopped = true
      for (const { socket } of watchers) socket?.destroy()
    },
  }
}

/** Reads the ids from the stream's text; returns an incomplete last line. */
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
