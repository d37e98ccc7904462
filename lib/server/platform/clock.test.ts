import { afterEach, describe, expect, it } from '@jest/globals'
import { type ClockReading, createClock, type PortalClock } from './clock'

const HOUR = 3_600_000
const START = Date.parse('2026-11-24T08:00:00.000Z')

let clock: PortalClock

afterEach(() => clock.stop())

interface Offsets {
  /** By how much the database's and the machine's clocks differ from the true time at the start. */
  database?: number
  wall?: number
  lastReading?: ClockReading
}

/** A machine with a monotonic timer and two clocks that can be set. */
async function machine({ database = 0, wall = 0, lastReading }: Offsets = {}) {
  let passed = 0
  let databaseAhead = database
  const apart: number[] = []
  clock = await createClock({
    machine: { boot: 'this boot', elapsed: () => passed, wallClock: () => START + passed + wall },
    lastReading: lastReading ?? null,
    onApart: (difference) => apart.push(difference),
    db: { query: (async () => ({ rows: [{ at: String(START + passed + databaseAhead) }] })) as never },
  })
  return {
    apart,
    pass: (milliseconds: number) => void (passed += milliseconds),
    setDatabase: (milliseconds: number) => void (databaseAhead += milliseconds),
  }
}

/** The portal's clock a minute ago by the timer of `boot`, off by the given amount. */
function reading(boot: string, off = 0): ClockReading {
  return { boot, elapsedMs: -60_000, at: START - 60_000 + off }
}

describe('a running clock', () => {
  it('is the database’s, continued by the timer', async () => {
    const { pass } = await machine()
    expect(clock.now()).toBe(START)
    pass(1234.9)
    expect(clock.now()).toBe(START + 1234)
  })

  it.each([HOUR, -HOUR])(
    'does not follow the database’s clock that is set by %d ms, and reports it once',
    async (set) => {
      const { pass, setDatabase, apart } = await machine()
      setDatabase(set)
      pass(30_000)
      await clock.compare()
      await clock.compare()
      pass(30_000)
      expect(clock.now()).toBe(START + 60_000)
      expect([clock.isApart(), clock.difference(), apart]).toEqual([true, set, [set]])
      setDatabase(-set)
      await clock.compare()
      expect([clock.isApart(), clock.difference()]).toEqual([false, 0])
    },
  )

  it.each([1_000, -1_000])('corrects a drift of %d ms gradually, and never goes back', async (drift) => {
    const { pass, setDatabase } = await machine()
    setDatabase(drift)
    await clock.compare()
    const before = clock.now()
    pass(1_000)
    expect(clock.now() - before).toBe(1_000 + drift / 100)
    pass(99_000)
    expect(clock.now()).toBe(START + 100_000 + drift)
    await clock.compare()
    expect(clock.now()).toBe(START + 100_000 + drift)
  })
})

describe('a clock at its start', () => {
  it.each([HOUR, -HOUR])(
    'keeps the portal’s time if the database’s was set by %d ms since the last beat',
    async (set) => {
      await machine({ database: set, lastReading: reading('this boot') })
      expect(clock.now()).toBe(START)
      expect([clock.isApart(), clock.difference(), clock.fault()]).toEqual([true, set, null])
    },
  )

  it('follows the database and the machine if they agree that the portal was wrong', async () => {
    await machine({ lastReading: reading('this boot', HOUR) })
    expect([clock.now(), clock.isApart(), clock.fault()]).toEqual([START, false, null])
  })

  it('approaches a database’s clock that is a second ahead, like running servers', async () => {
    const { pass } = await machine({ database: 1_000, lastReading: reading('this boot') })
    expect(clock.now()).toBe(START)
    pass(100_000)
    expect(clock.now()).toBe(START + 101_000)
  })

  it('is faulty after another boot if the two clocks differ grossly, unless the database is new', async () => {
    await machine({ database: HOUR, lastReading: reading('another boot') })
    expect(clock.fault()).toMatch(/differ by -3600\.0 s: set them right/)
    clock.stop()
    await machine({ database: 1_000, lastReading: reading('another boot') })
    expect([clock.now(), clock.fault()]).toEqual([START + 1_000, null])
    clock.stop()
    await machine({ database: HOUR })
    expect(clock.fault()).toBeNull()
  })
})
