import { describe, expect, it } from '@jest/globals'
import { Pace } from './watcher'

function pace() {
  const time = { now: 1_000 }
  return { time, pace: new Pace(25, 0.25, () => time.now) }
}

describe('the pace of flushes', () => {
  it('lets the first pass immediately', () => {
    expect(pace().pace.wait()).toBe(0)
  })

  it('keeps the interval from the beginning of one to the beginning of the next', () => {
    const { time, pace: paced } = pace()
    paced.flushed(1_000, 2)
    time.now = 1_010
    expect(paced.wait()).toBe(15)
    time.now = 1_100
    expect(paced.wait()).toBe(0)
  })

  it('waits longer where sending takes long, so that it never takes more than its share', () => {
    const { pace: paced } = pace()
    paced.flushed(1_000, 20)
    expect(paced.wait()).toBe(80)
  })
})
