import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, hiddenExcept, nobody, only } from '@/lib/server/cms/access'
import { linkFields, linksField } from '@/lib/server/cms/fields/links'
import { announceChange } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { names, words, rowTitle } from '@/lib/server/cms/words'

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
    group: words('Сайт', 'Site', 'Сайт'),
    hidden: hiddenExcept(CONTENT_ROLES),
  },
  access: { create: nobody, read: only(CONTENT_ROLES), update: only(CONTENT_ROLES), delete: nobody },
  hooks: { afterChange: [announceChange, auditChange] },
  fields: [
    { name: 'title', type: 'text', required: true, label: words('Назва меню', 'Menu name', 'Название меню') },
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
