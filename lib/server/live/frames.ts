import type { ServerResponse } from 'node:http'
import type { StreamEventData, StreamEventName } from '@/lib/contract/stream'

/** One Server-Sent Event as the bytes that every watcher is sent. JSON has no raw line break, so one `data` line carries it. */
export function encodeFrame<Name extends StreamEventName>(
  name: Name,
  data: StreamEventData<Name>,
  id: number | null,
): Buffer {
  return Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** First bytes of a stream: the delay before an EventSource reconnects. */
export const OPENING_FRAME = Buffer.from('retry: 1000\n\n')

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const

export interface Sink {
  write(bytes: Uint8Array): void
  /** Bytes written but not yet read by the receiver. */
  backlog(): number
  /** Resolves when the backlog has been read, or the sink is closed. */
  drained(): Promise<void>
  /** `abruptly`: drops unread bytes. */
  end(abruptly: boolean): void
}

/**
 * Writes to the connection as it is: without chunked encoding the same bytes go to every socket, and a watcher costs
 * nothing beyond its response. Such an answer ends with its connection.
 */
export class NodeSink implements Sink {
  /** Shared: each waiter's listeners would stay until the connection closes. */
  private draining: Promise<void> | null = null

  constructor(private readonly response: ServerResponse) {}

  write(bytes: Uint8Array): void {
    // A connection may have broken without its `close` event yet.
    if (!this.response.destroyed) this.response.write(bytes)
  }

  backlog(): number {
    return this.response.writableLength
  }

  drained(): Promise<void> {
    if (!this.response.writableNeedDrain) return Promise.resolve()
    this.draining ??= new Promise((resolve) => {
      const done = () => {
        this.response.off('drain', done).off('close', done)
        this.draining = null
        resolve()
      }
      this.response.on('drain', done).on('close', done)
    })
    return this.draining
  }

  end(abruptly: boolean): void {
    if (abruptly) this.response.destroy()
    else this.response.end()
  }
}
