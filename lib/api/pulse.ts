/** Ticks come every 5 s: a stream that says nothing for this long is dead, whatever the socket believes. */
export const silenceMs = 14_000

/** More than the steps by which a device's clock is set right. After a shorter sleep the stream is still there. */
const sleepMs = 5_000

/** When the stream gave its last sign of life. */
export interface Pulse {
  /** The stream said something, or is being asked for. */
  beat(): void
  /** Whether the machine has slept since. */
  hasSlept(): boolean
  /** Whether that is too long ago for the stream to be alive. */
  isLost(): boolean
}

/**
 * Timers and `performance.now` stand still in most browsers while the machine sleeps: a silence of an hour is not one to them. The
 * device's clock goes on, so it runs ahead of them by as long as the sleep took.
 */
export function createPulse(): Pulse {
  let date = 0
  let monotonic = 0

  function since() {
    return { byDate: Date.now() - date, byTimers: performance.now() - monotonic }
  }

  function beat(): void {
    date = Date.now()
    monotonic = performance.now()
  }

  function hasSlept(): boolean {
    const { byDate, byTimers } = since()
    return byDate - byTimers > sleepMs
  }

  beat()
  return { beat, hasSlept, isLost: () => hasSlept() || since().byTimers >= silenceMs }
}
