import type { Clock } from '@/lib/server/platform/clock'
import { encodeFrame } from './frames'
import type { Watcher } from './watcher'

const everyMs = 5_000
const parts = 20

/**
 * The server's time for every watcher every 5 s, from one timer: the watchers stand in parts that are served one after the
 * other, so that ten thousand of them never keep the process at once.
 */
export class Ticks {
  private readonly circle = Array.from({ length: parts }, () => new Set<Watcher>())
  private place = 0
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly clock: Clock,
    private readonly backlogBound: number,
  ) {}

  get size(): number {
    return this.circle.reduce((sum, part) => sum + part.size, 0)
  }

  /** Joins the part that is served last, five seconds from now. */
  add(watcher: Watcher): void {
    watcher.part = this.place
    this.circle[this.place]?.add(watcher)
  }

  remove(watcher: Watcher): void {
    this.circle[watcher.part]?.delete(watcher)
  }

  start(): void {
    this.timer ??= setInterval(() => this.serveNext(), everyMs / parts).unref()
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  /** One part's turn. A stream that has nothing more to tell ends here: five seconds spread its watchers' return. */
  serveNext(): void {
    this.place = (this.place + 1) % parts
    const watchers = this.circle[this.place]
    if (watchers === undefined || watchers.size === 0) return
    const bytes = encodeFrame('tick', { now: new Date(this.clock.now()).toISOString() }, null)
    for (const watcher of watchers) {
      if (watcher.channel?.isOverFor(watcher)) watcher.close()
      else watcher.send(bytes, this.backlogBound)
    }
  }
}
