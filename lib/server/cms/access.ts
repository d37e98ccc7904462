import type { Access, ClientUser, FieldAccess, PayloadRequest } from 'payload'

const STAFF_ROLES = ['editor', 'manager', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The roles of each group of collections (api.md, "Calls of the back office"). */
export const CONTENT_ROLES: readonly StaffRole[] = ['editor', 'manager', 'admin']
export const TRADE_ROLES: readonly StaffRole[] = ['manager', 'admin']
export const ADMIN_ROLES: readonly StaffRole[] = ['admin']

type RequestUser = PayloadRequest['user'] | ClientUser | null | undefined

/** The role of a signed-in member of staff; null for anybody else. */
export function roleOf(user: RequestUser): StaffRole | null {
  if (!user || ('collection' in user && user.collection !== 'staff')) return null
  const role: unknown = 'role' in user ? user.role : null
  return STAFF_ROLES.find((known) => known === role) ?? null
}

export function hasRole(user: RequestUser, roles: readonly StaffRole[]): boolean {
  const role = roleOf(user)
  return role !== null && roles.includes(role)
}

/** Access predicate of a collection: open to these roles, closed to everybody else. */
export function only(roles: readonly StaffRole[]): Access {
  return ({ req }) => hasRole(req.user, roles)
}

export function onlyField(roles: readonly StaffRole[]): FieldAccess {
  return ({ req }) => hasRole(req.user, roles)
}

export function nobody(): boolean {
  return false
}

/** Access to a collection that these roles write, read and delete alike. */
export function openTo(roles: readonly StaffRole[]) {
  return { create: only(roles), read: only(roles), update: only(roles), delete: only(roles) }
}

/** For records from outside or of an auction: these roles handle them, no one creates or deletes them. */
export function handledBy(roles: readonly StaffRole[]) {
  return { create: nobody, read: only(roles), update: only(roles), delete: nobody, readVersions: only(roles) }
}

/** Admins reach every member of staff, the others themselves alone. */
export const selfOrAdmin: Access = ({ req }) => {
  if (hasRole(req.user, ADMIN_ROLES)) return true
  return roleOf(req.user) !== null && req.user ? { id: { equals: req.user.id } } : false
}

/** Editors see lots once they are published. */
export const publishedLots: Access = ({ req }) => {
  if (hasRole(req.user, TRADE_ROLES)) return true
  return hasRole(req.user, CONTENT_ROLES) && { _status: { equals: 'published' } }
}

/** For `admin.hidden`: keeps a collection out of the menu of those who may not open it. */
export function hiddenExcept(roles: readonly StaffRole[]) {
  return ({ user }: { user: RequestUser }): boolean => !hasRole(user, roles)
}
