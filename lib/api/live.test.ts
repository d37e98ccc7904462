import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { StreamEvent } from '@/lib/contract/stream'
import {
  type ConnectionState,
  FIRST_EVENT_MS,
  OFFLINE_AFTER_MS,
  RETRY_WHILE_POLLING_MS,
  SILENCE_MS,
  watchAuction,
  type WatchOptions,
} from './live'
import { POLL_MS } from './polling'
import { OfflineError } from './problems'
import { serverClock } from './server-clock'

const at = '2026-11-24T08:00:00.000Z'

function bid(id: number): string {
  const data = { seq: id, participant: 1, price: '14000.00', quantity: '10.000', at }
  return `id: ${id}\nevent: bid\ndata: ${JSON.stringify(data)}\n\n`
}

const tick = `event: tick\ndata: {"now":"${at}"}\n\n`

/**
 * Opens each stream with a tick, as the portal does, unless the network `buffers` it. The test controls every
 * connection.
 */
function aServer({ buffers = false } = {}) {
  const way = { buffers }
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const connections: { send(text: string): void; end(): void; fail(): void }[] = []
  const replies: (Response | Error | Promise<never>)[] = []
  const waiting: (() => void)[] = []

  async function fetchDouble(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    requests.push({ url: input instanceof Request ? input.url : input.toString(), init })
    for (const check of waiting) check()
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    if (reply instanceof Response) return reply
    if (reply) return Promise.race([reply, aborted(init?.signal)])
    let controller!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (c) => void (controller = c) })
    init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
    if (!way.buffers) controller.enqueue(new TextEncoder().encode(tick))
    connections.push({
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
      fail: () => controller.error(new Error('lost')),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  return {
    way,
    requests,
    connections,
    /** Answers the next request with this response instead of a stream. */
    reply: (answer: Response | Error) => void replies.push(answer),
    /** Accepts the next request, and never answers it. */
    swallow: () => void replies.push(new Promise<never>(() => undefined)),
    fetch: fetchDouble,
    requested: (times: number) =>
      new Promise<void>((resolve) => {
        const check = () => void (requests.length >= times && resolve())
        waiting.push(check)
        check()
      }),
  }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
}

const neverPoll = () => Promise.reject(new Error('polled'))

function follow(server: ReturnType<typeof aServer>, after = 0, poll: WatchOptions['poll'] = neverPoll) {
  const events: StreamEvent[] = []
  const states: ConnectionState[] = []
  const waiting: (() => void)[] = []
  const notify = () => waiting.forEach((check) => check())
  const stop = watchAuction({
    auctionId: 35,
    after,
    origin: 'http://portal.test',
    fetch: server.fetch,
    random: () => 0,
    poll,
    onEvent: (event) => {
      events.push(event)
      notify()
    },
    onConnection: (state) => {
      states.push(state)
      notify()
    },
  })
  return {
    events,
    states,
    stop,
    until: (satisfied: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => void (satisfied() && resolve())
        waiting.push(check)
        check()
      }),
  }
}

const stops: (() => void)[] = []
beforeEach(() => {
  jest.spyOn(serverClock, 'adjust').mockReturnValue()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name)
  jest.useRealTimers()
})

function following(after = 0) {
  const server = aServer()
  const watched = follow(server, after)
  stops.push(watched.stop)
  return { server, ...watched }
}

