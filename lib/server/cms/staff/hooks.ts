import { sql } from 'drizzle-orm'
import {
  APIError,
  ValidationError,
  type CollectionAfterChangeHook,
  type CollectionBeforeLoginHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload'
import { isGuessable } from '@/lib/server/accounts/passwords'
import { checkStaffPassword, storedPassword } from '@/lib/server/accounts/staff/password-links'
import { audit } from '@/lib/server/audit/audit'
import { runSql, statementsOf } from '@/lib/server/cms/database'
import { queueLetter } from '@/lib/server/jobs/letters'
import { say } from '@/lib/server/cms/translations'
import { from, staffOf, isTooShort, maxPasswordLength, shortestPassword } from './answers'
import { staffServices } from './services'

type Data = { password?: unknown; email?: unknown; name?: unknown; current_password?: unknown }
interface Stored {
  id: number
  email: string
  name: string
  hash: string | null
  salt: string | null
}

/** Payload's own sign-in opens sessions that know nothing of limits and codes: it is closed, in the process too. */
export const closePayloadsSignIn: CollectionBeforeLoginHook = ({ req }) => {
  throw new APIError(say(req, 'notAllowed'), 403, null, true)
}

/** A password must be long and hard to guess; a session alone changes neither password nor email. */
export const guardCredentials: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'create' && operation !== 'update' && operation !== 'updateByID') return args
  const given = args as { data?: Data; id?: number | string; overrideAccess?: boolean }
  const { data } = given
  if (!data) return args
  const before = given.id === undefined ? null : await stored(req, Number(given.id))
  const password = typeof data.password === 'string' && data.password !== '' ? data.password : null
  const changesEmail =
    before !== null && typeof data.email === 'string' && data.email.trim().toLowerCase() !== before.email
  if (operation !== 'create' && given.id === undefined && (data.password !== undefined || data.email !== undefined)) {
    throw new APIError(say(req, 'passwordOneByOne'), 400, null, true)
  }
  if (password !== null) await refuseWeak(req, password, [data.email ?? before?.email, data.name ?? before?.name])
  if (before !== null && (password !== null || changesEmail)) {
    await proveOwner(req, data.current_password)
    req.context.credentials = {
      password: password !== null,
      email: changesEmail ? before.email : null,
    } satisfies Changed
  }
  delete data.current_password
  return args
}

interface Changed {
  password: boolean
  /** The address before, where it changes. */
  email: string | null
}

/** Ends what was opened with the former password or address, and says so to the mailbox that had it. */
export const afterCredentials: CollectionAfterChangeHook = async ({ doc, req }) => {
  const changed = req.context.credentials as Changed | undefined
  if (changed === undefined) return
  delete req.context.credentials
  const { id, email } = doc as { id: number; email: string }
  const by = staffOf(req)
  const kept = by?.id === id ? by.sid : null
  await runSql(
    req,
    sql`update portal.staff_sessions set ended_at = now() where staff_id = ${id} and ended_at is null and id is distinct from ${kept}::uuid`,
  )
  await runSql(
    req,
    sql`update portal.staff_sign_in_tickets set used_at = now() where staff_id = ${id} and used_at is null`,
  )
  await runSql(
    req,
    sql`update portal.staff_password_links set used_at = now() where staff_id = ${id} and used_at is null`,
  )
  if (changed.password) {
    await audit(statementsOf(req), by?.id ?? id, 'staff.password_changed', `staff:${id}`)
    await notify(req, changed.email ?? email, say(req, 'noticePassword'))
  }
  if (changed.email !== null) await notify(req, changed.email, say(req, 'noticeEmail', { email }))
}

/** A letter to one of the staff, in the transaction of what it tells of. */
export async function notify(req: PayloadRequest, to: string, text: string): Promise<void> {
  await queueLetter(statementsOf(req), 'staff_letter', null, {
    to,
    subject: say(req, 'noticeSubject'),
    html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  })
}

async function refuseWeak(req: PayloadRequest, password: string, own: unknown[]): Promise<void> {
  const message = isTooShort(password)
    ? say(req, 'passwordTooShort', { minimum: shortestPassword })
    : password.length > maxPasswordLength
      ? say(req, 'passwordTooLong', { maximum: maxPasswordLength })
      : (await isGuessable(
            password,
            own.filter((word) => typeof word === 'string'),
          ))
        ? say(req, 'passwordGuessable')
        : null
  if (message !== null)
    throw new ValidationError({ collection: 'staff', errors: [{ path: 'password', message }] }, req.t)
}

/** The password of whoever is signed in, once more. What the portal does by itself, or a mailed link has proven, needs none. */
async function proveOwner(req: PayloadRequest, given: unknown): Promise<void> {
  if (req.user === null || req.user === undefined || req.context.ownerProven === true) return
  if (
    typeof given === 'string' &&
    given.length <= maxPasswordLength &&
    (await isPasswordOf(req, Number(req.user.id), given))
  )
    return
  throw new ValidationError(
    { collection: 'staff', errors: [{ path: 'current_password', message: say(req, 'passwordWrong') }] },
    req.t,
  )
}

/** Counted as attempts to sign in are: a borrowed session is no place to guess either. */
export async function isPasswordOf(req: PayloadRequest, staffId: number, password: string): Promise<boolean> {
  const { guard } = staffServices(req.payload)
  const attempt = { login: `again:${staffId}`, address: from(req).address, device: null }
  const admitted = await guard.begin(attempt)
  if (!admitted.ok)
    throw new APIError(
      say(req, 'tooManyAttempts', { minutes: Math.ceil((admitted.refusal.retryAfter ?? 60) / 60) }),
      429,
      null,
      true,
    )
  const staff = await stored(req, staffId)
  const right = await checkStaffPassword(staff === null ? null : storedPassword(staff), password)
  if (right) await guard.succeed(attempt)
  return right
}

async function stored(req: PayloadRequest, id: number): Promise<Stored | null> {
  if (!Number.isSafeInteger(id)) return null
  const { rows } = await staffServices(req.payload).pool.query<Stored>(
    `select id, lower(email) as email, name, hash, salt from cms.staff where id = $1`,
    [id],
  )
  return rows[0] ?? null
}
