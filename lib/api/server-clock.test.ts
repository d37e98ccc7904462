import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { onUnreachable } from './problems'
import { createServerClock, serverClock } from './server-clock'

/** A page whose device clock is a day off and whose monotonic time the test controls. */
function aPage() {
  const time = { page: 1_000, server: 5_000_000 }
  const requests: ((serverTime: number) => void)[] = []
  const clock = createServerClock({
    monotonic: () => time.page,
    request: () => new Promise((resolve) => requests.push(resolve)),
  })
  return {
    clock,
    requests,
    pass(milliseconds: number) {
      time.page += milliseconds
      time.server += milliseconds
    },
    time,
  }
}

describe('the server’s clock', () => {
  afterEach(() => void jest.useRealTimers())

  it('counts half of the round trip', async () => {
    const { clock, requests, pass, time } = aPage()
    const syncing = clock.sync()
    pass(40)
    const answered = time.server
    pass(40)
    requests[0]?.(answered)
    await syncing
    expect(clock.now()).toBe(time.server)
    pass(1_000)
    expect(clock.now()).toBe(time.server)
    expect(clock.synced()).toBe(true)
  })

  it('stays unchanged when the server does not answer', async () => {
    const clock = createServerClock({ request: () => Promise.reject(new Error('offline')), monotonic: () => 0 })
    await clock.sync()
    expect(clock.synced()).toBe(false)
  })

  it('shares one request between concurrent calls, and makes another afterwards', async () => {
    const { clock, requests, time } = aPage()
    const syncs = [clock.sync(), clock.sync()]
    expect(requests).toHaveLength(1)
    requests[0]?.(time.server)
    await Promise.all(syncs)
    void clock.sync()
    expect(requests).toHaveLength(2)
  })

  it('is moved forward by a tick that is ahead, but not back by a late one', () => {
    const { clock, pass, time } = aPage()
    clock.adjust(time.server - 300)
    expect(clock.now()).toBe(time.server - 300)
    clock.adjust(time.server - 20)
    expect(clock.now()).toBe(time.server - 20)
    pass(5_000)
    clock.adjust(time.server - 900)
    expect(clock.now()).toBe(time.server - 20)
  })

  it('syncs again, once, when a tick is far behind', () => {
    const { clock, requests, pass, time } = aPage()
    clock.adjust(time.server)
    pass(20_000)
    clock.adjust(time.server - 3_000)
    clock.adjust(time.server - 3_000)
    expect(requests).toHaveLength(1)
  })

  it('syncs again after the machine has slept', async () => {
    jest.useFakeTimers()
    const { clock, requests, pass, time } = aPage()
    const beat = (milliseconds: number) => {
      pass(milliseconds)
      jest.setSystemTime(Date.now() + milliseconds - 250)
      jest.advanceTimersByTime(250)
    }
    clock.adjust(time.server)
    const unsubscribe = clock.subscribe(() => undefined)
    beat(20_000)
    expect(requests).toHaveLength(0)
    time.server += 3_600_000
    jest.setSystemTime(Date.now() + 3_600_000)
    beat(250)
    expect(requests).toHaveLength(1)
    requests[0]?.(time.server)
    await jest.advanceTimersByTimeAsync(0)
    expect(clock.now()).toBe(time.server)
    beat(20_000)
    expect(requests).toHaveLength(1)
    unsubscribe()
  })

  it('beats for all listeners with one timer, and only while there are any', () => {
    jest.useFakeTimers()
    const { clock, pass } = aPage()
    const beats: number[] = []
    const subscriptions = [clock.subscribe(() => beats.push(clock.snapshot())), clock.subscribe(() => undefined)]
    expect(jest.getTimerCount()).toBe(1)
    const before = clock.snapshot()
    pass(250)
    expect(clock.snapshot()).toBe(before)
    jest.advanceTimersByTime(250)
    expect(beats).toEqual([before + 250])
    for (const unsubscribe of subscriptions) unsubscribe()
    expect(jest.getTimerCount()).toBe(0)
  })

  it('has the current time for the first countdown of a page, before and after it subscribes', () => {
    jest.useFakeTimers()
    const { clock, pass, time } = aPage()
    clock.adjust(time.server)
    clock.subscribe(() => undefined)()
    pass(600_000)
    expect(clock.snapshot()).toBe(time.server)
    pass(100)
    const unsubscribe = clock.subscribe(() => undefined)
    expect(clock.snapshot()).toBe(time.server)
    pass(100)
    expect(clock.snapshot()).toBe(time.server - 100)
    unsubscribe()
  })

  it('stays constant while a page without countdowns renders', () => {
    const { clock, pass, time } = aPage()
    clock.adjust(time.server)
    pass(600_000)
    const first = clock.snapshot()
    pass(20)
    expect(clock.snapshot()).toBe(first)
  })
})

describe('the page’s clock', () => {
  const spyOnFetch = () => jest.spyOn(globalThis, 'fetch')

  it.each([
    ['is not an instant', Response.json({ data: { now: 'soon' } })],
    ['is not an object', Response.json(null)],
    ['is not JSON', new Response('<html>')],
    ['is a refusal', Response.json({ status: 429 }, { status: 429 })],
  ])('is not set by an answer that %s', async (_, answer) => {
    spyOnFetch().mockResolvedValue(answer)
    await serverClock.sync()
    expect(serverClock.synced()).toBe(false)
  })

  it('reports a server that does not answer', async () => {
    const listener = jest.fn()
    const stop = onUnreachable(listener)
    spyOnFetch().mockRejectedValue(new TypeError('Failed to fetch'))
    await serverClock.sync()
    stop()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(serverClock.synced()).toBe(false)
  })

  it('is set by the instant of an answer', async () => {
    const requested = spyOnFetch().mockResolvedValue(Response.json({ data: { now: '2031-05-01T09:00:00.000Z' } }))
    await serverClock.sync()
    expect(serverClock.synced()).toBe(true)
    expect(Math.abs(serverClock.now() - Date.parse('2031-05-01T09:00:00.000Z'))).toBeLessThan(60_000)
    expect(requested).toHaveBeenCalledWith('/api/time', expect.objectContaining({ method: 'POST', body: '{}' }))
  })
})
