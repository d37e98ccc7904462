import type { ServerResponse } from 'node:http'

/** Where a watcher's bytes go: Node's own response, or a web stream on hosts that run plain Next. */
export interface Sink {
  write(bytes: Uint8Array): void
  /** Bytes written that the reader has not taken yet. */
  backlog(): number
  /** Resolves when the backlog is taken, or the sink is closed. */
  drained(): Promise<void>
  /** `abruptly`: what is still unread is dropped. */
  end(abruptly: boolean): void
}

/**
 * Writes to the connection as it is: without chunked encoding the same bytes go to every socket, and a watcher costs
 * nothing beyond its response. Such an answer ends with its connection.
 */
export class NodeSink implements Sink {
  constructor(private readonly response: ServerResponse) {}

  write(bytes: Uint8Array): void {
    // Writing to a connection that has just broken is no error: it is left when it closes.
    if (!this.response.destroyed) this.response.write(bytes)
  }

  backlog(): number {
    return this.response.writableLength
  }

  drained(): Promise<void> {
    if (!this.response.writableNeedDrain) return Promise.resolve()
    return new Promise((resolve) => {
      this.response.once('drain', resolve)
      this.response.once('close', resolve)
    })
  }

  end(abruptly: boolean): void {
    if (abruptly) this.response.destroy()
    else this.response.end()
  }
}

export class WebSink implements Sink {
  readonly stream: ReadableStream<Uint8Array>
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null
  private waiting: (() => void) | null = null

  constructor(
    private readonly room: number,
    private readonly onGone: () => void,
  ) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller
        },
        pull: () => {
          this.waiting?.()
          this.waiting = null
        },
        cancel: () => this.gone(),
      },
      { highWaterMark: room, size: (bytes) => bytes?.byteLength ?? 0 },
    )
  }

  write(bytes: Uint8Array): void {
    this.controller?.enqueue(bytes)
  }

  backlog(): number {
    return this.room - (this.controller?.desiredSize ?? this.room)
  }

  drained(): Promise<void> {
    if (this.controller === null || this.backlog() < this.room) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiting = resolve
    })
  }

  end(abruptly: boolean): void {
    if (abruptly) this.controller?.error(new Error('the reader is too slow'))
    else this.controller?.close()
    this.gone()
  }

  private gone(): void {
    this.controller = null
    this.waiting?.()
    this.waiting = null
    this.onGone()
  }
}
