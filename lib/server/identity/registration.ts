import type { authEndpoints } from '@/lib/contract/accounts'
import { personalWords } from '@/lib/domain/password'
import { answer, type Handlers, type Outcome, refuse, withOutcome } from '@/lib/server/http/handler'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { queueLetter } from '@/lib/server/jobs/letters'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { knownDeviceCookie } from './cookies'
import { removeFactor } from './factors'
import { hashPassword, passwordFaults } from './passwords'
import { deactivationRefusal, endSessions, type Sessions } from './sessions'
import type { SignIn } from './sign-in'
import { buyer, issueLink, lockHolder, lockLink, takeLink, voidTokens, waitForLink } from './tokens'
import { type Companies, companyFaults, findUser, isUsed } from './users'

export interface IdentityDependencies {
  pool: Pool
  clock: Clock
  sessions: Sessions
  signIn: SignIn
  companies: Companies
  linkTokens: LinkTokens
  /** Cookies travel over https only. */
  secureCookies: boolean
}

type Names =
  'register' | 'emailConfirm' | 'emailLink' | 'resendConfirmation' | 'requestPasswordReset' | 'confirmPasswordReset'
const CONFIRMING_LINKS = { realm: 'buyer', kinds: ['email_confirmation', 'email_change'] } as const
type Confirmed = Outcome<{ data: { email: string; changed: boolean } }>

/** What a visitor does without a session: registers a company, and uses the links that are mailed to it. */
export function createRegistration(deps: IdentityDependencies): Pick<Handlers<typeof authEndpoints>, Names> {
  const { pool, clock, companies, linkTokens, signIn, sessions, secureCookies } = deps
  const { guard } = signIn

  async function changeEmail(client: PoolClient, accountId: number, email: string, before: string): Promise<Confirmed> {
    const extensions = { link: 'email_change' } as const
    if (await isUsed(client, email, accountId)) return refuse('email_already_used', { extensions })
    const changed = await companies.update(client, accountId, { email })
    if (!changed.ok) return refuse(changed.code, { extensions, ...('errors' in changed && { errors: changed.errors }) })
    await noteConfirmed(client, accountId, email)
    await queueLetter(client, 'email_changed', accountId, { email: before, new_email: email })
    return answer({ data: { email, changed: true } })
  }

  return {
    async register({ lang, password, accept_rules: _accepted, ...company }) {
      const errors = [...companyFaults(company), ...(await passwordFaults(password, personalWords(company)))]
      if (errors.length > 0) return refuse('invalid_input', { errors })
      if (await isUsed(pool, company.email)) return refuse('email_already_used')
      // Slow on purpose, so outside of the transaction.
      const hash = await hashPassword(password)
      return withOutcome(pool, async (client) => {
        const created = await companies.create(client, { ...company, language: lang })
        if (!created.ok) return refuse(created.code, 'errors' in created ? { errors: created.errors } : {})
        await client.query(`insert into portal.credentials (account_id, password_hash) values ($1, $2)`, [
          created.id,
          hash,
        ])
        await mailLink(client, linkTokens, 'email_confirmation', created.id, company.email, clock.now())
        return answer({ data: { email: company.email } })
      })
    },

    emailLink: ({ token }) =>
      withOutcome(pool, async (client) => {
        const found = await lockLink(client, token, CONFIRMING_LINKS, clock.now())
        return found.ok ? answer({ data: {} }) : found
      }),

    emailConfirm: ({ token }) =>
      withOutcome(pool, async (client): Promise<Confirmed> => {
        const taken = await takeLink(client, token, CONFIRMING_LINKS, clock.now())
        if (!taken.ok) return taken
        const { kind, holder, email } = taken.link
        const { rows } = await client.query<{ email: string }>(
          `select email from portal.accounts where account_id = $1`,
          [holder.id],
        )
        const current = rows[0]?.email ?? ''
        if (kind === 'email_change') return changeEmail(client, holder.id, email, current)
        // The account has another address by now.
        if (current !== email) return refuse('link_used')
        await noteConfirmed(client, holder.id, email)
        return answer({ data: { email, changed: false } })
      }),

    /** Answers the same, after the same work, whether there is something to confirm or not: a job finds out. */
    async resendConfirmation({ email }, call) {
      const admitted = await guard.admitLetter('confirmation', call.address)
      if (!admitted.ok) return admitted
      await enqueue(pool, 'email_confirmation_link', { email })
      return answer({ data: {} })
    },

    async requestPasswordReset({ email }, call) {
      // The specification (point 8) wants unknown addresses named, so few may be tried.
      const admitted = await guard.admitLetter('reset', call.address)
      if (!admitted.ok) return admitted
      return withOutcome(pool, async (client) => {
        const { rows } = await client.query<{ account_id: number; status: string }>(
          `select account_id, status from portal.accounts where email = $1`,
          [email],
        )
        const account = rows[0]
        if (!account) return refuse('email_not_registered')
        if (account.status === 'deactivated') return deactivationRefusal(client, account.account_id)
        const wait = await waitForLink(client, buyer(account.account_id), 'password_reset', clock.now())
        if (wait > 0) return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
        await mailLink(client, linkTokens, 'password_reset', account.account_id, email, clock.now())
        return answer({ data: {} })
      })
    },

    async confirmPasswordReset({ token, password }, call) {
      const hash = await hashPassword(password)
      let owner: { id: number; email: string } | null = null as { id: number; email: string } | null
      const outcome = await withOutcome(pool, async (client) => {
        const taken = await takeLink(client, token, { realm: 'buyer', kinds: ['password_reset'] }, clock.now())
        if (!taken.ok) return taken
        const { holder, email } = taken.link
        const user = await findUser(client, holder.id)
        // The account has another address by now.
        if (user === null || user.email.toLowerCase() !== email) return refuse('link_used')
        const errors = await passwordFaults(password, personalWords(user))
        if (errors.length > 0) return refuse('invalid_input', { errors })
        // A stranger may have registered with this address and enabled a factor: the first proof of the mailbox removes it.
        const isFirstProof = await noteConfirmed(client, holder.id, email)
        if (isFirstProof && (await removeFactor(client, holder)))
          await signIn.rules.record(client, {
            kind: 'disabled',
            by: 'reset',
            id: holder.id,
            address: call.address,
            at: clock.now(),
          })
        await setPassword(client, holder.id, hash, clock.now())
        await endSessions(client, holder)
        owner = { id: holder.id, email }
        return answer({ data: {} })
      })
      if (!outcome.ok || owner === null) return outcome
      sessions.forget(owner.id)
      // The owner gets in, however many attempts of strangers are counted.
      const known = await guard.succeed({ login: owner.email, address: call.address, device: call.device })
      return { ...outcome, cookies: [knownDeviceCookie('buyer', known, secureCookies)] }
    },
  }
}

