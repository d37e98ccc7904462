import { queueLetter } from '@/lib/server/accounts/letters'
import { hashToken, newToken } from '@/lib/server/accounts/tokens'
import type { Pool, Queryable } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import { refuse, type Call } from '@/lib/server/kernel/handler'
import { noteEvent } from './events'
import { accountHolders, countRecoveryCodes, lockFactor, spendCode } from './factors'
import type { SecondFactorKeys } from './keys'

/** How long one may look for the phone after the password. */
const ticketLifetime = 5 * 60_000

/** For whoever knew the password: with a right code, within minutes and once, it becomes a session. */
export async function issueTicket(db: Queryable, accountId: number, now: number): Promise<string> {
  const ticket = newToken()
  // Nothing is left to do with those that are over.
  await db.query(`delete from portal.sign_in_tickets where account_id = $1 and expires_at < $2`, [accountId, new Date(now)])
  await db.query(`insert into portal.sign_in_tickets (token_hash, account_id, issued_at, expires_at) values ($1, $2, $3, $4)`, [
    hashToken(ticket),
    accountId,
    new Date(now),
    new Date(now + ticketLifetime),
  ])
  return ticket
}

export type SecondStep = { ok: true; accountId: number } | ReturnType<typeof refuse>

/** A wrong code leaves the ticket as it is, and counts against the account. */
export function takeTicket(
  deps: { pool: Pool; keys: SecondFactorKeys },
  { ticket, code }: { ticket: string; code: string },
  call: Call,
  now: number,
): Promise<SecondStep> {
  return withTransaction(deps.pool, async (client): Promise<SecondStep> => {
    const hash = hashToken(ticket)
    if (hash === null) return refuse('sign_in_expired')
    const { rows } = await client.query<{ account_id: number }>(
      // A password that was changed in between ends what the former one began.
      `select ticket.account_id from portal.sign_in_tickets ticket join portal.credentials using (account_id)
       where token_hash = $1 and used_at is null and expires_at > $2 and changed_at <= issued_at for update of ticket`,
      [hash, new Date(now)],
    )
    const accountId = rows[0]?.account_id
    if (accountId === undefined) return refuse('sign_in_expired')
    const factor = await lockFactor(client, accountHolders, accountId)
    // Turned off in between: then the password is asked for again, and is enough.
    if (!factor?.enabled) return refuse('sign_in_expired')
    const spent = await spendCode(client, deps.keys, factor, code, now)
    if (!spent.ok) return spent
    await client.query(`update portal.sign_in_tickets set used_at = $2 where token_hash = $1`, [hash, new Date(now)])
    if (spent.by === 'recovery') {
      await noteEvent(client, { accountId, kind: 'recovery_code_used', address: call.address, at: now })
      await queueLetter(client, 'recovery_code_used', accountId, { at: new Date(now).toISOString(), left: await countRecoveryCodes(client, accountHolders, accountId) })
    }
    return { ok: true, accountId }
  })
}
