import { refuse, type RefusedOutcome } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { keysFor } from '@/lib/server/platform/secrets'
import {
  beginFactor,
  consumeCode,
  createFactorKeys,
  enableFactor,
  readFactor,
  removeFactor,
  replaceRecoveryCodes,
} from './factors'
import { createSignInGuard } from './guard'
import type { Person, RealmRules, SecurityEvent } from './realms'
import { endSessions, openSession, type Visitor } from './sessions'
import { type Holder, issueTicket, lockHolder, lockTicket, consumeToken } from './tokens'

export interface SignedIn {
  ok: true
  id: number
  token: string
  expiresAt: number
  /** The cookie of known devices. */
  knownDevice: string
  /** Shown once, if the second factor was set up during the sign-in. */
  recoveryCodes: string[]
}

interface SignInOptions {
  pool: Pool
  clock: Clock
  rules: RealmRules
  /** The portal's secret, then former ones. */
  secrets: readonly [string, ...string[]]
  limitsRequests: boolean
  /** Names the account in the authenticator app: the portal's host. */
  issuer: string
}

export type SignIn = ReturnType<typeof createSignIn>

/**
 * Signing in to one realm: the password, then a code of the second factor; only the last step opens a session.
 * Between the steps the browser has a ticket (decision 0010).
 */