/** The job of a confirmation that was requested again: nothing where the address is unknown, confirmed, or mailed just now. */
export async function mailConfirmation(
  { pool, clock, linkTokens }: Pick<IdentityDependencies, 'pool' | 'clock' | 'linkTokens'>,
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
      await lockHolder(client, buyer(accountId))
      if ((await waitForLink(client, buyer(accountId), 'email_confirmation', clock.now())) > 0) return
      await mailLink(client, linkTokens, 'email_confirmation', accountId, email, clock.now())
    },
    { retries: 3 },
  )
}

export async function mailLink(
  client: PoolClient,
  tokens: LinkTokens,
  kind: 'email_confirmation' | 'email_change' | 'password_reset',
  accountId: number,
  email: string,
  now: number,
): Promise<void> {
  const id = await issueLink(client, tokens, { kind, holder: buyer(accountId), email }, now)
  await queueLetter(client, kind, accountId, { token_id: id, email })
}

/**
 * Opening a mailed link proves control of the mailbox. The managers learn of a new account with its first confirmation,
 * not before: anybody can type an address.
 *
 * @returns whether this is the account's first proven mailbox
 */
async function noteConfirmed(client: PoolClient, accountId: number, email: string): Promise<boolean> {
  const { rows } = await client.query<{ earlier: string[]; status: string }>(
    `select array(select lower(email) from portal.email_confirmations where account_id = $1) as earlier, status
     from portal.accounts where account_id = $1`,
    [accountId],
  )
  const { earlier = [], status } = rows[0] ?? {}
  if (!earlier.includes(email))
    await client.query(`insert into portal.email_confirmations (account_id, email) values ($1, $2)`, [accountId, email])
  if (earlier.length === 0 && status === 'awaiting_confirmation')
    await queueLetter(client, 'account_waiting', null, { account_id: accountId })
  return earlier.length === 0
}

/** Voids the links and tickets that the former password made possible, a change of address above all. */
export async function setPassword(client: PoolClient, accountId: number, hash: string, now: number): Promise<void> {
  await client.query(
    `insert into portal.credentials (account_id, password_hash, changed_at) values ($1, $2, $3)
     on conflict (account_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
    [accountId, hash, new Date(now)],
  )
  const kinds = ['password_reset', 'email_change', 'second_factor', 'enrolment'] as const
  await voidTokens(client, buyer(accountId), kinds, now)
  await queueLetter(client, 'password_changed', accountId, { at: new Date(now).toISOString() })
}
