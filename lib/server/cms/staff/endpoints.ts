import { addDataAndFileToRequest, APIError, type Endpoint, type PayloadRequest } from 'payload'
import * as z from 'zod'
import { ERROR_STATUS } from '@/lib/contract/errors'
import { audit } from '@/lib/server/platform/audit'
import { inTransaction } from '@/lib/server/payload/database'
import { type PortalTextKey, translate } from '@/lib/server/cms/translations'
import { isCrossSite } from '@/lib/server/platform/request-headers'
import type { Refusal } from '@/lib/server/platform/call'
import { clearedCookies, knownDeviceCookie, sessionCookies } from '@/lib/server/identity/cookies'
import { MAX_PASSWORD_LENGTH, staffPasswordFault } from '@/lib/server/identity/passwords'
import { endSessions, extendSession, listSessions } from '@/lib/server/identity/sessions'
import type { SignedIn } from '@/lib/server/identity/sign-in'
import { consumeLink, type Holder } from '@/lib/server/identity/tokens'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { notify } from './hooks'
import { LINK_PLACEHOLDER, requiresSecondFactor, staffIdentity, staffIn, type StaffUser, visitorIn } from './identity'

const email = z.string().trim().min(1).max(254)
const password = z.string().min(1).max(MAX_PASSWORD_LENGTH)
const ticket = z.string().trim().min(1).max(100)
const code = z.string().trim().min(1).max(40)
const colleague = z.int().positive()

/** The back office's texts of the API's refusals. */
const REFUSAL_TEXTS: Partial<Record<Refusal['code'], PortalTextKey>> = {
  invalid_credentials: 'signInWrong',
  sign_in_expired: 'signInExpired',
  second_factor_code_invalid: 'codeWrong',
  second_factor_unavailable: 'codeUnavailable',
  second_factor_enabled: 'twoFactorOn',
  second_factor_not_enabled: 'twoFactorOff',
  second_factor_not_begun: 'twoFactorBeginAgain',
  password_incorrect: 'passwordWrong',
  link_invalid: 'linkInvalid',
  link_used: 'linkUsed',
  link_expired: 'linkExpired',
  unauthorized: 'signInFirst',
  forbidden: 'notAllowed',
  foreign_origin: 'foreignOrigin',
  not_found: 'notThere',
}

/** A refusal in Payload's shape, which its forms show, with the portal's code. */
function refused(req: PayloadRequest, { code: why, retryAfter, extensions }: Refusal): Response {
  const minutes = Math.max(1, Math.ceil((retryAfter ?? 60) / 60))
  const message =
    why === 'too_many_requests'
      ? translate(req, 'tooManyAttempts', { minutes })
      : translate(req, REFUSAL_TEXTS[why] ?? 'invalidRequest')
  const body = { errors: [{ message }], code: why, ...extensions }
  return reply(body, ERROR_STATUS[why], retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}

/** The form marks the field. */
function refusedField(req: PayloadRequest, path: string, message: string): Response {
  const error = {
    name: 'ValidationError',
    message: translate(req, 'invalidRequest'),
    data: { errors: [{ path, message }] },
  }
  return reply({ errors: [error], code: 'invalid_input' }, 400)
}

function reply(body: object, status = 200, headers: Record<string, string> = {}, cookies: string[] = []): Response {
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

type Handle<Input, More extends unknown[] = []> = (
  input: Input,
  req: PayloadRequest,
  ...more: More
) => Promise<Response> | Response

/** An endpoint for visitors: parses the input, and refuses requests that another site's page made. */
function visitorCall<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  handle: Handle<z.output<Schema>>,
): Omit<Endpoint, 'root'> {
  return {
    path,
    method: 'post',
    async handler(req) {
      const request = { headers: req.headers, url: req.url ?? 'http://unknown.invalid/' }
      if (isCrossSite(request, staffIdentity(req.payload).settings.publicOrigin))
        return refused(req, { code: 'foreign_origin' })
      const parsed = schema.safeParse(await bodyOf(req))
      return parsed.success ? handle(parsed.data, req) : refused(req, { code: 'invalid_input' })
    },
  }
}

/** The same for a signed-in member of the staff. */
function staffCall<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  handle: Handle<z.output<Schema>, [StaffUser]>,
) {
  return visitorCall(path, schema, (input, req) => {
    const staff = staffIn(req)
    return staff === null ? refused(req, { code: 'unauthorized' }) : handle(input, req, staff)
  })
}

/** JSON, or the multipart form that Payload's pages send. */
async function bodyOf(req: PayloadRequest): Promise<unknown> {
  try {
    await addDataAndFileToRequest(req)
    return req.data ?? {}
  } catch {
    return null
  }
}

const holderOf = (id: number): Holder => ({ realm: 'staff', id })
const isSecure = (req: PayloadRequest) => staffIdentity(req.payload).settings.publicUrl.startsWith('https:')

