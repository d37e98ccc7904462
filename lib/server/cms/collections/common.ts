import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, TRADE_ROLES, hiddenExcept } from '@/lib/server/cms/access'
import { announceChange, announceDelete } from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { words } from '@/lib/server/cms/fields/basic-fields'

/** The groups of the back office's menu, each with those who see it; for a collection's or a global's `admin`. */
export const siteMenu = { group: words('site'), hidden: hiddenExcept(CONTENT_ROLES) }
export const tradeMenu = { group: words('trade'), hidden: hiddenExcept(TRADE_ROLES) }
export const requestsMenu = { group: words('requests'), hidden: hiddenExcept(TRADE_ROLES) }

/** For collections of the site: a change invalidates cached pages and is audited. */
export const announcedAndAudited = {
  afterChange: [announceChange, auditChange],
  afterDelete: [announceDelete, auditDelete],
} satisfies CollectionConfig['hooks']