describe('watching an auction', () => {
  it('starts from the page’s own snapshot', async () => {
    const { server } = following(12)
    await server.requested(1)
    expect(server.requests[0]?.url).toBe('http://portal.test/api/auctions/35/events?after=12')
  })

  it('reports known events, however the bytes are split', async () => {
    const { server, events, until } = following()
    await server.requested(1)
    const text = `${bid(1)}event: unknown\ndata: {}\n\n${bid(2)}`
    for (const piece of [text.slice(0, 7), text.slice(7, 90), text.slice(90)]) server.connections[0]?.send(piece)
    await until(() => events.length === 2)
    expect(events.map(({ id, name }) => [id, name])).toEqual([
      [1, 'bid'],
      [2, 'bid'],
    ])
  })

  it('drops an event that does not match the contract', async () => {
    const { server, events, until } = following()
    await server.requested(1)
    server.connections[0]?.send(`id: 1\nevent: bid\ndata: {"seq":"1"}\n\nid: 2\nevent: bid\ndata: broken\n\n${bid(3)}`)
    await until(() => events.length === 1)
    expect(events[0]?.id).toBe(3)
  })

  it('requests missed events after a loss, and reports none twice', async () => {
    const { server, events, states, until } = following()
    await server.requested(1)
    server.connections[0]?.send(bid(1) + bid(2))
    await until(() => events.length === 2)
    server.connections[0]?.fail()
    await server.requested(2)
    expect(server.requests[1]?.url).toMatch(/after=2$/)
    expect(new Headers(server.requests[1]?.init?.headers).get('last-event-id')).toBe('2')
    server.connections[1]?.send(bid(2) + bid(3))
    await until(() => events.length === 3)
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(states).toEqual(['reconnecting', 'live', 'reconnecting', 'live'])
  })

  it('is offline after several failures, backs off, and is live again after a success', async () => {
    jest.useFakeTimers()
    const server = aServer()
    for (let failure = 0; failure < 3; failure += 1) server.reply(new Error('no network'))
    const { states, stop } = follow(server)
    stops.push(stop)
    await jest.advanceTimersByTimeAsync(0)
    expect(server.requests).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(199)
    expect(server.requests).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(2)
    await jest.advanceTimersByTimeAsync(399)
    expect(server.requests).toHaveLength(2)
    await jest.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(3)
    expect(states).toEqual(['reconnecting', 'offline'])
    await jest.advanceTimersByTimeAsync(10_000)
    expect(states.at(-1)).toBe('live')
  })

  it('reports when the last data arrived, not when the stream was abandoned', async () => {
    jest.useFakeTimers()
    const clock = jest.spyOn(serverClock, 'now').mockReturnValue(1_000)
    const server = aServer()
    const states: [ConnectionState, number | null][] = []
    stops.push(
      watchAuction({
        auctionId: 35,
        after: 0,
        origin: 'http://portal.test',
        fetch: server.fetch,
        random: () => 0,
        poll: neverPoll,
        onEvent: () => undefined,
        onConnection: (state, lastDataAt) => void states.push([state, lastDataAt]),
      }),
    )
    await jest.advanceTimersByTimeAsync(0)
    clock.mockReturnValue(2_000)
    server.connections[0]?.send(bid(1))
    await jest.advanceTimersByTimeAsync(0)
    clock.mockReturnValue(9_000)
    await jest.advanceTimersByTimeAsync(SILENCE_MS)
    clock.mockRestore()
    expect(states).toEqual([
      ['reconnecting', null],
      ['live', 1_000],
      ['reconnecting', 2_000],
    ])
  })

  it('respects Retry-After', async () => {
    jest.useFakeTimers()
    const server = aServer()
    server.reply(new Response(null, { status: 429, headers: { 'retry-after': '30' } }))
    const { stop } = follow(server)
    stops.push(stop)
    await jest.advanceTimersByTimeAsync(29_999)
    expect(server.requests).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(2)
  })

  it('reconnects after silence', async () => {
    jest.useFakeTimers()
    const server = aServer()
    const { states, stop } = follow(server)
    stops.push(stop)
    await jest.advanceTimersByTimeAsync(13_999)
    expect(states).toEqual(['reconnecting', 'live'])
    await jest.advanceTimersByTimeAsync(1_000)
    expect(server.requests).toHaveLength(2)
  })

  it('abandons an unanswered attempt, and tries again', async () => {
    jest.useFakeTimers()
    const server = aServer()
    server.swallow()
    const { states, stop } = follow(server)
    stops.push(stop)
    await jest.advanceTimersByTimeAsync(FIRST_EVENT_MS - 1)
    expect(server.requests).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(server.requests).toHaveLength(2)
    expect(states.at(-1)).toBe('live')
  })

  it('is offline when a lost stream is not back in time', async () => {
    jest.useFakeTimers()
    const server = aServer()
    const { states, stop } = follow(server)
    stops.push(stop)
    await jest.advanceTimersByTimeAsync(0)
    server.swallow()
    server.connections[0]?.fail()
    await jest.advanceTimersByTimeAsync(OFFLINE_AFTER_MS - 1)
    expect(states).toEqual(['reconnecting', 'live', 'reconnecting'])
    await jest.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(2)
    expect(states.at(-1)).toBe('offline')
    await jest.advanceTimersByTimeAsync(SILENCE_MS)
    expect(states).toEqual(['reconnecting', 'live', 'reconnecting', 'offline', 'live'])
  })

  it('is offline when the first stream cannot be opened in time', async () => {
    jest.useFakeTimers()
    const server = aServer()
    server.swallow()
    const { states, stop } = follow(server)
    stops.push(stop)
    await jest.advanceTimersByTimeAsync(OFFLINE_AFTER_MS - 1)
    expect(states).toEqual(['reconnecting'])
    await jest.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(1)
    expect(states).toEqual(['reconnecting', 'offline'])
  })

  describe('after the machine has slept', () => {
    /** The date advances; timers and performance.now do not. */
    const sleep = (ms: number) => jest.setSystemTime(Date.now() + ms)

    it('drops the old connection and reconnects immediately', async () => {
      jest.useFakeTimers()
      const server = aServer()
      const { states, stop } = follow(server)
      stops.push(stop)
      await jest.advanceTimersByTimeAsync(3_000)
      server.swallow()
      sleep(60_000)
      await jest.advanceTimersByTimeAsync(1_000)
      expect(server.requests[0]?.init?.signal?.aborted).toBe(true)
      expect(server.requests).toHaveLength(2)
      expect(states).toEqual(['reconnecting', 'live', 'offline'])
    })

    it('abandons an earlier attempt, and skips the pause before the next', async () => {
      jest.useFakeTimers()
      const server = aServer()
      server.swallow()
      const { states, stop } = follow(server)
      stops.push(stop)
      server.reply(new Response(null, { status: 503, headers: { 'retry-after': '30' } }))
      sleep(60_000)
      await jest.advanceTimersByTimeAsync(1_000)
      expect(server.requests).toHaveLength(2)
      sleep(60_000)
      await jest.advanceTimersByTimeAsync(1_000)
      expect(server.requests).toHaveLength(3)
      expect(states).toEqual(['reconnecting', 'offline', 'live'])
      await jest.advanceTimersByTimeAsync(10_000)
      expect(server.requests).toHaveLength(3)
    })

    it('does not mistake buffered bytes for a live connection', async () => {
      jest.useFakeTimers()
      const server = aServer()
      const { events, states, stop } = follow(server, 4)
      stops.push(stop)
      await jest.advanceTimersByTimeAsync(0)
      server.swallow()
      sleep(60_000)
      server.connections[0]?.send(bid(5))
      await jest.advanceTimersByTimeAsync(0)
      expect(events).toEqual([])
      expect(states.at(-1)).toBe('offline')
      expect(server.requests[1]?.url).toMatch(/after=4$/)
    })

    it('does not mistake a corrected clock for a sleep', async () => {
      jest.useFakeTimers()
      const server = aServer()
      const { states, stop } = follow(server)
      stops.push(stop)
      await jest.advanceTimersByTimeAsync(0)
      sleep(2_000)
      await jest.advanceTimersByTimeAsync(1_000)
      sleep(-3_600_000)
      await jest.advanceTimersByTimeAsync(1_000)
      expect(server.requests).toHaveLength(1)
      expect(states).toEqual(['reconnecting', 'live'])
    })

    it.each(['online', 'visibilitychange'])('reconnects on %s, before the next check of the clocks', async (name) => {
      jest.useFakeTimers()
      const [browser, page] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })]
      Object.assign(globalThis, { window: browser, document: page })
      const server = aServer()
      const { states, stop } = follow(server)
      stops.push(stop)
      await jest.advanceTimersByTimeAsync(0)
      const notice = () => (name === 'online' ? browser : page).dispatchEvent(new Event(name))
      notice()
      expect(server.requests).toHaveLength(1)
      server.swallow()
      sleep(60_000)
      notice()
      expect(server.requests).toHaveLength(2)
      expect(states).toEqual(['reconnecting', 'live', 'offline'])
      // A request sent without a network may never be answered.
      if (name === 'online') notice()
      await jest.advanceTimersByTimeAsync(0)
      expect(states.at(-1)).toBe(name === 'online' ? 'live' : 'offline')
    })
  })

  it('leaves its stream to visible tabs while it is hidden, and then requests what it missed', async () => {
    jest.useFakeTimers()
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    Object.assign(globalThis, { window: new EventTarget(), document: page })
    const server = aServer()
    let polls = 0
    const poll = () => Promise.resolve({ isOver: (polls += 1) < 0 })
    const { events, states, stop } = follow(server, 0, poll)
    stops.push(stop)
    await jest.advanceTimersByTimeAsync(0)
    server.connections[0]?.send(bid(4))
    await jest.advanceTimersByTimeAsync(0)

    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(server.requests[0]?.init?.signal?.aborted).toBe(true)
    await jest.advanceTimersByTimeAsync(2 * POLL_MS)
    expect(polls).toBe(3)
    expect(server.requests).toHaveLength(1)
    expect(states).toEqual(['reconnecting', 'live', 'polling'])

    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    await jest.advanceTimersByTimeAsync(0)
    expect(server.requests.map(({ url }) => url)).toEqual([
      'http://portal.test/api/auctions/35/events?after=0',
      'http://portal.test/api/auctions/35/events?after=4',
    ])
    server.connections[1]?.send(bid(5))
    await jest.advanceTimersByTimeAsync(POLL_MS)
    expect(events.map(({ id }) => id)).toEqual([4, 5])
    expect(states.at(-1)).toBe('live')
    expect(polls).toBe(3)
  })

  it('stops when the auction is over', async () => {
    const { server, states, until } = following()
    await server.requested(1)
    server.reply(new Response(null, { status: 204 }))
    server.connections[0]?.end()
    await until(() => states.at(-1) === 'finished')
    expect(server.requests).toHaveLength(2)
  })

  it('continues as a visitor when the session has ended', async () => {
    const server = aServer()
    server.reply(new Response(null, { status: 401 }))
    const { states, stop, until } = follow(server)
    stops.push(stop)
    await until(() => states.at(-1) === 'live')
    expect(server.requests.map(({ init }) => init?.credentials)).toEqual(['same-origin', 'omit'])
  })

  it('sets the server clock by ticks, and does not report them as events', async () => {
    const { server, events, states, until } = following()
    await server.requested(1)
    await until(() => states.at(-1) === 'live')
    expect(serverClock.adjust).toHaveBeenCalledWith(Date.parse(at))
    expect(events).toEqual([])
  })

  describe('if the network buffers event streams', () => {
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
    const twoMuteAttempts = 2 * FIRST_EVENT_MS + 1_000

    function followMuted(poll: WatchOptions['poll'], holdHeaders = false) {
      jest.useFakeTimers()
      const server = aServer({ buffers: true })
      if (holdHeaders) for (let times = 0; times < 2; times += 1) server.swallow()
      const watched = follow(server, 0, poll)
      stops.push(watched.stop)
      return { server, ...watched }
    }

    it.each([
      ['the body', false],
      ['headers and body', true],
    ])('polls after two mute attempts: %s', async (_, holdHeaders) => {
      const poll = jest.fn<WatchOptions['poll']>().mockResolvedValue({ isOver: false })
      const { states } = followMuted(poll, holdHeaders)
      await pass(FIRST_EVENT_MS)
      expect(states).not.toContain('live')
      expect(poll).not.toHaveBeenCalled()
      await pass(FIRST_EVENT_MS + 1_000)
      expect(states).toEqual(['reconnecting', 'offline', 'polling'])
      await pass(2 * POLL_MS)
      expect(poll).toHaveBeenCalledTimes(3)
    })

    it('retries the stream periodically, and stops polling when events arrive', async () => {
      const poll = jest.fn<WatchOptions['poll']>().mockResolvedValue({ isOver: false })
      const { server, states } = followMuted(poll)
      await pass(twoMuteAttempts)
      expect(server.requests).toHaveLength(2)
      server.way.buffers = false
      await pass(RETRY_WHILE_POLLING_MS)
      expect(server.requests).toHaveLength(3)
      expect(states.at(-1)).toBe('live')
      poll.mockClear()
      server.connections.at(-1)?.send(tick)
      await pass(2 * POLL_MS)
      expect(poll).not.toHaveBeenCalled()
    })

    it('is offline while the calls fail too', async () => {
      const poll = jest.fn<WatchOptions['poll']>().mockResolvedValue({ isOver: false })
      const { states } = followMuted(poll)
      await pass(twoMuteAttempts)
      poll.mockRejectedValueOnce(new OfflineError(null))
      await pass(POLL_MS)
      expect(states.at(-1)).toBe('offline')
      await pass(POLL_MS)
      expect(states.at(-1)).toBe('polling')
    })

    it('stops once the auction is over', async () => {
      const { server, states } = followMuted(() => Promise.resolve({ isOver: true }))
      await pass(twoMuteAttempts + 2 * RETRY_WHILE_POLLING_MS)
      expect(states.at(-1)).toBe('finished')
      expect(server.requests).toHaveLength(2)
    })

    it('does not poll if attempts are refused', async () => {
      jest.useFakeTimers()
      const server = aServer()
      for (let times = 0; times < 4; times += 1) server.reply(new Response(null, { status: 503 }))
      const { states, stop } = follow(server)
      stops.push(stop)
      await pass(10_000)
      expect(states).toEqual(['reconnecting', 'offline', 'live'])
    })
  })

  it('reports nothing after stop', async () => {
    const { server, events, states, stop, until } = following()
    await server.requested(1)
    await until(() => states.at(-1) === 'live')
    stop()
    expect(server.requests[0]?.init?.signal?.aborted).toBe(true)
    expect(events).toEqual([])
    expect(states).toEqual(['reconnecting', 'live'])
  })
})
