/** Epoch milliseconds of the server's clock (R0.4). Passed in everywhere, so that tests hold it. */
export interface Clock {
  now(): number
}

export function fixedClock(start: number): Clock & { set(at: number): void; advance(milliseconds: number): void } {
  let at = start
  return {
    now: () => at,
    set(value) {
      at = value
    },
    advance(milliseconds) {
      at += milliseconds
    },
  }
}
