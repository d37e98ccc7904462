import type { authEndpoints } from '@/lib/contract/accounts'
import { personalWords } from '@/lib/domain/password'
import { answer, type Handlers, type Outcome, refuse, withOutcome } from '@/lib/server/platform/call'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { queueEmail } from '@/lib/server/jobs/emails'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { sqlState, withTransaction } from '@/lib/server/platform/db/transaction'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { knownDeviceCookie } from './cookies'
import { removeFactor } from './factors'
import { hashPassword, passwordFaults } from './passwords'
import { deactivationRefusal, endSessions, type Sessions } from './sessions'
import type { SignIn } from './sign-in'
import { buyer, issueLink, lockHolder, lockLink, consumeLink, voidTokens, waitForLink } from './tokens'
import { requestAccess } from './access-requests'
import { type Companies, companyFaults, findUser, isUsed } from './users'

export interface IdentityDependencies {
  pool: Pool
  clock: Clock
  sessions: Sessions
  signIn: SignIn
  companies: Companies
  linkTokens: LinkTokens
  /** Cookies are sent over https only. */
  secureCookies: boolean
}

const UNIQUE_VIOLATION = '23505'
const emailTaken = () => refuse('email_already_used', { extensions: { link: 'email_change' } })

const CONFIRMING_LINKS = { realm: 'buyer', kinds: ['email_confirmation', 'email_change'] } as const
const RESET_LINKS = { realm: 'buyer', kinds: ['password_reset'] } as const
type Confirmed = Outcome<{ data: { email: string; changed: boolean } }>

/** Calls without a session: registration of a company, and the links mailed to it. */
export function createRegistration(deps: IdentityDependencies) {
  const { pool, clock, companies, linkTokens, signIn, sessions, secureCookies } = deps
  const { guard } = signIn

  async function changeEmail(client: PoolClient, personId: number, email: string, before: string): Promise<Confirmed> {
    if (await isUsed(client, email, personId)) return emailTaken()
    await client.query('update portal.people set email = $2 where id = $1', [personId, email])
    await noteConfirmed(client, personId, email)
    await queueEmail(client, 'email_changed', { personId }, { email: before, new_email: email })
    return answer({ data: { email, changed: true } })
  }

  const checkLink = (token: string, wanted: typeof CONFIRMING_LINKS | typeof RESET_LINKS) =>
    withOutcome(pool, async (client) => {
      const link = await lockLink(client, token, wanted, clock.now())
      return link.ok ? answer({ data: { email: link.link.email } }) : link
    })

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
        // A trigger has made the company's first person, an owner.
        const { rows } = await client.query<{ person_id: number }>(
          `insert into portal.credentials (person_id, password_hash) select id, $2 from portal.people where company_id = $1 returning person_id`,
          [created.id, hash],
        )
        await mailLink(client, linkTokens, 'email_confirmation', rows[0]!.person_id, company.email, clock.now())
        return answer({ data: { email: company.email } })
      })
    },

    emailLink: ({ token }) => checkLink(token, CONFIRMING_LINKS),

    emailConfirm: ({ token }) =>
      withOutcome(pool, async (client): Promise<Confirmed> => {
        const consumed = await consumeLink(client, token, CONFIRMING_LINKS, clock.now())
        if (!consumed.ok) return consumed
        const { kind, holder, email } = consumed.link
        const { rows } = await client.query<{ email: string }>(
          `select email from portal.people where id = $1 and removed_at is null`,
          [holder.id],
        )
        const current = rows[0]?.email
        if (current === undefined) return refuse('link_used')
        if (kind === 'email_change') return changeEmail(client, holder.id, email, current)
        // The person has changed the address in the meantime.
        if (current !== email) return refuse('link_used')
        await noteConfirmed(client, holder.id, email)
        return answer({ data: { email, changed: false } })
      }).catch((error: unknown) => {
        // Someone else took the address concurrently; only the unique index can detect that.
        if (sqlState(error) === UNIQUE_VIOLATION) return emailTaken()
        throw error
      }),

    /** The answer and the work are the same whether or not there is anything to confirm: a job looks it up. */
    async resendConfirmation({ email }, call) {
      const admitted = await guard.admitEmail('confirmation', call.address)
      if (!admitted.ok) return admitted
      await enqueue(pool, 'email_confirmation_link', { email })
      return answer({ data: {} })
    },

    async requestPasswordReset({ email }, call) {
      // The specification (point 8) requires reporting unknown addresses, so only few attempts are allowed.
      const admitted = await guard.admitEmail('reset', call.address)
      if (!admitted.ok) return admitted
      return withOutcome(pool, async (client) => {
        const { rows } = await client.query<{ id: number }>(
          `select id from portal.people where email = $1 and removed_at is null`,
          [email],
        )
        const person = rows[0]
        if (!person) return refuse('email_not_registered')
        const deactivated = await deactivationRefusal(client, person.id)
        if (deactivated) return deactivated
        const wait = await waitForLink(client, buyer(person.id), 'password_reset', clock.now())
        if (wait > 0) return refuse('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
        await mailLink(client, linkTokens, 'password_reset', person.id, email, clock.now())
        return answer({ data: {} })
      })
    },

    passwordResetLink: ({ token }) => checkLink(token, RESET_LINKS),

    async confirmPasswordReset({ token, password }, call) {
      const hash = await hashPassword(password)
      const outcome = await withOutcome(
        pool,
        async (client): Promise<Outcome<{ companyId: number; email: string }>> => {
          const consumed = await consumeLink(client, token, RESET_LINKS, clock.now())
          if (!consumed.ok) return consumed
          const { holder, email } = consumed.link
          const user = await findUser(client, holder.id)
          // The person has changed the address in the meantime.
          if (user?.email !== email) return refuse('link_used')
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
          return answer({ companyId: user.id, email })
        },
      )
      if (!outcome.ok) return outcome
      const { companyId, email } = outcome.answer
      sessions.forget(companyId)
      // Failed attempts of strangers must not keep the owner out.
      const attempt = { login: email, address: call.address, device: call.device }
      await guard.succeed(attempt)
      return answer({ data: {} }, [knownDeviceCookie('buyer', guard.remember(attempt).cookie, secureCookies)])
    },
  } satisfies Partial<Handlers<typeof authEndpoints>>
}

