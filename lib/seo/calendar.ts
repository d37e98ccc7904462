import ical, { ICalEventStatus } from 'ical-generator'
import { TIME_ZONE } from '@/lib/config/constants'

export interface CalendarEntry {
  /** The same for as long as the auction exists, so that a changed time moves the event. */
  id: string
  title: string
  description: string
  url: string
  starts: string
  ends: string
  cancelled: boolean
}

/** Auctions as iCalendar. Instants are written in UTC, which every calendar shows in its own time; the company's zone is said beside. */
export function calendarText(name: string, company: string, entries: readonly CalendarEntry[], now: Date): string {
  const calendar = ical({ name, prodId: { company, product: 'auctions' }, x: { 'X-WR-TIMEZONE': TIME_ZONE }, ttl: 3600 })
  for (const { id, title, description, url, starts, ends, cancelled } of entries) {
    calendar.createEvent({
      id,
      stamp: now,
      start: new Date(starts),
      end: new Date(ends),
      summary: title,
      description,
      url,
      location: url,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
