import { createHmac, timingSafeEqual } from 'node:crypto'

/** Faster than this nobody fills the form in. Milliseconds. */
export const youngestTicket = 3_000
/** A form that has been open for longer asks for a new ticket. */
export const ticketLifetime = 24 * 60 * 60 * 1000

export type TicketReading =
  | { ok: true; nonce: string }
  /** `waitMs`: good only after so long; null where it never will be. */
  | { ok: false; waitMs: number | null }

/** Permissions to send one order: signed, so that nothing is kept for those who only open the form. */
export interface Tickets {
  issue(now: number): string
  read(ticket: string, now: number): TicketReading
}

const shape = /^(\d{13})\.([0-9a-f-]{36})\.([\w-]{43})$/

/** `key`: 32 bytes for this purpose alone, the same on every server. */
export function createTickets(key: Buffer): Tickets {
  const signatureOf = (issuedAt: string, nonce: string) => createHmac('sha256', key).update(`${issuedAt}.${nonce}`).digest()
  return {
    issue(now) {
      const nonce = crypto.randomUUID()
      return `${now}.${nonce}.${signatureOf(String(now), nonce).toString('base64url')}`
    },
    read(ticket, now) {
      const [, issuedAt = '', nonce = '', signature = ''] = shape.exec(ticket) ?? []
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(issuedAt, nonce)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { ok: false, waitMs: null }
      const age = now - Number(issuedAt)
      if (age > ticketLifetime) return { ok: false, waitMs: null }
      return age < youngestTicket ? { ok: false, waitMs: youngestTicket - age } : { ok: true, nonce }
    },
  }
}
