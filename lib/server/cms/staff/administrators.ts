import { sql } from '@payloadcms/db-postgres/drizzle'
import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type PayloadRequest,
} from 'payload'
import { ADMIN_ROLES, hasRole, type StaffRole } from '@/lib/server/cms/access'
import { runSql } from '@/lib/server/cms/database'
import { say } from '@/lib/server/cms/translations'

/**
 * Changes of roles and removals take turns until they are committed, and whoever makes one must still be an administrator when the turn
 * comes. As nobody demotes or removes themselves, one administrator always remains.
 */
async function takeTurn(req: PayloadRequest): Promise<void> {
  await runSql(req, sql`select pg_advisory_xact_lock(hashtext('cms.staff.roles'))`)
}

async function roleNow(req: PayloadRequest, id: number | string): Promise<StaffRole | null> {
  const [row] = await runSql(req, sql`select role::text as role from cms.staff where id = ${Number(id)}`)
  return (row?.role as StaffRole | undefined) ?? null
}

/** What the portal does by itself needs no administrator. */
async function refuseDemoted(req: PayloadRequest): Promise<void> {
  if (!req.user || (await roleNow(req, req.user.id)) === 'admin') return
  throw new APIError(say(req, 'notAllowed'), 403, null, true)
}

export const changeRolesInTurn: CollectionBeforeChangeHook = async ({ data, operation, originalDoc, req }) => {
  await takeTurn(req)
  const before = operation === 'update' ? (originalDoc as { id: number; role: StaffRole }) : null
  if (before !== null && data.role === before.role) {
    // The rest of the document was read before the turn: writing it must not undo a role that was given meanwhile.
    const role = await roleNow(req, before.id)
    return role === null ? data : { ...data, role }
  }
  if (before !== null || hasRole(req.user, ADMIN_ROLES)) await refuseDemoted(req)
  return data
}

export const removeInTurn: CollectionBeforeDeleteHook = async ({ req }) => {
  await takeTurn(req)
  await refuseDemoted(req)
}
