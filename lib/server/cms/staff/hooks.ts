import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  ValidationError,
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeLoginHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload'
import { localeOrDefault } from '@/lib/i18n/locales'
import { checkStaffPassword, storedPassword } from '@/lib/server/identity/staff/password-links'
import { audit } from '@/lib/server/audit/audit'
import { ADMIN_ROLES, hasRole, type StaffRole } from '@/lib/server/cms/access'
import { runSql, statementsOf } from '@/lib/server/cms/database'
import { queueLetter } from '@/lib/server/jobs/letters'
import { MESSAGES, type PortalTextKey, say } from '@/lib/server/cms/translations'
import { from, staffOf } from './answers'
import { maxPasswordLength, staffPasswordFault } from './password-rule'
import { staffServices } from './services'

type Data = { password?: unknown; email?: unknown; name?: unknown; role?: unknown; current_password?: unknown }
interface Stored {
  id: number
  email: string
  name: string
  role: StaffRole
  hash: string | null
  salt: string | null
}

/** Payload's own sign-in opens sessions that know nothing of limits and codes: it is closed, in the process too. */
export const closePayloadsSignIn: CollectionBeforeLoginHook = ({ req }) => {
  throw new APIError(say(req, 'notAllowed'), 403, null, true)
}

/**
 * A password must be long and hard to guess. A session alone changes neither password, email nor role, and makes no further
 * member of the staff.
 */
export const guardCredentials: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'create' && operation !== 'update' && operation !== 'updateByID') return args
  const given = args as { data?: Data; id?: number | string; overrideAccess?: boolean }
  const { data } = given
  if (!data) return args
  // Payload fails on what is no text before it says so.
  for (const path of ['email', 'password'] as const)
    if (isGiven(data[path]) && data[path] !== null && typeof data[path] !== 'string')
      throw refusedField(req, path, 'invalidRequest')
  const before = given.id === undefined ? null : await stored(req, Number(given.id))
  const password = typeof data.password === 'string' && data.password !== '' ? data.password : null
  const changesEmail =
    before !== null && typeof data.email === 'string' && data.email.trim().toLowerCase() !== before.email
  // Access keeps everybody else from making staff and from roles, whatever the password.
  const isAdministrator = hasRole(req.user, ADMIN_ROLES)
  const changesRole = isAdministrator && before !== null && data.role !== undefined && data.role !== before.role
  if (operation !== 'create' && given.id === undefined && [data.password, data.email, data.role].some(isGiven)) {
    throw new APIError(say(req, 'passwordOneByOne'), 400, null, true)
  }
  // The last administrator would lock everybody out of the settings and the staff.
  if (changesRole && before.id === Number(req.user?.id)) throw refusedField(req, 'role', 'ownRole')
  if (password !== null) await refuseWeak(req, password, [data.email ?? before?.email, data.name ?? before?.name])
  const changesCredentials = before !== null && (password !== null || changesEmail)
  if (changesCredentials || changesRole || (operation === 'create' && isAdministrator))
    await proveOwner(req, data.current_password)
  if (changesCredentials) {
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

/** Tells the administrators of a new member of the staff or a new role, and whoever has it. What the portal does by itself is not told. */
export const tellAdministrators: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  if (!req.user) return
  const { id, name, email, role } = doc as Stored
  const before = operation === 'update' ? (previousDoc as Stored).role : null
  if (before === role) return
  const administrators = await runSql(
    req,
    sql`select email from cms.staff where case when id = ${id} then ${before !== null} else role = 'admin' end order by id`,
  )
  const roles = { role: roleName(req, role), before: before === null ? '' : roleName(req, before) }
  const values = { name, email, by: req.user.email, ...roles }
  const text = say(req, before === null ? 'noticeNewStaff' : 'noticeRole', values)
  for (const { email: to } of administrators) await notify(req, String(to), text, 'noticeStaffSubject')
}

/** The same of one that was removed. */
export const tellOfRemoval: CollectionAfterDeleteHook = async ({ doc, req }) => {
  if (!req.user) return
  const { name, email, role } = doc as Stored
  const administrators = await runSql(req, sql`select email from cms.staff where role = 'admin' order by id`)
  const text = say(req, 'noticeRemovedStaff', { name, email, role: roleName(req, role), by: req.user.email })
  for (const to of [email, ...administrators.map((row) => String(row.email))])
    await notify(req, to, text, 'noticeStaffSubject')
}

function roleName(req: PayloadRequest, role: StaffRole): string {
  const { editor, auctionManager: manager, administrator: admin } = MESSAGES[localeOrDefault(req.i18n.language)].fields
  return { editor, manager, admin }[role]
}

/** A letter to one of the staff, in the transaction of what it tells of. */
export async function notify(
  req: PayloadRequest,
  to: string,
  text: string,
  subject: PortalTextKey = 'noticeSubject',
): Promise<void> {
  await queueLetter(statementsOf(req), 'staff_letter', null, {
    to,
    subject: say(req, subject),
    html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  })
}

async function refuseWeak(req: PayloadRequest, password: string, own: unknown[]): Promise<void> {
  const fault = await staffPasswordFault(
    password,
    own.filter((word) => typeof word === 'string'),
  )
  if (fault !== null) throw refusedField(req, 'password', fault.words, fault.values)
}

function refusedField(
  req: PayloadRequest,
  path: string,
  words: PortalTextKey,
  values: Record<string, number> = {},
): ValidationError {
  const message = say(req, words, values)
  return new ValidationError({ collection: 'staff', errors: [{ path, message }] }, req.t)
}

function isGiven(value: unknown): boolean {
  return value !== undefined
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
  throw refusedField(req, 'current_password', 'passwordWrong')
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
    `select id, lower(email) as email, name, role::text as role, hash, salt from cms.staff where id = $1`,
    [id],
  )
  return rows[0] ?? null
}
