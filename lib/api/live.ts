import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { serverClock } from '@/lib/api/server-clock'
import { holdStreamSlot } from '@/lib/browser/stream-slots'
import { eventsPath, type StreamEvent, type StreamEventName, streamEvents } from '@/lib/contract/stream'
import { createPolling } from './polling'

/** Ticks come every 5 s: a stream without data for this long is dead, whatever the state of the socket. */
export const SILENCE_MS = 14_000

/** The server sends a tick first: if it is missing, something on the way buffers the stream. */
export const FIRST_EVENT_MS = 7_000

/** More than any correction of a device's clock. A stream survives a shorter sleep. */
const SLEEP_MS = 5_000

/** The last activity of the stream. */
interface Pulse {
  /** The stream sent something, or a connection attempt starts. */
  beat(): void
  hasSlept(): boolean
  isLost(): boolean
}

/**
 * Timers and `performance.now` stop in most browsers while the machine sleeps, so they miss a silence of an hour. The device's
 * clock continues, so it is ahead of them by the length of the sleep.
 */
function createPulse(): Pulse {
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
    return byDate - byTimers > SLEEP_MS
  }

  beat()
  return { beat, hasSlept, isLost: () => hasSlept() || since().byTimers >= SILENCE_MS }
}

/** Parses a message of the stream; null for an event that this version does not know or cannot read. */
export function readStreamEvent(message: EventSourceMessage): StreamEvent | null {
  const name = message.event ?? ''
  if (!isEventName(name)) return null
  const parsed = streamEvents[name].safeParse(jsonOf(message.data))
  if (!parsed.success) return null
  return { id: message.id ? Number(message.id) : null, name, data: parsed.data } as StreamEvent
}

function isEventName(name: string): name is StreamEventName {
  return Object.hasOwn(streamEvents, name)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * `live`: events arrive. `polling`: the network buffers the stream, or other tabs have the browser's streams; the page polls every few
 * seconds instead. `reconnecting`: the
 * stream was lost, or has not started yet. `offline`: the device has no network or has slept, or several attempts failed; it lasts until
 * events arrive again. `finished`: nothing more will happen in this auction.
 */
export type ConnectionState = 'live' | 'polling' | 'reconnecting' | 'offline' | 'finished'

export interface WatchOptions {
  auctionId: number
  /** The `event_id` of the page's snapshot: the stream continues from there. */
  after: number
  /** Every public event once and in order; `own` and `chat` as they arrive. Ticks set the server clock. */
  onEvent(event: StreamEvent): void
  /** `lastDataAt`: the server time of the last data; null before any. */
  onConnection?(state: ConnectionState, lastDataAt: number | null): void
  /** Reads the stream's data by ordinary calls; returns whether the auction is over. */
  poll(): Promise<{ isOver: boolean }>
  /** For tests. */
  origin?: string
  fetch?: typeof fetch
  random?: () => number
}

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000
const FAILURES_BEFORE_OFFLINE = 3
const MUTE_ATTEMPTS_BEFORE_POLLING = 2
/** While the page polls, the stream is tried again this often. */
export const RETRY_WHILE_POLLING_MS = 60_000
/** Applies however few attempts were made: each may take `FIRST_EVENT_MS`, and Retry-After delays them. */
export const OFFLINE_AFTER_MS = 5_000
/** How soon the page notices that the machine has slept. */
const SLEEP_CHECK_MS = 1_000

/**
 * Milliseconds before the next attempt: exponential backoff with jitter.
 *
 * @param jitter from 0 to 1
 */
export function pauseBeforeAttempt(failures: number, jitter: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10)) * (0.2 + 0.8 * jitter)
}

/**
 * Follows an auction's live stream until the returned function is called. Reconnects with backoff, and requests missed events with
 * `Last-Event-ID`. Polls if antivirus software or a proxy buffers event streams, or while other tabs have all streams.
 *
 * It uses `fetch`, not `EventSource`, which hides the status and Retry-After of a refusal and cannot start from the page's snapshot.
 */
