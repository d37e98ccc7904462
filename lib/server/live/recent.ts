import type { Queryable } from '@/lib/server/platform/db/pool'
import type { View } from './watcher'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import { encodeEntries, type EncodedEntry, type LogEntry } from './public-events'

/** Pages of one auction's log older than those in memory; concurrent readers of a page share one query. */
export class OlderEntries {
  private readonly pages = new Map<string, Promise<Buffer | null>>()

  constructor(
    private readonly db: Queryable,
    private readonly auctionId: number,
  ) {}

  /** The bytes of the entries after `from` up to `to`; null if there are none for this view. */
  page(from: number, to: number, view: View, snapshot: AuctionSnapshot): Promise<Buffer | null> {
    const key = `${view}${from}-${to}`
    const shared = this.pages.get(key)
    if (shared) return shared
    const read = this.read(from, to, view, snapshot).finally(() => this.pages.delete(key))
    this.pages.set(key, read)
    return read
  }

  private async read(from: number, to: number, view: View, snapshot: AuctionSnapshot): Promise<Buffer | null> {
    const entries = await readLog(this.db, this.auctionId, from, to - from)
    const frames = encodeEntries(entries, snapshot).flatMap((entry) => entry[view] ?? [])
    return frames.length === 0 ? null : Buffer.concat(frames)
  }
}

const PAGE_SIZE = 2_000

/** The entries after `after`, in order, `limit` at most. */
export async function readLog(db: Queryable, auctionId: number, after: number, limit: number): Promise<LogEntry[]> {
  const { rows } = await db.query<LogEntry>({
    name: 'live-log',
    text: `select seq, at, kind, body from portal.auction_log where auction_id = $1 and seq > $2 order by seq limit $3`,
    values: [auctionId, after, limit],
  })
  return rows
}

/** All entries after `after` up to `to`, a page at a time. */
export async function readLogUpTo(db: Queryable, auctionId: number, after: number, to: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (let from = after; from < to; from = entries.at(-1)?.seq ?? to) {
    const page = await readLog(db, auctionId, from, Math.min(PAGE_SIZE, to - from))
    if (page.length === 0) break
    entries.push(...page)
  }
  return entries
}

/** The newest entry's number; 0 if the log has not begun. */
export async function readHead(db: Queryable, auctionId: number): Promise<number> {
  const { rows } = await db.query<{ log_seq: number }>({
    name: 'live-head',
    text: `select log_seq from portal.auction_heads where auction_id = $1`,
    values: [auctionId],
  })
  return rows[0]?.log_seq ?? 0
}

/** Entries per piece. Readers that have missed many entries share pieces. */
const PIECE = 64

/**
 * The recent entries of one auction's log, encoded, in order and without a gap from `floor` (exclusive) to `head`. Memory for
 * concatenated entries is bounded, whichever positions readers have: the last answer, and whole pieces that all readers share.
 */
export class RecentEntries {
  private entries: EncodedEntry[] = []
  private size = 0
  private readonly last: Record<View, { position: number; bytes: Buffer | null } | null> = { full: null, masked: null }
  /** By the number of the piece; only those that no longer change. */
  private readonly pieces: Record<View, Map<number, Buffer | null>> = { full: new Map(), masked: new Map() }
  /** Sent in place of the last bid, with the ranking after it (the contract of the stream). */
  private ranked: EncodedEntry | null = null

  constructor(
    private floorSeq: number,
    private readonly kept: number,
  ) {}

  get floor(): number {
    return this.floorSeq
  }

  get head(): number {
    return this.entries.at(-1)?.seq ?? this.floorSeq
  }

  /** Excluding the pieces, which take at most as much again. */
  get bytes(): number {
    return this.size
  }

  append(entries: readonly EncodedEntry[], rankedBid: EncodedEntry | null): void {
    this.forgetLast()
    for (const entry of entries) this.size += sizeOf(entry)
    this.entries.push(...entries)
    if (rankedBid !== null) this.ranked = rankedBid
  }

  /** Drops the oldest beyond the limit. Call once all watchers have been sent the appended entries, which may exceed it. */
  trim(): void {
    if (this.entries.length <= 2 * this.kept) return
    const dropped = this.entries.splice(0, this.entries.length - this.kept)
    this.floorSeq = dropped.at(-1)?.seq ?? this.floorSeq
    for (const entry of dropped) this.size -= sizeOf(entry)
    this.forgetLast()
    for (const pieces of Object.values(this.pieces))
      for (const number of pieces.keys()) if (number * PIECE < this.floorSeq) pieces.delete(number)
  }

  /**
   * The bytes after `position`; null if there are none for this view.
   *
   * @throws {RangeError} for a position below the floor: the entries between are not here, and must not be skipped silently.
   */
  after(position: number, view: View): Buffer | null {
    if (position < this.floorSeq) throw new RangeError(`position ${position} lies below ${this.floorSeq}`)
    const last = this.last[view]
    if (last?.position === position) return last.bytes
    const bytes = this.join(position, this.head, view)
    this.last[view] = { position, bytes }
    return bytes
  }

  /**
   * The bytes from a position to the end of its piece, and the position after it.
   *
   * @throws {RangeError} as `after`
   */
  next(position: number, view: View): { bytes: Buffer | null; position: number } {
    if (position < this.floorSeq) throw new RangeError(`position ${position} lies below ${this.floorSeq}`)
    const number = Math.floor(position / PIECE)
    const end = Math.min((number + 1) * PIECE, this.head)
    const isWhole =
      position === number * PIECE &&
      end === position + PIECE &&
      (this.ranked === null || this.ranked.seq <= position || this.ranked.seq > end)
    const cached = isWhole ? this.pieces[view].get(number) : undefined
    if (cached !== undefined) return { bytes: cached, position: end }
    const bytes = this.join(position, end, view)
    // The last bid bears the ranking until the next one: its piece may still change.
    if (isWhole && this.ranked !== null && this.ranked.seq > end) this.pieces[view].set(number, bytes)
    return { bytes, position: end }
  }

  private forgetLast(): void {
    this.last.full = null
    this.last.masked = null
  }

  private join(position: number, end: number, view: View): Buffer | null {
    const frames: Buffer[] = []
    // Sequence numbers are gapless, so the place of a position is known.
    for (let index = position - this.floorSeq; index < end - this.floorSeq; index += 1) {
      const entry = this.entries[index]
      const sent = entry?.seq === this.ranked?.seq ? this.ranked : entry
      const frame = sent?.[view]
      if (frame) frames.push(frame)
    }
    return frames.length > 1 ? Buffer.concat(frames) : (frames[0] ?? null)
  }
}

function sizeOf({ full, masked }: EncodedEntry): number {
  return (full?.length ?? 0) + (masked === full ? 0 : (masked?.length ?? 0))
}
