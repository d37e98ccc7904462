import { TIME_ZONE } from '@/lib/config/constants'
import type { Queryable } from './pool'

/** Summer and winter: an old table lacks the one or the other change of the clock. */
const MONTHS = ['01', '07']

const clockOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/**
 * Compares Kyiv's time by the two tables of time zones, this program's and the database's, at one instant of summer and one of winter.
 * Both count days in Kyiv: filters, months of results, the validity of certificates. Null if they agree.
 */
export async function findZoneDifference(db: Queryable, year: number): Promise<string | null> {
  const instants = MONTHS.map((month) => `${year}-${month}-15T12:00:00.000Z`)
  const { rows } = await db.query<{ at: Date; time: string }>(
    `select at, to_char(at at time zone '${TIME_ZONE}', 'HH24:MI') as time from unnest($1::timestamptz[]) at`,
    [instants],
  )
  const different = rows.find(({ at, time }) => clockOf.format(at) !== time)
  return different === undefined
    ? null
    : `${TIME_ZONE} at ${different.at.toISOString()}: ${different.time} in the database, ${clockOf.format(different.at)} in the portal; update the older table of time zones`
}