async function welcome(req: PayloadRequest, step: SignedIn | { ok: false; refusal: Refusal }): Promise<Response> {
  if (!step.ok) return refused(req, step.refusal)
  const { id, token, knownDevice, expiresAt, recoveryCodes } = step
  const { email: address, name, role } = await req.payload.findByID({ collection: 'staff', id, depth: 0 })
  return reply(
    {
      message: translate(req, 'signedIn'),
      exp: Math.floor(expiresAt / 1000),
      token,
      user: { id, email: address, name, role, collection: 'staff' },
      ...(recoveryCodes.length > 0 && { recovery_codes: recoveryCodes }),
    },
    200,
    {},
    [...sessionCookies('staff', token, isSecure(req)), knownDeviceCookie('staff', knownDevice, isSecure(req))],
  )
}

const ownDocument = (req: PayloadRequest, id: number) =>
  req.payload.findByID({ collection: 'staff', id, depth: 0, req, overrideAccess: false })

/** Rolls the transaction back, so that the link stays unused. */
class PasswordRefused extends Error {
  constructor(readonly text: string) {
    super(text)
  }
}

/** These replace Payload's endpoints of the same paths: a collection's own endpoints take precedence. */
export const signInEndpoints: Omit<Endpoint, 'root'>[] = [
  visitorCall('/login', z.object({ email, password }), async (input, req) =>
    welcome(req, await staffIdentity(req.payload).signIn.withPassword(input, visitorIn(req))),
  ),
  visitorCall('/login/second-factor', z.object({ ticket, code }), async (input, req) =>
    welcome(req, await staffIdentity(req.payload).signIn.withCode(input, visitorIn(req))),
  ),
  visitorCall('/login/enrolment/begin', z.object({ ticket }), async (input, req) => {
    const begun = await staffIdentity(req.payload).signIn.beginEnrolment(input.ticket)
    return begun.ok ? reply(begun.secret) : refused(req, begun.refusal)
  }),
  visitorCall('/login/enrolment', z.object({ ticket, code }), async (input, req) =>
    welcome(req, await staffIdentity(req.payload).signIn.finishEnrolment(input, visitorIn(req))),
  ),

  visitorCall('/logout', z.unknown(), async (_input, req) => {
    const staff = staffIn(req)
    const selection = req.query.allSessions === 'true' ? {} : { id: staff?.sid }
    if (staff !== null) await endSessions(staffIdentity(req.payload).pool, holderOf(staff.id), selection)
    return reply({ message: translate(req, 'signedOut') }, 200, {}, clearedCookies('staff', isSecure(req)))
  }),

  staffCall('/refresh-token', z.unknown(), async (_input, req, { id, sid }) => {
    const { pool, clock } = staffIdentity(req.payload)
    const expiresAt = await extendSession(pool, 'staff', sid, clock.now())
    if (expiresAt === null) return refused(req, { code: 'unauthorized' })
    const user = { ...(await ownDocument(req, id)), collection: 'staff' }
    return reply({ message: '', exp: Math.floor(expiresAt / 1000), user })
  }),

  {
    path: '/me',
    method: 'get',
    async handler(req) {
      const staff = staffIn(req)
      if (staff === null) return reply({ user: null })
      const user = { ...(await ownDocument(req, staff.id)), collection: 'staff' }
      return reply({ user, collection: 'staff', strategy: 'staff-session', exp: staff.exp })
    },
  },

  /** Answers the same after the same time for every address: a job looks the address up. */
  visitorCall('/forgot-password', z.object({ email }), async (input, req) => {
    const { signIn, pool, settings } = staffIdentity(req.payload)
    const admitted = await signIn.guard.admitEmail('reset', visitorIn(req).address)
    if (!admitted.ok) return refused(req, admitted.refusal)
    const href = `${settings.publicUrl}/admin/reset/${LINK_PLACEHOLDER}`
    await enqueue(pool, 'staff_password_link', {
      email: input.email,
      subject: translate(req, 'resetSubject'),
      html: `<p>${translate(req, 'resetText')}</p><p><a href="${href}">${href}</a></p>`,
    })
    return reply({ message: translate(req, 'resetAsked') })
  }),

  visitorCall(
    '/reset-password',
    z.object({ token: ticket, password: z.string().max(MAX_PASSWORD_LENGTH) }),
    async (input, req) => {
      const { pool, clock } = staffIdentity(req.payload)
      try {
        const consumed = await withTransaction(
          pool,
          async (client) => {
            const link = await consumeLink(
              client,
              input.token,
              { realm: 'staff', kinds: ['password_reset'] },
              clock.now(),
            )
            if (!link.ok) return link
            const { id } = link.link.holder
            const { rows } = await client.query<{ name: string }>(`select name from cms.staff where id = $1`, [id])
            const fault = await staffPasswordFault(input.password, [link.link.email, rows[0]?.name ?? ''])
            if (fault !== null) throw new PasswordRefused(translate(req, fault.key, fault.values))
            await audit(client, id, 'staff.password_reset', `staff:${id}`)
            const data = { password: input.password }
            // The mailed link proves the owner; the hooks end all sessions.
            await inTransaction(req.payload, client, (transaction) =>
              req.payload.update({ collection: 'staff', id, data, context: { ownerProven: true }, req: transaction }),
            )
            return link
          },
          // A colleague's change of the same member acquires the locks in the opposite order.
          { retries: 3 },
        )
        return consumed.ok ? reply({ message: translate(req, 'passwordSet') }) : refused(req, consumed.refusal)
      } catch (error) {
        if (error instanceof PasswordRefused) return refusedField(req, 'password', error.text)
        throw error
      }
    },
  ),
]

