import { describe, expect, it } from '@jest/globals'
import { type ProposedDates, proposeDates } from './propose-dates'
import { isWithinWorkingHours } from './working-hours'

const at = (kyivWinter: string) => Date.parse(`${kyivWinter}+02:00`)
const startOf = ({ startsAt }: ProposedDates) => new Date(startsAt).toISOString()

describe('the dates proposed for a lot', () => {
  it('are working days at ten, five working days ahead, with applications closing the working day before', () => {
    const dates = proposeDates({ now: at('2026-11-20T12:00:00'), last: null, count: 3 })
    expect(dates.map(startOf)).toEqual([
      '2026-11-27T08:00:00.000Z',
      '2026-11-30T08:00:00.000Z',
      '2026-12-01T08:00:00.000Z',
    ])
    // Monday's applications close on Friday.
    expect(dates[1]?.applicationDeadline).toBe(at('2026-11-27T10:00:00'))
    expect(dates[0]).toMatchObject({ endsAt: at('2026-11-27T11:00:00'), hardEndAt: at('2026-11-27T12:00:00') })
  })

  it('keep the hours of the last lot on days when its latest end fits', () => {
    const last = {
      startsAt: at('2026-11-18T14:00:00'),
      endsAt: at('2026-11-18T16:00:00'),
      hardEndAt: at('2026-11-18T17:00:00'),
    }
    const dates = proposeDates({ now: at('2026-11-20T12:00:00'), last, count: 3 })
    expect(dates.map(startOf)).toEqual([
      '2026-11-30T12:00:00.000Z',
      '2026-12-01T12:00:00.000Z',
      '2026-12-02T12:00:00.000Z',
    ])
  })

  it('are always within working hours', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const startsAt = at('2026-11-21T00:00:00') + hour * 3_600_000
      const last = { startsAt, endsAt: startsAt + 30 * 3_600_000, hardEndAt: startsAt + 40 * 3_600_000 }
      const dates = proposeDates({ now: at('2026-11-20T12:00:00'), last, count: 3 })
      expect(dates).toHaveLength(3)
      for (const { startsAt: start, hardEndAt } of dates)
        expect([isWithinWorkingHours(start), isWithinWorkingHours(hardEndAt)]).toEqual([true, true])
    }
  })
})
