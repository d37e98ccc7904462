import type { Clock } from '@/lib/server/platform/clock'
import { encodeFrame } from './frames'
import type { Watcher } from './watcher'

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

  start(): void {
    this.timer ??= setInterval(() => this.serveNextBucket(), INTERVAL_MS / BUCKETS).unref()
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  /** Ends finished streams too, so that their watchers return over five seconds. */
  serveNextBucket(): void {
    this.cursor = (this.cursor + 1) % BUCKETS
    const watchers = this.buckets[this.cursor]
    if (watchers === undefined || watchers.size === 0) return
    const bytes = encodeFrame('tick', { now: new Date(this.clock.now()).toISOString() }, null)
    for (const watcher of watchers) {
      if (watcher.channel?.isOverFor(watcher)) watcher.close()
      else watcher.send(bytes, this.backlogBound)
    }
  }
}
