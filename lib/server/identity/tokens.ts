import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { refuse } from '@/lib/server/platform/call'
import type { LinkTokens } from '@/lib/server/platform/secrets'

export type Realm = 'buyer' | 'staff'

/** A person of a company, or a member of the staff. */
export interface Holder {
  realm: Realm
  id: number
}

/** The tables of this module have both columns, one of which is null. */
export const HOLDER_COLUMN = { buyer: 'person_id', staff: 'staff_id' } as const
const HOLDER_TABLE = { buyer: 'portal.people', staff: 'cms.staff' } as const

export const buyer = (personId: number): Holder => ({ realm: 'buyer', id: personId })

/** `no key update` serialises changes of a holder's passwords, links and sessions; `share` delays them. */
export async function lockHolder(
  db: Queryable,
  { realm, id }: Holder,
  mode: 'share' | 'no key update' = 'no key update',
): Promise<boolean> {
  const { rowCount } = await db.query(`select from ${HOLDER_TABLE[realm]} where id = $1 for ${mode}`, [id])
  return rowCount !== 0
}

/** An opaque token of 256 random bits; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const SHAPE = /^[A-Za-z0-9_-]{43}$/

/** The SHA-256 by which a token is stored; null for a text that is not a token. */
export function hashToken(token: string): Buffer | null {
  return SHAPE.test(token) ? createHash('sha256').update(token).digest() : null
}

/** Mailed links. A ticket proves the password to the next step of the sign-in. */
export type LinkKind = 'email_confirmation' | 'email_change' | 'password_reset'
type TicketKind = 'second_factor' | 'enrolment'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
const LIFETIME_MS: Record<LinkKind | TicketKind, number> = {
  email_confirmation: 48 * HOUR_MS,
  email_change: 48 * HOUR_MS,
  password_reset: HOUR_MS,
  second_factor: 5 * MINUTE_MS,
  enrolment: 20 * MINUTE_MS,
}
/** Links of one kind to one holder, requested from any address. */
export const LINKS_PER_HOUR = 5
/** Between two emails of the same kind. */
export const EMAIL_PAUSE_MS = MINUTE_MS

interface Link {
  kind: LinkKind
  holder: Holder
  /** The mailbox that receives the link; using the link proves control of it. */
  email: string
}

