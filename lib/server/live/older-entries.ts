import type { Queryable } from '@/lib/server/db/pool'
import type { AuctionSnapshot } from '@/lib/server/events/snapshots'
import { encodeEntries } from './public-events'
import { readLog } from './recent'
import type { View } from './watcher'

/** Pages of one auction's log older than what is kept in memory; those who miss the same one share its reading. */
export class OlderEntries {
  private readonly pages = new Map<string, Promise<Buffer | null>>()

  constructor(
    private readonly db: Queryable,
    private readonly auctionId: number,
  ) {}

  /** The bytes of the entries after `from` up to `to`; null where there are none for this view. */
  page(from: number, to: number, view: View, snapshot: AuctionSnapshot): Promise<Buffer | null> {
    const key = `${view}${from}-${to}`
    const known = this.pages.get(key)
    if (known) return known
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
