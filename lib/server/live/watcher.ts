import type { Caller } from '@/lib/server/platform/call'
import { encodeFrame, type Sink } from '@/lib/server/live/frames'
import type { Clock } from '@/lib/server/platform/clock'

/**
 * Paces flushes: `intervalMs` apart, or more if sending takes long, so that streaming never uses more than `share` of
 * the process's time.
 */
export class Pace {
  private free = Number.NEGATIVE_INFINITY

  constructor(
    private readonly intervalMs: number,
    private readonly share: number,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /** Milliseconds to wait before the next flush. */
  wait(): number {
    return Math.max(0, this.free - this.monotonic())
  }

  /** Records a flush that blocked the process for `busyMs`. */
  flushed(startedAt: number, busyMs: number): void {
    this.free = startedAt + Math.max(this.intervalMs, busyMs / this.share)
  }
}

/** `full`: every event; `masked`: what visitors of a closed auction may see. */
export type View = 'full' | 'masked'

interface Watched {
  isOverFor(watcher: Watcher): boolean
}

export const accountOwner = (companyId: number) => `account ${companyId}`
export const personOwner = (personId: number) => `person ${personId}`
export const staffOwner = (staffId: number) => `staff ${staffId}`

/** One open stream. Small, because there are ten thousand of them: no timer, no Node stream each. */
export class Watcher {
  /** The last entry of the auction's log that this watcher has been sent, or that had nothing for it. */
  position = 0
  /** The last `own` that was sent, so that the same one is not sent again. */
  lastOwn = ''
  /** Index of its bucket in `Ticks`. */
  bucket = 0
  /** Set when the missed entries have been sent. */
  channel: Watched | null = null
  closed = false

  readonly auctionId: number
  readonly caller: Caller
  readonly address: string

  constructor(
    readonly sink: Sink,
    { auctionId, caller, address }: { auctionId: number; caller: Caller; address: string },
  ) {
    this.auctionId = auctionId
    this.caller = caller
    this.address = address
  }

  get companyId(): number | null {
    return this.caller.kind === 'account' ? this.caller.companyId : null
  }

  /** Holders of the session that admitted this stream: a person and their company, or one of the staff; none for a visitor. */
  get owners(): readonly string[] {
    if (this.caller.kind === 'account') return [accountOwner(this.caller.companyId), personOwner(this.caller.personId)]
    return this.caller.kind === 'staff' ? [staffOwner(this.caller.staffId)] : []
  }

  /** Whether the session or token that admitted this stream has expired. */
  hasExpired(now: number): boolean {
    return this.caller.kind !== 'visitor' && (this.caller.expiresAt ?? Infinity) <= now
  }

  /** Sends bytes; a reader with more than `bound` unread bytes is disconnected, and reconnects from its position. */
  send(bytes: Uint8Array, bound: number): void {
    if (this.closed) return
    if (this.sink.backlog() > bound) this.close(true)
    else this.sink.write(bytes)
  }

  /** Waits until everything sent has been read; disconnects slow readers like `send`. */
  async drained(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.close(true)
        resolve()
      }, milliseconds).unref()
    })
    await Promise.race([this.sink.drained(), timeout])
    clearTimeout(timer)
  }

  close(abruptly = false): void {
    if (this.closed) return
    this.closed = true
    this.sink.end(abruptly)
  }
}

export interface StreamRequest {
  auctionId: number
  caller: Caller
  address: string
  /** See `positionOf`; null: future entries only. */
  after: number | null
  /** By `performance.now()`, before the session was read: a session that ends later ends the stream. */
  requestedAt: number
}

/** The position in a request: `Last-Event-ID`, else `?after=` of a first connection; null for none. */
export function positionOf(lastEventId: string | null | undefined, after: string | null | undefined): number | null {
  for (const text of [lastEventId, after]) if (text && /^\d{1,15}$/.test(text)) return Number(text)
  return null
}

const INTERVAL_MS = 5_000
const BUCKETS = 20

/**
 * Sends the server's time to every watcher every 5 s, from one timer. The watchers are spread over buckets, so that ten
 * thousand of them never block the process together.
 */
export class Ticks {
  private readonly buckets = Array.from({ length: BUCKETS }, () => new Set<Watcher>())
  private cursor = 0
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly clock: Clock,
    private readonly backlogBound: number,
  ) {}

  get size(): number {
    return this.buckets.reduce((sum, bucket) => sum + bucket.size, 0)
  }

  /** The current bucket is served last, five seconds from now. */
  add(watcher: Watcher): void {
    watcher.bucket = this.cursor
    this.buckets[this.cursor]?.add(watcher)
  }

  remove(watcher: Watcher): void {
    this.buckets[watcher.bucket]?.delete(watcher)
  }

  /** Ends the streams of the watchers that match. */
  close(matches: (watcher: Watcher) => boolean): void {
    for (const bucket of this.buckets) for (const watcher of bucket) if (matches(watcher)) watcher.close()
  }

  frame(): Buffer {
    return encodeFrame('tick', { now: new Date(this.clock.now()).toISOString() }, null)
  }

  start(): void {
    this.timer ??= setInterval(() => this.serveNextBucket(), INTERVAL_MS / BUCKETS).unref()
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  /** Ends finished and expired streams too, so that their watchers return over five seconds. */
  serveNextBucket(): void {
    this.cursor = (this.cursor + 1) % BUCKETS
    const watchers = this.buckets[this.cursor]
    if (watchers === undefined || watchers.size === 0) return
    const bytes = this.frame()
    const now = this.clock.now()
    for (const watcher of watchers) {
      if (watcher.channel?.isOverFor(watcher) || watcher.hasExpired(now)) watcher.close()
      else watcher.send(bytes, this.backlogBound)
    }
  }
}
