import { connect, type Socket } from 'node:net'

export interface Watcher {
  socket: Socket
  /** The id of the last event. */
  lastId: number
  /** Number of public events received. */
  events: number
  /** Number of events that were missing, duplicated or out of order. */
  faults: number
  bytes: number
}

export interface WatcherGroup {
  watchers: Watcher[]
  /** Resolves with the times of arrival when all have received an event with at least this id. */
  allReached(id: number, timeoutMs: number): Promise<{ times: number[]; missing: number }>
  close(): void
}

export interface WatchOptions {
  host: string
  port: number
  path: string
  count: number
  lastEventId?: number
  /** Called for every public event of every watcher. */
  onEvent?(watcher: number, id: number, at: number): void
}

/** Opens event-stream clients on bare sockets, to use little CPU in the measuring process. */
export async function watch(options: WatchOptions): Promise<WatcherGroup> {
  const reached = new Map<number, { at: Float64Array; left: number; done: () => void }>()
  const watchers: Watcher[] = []
  const batch = 250
  for (let from = 0; from < options.count; from += batch) {
    const size = Math.min(batch, options.count - from)
    watchers.push(
      ...(await Promise.all(Array.from({ length: size }, (_, offset) => open(options, from + offset, onId)))),
    )
  }

  function onId(index: number, id: number): void {
    const at = performance.now()
    options.onEvent?.(index, id, at)
    for (const [target, state] of reached) {
      if (id < target || state.at[index] !== 0) continue
      state.at[index] = at
      state.left -= 1
      if (state.left === 0) state.done()
    }
  }

  return {
    watchers,
    async allReached(id, timeoutMs) {
      const at = new Float64Array(watchers.length)
      let remaining = watchers.length
      const now = performance.now()
      for (const [index, watcher] of watchers.entries()) {
        if (watcher.lastId < id) continue
        at[index] = now
        remaining -= 1
      }
      if (remaining > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          reached.set(id, {
            at,
            left: remaining,
            done: () => {
              clearTimeout(timer)
              resolve()
            },
          })
        })
        remaining = reached.get(id)?.left ?? 0
        reached.delete(id)
      }
      return { times: [...at].filter((time) => time !== 0), missing: remaining }
    },
    close() {
      for (const { socket } of watchers) socket.destroy()
    },
  }
}

function open(options: WatchOptions, index: number, onId: (index: number, id: number) => void): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    const socket = connect(options.port, options.host)
    const watcher: Watcher = { socket, lastId: options.lastEventId ?? 0, events: 0, faults: 0, bytes: 0 }
    let rest = ''
    let begun = false
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.on('connect', () => {
      const resume = options.lastEventId === undefined ? '' : `Last-Event-ID: ${options.lastEventId}\r\n`
      socket.write(
        `GET ${options.path} HTTP/1.1\r\nHost: ${options.host}:${options.port}\r\nAccept: text/event-stream\r\n${resume}\r\n`,
      )
    })
    socket.on('data', (chunk: string) => {
      watcher.bytes += chunk.length
      if (!begun) {
        begun = true
        if (!chunk.startsWith('HTTP/1.1 200')) return reject(new Error(`watcher ${index}: ${chunk.slice(0, 80)}`))
        socket.off('error', reject)
        socket.on('error', () => undefined)
        resolve(watcher)
      }
      const text = rest + chunk
      let from = 0
      for (;;) {
        const at = text.indexOf('id: ', from)
        if (at < 0) break
        const end = text.indexOf('\n', at)
        if (end < 0) break
        from = end
        if (at > 0 && text[at - 1] !== '\n') continue
        const id = Number(text.slice(at + 4, end))
        if (!Number.isInteger(id)) continue
        if (id !== watcher.lastId + 1 && watcher.events > 0) watcher.faults += 1
        watcher.events += 1
        watcher.lastId = id
        onId(index, id)
      }
      const tail = text.lastIndexOf('\n')
      rest = tail < 0 ? text : text.slice(Math.max(tail, from))
      if (rest.length > 4096) rest = rest.slice(-64)
    })
  })
}
