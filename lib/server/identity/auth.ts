import type { authEndpoints } from '@/lib/contract/accounts'
import type { Answer } from '@/lib/contract/endpoint'
import type { Clock } from '@/lib/server/platform/clock'
import {
  accountOf,
  answer,
  refuse,
  type Call,
  type Handlers,
  type Outcome,
  withOutcome,
} from '@/lib/server/http/handler'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import type { Pool } from '@/lib/server/platform/db/pool'
import { type Companies, findUser, isUsed } from './users'
import { createEmailLinks, issueLink, type RegistrationDependencies } from './links'
import { createPasswordReset } from './password-reset'
import { checkPassword, type CheckPassword, hashPassword, passwordFaults } from './passwords'
import {
  clearedCookies,
  rememberedDevice,
  sessionCookies,
  endSessions,
  listSessions,
  sessionLifetime,
  type Sessions,
  deactivationRefusal,
} from './sessions'
import { issueTicket, takeTicket } from '@/lib/server/identity/second-factor/endpoints'
import type { SecondFactorKeys } from '@/lib/server/identity/second-factor/keys'
import type { SignInGuard } from './sign-in-guard'
import { isValidIBAN } from 'ibantools'
import type { CompanyData } from '@/lib/contract/company'
import type { FieldError } from '@/lib/contract/errors'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'
import { personalWords } from '@/lib/domain/password'
import { queueLetter } from '@/lib/server/jobs/letters'

const checks = {
  edrpou: isEdrpou,
  eic: isEic,
  iban: (text: string) => text.startsWith('UA') && isValidIBAN(text),
}

/** Codes whose check digits are wrong; what is not given is not checked. */
export function companyFaults(data: Partial<CompanyData>): FieldError[] {
  return (Object.keys(checks) as (keyof typeof checks)[])
    .filter((name) => data[name] !== undefined && !checks[name](data[name]))
    .map((name) => ({ path: name, code: `${name}_invalid` }))
}

/** Registration: the company, its password and the letter that confirms its address, all or nothing. */
function createRegistration(deps: RegistrationDependencies): Pick<Handlers<typeof authEndpoints>, 'register'> {
  const { pool, clock, companies, linkTokens } = deps
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
        const link = { kind: 'email_confirmation', accountId: created.id, email: company.email } as const
        const id = await issueLink(client, linkTokens, link, clock.now())
        await queueLetter(client, 'email_confirmation', created.id, { token_id: id, email: company.email })
        return answer({ data: { email: company.email } })
      })
    },
  }
}

export interface AuthDependencies {
  pool: Pool
  clock: Clock
  sessions: Sessions
  /** Cookies travel over https only. */
  secureCookies: boolean
  companies: Companies
  linkTokens: LinkTokens
  secondFactor: SecondFactorKeys
  guard: SignInGuard
  /** For tests that count the work. */
  check?: CheckPassword
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createAuthEndpoints(deps: AuthDependencies): Handlers<typeof authEndpoints> {
  const { pool, clock, sessions, secureCookies, secondFactor, guard, check = checkPassword } = deps

  async function signIn(accountId: number, call: Call): Promise<Outcome<Answer<typeof authEndpoints.login>>> {
    const { token, expiresAt } = await sessions.open(accountId, call)
    const user = await findUser(pool, accountId)
    if (!user) return refuse('invalid_credentials')
    const known = await guard.succeed({
      login: user.email.toLowerCase(),
      address: call.address,
      device: call.device ?? null,
    })
    return answer(
      { data: { access_token: token, expires_at: new Date(expiresAt).toISOString(), known_device: known, user } },
      [...sessionCookies(token, sessionLifetime / 1000, secureCookies), rememberedDevice(known, secureCookies)],
    )
  }

  return {
    ...createRegistration(deps),
    ...createEmailLinks(deps),
    ...createPasswordReset(deps),

    async login({ email, password }, call) {
      const admitted = await guard.begin({ login: email, address: call.address, device: call.device ?? null })
      if (!admitted.ok) return admitted
      const { rows } = await pool.query<{
        account_id: number
        password_hash: string
        status: string
        second_factor: boolean
      }>(
        `select account.account_id, credentials.password_hash, account.status, factor.enabled_at is not null as second_factor
         from portal.accounts account join portal.credentials using (account_id)
         left join portal.second_factors factor using (account_id) where account.email = $1`,
        [email],
      )
      const found = rows[0]
      if (!(await check(found?.password_hash ?? null, password)) || !found) return refuse('invalid_credentials')
      if (found.status === 'deactivated') return deactivationRefusal(pool, found.account_id)
      if (found.second_factor)
        return refuse('second_factor_required', {
          extensions: { ticket: await issueTicket(pool, found.account_id, clock.now()) },
        })
      return signIn(found.account_id, call)
    },

    async loginSecondFactor(input, call) {
      const step = await takeTicket({ pool, keys: secondFactor }, input, call, clock.now())
      if (!step.ok) return step
      const { rows } = await pool.query<{ status: string }>(
        `select status from portal.accounts where account_id = $1`,
        [step.accountId],
      )
      return rows[0]?.status === 'deactivated'
        ? deactivationRefusal(pool, step.accountId)
        : signIn(step.accountId, call)
    },

    async logout(_input, call) {
      const { accountId, sessionId } = accountOf(call)
      await endSessions(pool, accountId, { id: sessionId })
      sessions.forget(accountId)
      return answer({ data: {} }, clearedCookies(secureCookies))
    },

    async userProfile(_input, call) {
      const user = await findUser(pool, accountOf(call).accountId)
      return user ? answer({ data: user }) : refuse('unauthorized')
    },

    async sessions(_input, call) {
      const { accountId, sessionId } = accountOf(call)
      const list = await listSessions(pool, accountId, sessionId, clock.now())
      return answer({ data: { list, next_cursor: null } })
    },

    async revokeSession({ id }, call) {
      const { accountId } = accountOf(call)
      const ended = uuid.test(id) ? await endSessions(pool, accountId, { id }) : 0
      sessions.forget(accountId)
      return ended > 0 ? answer({ data: {} }) : refuse('not_found')
    },
  }
}
