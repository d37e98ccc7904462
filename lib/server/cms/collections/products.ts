import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, TRADE_ROLES, only, openTo } from '@/lib/server/cms/access'
import { announcedAndAudited, tradeMenu } from '@/lib/server/cms/collections/common'
import {
  image,
  localizedText,
  localizedTextarea,
  names,
  relationship,
  row,
  rowTitle,
  sidebar,
  sortOrder,
  words,
} from '@/lib/server/cms/fields/basic-fields'
import { decimalField } from '@/lib/server/cms/fields/field-kit'
import { translationGaps } from '@/lib/server/cms/fields/draftable'

/** What the shop's form offers. */
export const Products: CollectionConfig = {
  slug: 'products',
  labels: names(words('Товар', 'Product', 'Товар'), words('Товари', 'Products', 'Товары')),
  defaultSort: 'sort_order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'category', 'unit', 'minimum_volume', 'translations', 'is_offered'],
    ...tradeMenu,
  },
  access: { ...openTo(TRADE_ROLES), read: only(CONTENT_ROLES) },
  hooks: announcedAndAudited,
  fields: [
    localizedText('name', words('Назва', 'Name', 'Название'), { maxLength: 200 }),
    localizedTextarea('summary', words('Опис', 'Description', 'Описание'), { maxLength: 600 }),
    row(
      localizedText('unit', words('Одиниця виміру', 'Unit', 'Единица измерения'), { maxLength: 40 }),
      decimalField({
        name: 'minimum_volume',
        places: 3,
        label: words('Найменше замовлення', 'Smallest order', 'Наименьший заказ'),
      }),
    ),
    image(),
    {
      name: 'facts',
      type: 'array',
      maxRows: 12,
      label: words('Коротко про товар', 'Short facts', 'Коротко о товаре'),
      labels: names(words('Показник', 'Fact', 'Показатель'), words('Показники', 'Facts', 'Показатели')),
      admin: rowTitle,
      fields: [
        row(
          localizedText('name', words('Показник', 'Fact', 'Показатель'), { maxLength: 100 }),
          localizedText('value', words('Значення', 'Value', 'Значение'), { maxLength: 200 }),
        ),
      ],
    },
    relationship('category', 'categories', words('Вид аукціонів', 'Auction category', 'Вид аукционов'), {
      admin: {
        ...sidebar,
        description: words(
          'Порожньо для того, що продається лише на замовлення.',
          'Empty for what is sold by order only.',
          'Пусто для того, что продаётся только на заказ.',
        ),
      },
    }),
    {
      name: 'is_offered',
      type: 'checkbox',
      defaultValue: true,
      index: true,
      label: words('Можна замовити', 'Can be ordered', 'Можно заказать'),
      admin: sidebar,
    },
    sortOrder,
    translationGaps,
  ],
}
