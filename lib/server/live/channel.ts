import type { AuctionState } from '@/lib/domain/auction-state'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import type { Clock } from '@/lib/server/platform/clock'
import type { Caller } from '@/lib/server/platform/call'
import { readHead, readLog, readLogUpTo, RecentEntries, OlderEntries } from './recent'
import { OwnPositions } from './own-positions'
import { Pace, type View, type Watcher } from './watcher'
import { encodeEntries, encodeRankedBid, viewOf } from './public-events'

export interface ChannelOptions {
  pool: Pool
  streams: Snapshots
  clock: Clock
  /** A failed flush; it is retried. */
  onError(error: unknown): void
  flushIntervalMs: number
  /** Maximum fraction of the process's time spent on sending. */
  share: number
  /** Entries kept in memory for watchers that reconnect. */
  kept: number
  /** Maximum number of unread bytes per reader. */
  backlogBound: number
}

/** Unread bytes of a watcher that catches up before it is sent more, and the time it has to read them. */
const MAX_UNREAD_BYTES = 64 * 1024
const READ_TIMEOUT_MS = 30_000
/** Watchers written to before the event loop runs other work. */
const SLICE = 32
const PAGE_SIZE = 500
const RETRY_MS = 500

/**
 * One auction's stream on this server: reads and encodes each new entry of the log once, and writes the same bytes to every
 * watcher. Each watcher has a position in the log, so nothing is missed or sent twice.
 */
export class Channel {
  readonly watchers = new Set<Watcher>()
  /** Streams that are being admitted or caught up. */
  joining = 0
  private readonly own: OwnPositions
  private readonly pace: Pace
  private readonly older: OlderEntries
  private recent = new RecentEntries(0, 0)
  private snapshot: AuctionSnapshot | null = null
  private opening: Promise<AuctionSnapshot | null> | null = null
  private flushing = false
  private refreshing: Promise<void> | null = null
  private isStale = false
  /** The newest entry that was announced. */
  private notifiedSeq = 0

  constructor(
    readonly auctionId: number,
    private readonly options: ChannelOptions,
  ) {
    this.own = new OwnPositions(auctionId, options)
    this.older = new OlderEntries(options.pool, auctionId)
    this.pace = new Pace(options.flushIntervalMs, options.share)
  }

  /** Null if there is no such auction. */
  open(): Promise<AuctionSnapshot | null> {
    this.opening ??= this.load().catch((error: unknown) => {
      this.opening = null
      throw error
    })
    return this.opening
  }

  /** The state that watchers have been sent. */
  get state(): AuctionState | null {
    return this.snapshot?.state ?? null
  }

  /** The newest entry that is read. */
  get head(): number {
    return this.recent.head
  }

  get finished(): boolean {
    if (this.snapshot === null) return false
    const { completedAt, cancelled, unsuccessfulAt } = this.snapshot.state
    return completedAt !== null || cancelled !== null || unsuccessfulAt !== null
  }

  get idle(): boolean {
    return this.watchers.size === 0 && this.joining === 0
  }

  isOverFor(watcher: Watcher): boolean {
    return this.finished && watcher.position >= this.head
  }

  /** Sends the entries after `after` (null: future ones only), then keeps the watcher up to date. */
  async join(watcher: Watcher, after: number | null): Promise<void> {
    watcher.position = after ?? this.head
    if (watcher.position > this.head) {
      // The watcher has seen entries from another server that this one has not read yet.
      watcher.position = Math.min(watcher.position, await readHead(this.options.pool, this.auctionId))
      if (watcher.position > this.head) this.wake(watcher.position)
    }
    while (watcher.position < this.head && !watcher.closed) {
      const from = watcher.position
      if (from < this.recent.floor) {
        const to = Math.min(from + PAGE_SIZE, this.recent.floor)
        const bytes = this.snapshot && (await this.older.page(from, to, this.viewOf(watcher.caller), this.snapshot))
        if (bytes !== null) watcher.send(bytes, this.options.backlogBound)
        watcher.position = to
      } else {
        const piece = this.recent.next(from, this.viewOf(watcher.caller))
        if (piece.bytes !== null) watcher.send(piece.bytes, this.options.backlogBound)
        watcher.position = piece.position
      }
      if (watcher.sink.backlog() > MAX_UNREAD_BYTES) await watcher.drained(READ_TIMEOUT_MS)
    }
    if (watcher.closed) return
    // No await since the last check of the position: no flush can have come in between.
    this.watchers.add(watcher)
    watcher.channel = this
    if (watcher.companyId !== null) await this.own.join(watcher, () => this.snapshot)
    if (this.isStale) this.wake(0)
  }

