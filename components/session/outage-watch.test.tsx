import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createOutageWatch, type OutageSources, type OutageWatch } from '@/components/session/outage-watch'

let silence: Parameters<OutageSources['onUnreachable']>[0]
let watch: OutageWatch
let stop: () => void
const probe = jest.fn<OutageSources['probe']>()
const back = jest.fn()
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  jest.useFakeTimers()
  probe.mockReset()
  back.mockReset()
  watch = createOutageWatch({
    onUnreachable: (listener) => {
      silence = listener
      return () => undefined
    },
    probe,
    random: () => 1,
  })
  stop = watch.onBack(back)
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

describe('a silent service', () => {
  it('is probed with growing pauses until it answers', async () => {
    probe
      .mockRejectedValueOnce(new TypeError('fetch failed'))
      .mockResolvedValueOnce({ retryAfter: null })
      .mockResolvedValueOnce(null)
    silence({ retryAfter: null })
    expect(watch.get()).toBe(true)
    await pass(1_000)
    expect(probe).toHaveBeenCalledTimes(1)
    await pass(1_999)
    expect(probe).toHaveBeenCalledTimes(1)
    await pass(1)
    expect([probe.mock.calls.length, watch.get(), back.mock.calls.length]).toEqual([2, true, 0])
    await pass(4_000)
    expect([probe.mock.calls.length, watch.get(), back.mock.calls.length]).toEqual([3, false, 1])
  })

  it('is not probed before its Retry-After', async () => {
    probe.mockResolvedValueOnce({ retryAfter: 20 }).mockResolvedValueOnce(null)
    silence({ retryAfter: 10 })
    await pass(9_999)
    expect(probe).not.toHaveBeenCalled()
    await pass(1)
    expect(probe).toHaveBeenCalledTimes(1)
    await pass(19_999)
    expect(probe).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(watch.get()).toBe(false)
  })

  it('is polled immediately when the network is back', async () => {
    probe.mockResolvedValueOnce(null)
    silence({ retryAfter: 60 })
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(back).toHaveBeenCalledTimes(1)
  })

  it('is not inferred from calls cut off by leaving the page', () => {
    window.dispatchEvent(new Event('pagehide'))
    silence({ retryAfter: null })
    expect(watch.get()).toBe(false)
    window.dispatchEvent(new Event('pageshow'))
  })
})
