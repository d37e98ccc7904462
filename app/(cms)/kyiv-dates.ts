import { format as formatLocally, type FormatOptions } from 'date-fns/format'
import { TIME_ZONE } from '@/lib/config/constants'

// Stands in for date-fns where Payload's pages write times (next.config.ts): they would be in the zone of the browser, or of the server.
export { formatDistanceToNow } from 'date-fns/formatDistanceToNow'
export { transpose } from 'date-fns/transpose'

/** "2026-11-28 19:05:00" in Kyiv. */
const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })

export function format(date: Date | number | string, pattern: string, options?: FormatOptions): string {
  return formatLocally(wallClock.format(new Date(date)).replace(' ', 'T'), pattern, options)
}
