import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type Availability, createAvailability } from './availability'
import { isDatabaseUnavailable, isDiskFull } from './transaction'

let now: number
let lines: string[]
let availability: Availability

beforeEach(() => {
  now = 0
  lines = []
  const log = (_details: object, message: string) => void lines.push(message)
  availability = createAvailability({ info: log, warn: log, error: log }, () => now)
})

afterEach(() => void jest.useRealTimers())

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

describe('an outage of the database', () => {
  it('is logged when it begins, once a minute while it lasts, and when it is over', () => {
    for (now = 0; now <= 90_000; now += 1_000) availability.note(refused)
    expect(availability.awayFor()).toBe(91_000)
    availability.reached()
    availability.reached()
    expect(lines).toEqual(['database unreachable', 'database unreachable', 'database reachable again'])
    expect([availability.awayFor(), availability.outages()]).toEqual([null, 1])
  })

  it('is one line for all connections lost together, is probed immediately, and is not logged on a stop', async () => {
    let probes = 0
    availability.setProbe(async () => void (probes += 1))
    for (let i = 0; i < 31; i += 1) availability.connectionLost(new Error('Connection terminated unexpectedly'))
    expect(probes).toBe(1)
    while (lines.length === 0) await delay(20)
    expect(lines).toEqual(['database connections lost'])
    availability.connectionLost(new Error('Connection terminated unexpectedly'))
    availability.stop()
    availability.note(refused)
    await delay(600)
    expect(lines).toEqual(['database connections lost'])
  })

  it('delays callers by at most two seconds, and later ones not at all', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
    const never = jest.fn(() => new Promise<string>(() => undefined))
    const waiting = availability.unlessAway(never)
    availability.note(refused)
    jest.advanceTimersByTime((now = 1_999))
    expect(await availability.unlessAway(async () => 'answered')).toBe('answered')
    jest.advanceTimersByTime(1)
    now = 2_000
    expect(await waiting).toBeNull()
    expect([await availability.unlessAway(never), never.mock.calls.length]).toEqual([null, 1])
    availability.reached()
    expect(await availability.unlessAway(async () => 'answered')).toBe('answered')
  })

  it('does not delay a caller if only a connection was replaced', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
    let finish = (_text: string): void => undefined
    const answered = availability.unlessAway(() => new Promise<string>((resolve) => (finish = resolve)))
    availability.note(refused)
    availability.reached()
    jest.advanceTimersByTime(60_000)
    finish('answered')
    expect(await answered).toBe('answered')
  })

  it('is not caused by errors of the program or by a request that its sender aborted', () => {
    availability.note(new TypeError('x is not a function'))
    availability.note(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    availability.note(Object.assign(new Error('duplicate key'), { code: '23505' }))
    expect([availability.awayFor(), lines]).toEqual([null, []])
  })
})

describe('a full disk', () => {
  it.each([
    ['of a table', Object.assign(new Error('could not extend file'), { code: '53100' })],
    [
      'of the write-ahead log',
      Object.assign(new Error('could not write to file "pg_wal/xlogtemp.7": No space left on device'), {
        code: '58030',
      }),
    ],
    [
      'within an ORM’s error',
      new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
    ],
  ])('%s is logged once, until writing works again', (_what, error) => {
    availability.note(error)
    availability.note(error)
    expect([isDiskFull(error), isDatabaseUnavailable(error), availability.diskFull()]).toEqual([true, true, true])
    availability.wrote()
    expect([availability.diskFull(), lines]).toEqual([false, ['database disk full', 'database writable again']])
  })
})
