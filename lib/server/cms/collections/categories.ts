import type { CollectionConfig } from 'payload'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { ADMIN_ROLES, CONTENT_ROLES, TRADE_ROLES, hiddenExcept, nobody, only } from '@/lib/server/cms/access'
import { announceChange, announceDelete } from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { names, words } from '@/lib/server/cms/words'
import type { CategoryKey } from '@/lib/contract/primitives'

interface Keyed {
  key?: CategoryKey
  slug?: string
}

function slugOf({ key, slug }: Keyed): string | undefined {
  return key === undefined ? slug : CATEGORY_SLUGS[key]
}

/** Kinds of raw material that are sold; each has an address under /auctions and a unit (R0.2). */
export const Categories: CollectionConfig = {
  slug: 'categories',
  labels: names(
    words('Вид аукціонів', 'Auction category', 'Вид аукционов'),
    words('Види аукціонів', 'Auction categories', 'Виды аукционов'),
  ),
  defaultSort: 'sort_order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'slug', 'unit', 'sort_order'],
    group: words('Торги', 'Trade', 'Торги'),
    hidden: hiddenExcept(TRADE_ROLES),
  },
  access: {
    create: only(ADMIN_ROLES),
    read: only(CONTENT_ROLES),
    update: only(TRADE_ROLES),
    delete: nobody,
  },
  hooks: { afterChange: [announceChange, auditChange], afterDelete: [announceDelete, auditDelete] },
  fields: [
    { name: 'name', type: 'text', localized: true, required: true, label: words('Назва', 'Name', 'Название') },
    {
      name: 'key',
      type: 'select',
      required: true,
      unique: true,
      label: words('Сировина', 'Raw material', 'Сырьё'),
      options: [
        { value: 'gas_condensate', label: words('Газовий конденсат', 'Gas condensate', 'Газовый конденсат') },
        { value: 'natural_gas', label: words('Природний газ', 'Natural gas', 'Природный газ') },
      ],
    },
    {
      name: 'unit',
      type: 'select',
      required: true,
      label: words('Одиниця виміру', 'Unit', 'Единица измерения'),
      options: [
        { value: 'tonne', label: words('Тонна', 'Tonne', 'Тонна') },
        { value: 'thousand_m3', label: words('Тисяча м³', 'Thousand m³', 'Тысяча м³') },
      ],
    },
    {
      type: 'row',
      fields: [
        {
          name: 'unit_label',
          type: 'text',
          localized: true,
          required: true,
          label: words('Підпис обсягу', 'Volume label', 'Подпись объёма'),
          admin: { width: '50%' },
        },
        {
          name: 'price_unit_label',
          type: 'text',
          localized: true,
          required: true,
          label: words('Підпис ціни', 'Price label', 'Подпись цены'),
          admin: { width: '50%' },
        },
      ],
    },
    {
      name: 'sort_order',
      type: 'number',
      required: true,
      defaultValue: 0,
      label: words('Порядок', 'Order', 'Порядок'),
      admin: { position: 'sidebar', step: 1 },
    },
    {
      name: 'slug',
      type: 'text',
      label: words('Адреса розділу', 'Section address', 'Адрес раздела'),
      unique: true,
      index: true,
      required: true,
      access: { create: () => false, update: () => false },
      hooks: { beforeValidate: [({ data, originalDoc }) => slugOf({ ...(originalDoc as Keyed), ...(data as Keyed) })] },
      admin: {
        position: 'sidebar',
        readOnly: true,
        description: words(
          'Задана специфікацією порталу: від неї залежать сторінки розділу, меню та посилання на інших сайтах. Не змінюється.',
          'Set by the portal’s specification: the section’s pages, menus and links on other sites depend on it. It does not change.',
          'Задан спецификацией портала: от него зависят страницы раздела, меню и ссылки на других сайтах. Не меняется.',
        ),
      },
    },
  ],
}
