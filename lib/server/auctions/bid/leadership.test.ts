import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Pool } from '@/lib/server/platform/db/pool'
import { createLeadership, type LeaderRow, type Leadership, type Recovery } from './leadership'

const NOW = Date.parse('2026-11-24T08:00:00.000Z')

afterEach(() => void jest.useRealTimers())

/** The table `portal.leader`, as the statements of the leadership use it. */
function leaderTable() {
  jest.useFakeTimers({ now: NOW })
  const row: LeaderRow = {
    epoch: 0,
    server: null,
    address: null,
    beat: 0,
    boot: null,
    elapsed_ms: null,
    clock_at: null,
    machine_at: null,
    obstacle: null,
  }
  const notified = new Set<() => void>()
  function evidence([boot, elapsed_ms, clock_at, machine_at, obstacle]: unknown[]) {
    Object.assign(row, { boot, elapsed_ms, clock_at, machine_at, obstacle, beat: row.beat + 1 })
    return { rows: [{ ...row }] }
  }
  function run(name: string, values: unknown[]) {
    if (name === 'leader-read') return { rows: [{ ...row }] }
    const [first, second, third, fourth] = values
    if (name === 'leader-beat')
      return row.epoch === first && row.server === second ? evidence(values.slice(2)) : { rows: [] }
    if (name === 'leader-takeover') {
      if (row.epoch !== first || row.beat !== second) return { rows: [] }
      Object.assign(row, { epoch: row.epoch + 1, server: third, address: fourth })
      for (const notify of notified) notify()
      return evidence(values.slice(4))
    }
    if (row.epoch === first && row.server === second) Object.assign(row, { server: null, address: null })
    for (const notify of notified) notify()
    return { rows: [] }
  }
  return { row, run, notified }
}

interface TestServer {
  leadership: Leadership
  recoveries: Recovery[]
  /** `epoch()` at the beginning of each recovery. */
  epochsInRecovery: (number | null)[]
  /** Its queries fail from now on. */
  cutOff(): void
  reconnect(): void
}

function open(
  { run, notified }: ReturnType<typeof leaderTable>,
  serverId: string,
  options: { boot?: string; aheadMs?: number; newestRecordAt?: number; fault?: string } = {},
): TestServer {
  let isCutOff = false
  const recoveries: Recovery[] = []
  const epochsInRecovery: (number | null)[] = []
  const leadership: Leadership = createLeadership({
    pool: {
      async query(query: string | { name: string; values?: unknown[] }, values?: unknown[]) {
        if (isCutOff) throw new Error('connection terminated')
        return typeof query === 'string' ? run('release', values ?? []) : run(query.name, query.values ?? [])
      },
    } as unknown as Pool,
    listener: { on: async (_channel, handler) => void notified.add(() => void (isCutOff || handler(''))) },
    serverId,
    clock: { now: () => Date.now() + (options.aheadMs ?? 0), fault: () => options.fault ?? null },
    machine: { boot: options.boot ?? 'one boot', elapsed: () => performance.now(), wallClock: () => Date.now() },
    async recover(recovery) {
      recoveries.push(recovery)
      epochsInRecovery.push(leadership.epoch())
      return options.newestRecordAt ?? -Infinity
    },
    log: { warn: () => undefined },
  })
  return {
    leadership,
    recoveries,
    epochsInRecovery,
    cutOff: () => void (isCutOff = true),
    reconnect: () => void (isCutOff = false),
  }
}

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000)

