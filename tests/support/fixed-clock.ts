import type { Clock } from '@/lib/server/platform/clock'

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
