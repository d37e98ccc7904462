import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
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

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('an outage of the database', () => {
  it('is said once when it begins, once a minute while it lasts, and once when it is over', () => {
    for (now = 0; now <= 90_000; now += 1_000) availability.note(refused)
    expect(availability.awayFor()).toBe(91_000)
    availability.reached()
    availability.reached()
    expect(lines).toEqual(['database unreachable', 'database unreachable', 'database reachable again'])
    expect([availability.awayFor(), availability.outages()]).toEqual([null, 1])
  })

  it('is one line for all connections that are lost together, looks at once, and none on a stop', async () => {
    let looked = 0
    availability.lookWith(async () => void (looked += 1))
    for (let i = 0; i < 31; i += 1) availability.connectionLost(new Error('Connection terminated unexpectedly'))
    expect(looked).toBe(1)
    while (lines.length === 0) await delay(20)
    expect(lines).toEqual(['database connections lost'])
    availability.connectionLost(new Error('Connection terminated unexpectedly'))
    availability.stop()
    availability.note(refused)
    await delay(600)
    expect(lines).toEqual(['database connections lost'])
  })

  it('is not what a program’s own error is', () => {
    availability.note(new TypeError('x is not a function'))
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
  ])('%s is said once, until something can be written', (_what, error) => {
    availability.note(error)
    availability.note(error)
    expect([isDiskFull(error), isDatabaseUnavailable(error), availability.diskFull()]).toEqual([true, true, true])
    availability.wrote()
    expect([availability.diskFull(), lines]).toEqual([
      false,
      ['database disk full: nothing can be written', 'database can be written again'],
    ])
  })
})
