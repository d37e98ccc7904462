/**
 * When the next flush may go: at once when the stream was idle, then after `intervalMs`; later where sending itself takes
 * long, so that the stream never takes more than `share` of the process from those who bid.
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

  /** Tells of a flush that began at `startedAt` and kept the process busy for `busyMs`. */
  flushed(startedAt: number, busyMs: number): void {
    this.free = startedAt + Math.max(this.intervalMs, busyMs / this.share)
  }
}
