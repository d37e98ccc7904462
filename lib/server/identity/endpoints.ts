import type { authEndpoints } from '@/lib/contract/accounts'
import type { Answer } from '@/lib/contract/endpoint'
import type { managerSecurityEndpoints } from '@/lib/contract/manager'
import type { twoFactorEndpoints } from '@/lib/contract/two-factor'
import { accountOf, answer, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import { clearedCookies, knownDeviceCookie, sessionCookies } from './cookies'
import { createRegistration, type IdentityDependencies } from './registration'
import { endSessions, listSessions } from './sessions'
import type { SignedIn, SignIn } from './sign-in'
import { buyer } from './tokens'
import { findUser } from './users'

/** Sign-in, sign-out and one's own sessions. */
export function createAuthEndpoints(deps: IdentityDependencies): Handlers<typeof authEndpoints> {
  const { pool, clock, sessions, secureCookies, signIn } = deps

  async function answerSignIn(
    step: SignedIn | ReturnType<typeof refuse>,
  ): Promise<Outcome<Answer<typeof authEndpoints.login>>> {
    if (!step.ok) return step
    const { id, token, expiresAt, knownDevice } = step
    const user = await findUser(pool, id)
    if (!user) return refuse('invalid_credentials')
    return answer(
      { data: { access_token: token, expires_at: new Date(expiresAt).toISOString(), known_device: knownDevice, user } },
      [...sessionCookies('buyer', token, secureCookies), knownDeviceCookie('buyer', knownDevice, secureCookies)],
    )
  }

  return {
    ...createRegistration(deps),
    login: async (entry, call) => answerSignIn(await signIn.withPassword(entry, call)),
    loginSecondFactor: async (entry, call) => answerSignIn(await signIn.withCode(entry, call)),

    async logout(_input, call) {
      const { companyId, personId, sessionId } = accountOf(call)
      await endSessions(pool, buyer(personId), { id: sessionId })
      sessions.forget(companyId)
      return answer({ data: {} }, clearedCookies('buyer', secureCookies))
    },

    async userProfile(_input, call) {
      const user = await findUser(pool, accountOf(call).personId)
      return user ? answer({ data: user }) : refuse('unauthorized')
    },

    async sessions(_input, call) {
      const { personId, sessionId } = accountOf(call)
      await sessions.flush()
      const list = await listSessions(pool, buyer(personId), sessionId, clock.now())
      return answer({ data: { list, next_cursor: null } })
    },

    async revokeSession({ id }, call) {
      const { companyId, personId } = accountOf(call)
      const ended = await endSessions(pool, buyer(personId), { id })
      sessions.forget(companyId)
      return ended > 0 ? answer({ data: {} }) : refuse('not_found')
    },
  }
}

/** One's own second factor. */
export function createTwoFactorEndpoints({
  signIn: { factor },
  sessions,
}: Pick<IdentityDependencies, 'signIn' | 'sessions'>): Handlers<typeof twoFactorEndpoints> {
  return {
    status: async (_input, call) => answer({ data: await factor.status(accountOf(call).personId) }),

    async begin({ password }, call) {
      const begun = await factor.begin(accountOf(call).personId, password, call)
      return begun.ok ? answer({ data: begun.secret }) : begun
    },

    async enable({ code }, call) {
      const { companyId, personId, sessionId } = accountOf(call)
      const enabled = await factor.enable(personId, code, sessionId, call)
      sessions.forget(companyId)
      return enabled.ok ? answer({ data: { recovery_codes: enabled.recoveryCodes } }) : enabled
    },

    async disable(proof, call) {
      const disabled = await factor.disable(accountOf(call).personId, proof, call)
      return disabled.ok ? answer({ data: {} }) : disabled
    },

    async renewRecoveryCodes(proof, call) {
      const renewed = await factor.renewCodes(accountOf(call).personId, proof, call)
      return renewed.ok ? answer({ data: { recovery_codes: renewed.result } }) : renewed
    },
  }
}

/** A manager removes a person's second factor. */
export function createTwoFactorReset({
  factor,
}: SignIn): Pick<Handlers<typeof managerSecurityEndpoints>, 'resetTwoFactor'> {
  return {
    async resetTwoFactor({ person_id: personId, reason }, call) {
      const reset = await factor.reset(personId, { staffId: staffOf(call).staffId, reason }, call)
      return reset.ok ? answer({ data: {} }) : reset
    },
  }
}