export function createSignIn({ pool, clock, rules, secrets, limitsRequests, issuer }: SignInOptions) {
  const { realm } = rules
  const keys = createFactorKeys(keysFor('second factor', secrets))
  const guard = createSignInGuard({
    pool,
    clock,
    keys: keysFor('known devices', secrets),
    realm,
    enabled: limitsRequests,
  })
  const holderOf = (id: number): Holder => ({ realm, id })

  type Opened = SignedIn & { email: string }

  async function open(
    client: PoolClient,
    { id, email }: Pick<Person, 'id' | 'email'>,
    visitor: Visitor,
    { secondFactor, recoveryCodes = [] }: { secondFactor: boolean; recoveryCodes?: string[] },
  ): Promise<Opened> {
    const { cookie: knownDevice, browser } = guard.remember({ ...visitor, login: email })
    const opened = { ...visitor, secondFactor, browser: realm === 'buyer' ? browser : null }
    const session = await openSession(client, holderOf(id), opened, clock.now())
    await record(client, { kind: 'signed_in', id }, visitor)
    return { ok: true, id, email, ...session, knownDevice, recoveryCodes }
  }

  /** A successful attempt no longer counts. */
  async function finish(step: Opened | RefusedOutcome, visitor: Visitor): Promise<SignedIn | RefusedOutcome> {
    if (!step.ok) return step
    const { email, ...signedIn } = step
    await guard.succeed({ ...visitor, login: email })
    return signedIn
  }

  type Recorded = SecurityEvent extends infer Event
    ? Event extends unknown
      ? Omit<Event, 'address' | 'at'>
      : never
    : never

  function record(client: PoolClient, event: Recorded, { address }: Pick<Visitor, 'address'>): Promise<void> {
    return rules.record(client, { ...event, address, at: clock.now() })
  }

  /** Runs `work` for the holder of a ticket, which stays usable after a refusal. */
  async function withTicket(
    kind: 'second_factor' | 'enrolment',
    ticket: string,
    visitor: Visitor,
    work: (client: PoolClient, person: Person) => Promise<{ ok: true; recoveryCodes?: string[] } | RefusedOutcome>,
  ): Promise<SignedIn | RefusedOutcome> {
    const step = await withTransaction(pool, async (client): Promise<Opened | RefusedOutcome> => {
      const locked = await lockTicket(client, ticket, { realm, kind }, clock.now())
      const person = locked && (await rules.find(client, { id: locked.holder.id }))
      if (!locked || !person) return refuse('sign_in_expired')
      const refused = await rules.refusal(client, person.id)
      if (refused) return refused
      const done = await work(client, person)
      if (!done.ok) return done
      await consumeToken(client, locked.id, clock.now())
      return open(client, person, visitor, { secondFactor: true, recoveryCodes: done.recoveryCodes })
    })
    return finish(step, visitor)
  }

  async function enable(
    client: PoolClient,
    id: number,
    code: string,
    visitor: Pick<Visitor, 'address'>,
    except?: string,
  ) {
    const enabled = await enableFactor(client, keys, holderOf(id), code, clock.now())
    if (!enabled.ok) return enabled
    // Sessions that were opened without the code, which is required from now on.
    await endSessions(client, holderOf(id), { except })
    await record(client, { kind: 'enabled', id }, visitor)
    return enabled
  }

  /** Checks the password of a signed-in person again. Attempts count like sign-ins, so that a stolen session cannot be used to guess. */
  async function reauthenticate(
    id: number,
    password: string,
    visitor: Pick<Visitor, 'address'>,
  ): Promise<{ ok: true; person: Person } | RefusedOutcome> {
    const attempt = { login: `again:${id}`, address: visitor.address }
    const admitted = await guard.begin(attempt)
    if (!admitted.ok) return admitted
    const person = await rules.find(pool, { id })
    if (!(await rules.check(person?.passwordHash ?? null, password)) || !person) return refuse('password_incorrect')
    await guard.succeed(attempt)
    return { ok: true, person }
  }

  /** Runs `work` for a person who proves both password and second factor. */
  async function withBothProofs<T>(
    id: number,
    { password, code }: { password: string; code: string },
    visitor: Pick<Visitor, 'address'>,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<{ ok: true; result: T } | RefusedOutcome> {
    const proven = await reauthenticate(id, password, visitor)
    if (!proven.ok) return proven
    return withTransaction(pool, async (client) => {
      const factor = await readFactor(client, holderOf(id), 'for update')
      if (!factor?.enabledAt) return refuse('second_factor_not_enabled')
      const consumed = await consumeCode(client, keys, factor, code, clock.now())
      return consumed.ok ? { ok: true, result: await work(client) } : consumed
    })
  }

  return {
    guard,
    rules,
    reauthenticate,

    /** @param entry.email in any case */
    async withPassword(
      entry: { email: string; password: string },
      visitor: Visitor,
    ): Promise<SignedIn | RefusedOutcome> {
      const login = entry.email.trim().toLowerCase()
      const admitted = await guard.begin({ ...visitor, login })
      if (!admitted.ok) return admitted
      const compared = await rules.find(pool, { email: login })
      if (!(await rules.check(compared?.passwordHash ?? null, entry.password)) || !compared)
        return refuse('invalid_credentials')
      const step = await withTransaction(pool, async (client): Promise<Opened | RefusedOutcome> => {
        await lockHolder(client, holderOf(compared.id), 'share')
        const person = await rules.find(client, { id: compared.id })
        // Comparing takes time: the password may have changed in the meantime.
        if (!person || person.passwordHash !== compared.passwordHash) return refuse('invalid_credentials')
        const refused = await rules.refusal(client, person.id)
        if (refused) return refused
        if (!person.hasFactor && !person.needsFactor) return open(client, person, visitor, { secondFactor: false })
        const kind = person.hasFactor ? 'second_factor' : 'enrolment'
        const ticket = await issueTicket(client, holderOf(person.id), kind, clock.now())
        return refuse('second_factor_required', {
          extensions: { ticket, ...(kind === 'enrolment' && { enrolment: true }) },
        })
      })
      return finish(step, visitor)
    },

    /** A wrong code counts against the holder. */
    withCode: ({ ticket, code }: { ticket: string; code: string }, visitor: Visitor) =>
      withTicket('second_factor', ticket, visitor, async (client, { id }) => {
        const factor = await readFactor(client, holderOf(id), 'for update')
        // Turned off in the meantime: the next sign-in needs only the password.
        if (!factor?.enabledAt) return refuse('sign_in_expired')
        const consumed = await consumeCode(client, keys, factor, code, clock.now())
        if (consumed.ok && consumed.by === 'recovery')
          await record(client, { kind: 'recovery_code_used', id, left: consumed.codesLeft }, visitor)
        return consumed
      }),

    /** The set-up of a second factor during the sign-in, for those who need one. */
    beginEnrolment: (ticket: string) =>
      withTransaction(pool, async (client) => {
        const locked = await lockTicket(client, ticket, { realm, kind: 'enrolment' }, clock.now())
        const person = locked && (await rules.find(client, { id: locked.holder.id }))
        if (!person) return refuse('sign_in_expired')
        return beginFactor(client, keys, holderOf(person.id), { issuer, label: person.email, now: clock.now() })
      }),

    finishEnrolment: ({ ticket, code }: { ticket: string; code: string }, visitor: Visitor) =>
      withTicket('enrolment', ticket, visitor, (client, { id }) => enable(client, id, code, visitor)),

    /** Management of one's own second factor. */
    factor: {
      async status(id: number) {
        const factor = await readFactor(pool, holderOf(id))
        const enabledAt = factor?.enabledAt ?? null
        return {
          enabled: enabledAt !== null,
          enabled_at: enabledAt?.toISOString() ?? null,
          recovery_codes_left: enabledAt === null ? 0 : (factor?.recoveryHashes.length ?? 0),
        }
      },

      async begin(id: number, password: string, visitor: Pick<Visitor, 'address'>) {
        const proven = await reauthenticate(id, password, visitor)
        if (!proven.ok) return proven
        return beginFactor(pool, keys, holderOf(id), { issuer, label: proven.person.email, now: clock.now() })
      },

      /** Ends the other sessions; the present one counts as opened with a code. */
      enable: (id: number, code: string, sessionId: string, visitor: Pick<Visitor, 'address'>) =>
        withTransaction(pool, async (client) => {
          await lockHolder(client, holderOf(id))
          const enabled = await enable(client, id, code, visitor, sessionId)
          if (enabled.ok)
            await client.query(`update portal.sessions set second_factor = true where id = $1`, [sessionId])
          return enabled
        }),

      disable: (id: number, proof: { password: string; code: string }, visitor: Pick<Visitor, 'address'>) =>
        withBothProofs(id, proof, visitor, async (client) => {
          await removeFactor(client, holderOf(id))
          await record(client, { kind: 'disabled', id }, visitor)
        }),

      renewCodes: (id: number, proof: { password: string; code: string }, visitor: Pick<Visitor, 'address'>) =>
        withBothProofs(id, proof, visitor, async (client) => {
          await record(client, { kind: 'recovery_codes_renewed', id }, visitor)
          return replaceRecoveryCodes(client, keys, holderOf(id))
        }),

      /** For someone who lost phone and recovery codes, whose identity the member of the staff has verified. */
      reset: (id: number, by: { staffId: number; reason: string }, visitor: Pick<Visitor, 'address'>) =>
        withTransaction(pool, async (client) => {
          if (!(await lockHolder(client, holderOf(id)))) return refuse('not_found')
          if (!(await removeFactor(client, holderOf(id), true))) return refuse('second_factor_not_enabled')
          if (realm === 'staff') await endSessions(client, holderOf(id))
          await record(client, { kind: 'reset_by_manager', id, ...by }, visitor)
          return { ok: true as const }
        }),
    },
  }
}
