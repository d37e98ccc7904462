import { createStore } from '@/lib/browser/store'
import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import { OfflineError, reportUnreachable } from './problems'

/**
 * The server's clock (R0.4), one for the whole page, whatever the device's clock says.
 *
 * It runs on monotonic time. Its offset comes from `/api/time` (half of the round trip) and from the live stream's ticks: a tick can only
 * be late, so one that is ahead moves the clock forward, and one that is far behind causes another request.
 */
interface ServerClock {
  now(): number
  /** Whether the server's time is known; before that `now` is the device's clock. */
  synced(): boolean
  /** Requests `/api/time`; concurrent calls share one request, a failure changes nothing. */
  sync(): Promise<void>
  adjust(serverTime: number): void
  /** Calls back about four times a second: one timer for all countdowns of the page. */
  subscribe(listener: () => void): () => void
  /** The time of the last beat, constant in between as `useSyncExternalStore` requires. */
  snapshot(): number
}

interface ServerClockOptions {
  request(): Promise<number>
  /** Monotonic milliseconds. */
  monotonic?: () => number
  beatMs?: number
}

/** A tick later than this is not merely slow: the machine slept, or the offset is wrong. */
const MAX_LAG_MS = 2_000
const MIN_SYNC_INTERVAL_MS = 10_000

export function createServerClock({
  request,
  monotonic = () => performance.now(),
  beatMs = 250,
}: ServerClockOptions): ServerClock {
  let base = Date.now() - monotonic()
  let adjusted = false
  /** How far the device's clock ran ahead of monotonic time at the last sync. */
  let lead = leadNow()
  let requestedAt = Number.NEGATIVE_INFINITY
  let syncing: Promise<void> | null = null
  let beats = false
  const beat = createStore(Math.floor(base + monotonic()), () => {
    step()
    beats = true
    const timer = setInterval(step, beatMs)
    return () => {
      beats = false
      clearInterval(timer)
    }
  })

  const now = () => base + monotonic()

  function leadNow(): number {
    return Date.now() - monotonic()
  }

  /** Monotonic time stops in most browsers while the machine sleeps; without a stream nothing else corrects the clock then. */
  function syncAfterSleep(): void {
    const ahead = leadNow()
    lead = Math.min(lead, ahead)
    if (adjusted && ahead - lead > MAX_LAG_MS && monotonic() - requestedAt > MIN_SYNC_INTERVAL_MS) void sync()
  }

  function step(): void {
    syncAfterSleep()
    beat.set(Math.floor(now()))
  }

  function sync(): Promise<void> {
    syncing ??= syncNow().finally(() => {
      syncing = null
    })
    return syncing
  }

  async function syncNow(): Promise<void> {
    requestedAt = monotonic()
    const sent = monotonic()
    const serverTime = await request().catch(() => null)
    if (serverTime === null) return
    const received = monotonic()
    base = serverTime + (received - sent) / 2 - received
    adjusted = true
    lead = leadNow()
    step()
  }

  function adjust(serverTime: number): void {
    const ahead = serverTime - now()
    if (!adjusted || ahead > 0) {
      base += ahead
      adjusted = true
      step()
    } else if (-ahead > MAX_LAG_MS && monotonic() - requestedAt > MIN_SYNC_INTERVAL_MS) {
      void sync()
    }
  }

  return {
    now,
    synced: () => adjusted,
    sync,
    adjust,
    snapshot() {
      // Nothing beats before the first countdown, which renders before it subscribes.
      if (!beats && now() - beat.get() >= beatMs) beat.set(Math.floor(now()))
      return beat.get()
    },
    subscribe: beat.subscribe,
  }
}

/**
 * Without the API client: its schemas would cost a phone a quarter of a second for one number.
 *
 * @throws {OfflineError} without an answer, {ApiError} for a refusal
 */
async function requestTime(): Promise<number> {
  const response = await fetch('/api/time', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((cause: unknown) => {
    reportUnreachable({ retryAfter: null })
    throw new OfflineError(cause)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw (await import('./read-refusal')).readRefusal(response, body)
  const time = Date.parse(String((body as { data?: { now?: unknown } } | null)?.data?.now))
  if (Number.isNaN(time)) throw new Error('/api/time answered without a time')
  return time
}

export const serverClock = createServerClock({ request: requestTime })
