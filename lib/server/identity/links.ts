import { createHash, randomBytes } from 'node:crypto'
import type { authEndpoints } from '@/lib/contract/accounts'
import type { PoolClient, Queryable, Pool } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { answer, type Handlers, type Outcome, refuse, withOutcome } from '@/lib/server/http/handler'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import type { SignInGuard } from './sign-in-guard'
import { queueLetter } from '@/lib/server/jobs/letters'
import { isUsed, type Companies } from './users'
import type { Clock } from '@/lib/server/platform/clock'

/** An opaque token of 256 random bits; only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const shape = /^[A-Za-z0-9_-]{43}$/

/** The SHA-256 under which a token is stored, or null for what cannot be one of ours. */
export function hashToken(token: string): Buffer | null {
  return shape.test(token) ? createHash('sha256').update(token).digest() : null
}

type LinkKind = 'email_confirmation' | 'email_change' | 'password_reset'

interface Link {
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
export async function issueLink(
  db: Queryable,
  tokens: LinkTokens,
  { kind, accountId, email }: Link,
  now: number,
): Promise<string> {
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
  const { rows } = await db.query<{ account_id: number; kind: LinkKind }>(
    `select account_id, kind from portal.account_tokens where token_hash = $1 and kind = any ($2)`,
    [hash, kinds],
  )
  const known = rows[0]
  if (known === undefined) return refuse('link_invalid')
  await lockAccount(db, known.account_id)
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
  return refuse(state.rows[0]?.live ? 'link_expired' : 'link_used', { extensions: { link: known.kind } })
}

type Confirmed = Outcome<{ data: { email: string; changed: boolean } }>

/** The links that confirm an address: the one given at registration, and the one that replaces it later. */
export function createEmailLinks(
  deps: RegistrationDependencies & { guard: SignInGuard },
): Pick<Handlers<typeof authEndpoints>, 'emailConfirm' | 'resendConfirmation'> {
  const { pool, clock, companies, guard } = deps

  async function changeTo(client: PoolClient, { accountId, email }: Link, before: string): Promise<Confirmed> {
    const extensions = { link: 'email_change' } as const
    if (await isUsed(client, email, accountId)) return refuse('email_already_used', { extensions })
    const changed = await companies.update(client, accountId, { email })
    if (!changed.ok) return refuse(changed.code, { extensions, ...('errors' in changed && { errors: changed.errors }) })
    await noteConfirmed(client, accountId, email)
    await queueLetter(client, 'email_changed', accountId, { email: before, new_email: email })
    return answer({ data: { email, changed: true } })
  }

  async function confirm(client: PoolClient, { accountId, email }: Link, current: string): Promise<Confirmed> {
    // The account has another address by now.
    if (current !== email) return refuse('link_used')
    await noteConfirmed(client, accountId, email)
    return answer({ data: { email, changed: false } })
  }

  return {
    emailConfirm: ({ token }) =>
      withOutcome(pool, async (client): Promise<Confirmed> => {
        const taken = await takeLink(client, token, ['email_confirmation', 'email_change'], clock.now())
        if (!taken.ok) return taken
        const { rows } = await client.query<{ email: string }>(
          `select email from portal.accounts where account_id = $1`,
          [taken.link.accountId],
        )
        const current = rows[0]?.email ?? ''
        return taken.link.kind === 'email_change'
          ? changeTo(client, taken.link, current)
          : confirm(client, taken.link, current)
      }),

    /** Says the same, after the same work, whether there is something to confirm or not: a job looks. */
    async resendConfirmation({ email }, call) {
      const admitted = await guard.askForLetter('confirmation', call.address)
      if (!admitted.ok) return admitted
      await enqueue(pool, 'email_confirmation_link', { email })
      return answer({ data: {} })
    },
  }
}

/** The job of a confirmation that was asked for again: nothing where the address is nobody's, or confirmed, or was mailed just now. */
export async function mailConfirmation(
  { pool, clock, linkTokens }: Pick<RegistrationDependencies, 'pool' | 'clock' | 'linkTokens'>,
  email: string,
): Promise<void> {
  await withTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ account_id: number }>(
        `select account_id from portal.accounts where email = $1 and not email_confirmed and status <> 'deactivated'`,
        [email],
      )
      const accountId = rows[0]?.account_id
      if (accountId === undefined) return
      await lockAccount(client, accountId)
      if ((await waitForLink(client, accountId, 'email_confirmation', clock.now())) > 0) return
      const id = await issueLink(client, linkTokens, { kind: 'email_confirmation', accountId, email }, clock.now())
      await queueLetter(client, 'email_confirmation', accountId, { token_id: id, email })
    },
    { retries: 3 },
  )
}

/**
 * Whoever opens a mailed link reads the mailbox. The managers hear of a new account with its first confirmation, not
 * before: anybody can type an address.
 *
 * @returns whether nobody has proven a mailbox of this account before
 */
export async function noteConfirmed(client: PoolClient, accountId: number, email: string): Promise<boolean> {
  const { rows } = await client.query<{ earlier: string[]; status: string }>(
    `select array(select lower(email) from portal.email_confirmations where account_id = $1) as earlier, status
     from portal.accounts where account_id = $1`,
    [accountId],
  )
  const { earlier = [], status } = rows[0] ?? {}
  if (!earlier.includes(email)) {
    await client.query(`insert into portal.email_confirmations (account_id, email) values ($1, $2)`, [accountId, email])
  }
  if (earlier.length === 0 && status === 'awaiting_confirmation') {
    await queueLetter(client, 'account_waiting', null, { account_id: accountId })
  }
  return earlier.length === 0
}

export interface RegistrationDependencies {
  pool: Pool
  clock: Clock
  companies: Companies
  linkTokens: LinkTokens
}
