import { describe, expect, it } from '@jest/globals'
import { addWorkingDays, instantOfKyivTime, isWithinWorkingHours } from '@/lib/domain/working-hours'

describe('R9.1 working hours', () => {
  it.each([
    ['include the opening on Monday', '2026-11-23T07:00:00Z', true],
    ['exclude a moment before the opening on Monday', '2026-11-23T06:59:59.999Z', false],
    ['include the closing on Thursday', '2026-11-26T16:00:00Z', true],
    ['exclude a moment after the closing on Thursday', '2026-11-26T16:00:00.001Z', false],
    ['include the closing on Friday', '2026-11-27T14:45:00Z', true],
    ['exclude a moment after the closing on Friday', '2026-11-27T14:45:00.001Z', false],
    ['exclude Saturday', '2026-11-28T10:00:00Z', false],
    ['exclude Sunday', '2026-11-29T10:00:00Z', false],
    ['include the opening in summer time', '2026-07-06T06:00:00Z', true],
    ['exclude a minute before the opening in summer time', '2026-07-06T05:59:00Z', false],
  ])('%s', (_rule, at, expected) => {
    expect(isWithinWorkingHours(Date.parse(at))).toBe(expected)
  })
})

describe('R7.3 a working day', () => {
  it.each([
    ['ends at the same time of the next day', '2026-11-24T10:20:30.456Z', '2026-11-25T10:20:30.456Z'],
    ['skips the weekend', '2026-11-27T10:00:00Z', '2026-11-30T10:00:00Z'],
    ['keeps the time of day in Kyiv over the end of summer time', '2026-10-23T09:00:00Z', '2026-10-26T10:00:00Z'],
    ['keeps the time of day in Kyiv over the start of summer time', '2026-03-27T10:00:00Z', '2026-03-30T09:00:00Z'],
    ['counts from the opening for an earlier instant', '2026-11-24T03:00:00Z', '2026-11-25T07:00:00Z'],
    ['counts from the next opening for an instant after closing', '2026-11-27T15:00:00Z', '2026-12-01T07:00:00Z'],
    ['counts from Monday for an instant on Saturday', '2026-11-28T10:00:00Z', '2026-12-01T07:00:00Z'],
    ['may be the first of January', '2026-12-31T10:00:00Z', '2027-01-01T10:00:00Z'],
  ])('%s', (_rule, from, until) => {
    expect(new Date(addWorkingDays(Date.parse(from), 1)).toISOString()).toBe(new Date(until).toISOString())
  })
})

describe('a local time in Kyiv in the night of a clock change', () => {
  it.each([
    ['before summer time ends', '2026-10-25T02:30', '2026-10-24T23:30:00Z'],
    ['in the hour that occurs twice', '2026-10-25T03:30', '2026-10-25T01:30:00Z'],
    ['after summer time ended', '2026-10-25T04:30', '2026-10-25T02:30:00Z'],
    ['before summer time begins', '2026-03-29T02:30', '2026-03-29T00:30:00Z'],
    ['in the hour that is skipped', '2026-03-29T03:30', '2026-03-29T01:30:00Z'],
    ['after summer time began', '2026-03-29T04:30', '2026-03-29T01:30:00Z'],
  ])('is the instant %s', (_when, local, instant) => {
    expect(instantOfKyivTime(Date.parse(`${local}:00Z`))).toBe(Date.parse(instant))
  })
})