/** Administrators act on colleagues, never on themselves: that would bypass the second factor, or remove the last administrator. */
async function refuseUnlessAdmin(req: PayloadRequest, { id, role }: StaffUser, colleagueId: number, proof: string) {
  if (role !== 'admin' || colleagueId === id) return refused(req, { code: 'forbidden' })
  const proven = await staffIdentity(req.payload).signIn.reauthenticate(id, proof, visitorIn(req))
  return proven.ok ? null : refused(req, proven.refusal)
}

/** For one's own account; administrators also see a colleague's. */
export const securityEndpoints: Omit<Endpoint, 'root'>[] = [
  staffCall('/security/status', z.unknown(), async (_input, req, { id, role, sid }) => {
    const { pool, clock, sessions, signIn } = staffIdentity(req.payload)
    await sessions.flush()
    return reply({
      two_factor: { ...(await signIn.factor.status(id)), required: requiresSecondFactor(role) },
      sessions: await listSessions(pool, holderOf(id), sid, clock.now()),
    })
  }),

  staffCall('/security/two-factor/begin', z.object({ password }), async (input, req, { id }) => {
    const begun = await staffIdentity(req.payload).signIn.factor.begin(id, input.password, visitorIn(req))
    return begun.ok ? reply(begun.secret) : refused(req, begun.refusal)
  }),

  staffCall('/security/two-factor/enable', z.object({ code }), async (input, req, { id, sid }) => {
    const enabled = await staffIdentity(req.payload).signIn.factor.enable(id, input.code, sid, visitorIn(req))
    return enabled.ok ? reply({ recovery_codes: enabled.recoveryCodes }) : refused(req, enabled.refusal)
  }),

  staffCall('/security/two-factor/disable', z.object({ password, code }), async (proof, req, { id, role }) => {
    if (requiresSecondFactor(role)) return refusedField(req, 'code', translate(req, 'twoFactorRequired'))
    const disabled = await staffIdentity(req.payload).signIn.factor.disable(id, proof, visitorIn(req))
    return disabled.ok ? reply({}) : refused(req, disabled.refusal)
  }),

  staffCall('/security/two-factor/recovery-codes', z.object({ password, code }), async (proof, req, { id }) => {
    const renewed = await staffIdentity(req.payload).signIn.factor.renewCodes(id, proof, visitorIn(req))
    return renewed.ok ? reply({ recovery_codes: renewed.result }) : refused(req, renewed.refusal)
  }),

  staffCall('/security/sessions/end', z.object({ id: z.string().max(40) }), async ({ id: session }, req, { id }) => {
    const ended = await endSessions(staffIdentity(req.payload).pool, holderOf(id), { id: session })
    return ended > 0 ? reply({}) : refused(req, { code: 'not_found' })
  }),

  staffCall('/security/sessions/end-others', z.unknown(), async (_input, req, { id, sid }) =>
    reply({ ended: await endSessions(staffIdentity(req.payload).pool, holderOf(id), { except: sid }) }),
  ),

  /** For a colleague who has lost both phone and recovery codes. */
  staffCall(
    '/security/reset-two-factor',
    z.object({ staff_id: colleague, reason: z.string().trim().min(1).max(2000), password }),
    async ({ staff_id: id, reason, password: proof }, req, staff) => {
      const refusal = await refuseUnlessAdmin(req, staff, id, proof)
      if (refusal) return refusal
      const by = { staffId: staff.id, reason }
      const reset = await staffIdentity(req.payload).signIn.factor.reset(id, by, visitorIn(req))
      if (!reset.ok) return refused(req, reset.refusal)
      const { email: address } = await req.payload.findByID({ collection: 'staff', id, depth: 0 })
      await notify(req, address, translate(req, 'noticeTwoFactor'))
      return reply({ message: translate(req, 'twoFactorWasReset') })
    },
  ),

  staffCall('/security/remove', z.object({ staff_id: colleague, password }), async (input, req, staff) => {
    const refusal = await refuseUnlessAdmin(req, staff, input.staff_id, input.password)
    if (refusal) return refusal
    try {
      // By id: with `where` Payload returns errors together with the documents instead of throwing them.
      await req.payload.delete({ collection: 'staff', id: input.staff_id, depth: 0, req })
    } catch (error) {
      const status = error instanceof APIError ? error.status : null
      if (status === 404) return refused(req, { code: 'not_found' })
      if (status === 403) return refused(req, { code: 'forbidden' })
      throw error
    }
    return reply({})
  }),
]
