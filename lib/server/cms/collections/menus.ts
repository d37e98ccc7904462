import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, nobody, openTo } from '@/lib/server/cms/access'
import { siteMenu } from '@/lib/server/cms/collections/common'
import { names, rowTitle, text, words } from '@/lib/server/cms/fields/basic-fields'
import { linkFields, linksField } from '@/lib/server/cms/fields/links'
import { announceChange } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'

/**
 * The two menus of the site. Their ids are fixed by the specification (1 main, 2 footer), so the first migration
 * makes them and nobody adds or removes one.
 */
export const Menus: CollectionConfig = {
  slug: 'menus',
  labels: names(words('menu'), words('menus')),
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'updatedAt'],
    ...siteMenu,
  },
  access: { ...openTo(CONTENT_ROLES), create: nobody, delete: nobody },
  hooks: { afterChange: [announceChange, auditChange] },
  fields: [
    text('title', words('menuName')),
    {
      name: 'items',
      type: 'array',
      label: words('items'),
      labels: names(words('item'), words('items')),
      admin: rowTitle,
      fields: [...linkFields(), linksField('children', words('subItems'), words('subItem'))],
    },
  ],
}
