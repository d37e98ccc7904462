import type { Access, ClientUser, FieldAccess, PayloadRequest } from 'payload'
import { type StaffRole, staffRole } from '@/lib/contract/manager'

/** The roles of each group of collections. */
export const CONTENT_ROLES: readonly StaffRole[] = ['editor', 'manager', 'admin']
export const TRADE_ROLES: readonly StaffRole[] = ['manager', 'admin']
export const ADMIN_ROLES: readonly StaffRole[] = ['admin']

type RequestUser = PayloadRequest['user'] | ClientUser | null | undefined

/** The role of a signed-in member of staff; null for anyone else. */
export function roleOf(user: RequestUser): StaffRole | null {
  if (!user || ('collection' in user && user.collection !== 'staff')) return null
  const role: unknown = 'role' in user ? user.role : null
  return staffRole.safeParse(role).data ?? null
}

export function hasRole(user: RequestUser, roles: readonly StaffRole[]): boolean {
  const role = roleOf(user)
  return role !== null && roles.includes(role)
}

/** Access to a collection only for these roles. */
export function only(roles: readonly StaffRole[]): Access {
  return ({ req }) => hasRole(req.user, roles)
}

export function onlyField(roles: readonly StaffRole[]): FieldAccess {
  return ({ req }) => hasRole(req.user, roles)
}

export function nobody(): boolean {
  return false
}

/** Full access to a collection for these roles. */
export function openTo(roles: readonly StaffRole[]) {
  return { create: only(roles), read: only(roles), update: only(roles), delete: only(roles) }
}

/**
 * For records that come from outside or from an auction: these roles handle them, and no one creates or deletes them.
 */
export function handledBy(roles: readonly StaffRole[]) {
  return { create: nobody, read: only(roles), update: only(roles), delete: nobody, readVersions: only(roles) }
}

/** Administrators may read or change every member of staff, the others only themselves. */
export const selfOrAdmin: Access = ({ req }) => {
  if (hasRole(req.user, ADMIN_ROLES)) return true
  return roleOf(req.user) !== null && req.user ? { id: { equals: req.user.id } } : false
}

/** Editors see lots once they are published. */
export const publishedLots: Access = ({ req }) => {
  if (hasRole(req.user, TRADE_ROLES)) return true
  return hasRole(req.user, CONTENT_ROLES) && { _status: { equals: 'published' } }
}

/** For `admin.hidden`: hides a collection from the menu of those who may not open it. */
export function hiddenExcept(roles: readonly StaffRole[]) {
  return ({ user }: { user: RequestUser }): boolean => !hasRole(user, roles)
}