async function insertToken(
  db: Queryable,
  {
    id,
    token,
    kind,
    holder,
    email,
  }: { id: string; token: string; kind: LinkKind | TicketKind; holder: Holder; email: string | null },
  now: number,
): Promise<void> {
  await db.query(
    `insert into portal.one_time_tokens (id, token_hash, kind, ${HOLDER_COLUMN[holder.realm]}, email, issued_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, hashToken(token), kind, holder.id, email, new Date(now), new Date(now + LIFETIME_MS[kind])],
  )
}

/** Makes a link and voids earlier ones of its kind; returns the id from which the email's token is derived. */
export async function issueLink(
  db: Queryable,
  tokens: LinkTokens,
  { kind, holder, email }: Link,
  now: number,
): Promise<string> {
  await lockHolder(db, holder)
  await voidTokens(db, holder, [kind], now)
  const id = crypto.randomUUID()
  await insertToken(db, { id, token: tokens.tokenOf(id), kind, holder, email }, now)
  return id
}

export async function issueTicket(db: Queryable, holder: Holder, kind: TicketKind, now: number): Promise<string> {
  const token = newToken()
  await insertToken(db, { id: crypto.randomUUID(), token, kind, holder, email: null }, now)
  return token
}

/** @param kinds null: all */
export async function voidTokens(
  db: Queryable,
  { realm, id }: Holder,
  kinds: readonly (LinkKind | TicketKind)[] | null,
  now: number,
): Promise<void> {
  await db.query(
    `update portal.one_time_tokens set voided_at = $3
     where ${HOLDER_COLUMN[realm]} = $1 and ($2::text[] is null or kind = any ($2)) and used_at is null and voided_at is null`,
    [id, kinds, new Date(now)],
  )
}

/** Milliseconds until another link of this kind may be requested. */
export async function waitForLink(db: Queryable, { realm, id }: Holder, kind: LinkKind, now: number): Promise<number> {
  const { rows } = await db.query<{ issued_at: Date }>(
    `select issued_at from portal.one_time_tokens where ${HOLDER_COLUMN[realm]} = $1 and kind = $2 and issued_at > $3
     order by issued_at desc limit $4`,
    [id, kind, new Date(now - HOUR_MS), LINKS_PER_HOUR],
  )
  const oldest = rows[LINKS_PER_HOUR - 1]
  return oldest ? oldest.issued_at.getTime() + HOUR_MS - now : 0
}

/** Milliseconds until the email may be sent again; it may take a minute to arrive. */
export async function waitForEmail(db: Queryable, holder: Holder, kind: LinkKind, now: number): Promise<number> {
  const { rows } = await db.query<{ last: Date | null }>(
    `select max(issued_at) as last from portal.one_time_tokens where ${HOLDER_COLUMN[holder.realm]} = $1 and kind = $2`,
    [holder.id, kind],
  )
  const pause = rows[0]?.last ? rows[0].last.getTime() + EMAIL_PAUSE_MS - now : 0
  return Math.max(0, pause, await waitForLink(db, holder, kind, now))
}

interface LockedToken {
  id: string
  kind: LinkKind | TicketKind
  holder: Holder
  email: string
  state: 'live' | 'used' | 'expired'
}

/** Locks the token's holder, then the token, which serialises transactions that use the same token. */
async function lockToken(
  db: Queryable,
  token: string,
  { realm, kinds }: { realm: Realm; kinds: readonly (LinkKind | TicketKind)[] },
  now: number,
): Promise<LockedToken | null> {
  const hash = hashToken(token)
  if (hash === null) return null
  const column = HOLDER_COLUMN[realm]
  const stored = await db.query<{ id: string; holder: number }>(
    `select id, ${column} as holder from portal.one_time_tokens where token_hash = $1 and kind = any ($2) and ${column} is not null`,
    [hash, kinds],
  )
  const { id, holder: holderId } = stored.rows[0] ?? {}
  if (id === undefined || holderId === undefined) return null
  const holder = { realm, id: holderId }
  await lockHolder(db, holder)
  const { rows } = await db.query<{ kind: LinkKind; email: string | null; used: boolean; expired: boolean }>(
    `select kind, email, used_at is not null or voided_at is not null as used, expires_at <= $2 as expired
     from portal.one_time_tokens where id = $1 for update`,
    [id, new Date(now)],
  )
  const row = rows[0]
  if (!row) return null
  const state = row.used ? 'used' : row.expired ? 'expired' : 'live'
  return { id, kind: row.kind, holder, email: row.email ?? '', state }
}

export async function consumeToken(db: Queryable, id: string, now: number): Promise<void> {
  await db.query(`update portal.one_time_tokens set used_at = $2 where id = $1`, [id, new Date(now)])
}

/** A link that can be used, locked in the caller's transaction. */
export async function lockLink(
  db: Queryable,
  token: string,
  purpose: { realm: Realm; kinds: readonly LinkKind[] },
  now: number,
): Promise<{ ok: true; id: string; link: Link } | ReturnType<typeof refuse>> {
  const locked = await lockToken(db, token, purpose, now)
  if (locked === null) return refuse('link_invalid')
  const { id, holder, email, state } = locked
  const kind = locked.kind as LinkKind
  if (state !== 'live') return refuse(state === 'used' ? 'link_used' : 'link_expired', { extensions: { link: kind } })
  return { ok: true, id, link: { kind, holder, email } }
}

/** Consumes a link, in the transaction of its purpose. */
export async function consumeLink(
  db: Queryable,
  token: string,
  purpose: { realm: Realm; kinds: readonly LinkKind[] },
  now: number,
): Promise<{ ok: true; link: Link } | ReturnType<typeof refuse>> {
  const locked = await lockLink(db, token, purpose, now)
  if (locked.ok) await consumeToken(db, locked.id, now)
  return locked
}

/** A ticket's holder, locked; the ticket stays usable until `consumeToken`. Null for a ticket that is not valid. */
export async function lockTicket(
  db: Queryable,
  ticket: string,
  { realm, kind }: { realm: Realm; kind: TicketKind },
  now: number,
): Promise<{ id: string; holder: Holder } | null> {
  const locked = await lockToken(db, ticket, { realm, kinds: [kind] }, now)
  return locked?.state === 'live' ? locked : null
}
