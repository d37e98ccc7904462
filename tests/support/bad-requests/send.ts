import { connect } from 'node:net'
import type { Shot } from './requests'

export interface Reply {
  statuses: number[]
  /** True if there was neither an answer nor an end in time. */
  hangs: boolean
  milliseconds: number
}

/** An event stream has no end, so the client disconnects after the first events. */
const STREAM = /^content-type: text\/event-stream/im
const STREAM_MS = 150
/** After this long without data after an answer, the server is keeping the connection open for another request. */
const QUIET_MS = 1_500

/** Sends a shot over its own connection and discards the bodies of the answers. */
export function sendShot(port: number, shot: Shot, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve) => {
    const began = performance.now()
    const statuses: number[] = []
    let hangs = false
    let hasLeft = false
    let quiet: NodeJS.Timeout | undefined
    // Some clients close their side and still expect the answer.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setTimeout(() => {
      hangs = statuses.length === 0
      socket.destroy()
    }, timeoutMs)
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status))
      clearTimeout(quiet)
      if (statuses.length > 0) quiet = setTimeout(() => socket.destroy(), QUIET_MS)
      if (!hasLeft && STREAM.test(text)) {
        hasLeft = true
        setTimeout(() => socket.destroy(), STREAM_MS)
      }
    })
    socket.on('error', () => undefined)
    socket.on('end', () => socket.destroy())
    socket.once('close', () => {
      clearTimeout(timer)
      clearTimeout(quiet)
      resolve({ statuses, hangs, milliseconds: performance.now() - began })
    })
    socket.once('connect', () => {
      socket.write(shot.bytes, () => {
        if (shot.manner === 'leaves') setTimeout(() => socket.destroy(), shot.bytes.length % 5)
      })
      if (shot.manner === 'ends') socket.end()
    })
  })
}
