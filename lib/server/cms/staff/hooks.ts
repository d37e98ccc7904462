import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  Forbidden,
  ValidationError,
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeLoginHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload'
import { localeOrDefault } from '@/lib/i18n/locales'
import { audit } from '@/lib/server/platform/audit'
import { ADMIN_ROLES, hasRole } from '@/lib/server/cms/access'
import { type StaffRole } from '@/lib/contract/manager'
import { runSql, statementsOf } from '@/lib/server/payload/database'
import { MESSAGES, type PortalTextKey, translate } from '@/lib/server/cms/translations'
import { MAX_PASSWORD_LENGTH, staffPasswordFault } from '@/lib/server/identity/passwords'
import { queueEmail } from '@/lib/server/jobs/emails'
import { staffIdentity, staffIn, visitorIn } from './identity'

type Data = { password?: unknown; email?: unknown; name?: unknown; role?: unknown; current_password?: unknown }
interface Stored {
  id: number
  email: string
  name: string
  role: StaffRole
}

/** Payload's own sign-in has neither the portal's limits nor its second factor. Its endpoint is replaced; this closes `payload.login` too. */
export const closePayloadSignIn: CollectionBeforeLoginHook = ({ req }) => {
  throw new APIError(translate(req, 'notAllowed'), 403, null, true)
}

/** Requires the current password for a change of password, email or role, and for a new member of staff. */
export const guardCredentials: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'create' && operation !== 'update') return args
  const { data, id, overrideAccess } = args as { data?: Data; id?: number | string; overrideAccess?: boolean }
  // Payload checks access after this hook: the password of a stranger's request must not be checked first.
  const isOwn = operation !== 'create' && req.user && (id === undefined || Number(id) === Number(req.user.id))
  if (overrideAccess !== true && !isOwn && !hasRole(req.user, ADMIN_ROLES)) throw new Forbidden(req.t)
  if (!data) return args
  // Payload 3.90 throws a TypeError on other values before it validates them.
  for (const path of ['email', 'password'] as const)
    if (data[path] !== undefined && data[path] !== null && typeof data[path] !== 'string')
      throw fieldError(req, path, 'invalidRequest')
  const before = id === undefined ? null : await readStored(req, Number(id))
  const password = typeof data.password === 'string' && data.password !== '' ? data.password : null
  const changesEmail =
    before !== null && typeof data.email === 'string' && data.email.trim().toLowerCase() !== before.email
  const isAdministrator = hasRole(req.user, ADMIN_ROLES)
  const changesRole = isAdministrator && before !== null && data.role !== undefined && data.role !== before.role
  if (
    operation !== 'create' &&
    id === undefined &&
    [data.password, data.email, data.role].some((value) => value !== undefined)
  )
    throw new APIError(translate(req, 'passwordOneByOne'), 400, null, true)
  // The last administrator would lock everyone out of the staff's accounts.
  if (changesRole && before.id === Number(req.user?.id)) throw fieldError(req, 'role', 'ownRole')
  if (password !== null) {
    const personalData = [data.email ?? before?.email, data.name ?? before?.name].filter(
      (value) => typeof value === 'string',
    )
    const fault = await staffPasswordFault(password, personalData)
    if (fault !== null) throw fieldError(req, 'password', fault.key, fault.values)
  }
  const changesCredentials = before !== null && (password !== null || changesEmail)
  if (changesCredentials || changesRole || (operation === 'create' && isAdministrator))
    await reauthenticate(req, data.current_password)
  if (changesCredentials)
    req.context.credentials = {
      password: password !== null,
      email: changesEmail ? before.email : null,
    } satisfies Changed
  delete data.current_password
  return args
}

interface Changed {
  password: boolean
  /** The former address; null if it does not change. */
  email: string | null
}

/** Checks the current password of the signed-in member of staff. The portal itself and a mailed link need none. */
async function reauthenticate(req: PayloadRequest, password: unknown): Promise<void> {
  if (req.user === null || req.user === undefined || req.context.ownerProven === true) return
  const { signIn } = staffIdentity(req.payload)
  const proven =
    typeof password === 'string' && password.length <= MAX_PASSWORD_LENGTH
      ? await signIn.reauthenticate(Number(req.user.id), password, visitorIn(req))
      : null
  if (proven?.ok) {
    req.context.provenHash = proven.person.passwordHash
    return
  }
  if (proven?.refusal.code !== 'too_many_requests') throw fieldError(req, 'current_password', 'passwordWrong')
  const minutes = Math.ceil((proven.refusal.retryAfter ?? 60) / 60)
  throw new APIError(translate(req, 'tooManyAttempts', { minutes }), 429, null, true)
}

/**
 * Changes and removals of staff are serialised until they are committed, and their author must still be an administrator then. As no
 * one can demote or remove themselves, one administrator always remains.
 */
async function lockStaff(req: PayloadRequest): Promise<void> {
  await runSql(req, sql`select pg_advisory_xact_lock(hashtext('cms.staff.roles'))`)
}

