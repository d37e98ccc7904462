import type { CollectionConfig } from 'payload'
import { TRADE_ROLES, only, openTo, publishedLots } from '@/lib/server/cms/access'
import { auctionFields } from '@/lib/server/cms/auctions/fields'
import {
  completeLot,
  refuseDeletingFrozen,
  refuseEditingFrozen,
  refuseMovingPublished,
} from '@/lib/server/cms/auctions/frozen-lot'
import { tradeMenu } from '@/lib/server/cms/collections/common'
import {
  announceChange,
  announceDelete,
  markDraftSaves,
  publishByDefault,
  announceAuction,
} from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { names, words } from '@/lib/server/cms/fields/basic-fields'

/** The lots (R1.1), public once published. The events of an auction are recorded elsewhere. */
export const Auctions: CollectionConfig = {
  slug: 'auctions',
  labels: names(words('auction'), words('auctions')),
  defaultSort: '-starts_at',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['number', 'title', 'category', 'volume', 'starting_price', 'starts_at', '_status'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['title', 'slug'],
    ...tradeMenu,
    // The portal's own links lead to the list; Payload's menu would name it a second time.
    group: false,
    components: {
      views: {
        list: { Component: '@/app/(cms)/office/views#AuctionsListView' },
        edit: {
          console: {
            Component: '@/app/(cms)/office/views#ConsoleView',
            path: '/console',
            tab: { label: ({ t }) => t('office:consoleTab'), href: '/console', order: 50 },
          },
        },
      },
    },
  },
  access: { ...openTo(TRADE_ROLES), read: publishedLots, readVersions: only(TRADE_ROLES) },
  versions: { drafts: true, maxPerDoc: 50 },
  hooks: {
    beforeOperation: [publishByDefault, markDraftSaves],
    beforeValidate: [completeLot],
    beforeChange: [refuseEditingFrozen, refuseMovingPublished],
    beforeDelete: [refuseDeletingFrozen],
    afterChange: [announceChange, auditChange, announceAuction],
    afterDelete: [announceDelete, auditDelete],
  },
  fields: auctionFields,
}
