import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { serverClock } from '@/lib/api/server-clock'
import { eventsPath, type StreamEvent, type StreamEventName, streamEvents } from '@/lib/contract/stream'

/** Ticks come every 5 s: a stream that says nothing for this long is dead, whatever the socket believes. */
export const silenceMs = 14_000

/** More than the steps by which a device's clock is set right. After a shorter sleep the stream is still there. */
const sleepMs = 5_000

/** The last activity of the stream. */
export interface Pulse {
  /** The stream sent something, or a connection is starting. */
  beat(): void
  hasSlept(): boolean
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

/** One message of the stream, checked against the contract; null for an event that this version does not know or cannot read. */
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
 * `live`: connected. `reconnecting`: it was lost, or is not connected yet. `offline`: the
 * device has no network or has slept, several attempts failed, or the stream did not stand in time; so until it stands again.
 * `finished`: nothing more will happen in this auction.
 */
export type ConnectionState = 'live' | 'reconnecting' | 'offline' | 'finished'

export interface WatchOptions {
  auctionId: number
  /** The `event_id` of the page's snapshot: the stream goes on from there. */
  after: number
  /** Every public event once and in order; `own` and `chat` whenever they come. Ticks go to the clock and to `onTick`. */
  onEvent(event: StreamEvent): void
  /** `heardAt`: when the stream said something last, by the server's clock; null before it has. */
  onConnection?(state: ConnectionState, heardAt: number | null): void
  onTick?(serverTime: number): void
  /** For tests and other hosts. */
  origin?: string
  fetch?: typeof fetch
  random?: () => number
}

const firstPauseMs = 500
const maxPauseMs = 10_000
const attemptsBeforeOffline = 3
/** However few attempts were made: a network that swallows packets takes `silenceMs` for each, and Retry-After puts them off. */
export const offlineAfterMs = 5_000
/** How soon the page notices that the machine has slept. */
const lookEveryMs = 1_000

/**
 * Milliseconds before the next attempt: longer after each failure in a row, and spread, so that not all come back at once.
 *
 * @param spread from 0 to 1
 */
export function pauseBeforeAttempt(failures: number, spread: number): number {
  return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10)) * (0.2 + 0.8 * spread)
}

/**
 * Follows an auction's live stream until the returned function is called: reconnects by itself with a growing pause
 * and jitter, and asks for what it missed with `Last-Event-ID`.
 *
 * It reads the stream with `fetch`, not with `EventSource`, which hides the status and Retry-After of a refusal and cannot
 * start from the page's own snapshot.
 */
export function watchAuction(options: WatchOptions): () => void {
  const { auctionId, onEvent, onConnection, onTick, random = Math.random } = options
  const address = `${options.origin ?? ''}${eventsPath(auctionId)}`
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  let lastId = options.after
  let failures = 0
  let heardAt: number | null = null
  let stopped = false
  /** A session that has ended must not keep its holder from watching as a visitor does. */
  let credentials: RequestCredentials = 'same-origin'
  let state: ConnectionState | null = null
  let attempt: AbortController | null = null
  let isAnswered = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined
  const pulse = createPulse()

  function show(next: ConnectionState): void {
    if (next === state || stopped) return
    state = next
    clearTimeout(overdue)
    if (next === 'reconnecting') overdue = setTimeout(() => show('offline'), offlineAfterMs)
    onConnection?.(next, heardAt)
  }

  function take(message: EventSourceMessage): void {
    const event = readStreamEvent(message)
    if (event === null || stopped) return
    if (event.name === 'tick') {
      const time = Date.parse(event.data.now)
      serverClock.hear(time)
      onTick?.(time)
      return
    }
    if (event.id !== null) {
      if (event.id <= lastId) return
      lastId = event.id
    }
    onEvent(event)
  }

  async function connect(): Promise<void> {
    const controller = new AbortController()
    attempt = controller
    isAnswered = false
    pulse.beat()
    const listen = () => setTimeout(() => controller.abort(), silenceMs)
    let silence = listen()
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
        stopped = true
        return
      }
      if (response.status === 401) credentials = 'omit'
      if (!response.ok || response.body === null) {
        pause = (Number(response.headers.get('retry-after')) || 0) * 1000
        throw new Error(`the stream answered ${response.status}`)
      }
      failures = 0
      isAnswered = true
      pulse.beat()
      heardAt = serverClock.now()
      show('live')
      const parser = createParser({ onEvent: take })
      const decoder = new TextDecoder()
      for await (const bytes of chunksOf(response.body)) {
        // It may have waited in the socket since before a sleep: that it is read now does not say that more will come.
        if (lookAfterSleep()) return
        clearTimeout(silence)
        silence = listen()
        pulse.beat()
        parser.feed(decoder.decode(bytes, { stream: true }))
        heardAt = serverClock.now()
      }
    } catch {
      if (attempt === controller) failures += 1
    } finally {
      clearTimeout(silence)
      // Another has taken the place of one that was given up.
      if (attempt === controller) {
        attempt = null
        if (!stopped) again(pause)
      }
    }
  }

  function again(atLeastMs: number): void {
    const isGone = state === 'offline' || isOffline() || failures >= attemptsBeforeOffline
    show(isGone ? 'offline' : 'reconnecting')
    timer = setTimeout(() => void connect(), Math.max(atLeastMs, pauseBeforeAttempt(failures, random())))
  }

  /** Replaces an attempt that cannot succeed any more. */
  function restart(): void {
    clearTimeout(timer)
    const given = attempt
    attempt = null
    given?.abort()
    void connect()
  }

  /** After sleep the connection is gone and the shown state is as old as the sleep was long. */
  function lookAfterSleep(): boolean {
    if (stopped || !pulse.hasSlept()) return false
    show('offline')
    restart()
    return true
  }

  /** The page is visible again: retry without waiting for the rest of the pause or for a dead attempt. */
  function look(): void {
    if (stopped || document.visibilityState === 'hidden' || lookAfterSleep()) return
    if (attempt === null || pulse.isLost()) restart()
  }

  /** The network is back: requests sent without it may never be answered. */
  function foundNetwork(): void {
    if (stopped || document.visibilityState === 'hidden' || lookAfterSleep()) return
    if (attempt === null || !isAnswered || pulse.isLost()) restart()
  }

  function lostNetwork(): void {
    attempt?.abort()
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('online', foundNetwork)
    window.addEventListener('offline', lostNetwork)
    document.addEventListener('visibilitychange', look)
  }
  const looking = setInterval(lookAfterSleep, lookEveryMs)
  show('reconnecting')
  void connect()

  return () => {
    stopped = true
    clearInterval(looking)
    clearTimeout(timer)
    clearTimeout(overdue)
    attempt?.abort()
    if (typeof window === 'undefined') return
    window.removeEventListener('online', foundNetwork)
    window.removeEventListener('offline', lostNetwork)
    document.removeEventListener('visibilitychange', look)
  }
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
