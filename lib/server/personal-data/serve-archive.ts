import type { Pool } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/clock'
import { archiveOf, type OpenBid } from './archive'
import type { ExportTickets } from './export-tickets'

/** Serves the archive to the session of its own account that has just proved the password; null to anybody else. */
export function createArchiveServing({ pool, clock, tickets, openBid }: { pool: Pool; clock: Clock; tickets: ExportTickets; openBid: OpenBid }) {
  return function serveArchive(accountId: number, ticket: string): Response | null {
    if (!tickets.isFor(ticket, accountId, clock.now())) return null
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return new Response(archiveOf(pool, accountId, openBid), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="portal-data-${accountId}-${day}.zip"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  }
}
