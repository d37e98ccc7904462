import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import { OfflineError, tellSilence } from './problems'

/**
 * The server's clock as this page knows it: one for the whole page, right even where the device's clock is wrong (R0.4).
 *
 * It runs on the page's monotonic time, so that setting the device's clock changes nothing. Its offset comes from
 * `/api/time` (half of the round trip) and from the live stream's ticks: a tick can only be late, so a tick that is
 * ahead of us moves us forward, and one that is far behind makes us ask again.
 */
export interface ServerClock {
  now(): number
  /** Whether the server's time is known; before that `now` is the device's clock. */
  synced(): boolean
  /** Asks `/api/time`; concurrent calls share one request, a failure changes nothing. */
  sync(): Promise<void>
  hear(serverTime: number): void
  /** Calls `changed` about four times a second while it has listeners: one timer for all countdowns of the page. */
  subscribe(changed: () => void): () => void
  /** The time of the last beat: stays the same between beats, as `useSyncExternalStore` needs it. */
  snapshot(): number
}

export interface ServerClockOptions {
  ask(): Promise<number>
  /** Monotonic milliseconds. */
  monotonic?: () => number
  beatMs?: number
}

/** A tick that is later than this was not merely slow: the machine slept, or the offset is wrong. */
const suspiciousLagMs = 2_000
const askAgainAfterMs = 10_000

export function createServerClock({
  ask,
  monotonic = () => performance.now(),
  beatMs = 250,
}: ServerClockOptions): ServerClock {
  let base = Date.now() - monotonic()
  let heard = false
  /** How far the device's clock ran ahead of the page's time when that was last known to be right. */
  let lead = leadNow()
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  let beat = Math.floor(base + monotonic())
  let timer: ReturnType<typeof setInterval> | null = null
  const listeners = new Set<() => void>()

  const now = () => base + monotonic()

  function leadNow(): number {
    return Date.now() - monotonic()
  }

  /** The page's time stands still in most browsers while the machine sleeps, and the device's clock goes on. Without a stream nothing corrects the clock after sleep. */
  function askAfterSleep(): void {
    const ahead = leadNow()
    lead = Math.min(lead, ahead)
    if (heard && ahead - lead > suspiciousLagMs && monotonic() - askedAt > askAgainAfterMs) void sync()
  }

  function step(): void {
    askAfterSleep()
    beat = Math.floor(now())
    for (const changed of listeners) changed()
  }

  function sync(): Promise<void> {
    asking ??= askNow().finally(() => {
      asking = null
    })
    return asking
  }

  async function askNow(): Promise<void> {
    askedAt = monotonic()
    const sent = monotonic()
    const serverTime = await ask().catch(() => null)
    if (serverTime === null) return
    const received = monotonic()
    base = serverTime + (received - sent) / 2 - received
    heard = true
    lead = leadNow()
    step()
  }

  function hear(serverTime: number): void {
    const ahead = serverTime - now()
    if (!heard || ahead > 0) {
      base += ahead
      heard = true
      step()
    } else if (-ahead > suspiciousLagMs && monotonic() - askedAt > askAgainAfterMs) {
      void sync()
    }
  }

  return {
    now,
    synced: () => heard,
    sync,
    hear,
    snapshot: () => beat,
    subscribe(changed) {
      listeners.add(changed)
      timer ??= setInterval(step, beatMs)
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0 && timer !== null) {
          clearInterval(timer)
          timer = null
        }
      }
    },
  }
}

/**
 * Read without the client of the API and its schemas: a page whose one call this is would load and run zod for one number, a
 * quarter of a second on a phone.
 *
 * @throws {OfflineError} without an answer, {ApiError} for a refusal
 */
async function askTheServer(): Promise<number> {
  const response = await fetch('/api/time', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((cause: unknown) => {
    tellSilence({ retryAfter: null })
    throw new OfflineError(cause)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw (await import('./read-refusal')).readRefusal(response, body)
  const time = Date.parse(String((body as { data?: { now?: unknown } } | null)?.data?.now))
  if (Number.isNaN(time)) throw new Error('the answer of /api/time holds no instant')
  return time
}

export const serverClock = createServerClock({ ask: askTheServer })
