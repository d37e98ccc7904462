import { describe, expect, it } from '@jest/globals'
import { createClock, type PortalClock, type TimeOnRecord } from './clock'

const HOUR = 3_600_000
const START = Date.parse('2026-11-24T08:00:00.000Z')

let clock: PortalClock

interface Circumstances {
  /** By how much the database's and the machine's clocks differ from the true time at the start. */
  database?: number
  wall?: number
  onRecord?: Partial<TimeOnRecord>
  /** Whether other servers run. */
  beats?: boolean
}

/** A machine with a monotonic timer and two clocks that can be set. Each query takes `tripMs`, half of it to the database. */
async function machine({ database = 0, wall = 0, onRecord, beats = false }: Circumstances = {}) {
  let passed = 0
  let databaseAhead = database
  let tripMs = 0
  let reads = 0
  const apart: number[] = []
  clock = await createClock({
    machine: { boot: 'this boot', elapsed: () => passed, wallClock: () => START + passed + wall },
    readTimeOnRecord: async () => {
      reads += 1
      return onRecord ? { ...MINUTE_AGO, ...onRecord, beat: beats ? reads : 1 } : null
    },
    wait: async (milliseconds) => (passed += milliseconds),
    onDrift: (difference) => apart.push(difference),
    db: {
      query: (async () => {
        passed += tripMs / 2
        const at = String(START + passed + databaseAhead)
        passed += tripMs / 2
        return { rows: [{ at }] }
      }) as never,
    },
  })
  return {
    apart,
    pass: (milliseconds: number) => void (passed += milliseconds),
    setDatabase: (milliseconds: number) => void (databaseAhead += milliseconds),
    slow: (milliseconds: number) => void (tripMs = milliseconds),
    elapsed: () => passed,
  }
}

/** The portal's time a minute ago, by the timer of this boot. */
const MINUTE_AGO: TimeOnRecord = {
  beat: 7,
  isLast: false,
  boot: 'this boot',
  elapsedMs: -60_000,
  at: START - 60_000,
  shiftMs: 0,
}

describe('a running clock', () => {
  it('is the database’s, continued by the timer', async () => {
    const { pass } = await machine()
    expect(clock.now()).toBe(START)
    pass(1234.9)
    expect(clock.now()).toBe(START + 1234)
  })

  it.each([HOUR, -HOUR, 150, -150])(
    'does not follow the database’s clock that is set by %d ms, but keeps to its pace',
    async (set) => {
      const { pass, setDatabase, apart } = await machine()
      setDatabase(set)
      pass(30_000)
      await clock.compare()
      await clock.compare()
      pass(30_000)
      expect([clock.now(), clock.difference()]).toEqual([START + 60_000, set])
      const isReported = Math.abs(set) > 2_000
      expect([clock.hasDrifted(), apart]).toEqual([isReported, isReported ? [set] : []])
      // A drift of the oscillator is corrected all the same.
      setDatabase(20)
      await clock.compare()
      expect(clock.now()).toBe(START + 60_020)
      setDatabase(-set)
      await clock.compare()
      expect([clock.now(), clock.hasDrifted(), clock.difference()]).toEqual([START + 60_020, false, 0])
    },
  )

  it('follows a drift, and never goes back', async () => {
    const { pass, setDatabase } = await machine()
    pass(10_000)
    expect(clock.now()).toBe(START + 10_000)
    setDatabase(-50)
    await clock.compare()
    expect(clock.now()).toBe(START + 10_000)
    pass(60)
    expect(clock.now()).toBe(START + 10_010)
  })

  it('trusts the quickest of its measurements', async () => {
    const { pass, slow, setDatabase, elapsed } = await machine()
    pass(10_000)
    slow(400)
    // Within the error of so slow a measurement.
    setDatabase(90)
    await clock.compare()
    expect(clock.now()).toBe(START + elapsed())
    slow(0)
    await clock.compare()
    expect(clock.now()).toBe(START + elapsed() + 90)
  })

  it('is faulty once its last good measurement is too old for 100 ms, until the next one (R0.4)', async () => {
    const { pass, slow } = await machine()
    slow(500)
    pass(HOUR / 2)
    await clock.compare()
    expect(clock.fault()).toBeNull()
    pass(HOUR / 2)
    await clock.compare()
    expect(clock.fault()).toMatch(/not known to 100 ms/)
    slow(20)
    await clock.compare()
    expect(clock.fault()).toBeNull()
  })
})

describe('a clock at its start', () => {
  it.each([HOUR, -HOUR])(
    'keeps the portal’s time if the database’s was set by %d ms since the last beat',
    async (set) => {
      const { elapsed } = await machine({ database: set, onRecord: {} })
      expect(clock.now()).toBe(START + elapsed())
      expect([clock.hasDrifted(), clock.difference(), clock.fault()]).toEqual([true, set, null])
    },
  )

  it('follows the database and the machine if they agree that the portal was wrong', async () => {
    const { elapsed } = await machine({ onRecord: { at: START - 60_000 + HOUR } })
    expect([clock.now(), clock.hasDrifted(), clock.fault()]).toEqual([START + elapsed(), false, null])
  })

  it('takes over the shift of servers that run', async () => {
    const onRecord = { boot: 'another boot', at: START - 800, shiftMs: -HOUR }
    const { elapsed } = await machine({ database: HOUR, onRecord, beats: true })
    expect([clock.now(), clock.difference(), clock.fault()]).toEqual([START + elapsed(), HOUR, null])
  })

  it('waits for no beat after the last server stopped in order, or long ago', async () => {
    const { elapsed } = await machine({ onRecord: { isLast: true, boot: 'another boot' } })
    expect(elapsed()).toBe(0)
    expect((await machine({ onRecord: {} })).elapsed()).toBe(0)
  })

  it('is faulty after another boot if the two clocks differ grossly, unless the database is new', async () => {
    await machine({ database: HOUR, onRecord: { boot: 'another boot' } })
    expect(clock.fault()).toMatch(/differ by -3600\.0 s: set them right/)
    await machine({ database: 1_000, onRecord: { boot: 'another boot' } })
    expect([clock.now() - START > 1_000, clock.fault()]).toEqual([true, null])
    await machine({ database: HOUR })
    expect(clock.fault()).toBeNull()
  })
})
