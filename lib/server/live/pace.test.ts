import { describe, expect, it } from '@jest/globals'
import { Pace } from './watcher'

function pace() {
  const time = { now: 1_000 }
  return { time, pace: new Pace(25, 0.25, () => time.now) }
}

describe('the pace of flushes', () => {
  it('allows the first flush immediately', () => {
    expect(pace().pace.wait()).toBe(0)
  })

  it('keeps the interval between starts of flushes', () => {
    const { time, pace: paced } = pace()
    paced.flushed(1_000, 2)
    time.now = 1_010
    expect(paced.wait()).toBe(15)
    time.now = 1_100
    expect(paced.wait()).toBe(0)
  })

  it('waits longer if sending takes long, so that it never exceeds its share', () => {
    const { pace: paced } = pace()
    paced.flushed(1_000, 20)
    expect(paced.wait()).toBe(80)
  })
})
