import type { Queryable } from '@/lib/server/platform/db/pool'

/** An address that a mail server refuses for good, with its answer. */
export interface RefusedAddress {
  address: string
  reason: string
}

/** Enhanced codes (RFC 3463) for the recipient's own mailbox or domain: unknown, moved, disabled, full for good, unroutable. */
const MAILBOX_CODE = /^5\.(?:1\.(?:0|1|2|3|4|6|10)|2\.[0124]|4\.[1234])$/
/** Basic codes (RFC 5321, RFC 7504) that mean the same where no enhanced code is given, in answer to RCPT TO. */
const MAILBOX_ANSWERS = new Set([550, 551, 552, 553, 556])
/** Some servers answer 550 to a sender that they do not trust, whoever the recipient is. */
const SENDER_WORDS = /relay|spam|spf|dkim|dmarc|black ?list|block ?list|blocked|policy|reputation|sender|authenticat/i
const ENHANCED_CODE = /\b([245]\.\d{1,3}\.\d{1,3})\b/

/** The enhanced code of a mail server's answer, such as 5.1.1. */
export const enhancedCodeOf = (answer: string): string | undefined => ENHANCED_CODE.exec(answer)?.[1]

export interface Answer {
  /** Three digits; 0 if unknown. */
  code: number
  text: string
  /** What the server answered: an envelope's recipient, or the whole email. */
  to: 'recipient' | 'email'
}

/**
 * Whether the answer refuses this recipient for good. Refusals of the sender, of the content or of everybody are not the
 * recipient's: they may be over when the cause is mended, so that such emails are sent again.
 */
export function isRecipientRefused({ code, text, to }: Answer): boolean {
  const enhanced = enhancedCodeOf(text)
  if (enhanced !== undefined) return MAILBOX_CODE.test(enhanced) && code < 600 && (code >= 500 || code === 0)
  return to === 'recipient' && MAILBOX_ANSWERS.has(code) && !SENDER_WORDS.test(text)
}

/** Remembers the addresses, and since when they refuse emails. */
export async function noteRefused(db: Queryable, refused: readonly RefusedAddress[], now: number): Promise<void> {
  if (refused.length === 0) return
  await db.query(
    `insert into portal.refused_addresses (email, since, last_at, reason)
     select distinct on (email) lower(address) as email, $2::timestamptz, $2::timestamptz, reason
     from json_to_recordset($1) refused (address text, reason text)
     on conflict (email) do update set last_at = excluded.last_at, reason = excluded.reason, over_at = null,
       since = case when refused_addresses.over_at <= excluded.last_at then excluded.since else refused_addresses.since end`,
    [JSON.stringify(refused), new Date(now)],
  )
}

/** Without a report for so long, an email that was taken has arrived: most servers report within minutes. */
const REPORTED_WITHIN_MS = 24 * 60 * 60_000

/** The mail server took an email to the addresses; where refusals come back as reports, one may still come. */
export async function noteTaken(
  db: Queryable,
  addresses: readonly string[],
  now: number,
  { reported }: { reported: boolean },
): Promise<void> {
  if (addresses.length === 0) return
  const these = `email = any (select lower(address) from unnest($1::text[]) address)`
  if (reported)
    await db.query(`update portal.refused_addresses set over_at = coalesce(over_at, $2) where ${these}`, [
      addresses,
      new Date(now + REPORTED_WITHIN_MS),
    ])
  else await db.query(`delete from portal.refused_addresses where ${these}`, [addresses])
}
