import { formatDate as formatInZone } from '../../node_modules/@payloadcms/ui/dist/exports/shared/index.js'
import { TIME_ZONE } from '@/lib/config/constants'

// Replaces @payloadcms/ui/shared (aliased in next.config.ts), which formats version times in the server's zone and then in the browser's.
export * from '../../node_modules/@payloadcms/ui/dist/exports/shared/index.js'

export function formatDate(moment: Parameters<typeof formatInZone>[0]): string {
  return formatInZone({ timezone: TIME_ZONE, ...moment })
}