/** A job: mails the confirmation again, unless the address is unknown, confirmed, or was mailed just now. */
export async function mailConfirmation(
  { pool, clock, linkTokens }: Pick<IdentityDependencies, 'pool' | 'clock' | 'linkTokens'>,
  email: string,
): Promise<void> {
  await withTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ id: number }>(
        `select person.id from portal.people person join portal.accounts account using (company_id)
         where person.email = $1 and person.removed_at is null and person.deactivated_at is null and account.status <> 'deactivated'
           and not exists (select from portal.email_confirmations where person_id = person.id and email = person.email)`,
        [email],
      )
      const personId = rows[0]?.id
      if (personId === undefined) return
      await lockHolder(client, buyer(personId))
      if ((await waitForLink(client, buyer(personId), 'email_confirmation', clock.now())) > 0) return
      await mailLink(client, linkTokens, 'email_confirmation', personId, email, clock.now())
    },
    { retries: 3 },
  )
}

export async function mailLink(
  client: PoolClient,
  tokens: LinkTokens,
  kind: 'email_confirmation' | 'email_change' | 'password_reset',
  personId: number,
  email: string,
  now: number,
): Promise<void> {
  const id = await issueLink(client, tokens, { kind, holder: buyer(personId), email }, now)
  await queueEmail(client, kind, { personId }, { token_id: id, email })
}

/**
 * Records that a mailed link was opened, which proves control of the mailbox. Only the first one notifies the managers of a new
 * company, because anyone can type an address.
 *
 * @returns whether the person had confirmed no mailbox before
 */
async function noteConfirmed(client: PoolClient, personId: number, email: string): Promise<boolean> {
  const { rows } = await client.query<{ earlier: string[]; status: string; company_id: number }>(
    `select array(select email from portal.email_confirmations where person_id = $1) as earlier, account.status, company_id
     from portal.people person join portal.accounts account using (company_id) where person.id = $1`,
    [personId],
  )
  const { earlier = [], status, company_id: companyId = 0 } = rows[0] ?? {}
  if (!earlier.includes(email)) await confirmEmail(client, personId, email)
  if (earlier.length === 0 && status === 'awaiting_confirmation') {
    await queueEmail(client, 'account_waiting', null, { company_id: companyId })
    await requestAccess(client, { companyId, personId })
  }
  return earlier.length === 0
}

export async function confirmEmail(client: PoolClient, personId: number, email: string): Promise<void> {
  await client.query(`insert into portal.email_confirmations (person_id, email) values ($1, $2)`, [personId, email])
}

/** Also voids links and tickets that were issued by the former password, such as a change of the address. */
export async function setPassword(client: PoolClient, personId: number, hash: string, now: number): Promise<void> {
  await client.query(
    `insert into portal.credentials (person_id, password_hash, changed_at) values ($1, $2, $3)
     on conflict (person_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
    [personId, hash, new Date(now)],
  )
  const kinds = ['password_reset', 'email_change', 'second_factor', 'enrolment'] as const
  await voidTokens(client, buyer(personId), kinds, now)
  await queueEmail(client, 'password_changed', { personId }, { at: new Date(now).toISOString() })
}
