import type { View } from './watcher'

/** A log entry as it is sent: null where the entry holds nothing for that view. */
export interface EncodedEntry {
  readonly seq: number
  readonly full: Buffer | null
  readonly masked: Buffer | null
}

/**
 * The recent entries of one auction's log, encoded, in order and without a gap from `floor` (exclusive) to `head`.
 * Watchers that come back together mostly stand at few positions: what each position misses is put together once.
 */
export class RecentEntries {
  private entries: EncodedEntry[] = []
  private readonly joined = new Map<string, Buffer | null>()
  /** The last bid again, with the ranking that holds after it: sent in its place (the contract of the stream). */
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

  append(entries: readonly EncodedEntry[], rankedBid: EncodedEntry | null): void {
    this.joined.clear()
    this.entries.push(...entries)
    if (rankedBid !== null) this.ranked = rankedBid
  }

  /** Drops the oldest where too many are kept. Only once everybody has been sent what was appended: it may have been more. */
  trim(): void {
    if (this.entries.length <= 2 * this.kept) return
    const dropped = this.entries.splice(0, this.entries.length - this.kept)
    this.floorSeq = dropped.at(-1)?.seq ?? this.floorSeq
    this.joined.clear()
  }

  /**
   * The bytes after `position`; null where there are none for this view.
   *
   * @throws {RangeError} for a position below the floor: what lies between is not here, and must not be skipped silently.
   */
  after(position: number, view: View): Buffer | null {
    if (position < this.floorSeq) throw new RangeError(`position ${position} lies below ${this.floorSeq}`)
    const key = `${view}${position}`
    const known = this.joined.get(key)
    if (known !== undefined) return known
    const frames: Buffer[] = []
    // Sequence numbers are gapless, so the place of a position is known.
    for (let index = position - this.floorSeq; index < this.entries.length; index += 1) {
      const entry = this.entries[index]
      const sent = entry?.seq === this.ranked?.seq ? this.ranked : entry
      const frame = sent?.[view]
      if (frame) frames.push(frame)
    }
    const bytes = frames.length === 0 ? null : frames.length === 1 ? (frames[0] ?? null) : Buffer.concat(frames)
    this.joined.set(key, bytes)
    return bytes
  }
}
