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
  labels: names(words('auctionCategory'), words('auctionCategories')),
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
    localizedText('name', words('name')),
    select('key', words('rawMaterialName'), RAW_MATERIALS, { unique: true }),
    select('unit', words('measure'), {
      tonne: words('tonne'),
      thousand_m3: words('thousandM'),
    }),
    row(localizedText('unit_label', words('volumeLabel')), localizedText('price_unit_label', words('priceLabel'))),
    sortOrder,
    text('slug', words('sectionAddress'), {
      unique: true,
      index: true,
      access: { create: () => false, update: () => false },
      hooks: { beforeValidate: [({ data, originalDoc }) => slugOf({ ...(originalDoc as Keyed), ...(data as Keyed) })] },
      admin: {
        ...sidebar,
        readOnly: true,
        description: words('categoriesSlugHint'),
      },
    }),
  ],
}