export function watchAuction(options: WatchOptions): () => void {
  const { auctionId, onEvent, onConnection, random = Math.random } = options
  const address = `${options.origin ?? ''}${eventsPath(auctionId)}`
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  let lastId = options.after
  let failures = 0
  let muteAttempts = 0
  let lastDataAt: number | null = null
  let stopped = false
  /** A buyer whose session has ended can still watch as a visitor. */
  let credentials: RequestCredentials = 'same-origin'
  let state: ConnectionState | null = null
  let attempt: AbortController | null = null
  let hasEvents = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined
  const pulse = createPulse()
  const polling = createPolling({
    poll: options.poll,
    onAnswer(isOver) {
      lastDataAt = serverClock.now()
      show(isOver ? 'finished' : 'polling')
      if (isOver) stop()
    },
    onFailure: () => show('offline'),
  })

  function show(next: ConnectionState): void {
    if (next === state || stopped) return
    state = next
    clearTimeout(overdue)
    if (next === 'reconnecting') overdue = setTimeout(() => show('offline'), OFFLINE_AFTER_MS)
    onConnection?.(next, lastDataAt)
  }

  function receive(message: EventSourceMessage): void {
    const event = readStreamEvent(message)
    if (event === null || stopped) return
    if (!hasEvents) becomeLive()
    if (event.name === 'tick') return serverClock.adjust(Date.parse(event.data.now))
    if (event.id !== null) {
      if (event.id <= lastId) return
      lastId = event.id
    }
    onEvent(event)
  }

  /** Only an event proves that the stream gets through: a proxy may pass on the headers but hold back the body. */
  function becomeLive(): void {
    hasEvents = true
    failures = 0
    muteAttempts = 0
    lastDataAt = serverClock.now()
    polling.stop()
    show('live')
  }

  async function connect(): Promise<void> {
    const controller = new AbortController()
    attempt = controller
    hasEvents = false
    pulse.beat()
    let isMute = false
    let silence = setTimeout(() => {
      isMute = true
      controller.abort()
    }, FIRST_EVENT_MS)
    let pause = 0
    try {
      const response = await send(`${address}?after=${lastId}`, {
        headers: { accept: 'text/event-stream', 'last-event-id': String(lastId) },
        signal: controller.signal,
        cache: 'no-store',
        credentials,
      })
      controller.signal.throwIfAborted()
      if (response.status === 204 || response.status === 404) {
        show('finished')
        stop()
        return
      }
      if (response.status === 401) credentials = 'omit'
      if (!response.ok || response.body === null) {
        pause = (Number(response.headers.get('retry-after')) || 0) * 1000
        throw new Error(`the stream answered ${response.status}`)
      }
      const parser = createParser({ onEvent: receive })
      const decoder = new TextDecoder()
      for await (const bytes of chunksOf(response.body)) {
        // These bytes may have been buffered since before a sleep: they do not prove that the connection still works.
        if (restartAfterSleep()) return
        parser.feed(decoder.decode(bytes, { stream: true }))
        if (!hasEvents) continue
        clearTimeout(silence)
        silence = setTimeout(() => controller.abort(), SILENCE_MS)
        pulse.beat()
        lastDataAt = serverClock.now()
      }
    } catch {
      if (attempt === controller) failures += 1
      if (attempt === controller && isMute) muteAttempts += 1
    } finally {
      clearTimeout(silence)
      // A restart has replaced an abandoned attempt.
      if (attempt === controller) {
        attempt = null
        if (!stopped) retry(pause)
      }
    }
  }

  function retry(atLeastMs: number): void {
    let pause = Math.max(atLeastMs, pauseBeforeAttempt(failures, random()))
    if (muteAttempts >= MUTE_ATTEMPTS_BEFORE_POLLING) {
      polling.start()
      pause = RETRY_WHILE_POLLING_MS
    } else if (!polling.isOn())
      show(state === 'offline' || isOffline() || failures >= FAILURES_BEFORE_OFFLINE ? 'offline' : 'reconnecting')
    timer = setTimeout(() => void connect(), pause)
  }

  /** Replaces an attempt that can no longer succeed. */
  function restart(): void {
    abandon()
    if (slot.isHeld()) void connect()
    else pollAtOnce()
  }

  function abandon(): void {
    clearTimeout(timer)
    const abandoned = attempt
    attempt = null
    abandoned?.abort()
  }

  /** Other tabs have the browser's streams. */
  function pollAtOnce(): void {
    if (stopped) return
    abandon()
    pulse.beat()
    polling.stop()
    polling.start()
  }

  /** After sleep the connection is gone, and the page is as stale as the sleep was long. */
  function restartAfterSleep(): boolean {
    if (stopped || !pulse.hasSlept()) return false
    show('offline')
    restart()
    return true
  }

  /** Skips the rest of the pause, and replaces a dead attempt. */
  function onVisible(): void {
    if (stopped || document.visibilityState === 'hidden' || restartAfterSleep()) return
    if (attempt === null || pulse.isLost()) restart()
  }

  /** Requests sent without a network may never be answered. */
  function onOnline(): void {
    if (stopped || document.visibilityState === 'hidden' || restartAfterSleep()) return
    if (attempt === null || !hasEvents || pulse.isLost()) restart()
  }

  function onOffline(): void {
    attempt?.abort()
  }

  function stop(): void {
    stopped = true
    slot.release()
    polling.stop()
    clearInterval(sleepCheck)
    clearTimeout(timer)
    clearTimeout(overdue)
    attempt?.abort()
    if (typeof window === 'undefined') return
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisible)
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('online', onOnline)
    window.addEventListener('offline', onOffline)
    document.addEventListener('visibilitychange', onVisible)
  }
  const sleepCheck = setInterval(restartAfterSleep, SLEEP_CHECK_MS)
  show('reconnecting')
  const slot = holdStreamSlot({
    onGranted() {
      if (stopped || attempt !== null) return
      clearTimeout(timer)
      void connect()
    },
    onRefused: pollAtOnce,
  })
  return stop
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}
