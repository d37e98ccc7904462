import type { CollectionConfig } from 'payload'
import { ADMIN_ROLES, CONTENT_ROLES, nobody, only, onlyField, selfOrAdmin } from '@/lib/server/cms/access'
import { names, select, text, localized } from '@/lib/server/cms/fields/basic-fields'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { securityEndpoints, signInEndpoints } from '@/lib/server/cms/staff/endpoints'
import {
  closePayloadSignIn,
  endFormerSessions,
  guardCredentials,
  notifyOfChange,
  notifyOfRemoval,
  serialiseChanges,
  serialiseRemoval,
} from '@/lib/server/cms/staff/hooks'
import { staffStrategy } from '@/lib/server/cms/staff/identity'

/** The back office's users. Buyers are people of companies, with a separate sign-in. */
export const Staff: CollectionConfig = {
  slug: 'staff',
  labels: names(localized('staffMember'), localized('staff')),
  auth: { strategies: [staffStrategy] },
  admin: {
    useAsTitle: 'name',
    hidden: true,
  },
  access: {
    admin: ({ req }) => only(CONTENT_ROLES)({ req }) === true,
    create: only(ADMIN_ROLES),
    read: selfOrAdmin,
    update: selfOrAdmin,
    // Removed with the administrator's password: /security/remove.
    delete: nobody,
    unlock: nobody,
  },
  hooks: {
    beforeOperation: [guardCredentials],
    beforeLogin: [closePayloadSignIn],
    beforeChange: [serialiseChanges],
    beforeDelete: [serialiseRemoval],
    afterChange: [auditChange, endFormerSessions, notifyOfChange],
    afterDelete: [auditDelete, notifyOfRemoval],
  },
  endpoints: [...signInEndpoints, ...securityEndpoints],
  fields: [
    text('name', localized('fullName')),
    select(
      'role',
      localized('role'),
      {
        editor: localized('editor'),
        accountant: localized('accountant'),
        dispatcher: localized('dispatcher'),
        manager: localized('auctionManager'),
        admin: localized('administrator'),
      },
      {
        defaultValue: 'editor',
        access: { create: onlyField(ADMIN_ROLES), update: onlyField(ADMIN_ROLES) },
      },
    ),
    {
      name: 'current_password',
      type: 'text',
      virtual: true,
      label: localized('currentPassword'),
      admin: { hidden: true },
    },
  ],
}
