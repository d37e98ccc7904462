import { afterEach, describe, expect, it } from '@jest/globals'
import { createDatabaseClock, type DatabaseClock } from './clock'

const HOUR = 3_600_000
const START = Date.parse('2026-11-24T08:00:00.000Z')

let clock: DatabaseClock

afterEach(() => clock.stop())

/** A machine with a monotonic timer, and a database whose clock somebody can set. */
async function machine({ offset = 0 } = {}) {
  let passed = 0
  let set = 0
  const jumps: number[] = []
  const steps: number[] = []
  clock = await createDatabaseClock({
    timer: () => passed,
    offset,
    onStep: (milliseconds) => steps.push(milliseconds),
    onJump: (difference) => jumps.push(difference),
    db: { query: (async () => ({ rows: [{ at: String(START + passed + set) }] })) as never },
  })
  return {
    jumps,
    steps,
    pass: (milliseconds: number) => void (passed += milliseconds),
    setBy: (milliseconds: number) => void (set += milliseconds),
  }
}

describe('the clock of the servers', () => {
  it('is the database’s, carried on by the timer', async () => {
    const { pass } = await machine()
    expect(clock.now()).toBe(START)
    pass(1234.9)
    expect(clock.now()).toBe(START + 1234)
  })

  it.each([HOUR, -HOUR])(
    'goes on as before when somebody sets the machine’s clock by %d ms, and says so once',
    async (jump) => {
      const { pass, setBy, jumps } = await machine()
      setBy(jump)
      pass(30_000)
      await clock.adjust()
      await clock.adjust()
      pass(30_000)
      expect(clock.now()).toBe(START + 60_000)
      expect(clock.health()).toMatchObject({ jumped: true, difference: jump })
      expect(jumps).toEqual([jump])
      setBy(-jump)
      await clock.adjust()
      expect(clock.health().jumped).toBe(false)
    },
  )

  it.each([50, -50])('slews a drift of %d ms away, never standing still or going back', async (drift) => {
    const { pass, setBy } = await machine()
    setBy(drift)
    await clock.adjust()
    const before = clock.now()
    pass(1_000)
    expect(clock.now() - before).toBe(1_000 + drift / 5)
    pass(9_000)
    expect(clock.now()).toBe(START + 10_000 + drift)
  })

  it.each([HOUR, -HOUR])(
    'is still held to the database’s clock after that was set by %d ms, by as much as it differed then',
    async (jump) => {
      const { pass, setBy, jumps } = await machine()
      setBy(jump)
      await clock.adjust()
      setBy(100)
      await clock.adjust()
      pass(20_000)
      expect(clock.now()).toBe(START + 20_100)
      expect(jumps).toEqual([jump])
    },
  )

  it('starts with the time of the servers that live, and says that the database’s differs', async () => {
    const { pass } = await machine({ offset: -HOUR })
    pass(1_000)
    await clock.adjust()
    expect(clock.now()).toBe(START - HOUR + 1_000)
    expect(clock.health()).toMatchObject({ jumped: true, difference: HOUR, peers: null })
  })

  it.each([1_000, -1_000])(
    'starts %d ms from the database’s time where the servers that live do, and draws near as they do',
    async (offset) => {
      const { pass, jumps } = await machine({ offset })
      expect(clock.now()).toBe(START + offset)
      pass(10_000)
      expect(clock.now()).toBe(START + 10_000 + offset * 0.9)
      await clock.adjust()
      pass(90_000)
      expect(clock.now()).toBe(START + 100_000)
      expect([clock.health().jumped, jumps]).toEqual([false, []])
    },
  )

  it('steps on to the others’ time where it alone stood still, and never back', async () => {
    const { steps } = await machine()
    const behind = { own: -20_000, peers: [5, -10] }
    clock.heed(behind)
    clock.heed(behind)
    expect(clock.now()).toBe(START)
    clock.heed(behind)
    expect([clock.now(), steps]).toEqual([START + 20_000, [20_000]])
    const ahead = { own: 20_000, peers: [5] }
    for (let i = 0; i < 3; i += 1) clock.heed(ahead)
    expect(clock.now()).toBe(START + 20_000)
    expect(clock.health().peers).toBe(19_995)
    clock.heed({ own: 3, peers: [5] })
    expect(clock.health().peers).toBeNull()
  })

  it('thinks nothing wrong of itself while the database’s clock is set, which all servers see alike', async () => {
    await machine()
    clock.heed({ own: -HOUR, peers: [5] })
    for (let i = 0; i < 5; i += 1) clock.heed({ own: -HOUR, peers: [-HOUR + 5] })
    expect([clock.now(), clock.health().peers]).toEqual([START, null])
  })
})
