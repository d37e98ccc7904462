import { describe, expect, it } from '@jest/globals'
import { OpenStreams, LimitedConcurrency } from './notifications'

describe('open streams', () => {
  it('are as many as may be for each, and one that leaves makes room', () => {
    const streams = new OpenStreams(2)
    expect(['a', 'a', 'a', 'b'].map((whose) => streams.enter(whose))).toEqual([true, true, false, true])
    streams.leave('a')
    expect([streams.enter('a'), streams.enter('a')]).toEqual([true, false])
  })
})

describe('the turns of channels that are read', () => {
  it('are shared by all who reconnect to an auction together, and refuse none', async () => {
    const turns = new LimitedConcurrency<string, string>(1, 2)
    let read = 0
    const opened = Array.from({ length: 400 }, () =>
      turns.take('an auction', async () => {
        read += 1
        return 'its log'
      }),
    )
    for (const turn of opened) expect(await turn).toBe('its log')
    expect(read).toBe(1)
  })

  it('are limited, open and waiting ones, however they end', async () => {
    const turns = new LimitedConcurrency<number, number>(1, 1)
    const [first, second, third] = [1, 2, 3].map((key) =>
      turns.take(key, async () => {
        if (key === 1) throw new Error('cannot be read')
        return key
      }),
    )
    expect(third).toBeNull()
    await expect(first).rejects.toThrow('cannot be read')
    expect(await second).toBe(2)
    expect(await turns.take(3, async () => 3)).toBe(3)
  })
})
