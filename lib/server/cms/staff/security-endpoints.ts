import { APIError, type Endpoint, type PayloadRequest } from 'payload'
import * as z from 'zod'
import {
  beginFactor,
  enableFactor,
  lockFactor,
  replaceRecoveryCodes,
  spendCode,
  staffHolders,
  statusOfFactor,
} from '@/lib/server/identity/second-factor/factors'
import { createStaffSessions } from '@/lib/server/identity/staff/sessions'
import { audit } from '@/lib/server/audit/audit'
import { say } from '@/lib/server/cms/translations'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { refuse } from '@/lib/server/http/handler'
import { refused, refusedField, reply, signedIn, type StaffUser } from './answers'
import { isPasswordOf, notify } from './hooks'
import { maxPasswordLength } from './password-rule'
import { staffServices } from './services'
import { newAppSecret } from '@/lib/server/identity/second-factor/codes'

const password = z.string().min(1).max(maxPasswordLength)
const code = z.string().trim().min(1).max(40)
const both = z.object({ password, code })

/** For what takes the password and a code, both right, whatever it is. */
async function withBoth(
  input: z.output<typeof both>,
  staff: StaffUser,
  req: PayloadRequest,
  work: (client: PoolClient) => Promise<object>,
): Promise<Response> {
  if (!(await isPasswordOf(req, staff.id, input.password))) return refused(req, { code: 'password_incorrect' })
  const { pool, keys, clock } = staffServices(req.payload)
  const outcome = await withTransaction(pool, async (client) => {
    const factor = await lockFactor(client, staffHolders, staff.id)
    if (!factor?.enabled) return refuse('second_factor_not_enabled')
    const spent = await spendCode(client, keys, factor, input.code, clock.now())
    return spent.ok ? { ok: true as const, answer: await work(client) } : spent
  })
  return outcome.ok ? reply(outcome.answer) : refused(req, outcome.refusal)
}

/** What the staff does for the security of its own accounts, and an administrator for somebody else's. */
export const securityEndpoints: Omit<Endpoint, 'root'>[] = [
  signedIn('/security/status', z.unknown(), async (_input, staff, req) => {
    const { pool, sessions, requires } = staffServices(req.payload)
    const status = await statusOfFactor(pool, staffHolders, staff.id)
    return reply({
      two_factor: {
        enabled: status !== null,
        enabled_at: status?.enabledAt.toISOString() ?? null,
        recovery_codes_left: status?.codesLeft ?? 0,
        required: requires(staff.role),
      },
      sessions: await sessions.list(staff.id, staff.sid),
    })
  }),

  signedIn('/security/two-factor/begin', z.object({ password }), async (input, staff, req) => {
    if (!(await isPasswordOf(req, staff.id, input.password))) return refused(req, { code: 'password_incorrect' })
    const { pool, keys, clock, issuer } = staffServices(req.payload)
    const { secret, uri, drawing } = await newAppSecret(issuer, staff.email)
    const begun = await beginFactor(pool, keys, staffHolders, staff.id, secret, clock.now())
    return begun ? reply({ secret, uri, qr_svg: drawing }) : refused(req, { code: 'second_factor_enabled' })
  }),

  signedIn('/security/two-factor/enable', z.object({ code }), async (input, staff, req) => {
    const { pool, keys, clock } = staffServices(req.payload)
    const enabled = await withTransaction(pool, async (client) => {
      const result = await enableFactor(client, keys, staffHolders, staff.id, input.code, clock.now())
      if (!result.ok) return result
      // The others were opened without the code that is asked for from now on.
      await createStaffSessions(client, clock).end(staff.id, { except: staff.sid })
      await client.query(`update portal.staff_sessions set second_factor = true where id = $1`, [staff.sid])
      await audit(client, staff.id, 'staff.two_factor_enabled', `staff:${staff.id}`)
      return result
    })
    return enabled.ok ? reply({ recovery_codes: enabled.recoveryCodes }) : refused(req, enabled.refusal)
  }),

  signedIn('/security/two-factor/disable', both, (input, staff, req) => {
    if (staffServices(req.payload).requires(staff.role))
      return Promise.resolve(refusedField(req, 'code', say(req, 'twoFactorRequired')))
    return withBoth(input, staff, req, async (client) => {
      await client.query(`delete from portal.staff_second_factors where staff_id = $1`, [staff.id])
      await audit(client, staff.id, 'staff.two_factor_disabled', `staff:${staff.id}`)
      return {}
    })
  }),

  signedIn('/security/two-factor/recovery-codes', both, (input, staff, req) =>
    withBoth(input, staff, req, async (client) => {
      await audit(client, staff.id, 'staff.recovery_codes_renewed', `staff:${staff.id}`)
      return {
        recovery_codes: await replaceRecoveryCodes(client, staffServices(req.payload).keys, staffHolders, staff.id),
      }
    }),
  ),

  signedIn('/security/sessions/end', z.object({ id: z.string().max(40) }), async ({ id }, staff, req) => {
    const ended = await staffServices(req.payload).sessions.end(staff.id, { id })
    return ended > 0 ? reply({}) : refused(req, { code: 'not_found' })
  }),

  signedIn('/security/sessions/end-others', z.unknown(), async (_input, staff, req) => {
    return reply({ ended: await staffServices(req.payload).sessions.end(staff.id, { except: staff.sid }) })
  }),

  /** For somebody who lost phone and recovery codes. Nobody resets their own: that would be a way around the code. */
  signedIn(
    '/security/reset-two-factor',
    z.object({ staff_id: z.int().positive(), reason: z.string().trim().min(1).max(2000), password }),
    async (input, staff, req) => {
      if (staff.role !== 'admin' || input.staff_id === staff.id) return refused(req, { code: 'forbidden' })
      if (!(await isPasswordOf(req, staff.id, input.password))) return refused(req, { code: 'password_incorrect' })
      const { pool, clock } = staffServices(req.payload)
      const email = await withTransaction(pool, async (client) => {
        const removed = await client.query(
          `delete from portal.staff_second_factors where staff_id = $1 and enabled_at is not null`,
          [input.staff_id],
        )
        if (removed.rowCount === 0) return null
        await createStaffSessions(client, clock).end(input.staff_id)
        await audit(client, staff.id, 'staff.two_factor_reset', `staff:${input.staff_id}`, { reason: input.reason })
        const { rows } = await client.query<{ email: string }>(`select email from cms.staff where id = $1`, [
          input.staff_id,
        ])
        return rows[0]?.email ?? null
      })
      if (email === null) return refused(req, { code: 'second_factor_not_enabled' })
      await notify(req, email, say(req, 'noticeTwoFactor'))
      return reply({ message: say(req, 'twoFactorWasReset') })
    },
  ),

  /** Nobody removes the account that they are signed in with: the last administrator cannot lock the portal. */
  signedIn('/security/remove', z.object({ staff_id: z.int().positive(), password }), async (input, staff, req) => {
    if (staff.role !== 'admin' || input.staff_id === staff.id) return refused(req, { code: 'forbidden' })
    if (!(await isPasswordOf(req, staff.id, input.password))) return refused(req, { code: 'password_incorrect' })
    try {
      // By its id: of a list Payload answers what failed as if it had not been found.
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
