import type { EpochMs } from '@/lib/domain/lot'
import { addWorkingDays, atKyivTime, isWithinWorkingHours, kyivMinutesOf } from '@/lib/domain/working-hours'

/** Times for a new lot, which a manager can accept unchanged. */
export interface ProposedDates {
  readonly applicationDeadline: EpochMs
  readonly depositDeadline: EpochMs
  readonly questionDeadline: EpochMs
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs
  readonly hardEndAt: EpochMs
}

export interface ProposalBase {
  readonly now: EpochMs
  /** The last lot of the category; its time of day and length are proposed again if they fit into working hours. */
  readonly last: Pick<ProposedDates, 'startsAt' | 'endsAt' | 'hardEndAt'> | null
  readonly count: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const USUAL_START = 10 * 60
/** Working days that buyers get to apply and upload documents. */
const DAYS_TO_APPLY = 5
const MAX_LENGTH = 6 * HOUR
/** How many days ahead to search for working days. */
const DAYS_SEARCHED = 30

/**
 * The next days on which an auction, its latest end included, fits into working hours (R9.1). Applications close at the same
 * time of day on the working day before.
 */
export function proposeDates({ now, last, count }: ProposalBase): ProposedDates[] {
  const length = last ? Math.min(Math.max(last.endsAt - last.startsAt, 15 * MINUTE), MAX_LENGTH) : HOUR
  const margin = last ? Math.min(Math.max(last.hardEndAt - last.endsAt, 0), 2 * HOUR) : HOUR
  const usual = last !== null && isWithinWorkingHours(last.startsAt) ? kyivMinutesOf(last.startsAt) : USUAL_START
  // An auction that starts in the afternoon may not end within working hours on any day.
  for (const minutes of [usual, USUAL_START, 9 * 60]) {
    const proposals: ProposedDates[] = []
    for (let days = DAYS_TO_APPLY; days < DAYS_SEARCHED && proposals.length < count; days += 1) {
      const startsAt = atKyivTime(addWorkingDays(now, days), minutes)
      const endsAt = startsAt + length
      if (!isWithinWorkingHours(startsAt) || !isWithinWorkingHours(endsAt + margin)) continue
      const applicationDeadline = workingDayBefore(startsAt)
      if (applicationDeadline <= now) continue
      proposals.push({
        applicationDeadline,
        questionDeadline: startsAt - DAY,
        // A deposit is due when applications close.
        depositDeadline: applicationDeadline,
        startsAt,
        endsAt,
        hardEndAt: endsAt + margin,
      })
    }
    if (proposals.length === count) return proposals
  }
  return []
}

function workingDayBefore(at: EpochMs): EpochMs {
  const minutes = kyivMinutesOf(at)
  for (let days = 1; days < DAYS_SEARCHED; days += 1) {
    const before = atKyivTime(at - days * DAY, minutes)
    if (isWithinWorkingHours(before)) return before
  }
  return at
}
