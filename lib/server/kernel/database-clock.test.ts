import { afterEach, describe, expect, it } from '@jest/globals'
import { createDatabaseClock, type DatabaseClock } from '@/lib/server/kernel/database-clock'

const HOUR = 3_600_000
const START = Date.parse('2026-11-24T08:00:00.000Z')

let clock: DatabaseClock

afterEach(() => clock.stop())

/** A machine with a monotonic timer, and a database whose clock somebody can set. */
async function machine() {
  let passed = 0
  let set = 0
  const jumps: number[] = []
  clock = await createDatabaseClock({
    timer: () => passed,
    onJump: (difference) => jumps.push(difference),
    db: { query: (async () => ({ rows: [{ at: String(START + passed + set) }] })) as never },
  })
  return {
    jumps,
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

  it.each([HOUR, -HOUR])('goes on as before when somebody sets the machine’s clock by %d ms, and says so once', async (jump) => {
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
  })

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
})