describe('a leader', () => {
  it('leads while it beats, and other servers know it and do not take over', async () => {
    const table = leaderTable()
    const [one, two] = [open(table, 'one'), open(table, 'two')]
    await one.leadership.start('host:1')
    await two.leadership.start('host:2')
    await seconds(60)
    expect([one.leadership.epoch(), two.leadership.epoch()]).toEqual([1, null])
    expect(two.leadership.leader()).toEqual({ epoch: 1, serverId: 'one', address: 'host:1' })
    expect([one.leadership.fault(), two.leadership.fault()]).toEqual([null, null])
  })

  it('whose beats stop is replaced within five seconds, and learns that with its next beat', async () => {
    const table = leaderTable()
    const [one, two] = [open(table, 'one'), open(table, 'two')]
    await one.leadership.start('host:1')
    await two.leadership.start('host:2')
    await seconds(10)
    one.cutOff()
    await seconds(2)
    expect(two.leadership.epoch()).toBeNull()
    await seconds(3)
    expect(two.leadership.epoch()).toBe(2)
    one.reconnect()
    await seconds(2)
    expect([one.leadership.epoch(), one.leadership.heldEpoch(), one.leadership.leader()?.serverId]).toEqual([
      null,
      null,
      'two',
    ])
  })

  it('is replaced whatever the clocks show: no clock is compared', async () => {
    const table = leaderTable()
    const [one, two] = [open(table, 'one'), open(table, 'two', { aheadMs: -3_600_000 })]
    await one.leadership.start('host:1')
    await two.leadership.start('host:2')
    await seconds(5)
    one.cutOff()
    await seconds(5)
    expect(two.leadership.epoch()).toBe(2)
  })

  it('that stops is replaced immediately', async () => {
    const table = leaderTable()
    const [one, two] = [open(table, 'one'), open(table, 'two')]
    await one.leadership.start('host:1')
    await two.leadership.start('host:2')
    await one.leadership.resign()
    await jest.advanceTimersByTimeAsync(10)
    expect([one.leadership.epoch(), two.leadership.epoch()]).toEqual([null, 2])
  })

  it('is one server, even if several take over concurrently', async () => {
    const table = leaderTable()
    const servers = [open(table, 'one'), open(table, 'two'), open(table, 'three')]
    await Promise.all(servers.map(({ leadership }, index) => leadership.start(`host:${index}`)))
    expect(servers.filter(({ leadership }) => leadership.epoch() !== null)).toHaveLength(1)
  })

  it('whose clock is behind the newest record decides nothing until it has caught up, and every server reports why', async () => {
    const table = leaderTable()
    const [one, two] = [open(table, 'one', { newestRecordAt: NOW + 8_000 }), open(table, 'two')]
    await one.leadership.start('host:1')
    await two.leadership.start('host:2')
    await seconds(4)
    expect(one.leadership.epoch()).toBeNull()
    for (const { leadership } of [one, two]) expect(leadership.fault()).toMatch(/behind the newest record/)
    await seconds(6)
    expect([one.leadership.epoch(), two.leadership.fault()]).toEqual([1, null])
  })

  it('is never a server whose clock is unreliable while another one may take over', async () => {
    const table = leaderTable()
    const [one, two] = [open(table, 'one'), open(table, 'two', { fault: 'the clocks differ' })]
    await one.leadership.start('host:1')
    await two.leadership.start('host:2')
    one.cutOff()
    await seconds(10)
    expect(two.leadership.epoch()).toBeNull()
    expect(two.leadership.fault()).toMatch(/no server has led for/)
  })
})

describe('R3.2 the time without a leader', () => {
  it('is measured by the timer of the same boot, and recovered from before anything is decided', async () => {
    const table = leaderTable()
    const one = open(table, 'one')
    await one.leadership.start('host:1')
    await seconds(10)
    one.cutOff()
    await seconds(20)
    const two = open(table, 'two', { aheadMs: 3_600_000 })
    // Its clock is an hour ahead, and it waits until it has seen the same beat for three seconds.
    await two.leadership.start('host:2')
    expect(two.recoveries).toEqual([])
    await seconds(4)
    expect(two.epochsInRecovery).toEqual([null])
    expect([two.recoveries.length, two.leadership.epoch()]).toEqual([1, 2])
    const { epoch, silentMs } = two.recoveries[0]!
    expect(epoch).toBe(2)
    expect(silentMs).toBeGreaterThanOrEqual(23_000)
    expect(silentMs).toBeLessThan(26_000)
  })

  it.each([
    ['its own clock was set', { aheadMs: 3_600_000 }],
    ['nothing was set', {}],
  ])('is the smaller result of two clocks on another machine, if %s', async (_case, options) => {
    const table = leaderTable()
    const one = open(table, 'one')
    await one.leadership.start('host:1')
    await seconds(1)
    one.cutOff()
    await seconds(60)
    const two = open(table, 'two', { boot: 'another boot', ...options })
    await two.leadership.start('host:2')
    await seconds(4)
    expect(Math.round(two.recoveries[0]!.silentMs / 1_000)).toBeGreaterThanOrEqual(62)
    expect(Math.round(two.recoveries[0]!.silentMs / 1_000)).toBeLessThanOrEqual(65)
  })

  it('is measured by a server that saw the beat stop', async () => {
    const table = leaderTable()
    const [one, two] = [open(table, 'one'), open(table, 'two', { boot: 'another boot', aheadMs: 3_600_000 })]
    await one.leadership.start('host:1')
    await two.leadership.start('host:2')
    await seconds(5)
    one.cutOff()
    await seconds(5)
    expect(two.recoveries[0]!.silentMs).toBeLessThan(5_000)
  })

  it('is noticed by the leader itself after a pause of its beats, and it decides nothing meanwhile', async () => {
    const table = leaderTable()
    const one = open(table, 'one')
    await one.leadership.start('host:1')
    await seconds(5)
    one.cutOff()
    await seconds(9)
    expect(one.leadership.epoch()).toBe(1)
    await seconds(21)
    expect(one.leadership.epoch()).toBeNull()
    one.reconnect()
    await seconds(1)
    expect([one.leadership.epoch(), one.recoveries.length]).toEqual([1, 2])
    expect(one.epochsInRecovery).toEqual([null, null])
    expect(Math.round(one.recoveries[1]!.silentMs / 1_000)).toBeGreaterThanOrEqual(29)
  })
})