  watchersOf(companyId: number): ReadonlySet<Watcher> {
    return this.own.watchersOf(companyId)
  }

  leave(watcher: Watcher): void {
    this.watchers.delete(watcher)
    this.own.leave(watcher)
  }

  staff(): Watcher[] {
    return [...this.watchers].filter(({ caller }) => caller.kind === 'staff')
  }

  /** The log has grown to `seq`, or (0) may have grown. */
  wake(seq: number): void {
    this.isStale = true
    this.notifiedSeq = Math.max(this.notifiedSeq, seq)
    if (!this.flushing) void this.flush()
  }

  /** Brings an idle channel up to date. */
  refresh(): Promise<void> {
    if (this.refreshing !== null) return this.refreshing
    if (this.flushing || this.watchers.size > 0) return Promise.resolve()
    // Counts as a flush, so that no flush starts and reads the same entries.
    this.flushing = true
    this.refreshing = this.flushOnce().finally(() => {
      this.flushing = false
      this.refreshing = null
      if (this.isStale) void this.flush()
    })
    return this.refreshing
  }

  get bytes(): number {
    return this.recent.bytes
  }

  private async load(): Promise<AuctionSnapshot | null> {
    const snapshot = await this.options.streams.snapshotOf(this.auctionId)
    if (snapshot === null) return null
    const floor = Math.max(0, snapshot.logSeq - this.options.kept)
    const entries = await readLog(this.options.pool, this.auctionId, floor, snapshot.logSeq - floor)
    this.recent = new RecentEntries(floor, this.options.kept)
    this.recent.append(encodeEntries(entries, snapshot), encodeRankedBid(entries, snapshot))
    this.snapshot = snapshot
    return snapshot
  }

  private async flush(): Promise<void> {
    this.flushing = true
    try {
      while (this.isStale && this.watchers.size > 0) {
        const wait = this.pace.wait()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        this.isStale = false
        await this.flushOnce()
        if (this.head < this.notifiedSeq) this.isStale = true
      }
    } catch (error) {
      this.options.onError(error)
      setTimeout(() => this.wake(0), RETRY_MS).unref()
    } finally {
      this.flushing = false
    }
  }

  private async flushOnce(): Promise<void> {
    const startedAt = performance.now()
    const from = this.head
    const snapshot = await this.options.streams.snapshotOf(this.auctionId)
    if (snapshot === null) return
    const entries = await readLogUpTo(this.options.pool, this.auctionId, this.head, snapshot.logSeq)
    this.snapshot = snapshot
    let busy = 0
    if (entries.length > 0) {
      const appendedFrom = performance.now()
      this.recent.append(encodeEntries(entries, snapshot), encodeRankedBid(entries, snapshot))
      busy = performance.now() - appendedFrom
      busy += await this.broadcast(from)
      this.recent.trim()
    }
    busy += await this.own.refresh(snapshot)
    this.pace.flushed(startedAt, busy)
  }

  /** Writes to all watchers, yielding to bids between slices; returns the busy time in milliseconds. */
  private async broadcast(from: number): Promise<number> {
    const added = { full: this.recent.after(from, 'full'), masked: this.recent.after(from, 'masked') }
    let busy = 0
    let sliceBegan = performance.now()
    let served = 0
    // Those of now: with many that come and go the set would never end, and they have joined at the head.
    for (const watcher of [...this.watchers]) {
      if (!watcher.closed && watcher.position < this.head) {
        const view = this.viewOf(watcher.caller)
        const bytes = watcher.position === from ? added[view] : this.recent.after(watcher.position, view)
        if (bytes !== null) watcher.send(bytes, this.options.backlogBound)
        watcher.position = this.head
      }
      served += 1
      if (served % SLICE !== 0) continue
      busy += performance.now() - sliceBegan
      await new Promise((resolve) => setImmediate(resolve))
      sliceBegan = performance.now()
    }
    return busy + performance.now() - sliceBegan
  }

  private viewOf(caller: Caller): View {
    return viewOf(this.state, caller, this.options.clock.now())
  }
}
