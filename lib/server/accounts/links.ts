import type { Queryable } from '@/lib/server/db/pool'
import { refuse } from '@/lib/server/kernel/handler'
import type { LinkTokens } from '@/lib/server/kernel/link-tokens'
import { hashToken } from './tokens'

export type LinkKind = 'email_confirmation' | 'email_change' | 'password_reset'

export interface Link {
  kind: LinkKind
  accountId: number
  /** The mailbox that the link was sent to, and that its use proves. */
  email: string
}

const hour = 60 * 60 * 1000
const linkLifetimes: Record<LinkKind, number> = {
  email_confirmation: 48 * hour,
  email_change: 48 * hour,
  password_reset: 1 * hour,
}
/** Letters of one kind to one account in an hour, however many addresses ask for them. */
const linksAnHour = 5
/** Between two letters that say the same. */
const letterPause = 60_000

/** Locks the account, so that what is done about its links is done one after the other. */
export async function lockAccount(db: Queryable, accountId: number): Promise<void> {
  await db.query(`select from cms.companies where id = $1 for no key update`, [accountId])
}

/** Makes a link and voids the earlier ones of its kind; answers the id that the letter makes the token from. */
export async function issueLink(db: Queryable, tokens: LinkTokens, { kind, accountId, email }: Link, now: number): Promise<string> {
  await lockAccount(db, accountId)
  await voidLinks(db, accountId, kind, now)
  const id = crypto.randomUUID()
  await db.query(
    `insert into portal.account_tokens (id, token_hash, kind, account_id, email, issued_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, hashToken(tokens.tokenOf(id)), kind, accountId, email, new Date(now), new Date(now + linkLifetimes[kind])],
  )
  return id
}

export async function voidLinks(db: Queryable, accountId: number, kind: LinkKind, now: number): Promise<void> {
  await db.query(
    `update portal.account_tokens set voided_at = $3 where account_id = $1 and kind = $2 and used_at is null and voided_at is null`,
    [accountId, kind, new Date(now)],
  )
}

/** Milliseconds until another link of this kind may be asked for; 0 where it may be now. */
export async function waitForLink(db: Queryable, accountId: number, kind: LinkKind, now: number): Promise<number> {
  const { rows } = await db.query<{ issued_at: Date }>(
    `select issued_at from portal.account_tokens where account_id = $1 and kind = $2 and issued_at > $3
     order by issued_at desc offset $4 limit 1`,
    [accountId, kind, new Date(now - hour), linksAnHour - 1],
  )
  return rows[0] ? rows[0].issued_at.getTime() + hour - now : 0
}

/** Milliseconds until the letter with such a link may be sent again: a letter needs a minute to arrive. */
export async function waitForLetter(db: Queryable, accountId: number, kind: LinkKind, now: number): Promise<number> {
  const { rows } = await db.query<{ last: Date | null }>(
    `select max(issued_at) as last from portal.account_tokens where account_id = $1 and kind = $2`,
    [accountId, kind],
  )
  const pause = rows[0]?.last ? rows[0].last.getTime() + letterPause - now : 0
  return Math.max(0, pause, await waitForLink(db, accountId, kind, now))
}

/** Uses a token up, in the transaction that does what it is for: of several uses at once one succeeds. */
export async function takeLink(db: Queryable, token: string, kinds: readonly LinkKind[], now: number) {
  const hash = hashToken(token)
  if (hash === null) return refuse('link_invalid')
  const { rows } = await db.query<{ account_id: number }>(
    `select account_id from portal.account_tokens where token_hash = $1 and kind = any ($2)`,
    [hash, kinds],
  )
  if (rows[0] === undefined) return refuse('link_invalid')
  await lockAccount(db, rows[0].account_id)
  const taken = await db.query<{ kind: LinkKind; account_id: number; email: string }>(
    `update portal.account_tokens set used_at = $2
     where token_hash = $1 and used_at is null and voided_at is null and expires_at > $2 returning kind, account_id, email`,
    [hash, new Date(now)],
  )
  const link = taken.rows[0]
  if (link) return { ok: true as const, link: { kind: link.kind, accountId: link.account_id, email: link.email } }
  const state = await db.query<{ live: boolean }>(
    `select used_at is null and voided_at is null as live from portal.account_tokens where token_hash = $1`,
    [hash],
  )
  return refuse(state.rows[0]?.live ? 'link_expired' : 'link_used')
}
