import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, TRADE_ROLES, hiddenExcept } from '@/lib/server/cms/access'
import { announceChange, announceDelete } from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { localized } from '@/lib/server/cms/fields/basic-fields'

/** The groups of the editors' menu, each with the roles that see it; for a collection's or a global's `admin`. */
export const contentMenu = { group: localized('pagesAndNews'), hidden: hiddenExcept(CONTENT_ROLES) }
export const shopMenu = { group: localized('shop'), hidden: hiddenExcept(TRADE_ROLES) }
export const siteMenu = { group: localized('site'), hidden: hiddenExcept(CONTENT_ROLES) }

/** For collections of the site: a change invalidates cached pages and is audited. */
export const announcedAndAudited = {
  afterChange: [announceChange, auditChange],
  afterDelete: [announceDelete, auditDelete],
} satisfies CollectionConfig['hooks']
