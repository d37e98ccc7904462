import { describe, expect, it } from '@jest/globals'
import { lastSign, type Sign, silenceOf } from './signs-of-life'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-24T08:00:00.000Z')

function sign(changes: Partial<Sign>): Sign {
  return {
    serverId: 'a',
    beat: 1,
    aliveAt: NOW,
    stopped: false,
    boot: 'one',
    runningMs: 50_000,
    machineAt: NOW,
    databaseAt: NOW,
    ...changes,
  }
}

/** This machine `passed` milliseconds after NOW; somebody has set the database's clock, by which the portal goes, and the machine's own. */
function here(passed: number, { database = 0, machine = 0, boot = 'one' } = {}) {
  return { boot, elapsed: 50_000 + passed, clock: NOW + passed + machine, now: NOW + passed + database }
}

describe('R3.2 a time without servers', () => {
  it.each([
    ['that was one', {}, 45_000],
    ['where the database’s clock was set on by an hour', { database: HOUR }, 45_000],
    ['where it was set back by an hour', { database: -HOUR }, 45_000],
    ['where both clocks were set', { database: HOUR, machine: HOUR }, 45_000],
  ])('%s: is measured by this machine’s timer', (_when, set, proven) => {
    expect(silenceOf([sign({})], here(45_000, set))?.proven).toBe(proven)
  })

  it('is short of what other servers were alive of it', () => {
    const signs = [sign({}), sign({ serverId: 'b', beat: 2, boot: 'two', runningMs: 9, aliveAt: NOW + 40_000 })]
    expect(silenceOf(signs, here(45_000))?.proven).toBe(5_000)
    // One that had another time cannot make it longer.
    expect(silenceOf([signs[0]!, { ...signs[1]!, aliveAt: NOW - HOUR }], here(45_000))?.proven).toBe(45_000)
    expect(silenceOf([signs[0]!, { ...signs[1]!, aliveAt: NOW + HOUR }], here(45_000))?.proven).toBe(0)
  })

  it.each([
    ['both clocks say it', {}, 600_000],
    ['the database’s clock was set on', { database: HOUR }, 600_000],
    ['the machine’s clock was set on', { machine: HOUR }, 600_000],
    ['the database’s clock was set back', { database: -HOUR }, 0],
  ])('is, for another machine, what the lesser clock says: %s', (_when, set, proven) => {
    expect(silenceOf([sign({})], here(600_000, { ...set, boot: 'two' }))?.proven).toBe(proven)
  })

  it('begins with the last sign by the order of signs, not with one that a wrong clock put into the future', () => {
    const signs = [sign({ serverId: 'wrong', beat: 1, aliveAt: NOW + HOUR }), sign({ beat: 2 })]
    expect(lastSign(signs)?.serverId).toBe('a')
    expect(silenceOf(signs, here(45_000))?.proven).toBe(45_000)
  })

  it('is known of servers of an earlier version by their clock', () => {
    const old = sign({ beat: null, boot: null, runningMs: null, machineAt: null, databaseAt: null })
    expect(silenceOf([old], here(45_000))?.proven).toBe(45_000)
    expect(silenceOf([], here(1))).toBeNull()
  })
})
