import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, TRADE_ROLES, hiddenExcept, only } from '@/lib/server/cms/access'
import { decimalField } from '@/lib/server/cms/fields/field-kit'
import { translationGaps } from '@/lib/server/cms/fields/draftable'
import { announceChange, announceDelete } from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { names, words, rowTitle } from '@/lib/server/cms/words'

/** What the shop's form offers. */
export const Products: CollectionConfig = {
  slug: 'products',
  labels: names(words('Товар', 'Product', 'Товар'), words('Товари', 'Products', 'Товары')),
  defaultSort: 'sort_order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'category', 'unit', 'minimum_volume', 'translations', 'is_offered'],
    group: words('Торги', 'Trade', 'Торги'),
    hidden: hiddenExcept(TRADE_ROLES),
  },
  access: {
    create: only(TRADE_ROLES),
    read: only(CONTENT_ROLES),
    update: only(TRADE_ROLES),
    delete: only(TRADE_ROLES),
  },
  hooks: { afterChange: [announceChange, auditChange], afterDelete: [announceDelete, auditDelete] },
  fields: [
    {
      name: 'name',
      type: 'text',
      localized: true,
      required: true,
      maxLength: 200,
      label: words('Назва', 'Name', 'Название'),
    },
    {
      name: 'summary',
      type: 'textarea',
      localized: true,
      required: true,
      maxLength: 600,
      label: words('Опис', 'Description', 'Описание'),
    },
    {
      type: 'row',
      fields: [
        {
          name: 'unit',
          type: 'text',
          localized: true,
          required: true,
          maxLength: 40,
          label: words('Одиниця виміру', 'Unit', 'Единица измерения'),
          admin: { width: '50%' },
        },
        decimalField({
          name: 'minimum_volume',
          places: 3,
          label: words('Найменше замовлення', 'Smallest order', 'Наименьший заказ'),
        }),
      ],
    },
    {
      name: 'image',
      type: 'upload',
      relationTo: 'media',
      filterOptions: { mimeType: { contains: 'image/' } },
      label: words('Зображення', 'Image', 'Изображение'),
    },
    {
      name: 'facts',
      type: 'array',
      maxRows: 12,
      label: words('Коротко про товар', 'Short facts', 'Коротко о товаре'),
      labels: names(words('Показник', 'Fact', 'Показатель'), words('Показники', 'Facts', 'Показатели')),
      admin: rowTitle,
      fields: [
        {
          type: 'row',
          fields: [
            {
              name: 'name',
              type: 'text',
              localized: true,
              required: true,
              maxLength: 100,
              label: words('Показник', 'Fact', 'Показатель'),
              admin: { width: '50%' },
            },
            {
              name: 'value',
              type: 'text',
              localized: true,
              required: true,
              maxLength: 200,
              label: words('Значення', 'Value', 'Значение'),
              admin: { width: '50%' },
            },
          ],
        },
      ],
    },
    {
      name: 'category',
      type: 'relationship',
      relationTo: 'categories',
      label: words('Вид аукціонів', 'Auction category', 'Вид аукционов'),
      admin: {
        position: 'sidebar',
        description: words(
          'Порожньо для того, що продається лише на замовлення.',
          'Empty for what is sold by order only.',
          'Пусто для того, что продаётся только на заказ.',
        ),
      },
    },
    {
      name: 'is_offered',
      type: 'checkbox',
      defaultValue: true,
      index: true,
      label: words('Можна замовити', 'Can be ordered', 'Можно заказать'),
      admin: { position: 'sidebar' },
    },
    {
      name: 'sort_order',
      type: 'number',
      required: true,
      defaultValue: 0,
      label: words('Порядок', 'Order', 'Порядок'),
      admin: { position: 'sidebar', step: 1 },
    },
    translationGaps,
  ],
}
