import { formatDate as formatInZone } from '../../node_modules/@payloadcms/ui/dist/exports/shared/index.js'
import { TIME_ZONE } from '@/lib/config/constants'

// Stands in for @payloadcms/ui/shared (next.config.ts): the times of versions would be in the zone of the server, then of the browser.
export * from '../../node_modules/@payloadcms/ui/dist/exports/shared/index.js'

export function formatDate(moment: Parameters<typeof formatInZone>[0]): string {
  return formatInZone({ timezone: TIME_ZONE, ...moment })
}
