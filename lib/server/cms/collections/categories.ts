import type { CollectionConfig } from 'payload'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { ADMIN_ROLES, CONTENT_ROLES, TRADE_ROLES, nobody, only } from '@/lib/server/cms/access'
import { announcedAndAudited, tradeMenu } from '@/lib/server/cms/collections/common'
import {
  localizedText,
  names,
  RAW_MATERIALS,
  row,
  select,
  sidebar,
  sortOrder,
  text,
  words,
} from '@/lib/server/cms/fields/basic-fields'
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
    ...tradeMenu,
  },
  access: {
    create: only(ADMIN_ROLES),
    read: only(CONTENT_ROLES),
    update: only(TRADE_ROLES),
    delete: nobody,
  },
  hooks: announcedAndAudited,
  fields: [
    localizedText('name', words('Назва', 'Name', 'Название')),
    select('key', words('Сировина', 'Raw material', 'Сырьё'), RAW_MATERIALS, { unique: true }),
    select('unit', words('Одиниця виміру', 'Unit', 'Единица измерения'), {
      tonne: words('Тонна', 'Tonne', 'Тонна'),
      thousand_m3: words('Тисяча м³', 'Thousand m³', 'Тысяча м³'),
    }),
    row(
      localizedText('unit_label', words('Підпис обсягу', 'Volume label', 'Подпись объёма')),
      localizedText('price_unit_label', words('Підпис ціни', 'Price label', 'Подпись цены')),
    ),
    sortOrder,
    text('slug', words('Адреса розділу', 'Section address', 'Адрес раздела'), {
      unique: true,
      index: true,
      access: { create: () => false, update: () => false },
      hooks: { beforeValidate: [({ data, originalDoc }) => slugOf({ ...(originalDoc as Keyed), ...(data as Keyed) })] },
      admin: {
        ...sidebar,
        readOnly: true,
        description: words(
          'Задана специфікацією порталу: від неї залежать сторінки розділу, меню та посилання на інших сайтах. Не змінюється.',
          'Set by the portal’s specification: the section’s pages, menus and links on other sites depend on it. It does not change.',
          'Задан спецификацией портала: от него зависят страницы раздела, меню и ссылки на других сайтах. Не меняется.',
        ),
      },
    }),
  ],
}
