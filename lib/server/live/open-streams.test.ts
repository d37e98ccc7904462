import { describe, expect, it } from '@jest/globals'
import { OpenStreams, LimitedConcurrency } from './notifications'

describe('open streams', () => {
  it('are limited per key, and one that ends makes room for another', () => {
    const streams = new OpenStreams(2)
    expect(['a', 'a', 'a', 'b'].map((key) => streams.enter(key))).toEqual([true, true, false, true])
    streams.leave('a')
    expect([streams.enter('a'), streams.enter('a')]).toEqual([true, false])
  })
})

describe('concurrent reads of channels', () => {
  it('are shared by all watchers that reconnect to an auction together', async () => {
    const reads = new LimitedConcurrency<string, string>(1, 2)
    let read = 0
    const opened = Array.from({ length: 400 }, () =>
      reads.run('an auction', async () => {
        read += 1
        return 'its log'
      }),
    )
    for (const log of opened) expect(await log).toBe('its log')
    expect(read).toBe(1)
  })

  it('are limited, both running and waiting ones, however they end', async () => {
    const reads = new LimitedConcurrency<number, number>(1, 1)
    const [first, second, third] = [1, 2, 3].map((key) =>
      reads.run(key, async () => {
        if (key === 1) throw new Error('cannot be read')
        return key
      }),
    )
    expect(third).toBeNull()
    await expect(first).rejects.toThrow('cannot be read')
    expect(await second).toBe(2)
    expect(await reads.run(3, async () => 3)).toBe(3)
  })
})
