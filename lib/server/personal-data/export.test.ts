import { describe, expect, it } from '@jest/globals'
import type { Pool } from '@/lib/server/platform/db/pool'
import { createArchiveServing, createExportTickets } from './export'

const tickets = createExportTickets([Buffer.alloc(32, 1)])
const now = Date.parse('2026-11-24T08:00:00.000Z')

describe('the ticket of an export', () => {
  const { ticket, expiresAt } = tickets.issue(7, now)

  it('is valid for its person, for ten minutes', () => {
    expect(expiresAt).toBe(now + 600_000)
    expect(tickets.isFor(ticket, 7, now)).toBe(true)
    expect(tickets.isFor(ticket, 7, expiresAt + 1)).toBe(false)
  })

  it('is not valid for another person, and cannot be forged', () => {
    expect(tickets.isFor(ticket, 8, now)).toBe(false)
    expect(createExportTickets([Buffer.alloc(32, 2)]).isFor(ticket, 7, now)).toBe(false)
    expect(tickets.isFor(ticket.replace(String(expiresAt), String(expiresAt + 1)), 7, now)).toBe(false)
  })

  it.each(['', 'no', `7.${now}.`, '7.9999999999999.AAAA'])('is not %j', (text) => {
    expect(tickets.isFor(text, 7, now)).toBe(false)
  })
})

describe('the archive of personal data', () => {
  it('is named after the day in Kyiv', async () => {
    const night = Date.parse('2026-11-24T22:30:00.000Z')
    const pool = { query: async () => ({ rows: [] }) } as unknown as Pool
    const serve = createArchiveServing({ pool, clock: { now: () => night }, tickets, openBid: () => null })
    const response = serve({ companyId: 7, personId: 3, role: 'owner' }, tickets.issue(3, night).ticket)
    expect(response?.headers.get('content-disposition')).toBe('attachment; filename="portal-data-7-2026-11-25.zip"')
    await response?.body?.cancel()
  })
})
