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
  labels: names(words('Меню', 'Menu', 'Меню'), words('Меню', 'Menus', 'Меню')),
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'updatedAt'],
    ...siteMenu,
  },
  access: { ...openTo(CONTENT_ROLES), create: nobody, delete: nobody },
  hooks: { afterChange: [announceChange, auditChange] },
  fields: [
    text('title', words('Назва меню', 'Menu name', 'Название меню')),
    {
      name: 'items',
      type: 'array',
      label: words('Пункти', 'Items', 'Пункты'),
      labels: names(words('Пункт', 'Item', 'Пункт'), words('Пункти', 'Items', 'Пункты')),
      admin: rowTitle,
      fields: [
        ...linkFields(),
        linksField('children', words('Підпункти', 'Sub-items', 'Подпункты'), words('Підпункт', 'Sub-item', 'Подпункт')),
      ],
    },
  ],
}
