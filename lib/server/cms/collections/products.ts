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
import { decimalField } from '@/lib/server/cms/fields/checked-fields'
import { translationGaps } from '@/lib/server/cms/fields/draftable'

/** What the shop's form offers. */
export const Products: CollectionConfig = {
  slug: 'products',
  labels: names(words('product'), words('products')),
  defaultSort: 'sort_order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'category', 'unit', 'minimum_volume', 'translations', 'is_offered'],
    enableListViewSelectAPI: true,
    ...tradeMenu,
  },
  access: { ...openTo(TRADE_ROLES), read: only(CONTENT_ROLES) },
  hooks: announcedAndAudited,
  fields: [
    localizedText('name', words('name'), { maxLength: 200 }),
    localizedTextarea('summary', words('description'), { maxLength: 600 }),
    row(
      localizedText('unit', words('measure'), { maxLength: 40 }),
      decimalField({
        name: 'minimum_volume',
        places: 3,
        label: words('smallestOrder'),
      }),
    ),
    image(),
    {
      name: 'facts',
      type: 'array',
      maxRows: 12,
      label: words('shortFacts'),
      labels: names(words('fact'), words('facts')),
      admin: rowTitle,
      fields: [
        row(
          localizedText('name', words('fact'), { maxLength: 100 }),
          localizedText('value', words('value'), { maxLength: 200 }),
        ),
      ],
    },
    relationship('category', 'categories', words('auctionCategory'), {
      admin: {
        ...sidebar,
        description: words('productsCategoryHint'),
      },
    }),
    {
      name: 'is_offered',
      type: 'checkbox',
      defaultValue: true,
      index: true,
      label: words('canBeOrdered'),
      admin: sidebar,
    },
    sortOrder,
    translationGaps,
  ],
}
