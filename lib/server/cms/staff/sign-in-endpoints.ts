import { APIError, type Endpoint, type PayloadRequest } from 'payload'
import * as z from 'zod'
import { isGuessable } from '@/lib/server/identity/passwords'
import { linkPlace } from '@/lib/server/identity/staff/password-links'
import type { Opened } from '@/lib/server/identity/staff/sign-in'
import { audit } from '@/lib/server/audit/audit'
import { enqueue } from '@/lib/server/jobs/enqueue'
import { say } from '@/lib/server/cms/translations'
import { staffTokenCookie } from '@/lib/server/http/authorize'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { cookie, from, open, refused, refusedField, reply, sessionHeaders, signedIn, staffOf } from './answers'
import { isTooShort, maxPasswordLength, shortestPassword } from './password-rule'
import { staffServices } from './services'

const email = z.string().trim().min(1).max(254)
const password = z.string().min(1).max(maxPasswordLength)
const ticket = z.string().trim().min(1).max(100)
const code = z.string().trim().min(1).max(40)

async function welcomed(req: PayloadRequest, opened: Opened): Promise<Response> {
  const {
    id,
    email: address,
    name,
    role,
  } = await req.payload.findByID({ collection: 'staff', id: opened.staffId, depth: 0 })
  return reply(
    {
      message: say(req, 'signedIn'),
      exp: Math.floor(opened.expiresAt / 1000),
      token: opened.token,
      user: { id, email: address, name, role, collection: 'staff' },
      ...(opened.recoveryCodes.length > 0 ? { recovery_codes: opened.recoveryCodes } : {}),
    },
    200,
    sessionHeaders(req, opened.token, opened.knownDevice),
  )
}

/** In place of Payload's own: these come first in the collection, and Payload's are never reached. */
export const signInEndpoints: Omit<Endpoint, 'root'>[] = [
  open('/login', z.object({ email, password }), async (input, req) => {
    const step = await staffServices(req.payload).signIn.withPassword(input, from(req))
    if (step.ok) return welcomed(req, step)
    if ('refusal' in step) return refused(req, step.refusal)
    return refused(
      req,
      { code: 'second_factor_required' },
      { ticket: step.ticket, enrolment: step.owed === 'enrolment' },
    )
  }),

  open('/login/second-factor', z.object({ ticket, code }), async (input, req) => {
    const step = await staffServices(req.payload).signIn.withCode(input, from(req))
    return step.ok ? welcomed(req, step) : refused(req, step.refusal)
  }),

  open('/login/enrolment/begin', z.object({ ticket }), async (input, req) => {
    const made = await staffServices(req.payload).signIn.beginEnrolment(input.ticket)
    return made.ok ? reply({ secret: made.secret, uri: made.uri, qr_svg: made.drawing }) : refused(req, made.refusal)
  }),

  open('/login/enrolment', z.object({ ticket, code }), async (input, req) => {
    const step = await staffServices(req.payload).signIn.finishEnrolment(input, from(req))
    return step.ok ? welcomed(req, step) : refused(req, step.refusal)
  }),

  open('/logout', z.unknown(), async (_input, req) => {
    const staff = staffOf(req)
    if (staff !== null)
      await staffServices(req.payload).sessions.end(staff.id, req.query.allSessions === 'true' ? {} : { id: staff.sid })
    return reply({ message: say(req, 'signedOut') }, 200, [['set-cookie', cookie(req, staffTokenCookie, '', 0)]])
  }),

  signedIn('/refresh-token', z.unknown(), async (_input, { sid, ...staff }, req) => {
    const expiresAt = await staffServices(req.payload).sessions.extend(sid)
    if (expiresAt === null) return refused(req, { code: 'unauthorized' })
    const user = await req.payload.findByID({ collection: 'staff', id: staff.id, depth: 0, req, overrideAccess: false })
    return reply({ message: '', exp: Math.floor(expiresAt / 1000), user: { ...user, collection: 'staff' } })
  }),

  {
    path: '/me',
    method: 'get',
    async handler(req) {
      const staff = staffOf(req)
      if (staff === null) return reply({ user: null })
      const user = await req.payload.findByID({
        collection: 'staff',
        id: staff.id,
        depth: 0,
        req,
        overrideAccess: false,
      })
      return reply({
        user: { ...user, collection: 'staff' },
        collection: 'staff',
        strategy: 'staff-session',
        exp: staff.exp,
      })
    },
  },

  /** Says the same, after the same work, whoever is asked for: a job looks whose the address is. */
  open('/forgot-password', z.object({ email }), async (input, req) => {
    const { guard, pool, settings } = staffServices(req.payload)
    const admitted = await guard.askForLetter('reset', from(req).address)
    if (!admitted.ok) return refused(req, admitted.refusal)
    const href = `${settings.publicUrl}/admin/reset/${linkPlace}`
    const letter = {
      subject: say(req, 'resetSubject'),
      html: `<p>${say(req, 'resetText')}</p><p><a href="${href}">${href}</a></p>`,
    }
    await enqueue(pool, 'staff_password_link', { email: input.email, ...letter })
    return reply({ message: say(req, 'resetAsked') })
  }),

  open(
    '/reset-password',
    z.object({ token: ticket, password: z.string().max(maxPasswordLength) }),
    async (input, req) => {
      if (isTooShort(input.password))
        return refusedField(req, 'password', say(req, 'passwordTooShort', { minimum: shortestPassword }))
      const { pool, links } = staffServices(req.payload)
      const taken = await withTransaction(pool, async (client) => {
        const link = await links.take(client, input.token)
        if (!link.ok) return link
        const { rows } = await client.query<{ email: string; name: string }>(
          `select email, name from cms.staff where id = $1`,
          [link.staffId],
        )
        const owner = rows[0]
        if (owner && (await isGuessable(input.password, [owner.email, owner.name]))) throw new Guessable()
        await audit(client, link.staffId, 'staff.password_reset', `staff:${link.staffId}`)
        return link
      }).catch((error: unknown) => {
        if (error instanceof Guessable) return null
        throw error
      })
      if (taken === null) return refusedField(req, 'password', say(req, 'passwordGuessable'))
      if (!taken.ok) return refused(req, taken.refusal)
      // The mailbox proves the owner; the hooks end every session.
      await req.payload.update({
        collection: 'staff',
        id: taken.staffId,
        data: { password: input.password },
        overrideAccess: true,
        context: { ownerProven: true },
      })
      return reply({ message: say(req, 'passwordSet') })
    },
  ),

  closed('/unlock', 'notThere', 404),
  closed('/verify/:id', 'notThere', 404),
  // On an empty database this endpoint would make whoever comes first an administrator.
  closed('/first-register', 'firstUserClosed', 403),
]

function closed(path: string, words: 'notThere' | 'firstUserClosed', status: number): Omit<Endpoint, 'root'> {
  return {
    path,
    method: 'post',
    handler: (req) => {
      throw new APIError(say(req, words), status, null, true)
    },
  }
}

/** Takes a refusal out of the transaction, which leaves the link unused. */
class Guessable extends Error {}