async function readLocked(req: PayloadRequest, id: number | string) {
  const [row] = await runSql(
    req,
    sql`select role::text as role, salt || '$' || hash as hash from cms.staff where id = ${Number(id)}`,
  )
  return (row ?? null) as { role: StaffRole; hash: string | null } | null
}

async function refuseDemoted(req: PayloadRequest): Promise<void> {
  if (!req.user || (await readLocked(req, req.user.id))?.role === 'admin') return
  throw new Forbidden(req.t)
}

export const serialiseChanges: CollectionBeforeChangeHook = async ({ data, operation, originalDoc, req }) => {
  await lockStaff(req)
  const { provenHash } = req.context
  // Only the first of concurrent changes with the same current password is allowed.
  if (typeof provenHash === 'string' && req.user && (await readLocked(req, req.user.id))?.hash !== provenHash)
    throw fieldError(req, 'current_password', 'passwordWrong')
  const before = operation === 'update' ? (originalDoc as { id: number; role: StaffRole }) : null
  if (before !== null && data.role === before.role) {
    // The document was read before the lock: writing it must not undo a role assigned in between.
    const now = await readLocked(req, before.id)
    return now === null ? data : { ...data, role: now.role }
  }
  if (before !== null || hasRole(req.user, ADMIN_ROLES)) await refuseDemoted(req)
  return data
}

export const serialiseRemoval: CollectionBeforeDeleteHook = async ({ req }) => {
  await lockStaff(req)
  await refuseDemoted(req)
}

/** After a change of password or address: ends other sessions, voids links, and notifies the former mailbox. */
export const endFormerSessions: CollectionAfterChangeHook = async ({ doc, req }) => {
  const changed = req.context.credentials as Changed | undefined
  if (changed === undefined) return
  delete req.context.credentials
  const { id, email } = doc as { id: number; email: string }
  const by = staffIn(req)
  const currentSession = by?.id === id ? by.sid : null
  await runSql(
    req,
    sql`update portal.sessions set ended_at = now() where staff_id = ${id} and ended_at is null and id is distinct from ${currentSession}::uuid`,
  )
  await runSql(
    req,
    sql`update portal.one_time_tokens set voided_at = now() where staff_id = ${id} and used_at is null and voided_at is null`,
  )
  if (changed.password) {
    await audit(statementsOf(req), by?.id ?? id, 'staff.password_changed', `staff:${id}`)
    await notify(req, changed.email ?? email, translate(req, 'noticePassword'))
  }
  if (changed.email !== null) await notify(req, changed.email, translate(req, 'noticeEmail', { email }))
}

/**
 * Notifies the administrators of a new member of the staff or a new role, and the member of the role. Changes by the portal itself are not
 * reported.
 */
export const notifyOfChange: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  if (!req.user) return
  const { id, name, email, role } = doc as Stored
  const before = operation === 'update' ? (previousDoc as Stored).role : null
  if (before === role) return
  const administrators = await runSql(
    req,
    sql`select email from cms.staff where case when id = ${id} then ${before !== null} else role = 'admin' end order by id`,
  )
  const roles = { role: roleName(req, role), before: before === null ? '' : roleName(req, before) }
  const text = translate(req, before === null ? 'noticeNewStaff' : 'noticeRole', {
    name,
    email,
    by: req.user.email,
    ...roles,
  })
  for (const { email: to } of administrators) await notify(req, String(to), text, 'noticeStaffSubject')
}

export const notifyOfRemoval: CollectionAfterDeleteHook = async ({ doc, req }) => {
  if (!req.user) return
  const { name, email, role } = doc as Stored
  const administrators = await runSql(req, sql`select email from cms.staff where role = 'admin' order by id`)
  const text = translate(req, 'noticeRemovedStaff', { name, email, role: roleName(req, role), by: req.user.email })
  for (const to of [email, ...administrators.map((row) => String(row.email))])
    await notify(req, to, text, 'noticeStaffSubject')
}

function roleName(req: PayloadRequest, role: StaffRole): string {
  const names = MESSAGES[localeOrDefault(req.i18n.language)].fields
  const { editor, accountant, dispatcher, auctionManager: manager, administrator: admin } = names
  return { editor, accountant, dispatcher, manager, admin }[role]
}

/** An email to a member of the staff, in the request's transaction. */
export async function notify(
  req: PayloadRequest,
  to: string,
  text: string,
  subject: PortalTextKey = 'noticeSubject',
): Promise<void> {
  await queueEmail(statementsOf(req), 'staff_email', null, {
    to,
    subject: translate(req, subject),
    html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  })
}

function fieldError(req: PayloadRequest, path: string, key: PortalTextKey, values: Record<string, number> = {}) {
  const message = translate(req, key, values)
  return new ValidationError({ collection: 'staff', errors: [{ path, message }] }, req.t)
}

async function readStored(req: PayloadRequest, id: number): Promise<Stored | null> {
  if (!Number.isSafeInteger(id)) return null
  const { rows } = await staffIdentity(req.payload).pool.query<Stored>(
    `select id, lower(email) as email, name, role::text as role from cms.staff where id = $1`,
    [id],
  )
  return rows[0] ?? null
}
