import { createHmac, timingSafeEqual } from 'node:crypto'

/** The right to take one account's data away: given for the password, good for minutes, and only within its own session. */
export interface ExportTickets {
  issue(accountId: number, now: number): { ticket: string; expiresAt: number }
  isFor(ticket: string, accountId: number, now: number): boolean
}

const lifetime = 10 * 60_000

/** `key`: 32 bytes. Nothing is stored: the ticket proves itself. */
export function createExportTickets(key: Buffer): ExportTickets {
  const seal = (accountId: number, expiresAt: number) => createHmac('sha256', key).update(`${accountId}.${expiresAt}`).digest()
  return {
    issue(accountId, now) {
      const expiresAt = now + lifetime
      return { ticket: `${expiresAt}.${seal(accountId, expiresAt).toString('base64url')}`, expiresAt }
    },
    isFor(ticket, accountId, now) {
      const match = /^(\d{13})\.([\w-]{43})$/.exec(ticket)
      if (!match) return false
      const expiresAt = Number(match[1])
      return expiresAt > now && timingSafeEqual(Buffer.from(match[2] ?? '', 'base64url'), seal(accountId, expiresAt))
    },
  }
}
