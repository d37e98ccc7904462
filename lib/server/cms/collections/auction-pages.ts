import { ValidationError, type CollectionBeforeValidateHook, type CollectionConfig } from 'payload'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { blocksField } from '@/lib/server/cms/blocks/page-blocks'
import { siteMenu } from '@/lib/server/cms/collections/common'
import { names, pageTitle, relationship, select, sidebar, words } from '@/lib/server/cms/fields/basic-fields'
import { draftable, previews, publishing, translationGaps } from '@/lib/server/cms/fields/draftable'
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta'
import { say } from '@/lib/server/cms/translations'

const PATHS: Readonly<Record<string, string>> = {
  rules: '/rules-auctions',
  how_does_work: '/how-does-work',
  results: '/results-past-auctions',
  certificates: '/certificates',
  gas_sub_page: '/gasSubPage',
}

/** The categories are fixed by the first migration: 1 condensate, 2 gas. */
const CATEGORY_PATHS: Readonly<Record<number, string>> = {
  1: `/${CATEGORY_SLUGS.gas_condensate}`,
  2: `/${CATEGORY_SLUGS.natural_gas}`,
}

function pathOf({ kind, category }: Record<string, unknown>): string | null {
  const id = typeof category === 'object' && category !== null && 'id' in category ? category.id : category
  const under = typeof id === 'number' ? (CATEGORY_PATHS[id] ?? '') : ''
  if (kind === 'landing') return under === '' ? '/' : `/auctions${under}`
  const rest = typeof kind === 'string' ? PATHS[kind] : undefined
  return rest === undefined ? null : `/auctions${under}${rest}`
}

type Placed = { kind?: string; category?: number | { id: number } | null }

/** One page a place: two would leave it to chance which is shown. */
const refuseSecond: CollectionBeforeValidateHook = async ({ data, originalDoc, req }) => {
  const { kind, category } = { ...(originalDoc as Placed | undefined), ...(data as Placed | undefined) }
  if (!kind) return data
  const id = typeof category === 'object' ? category?.id : category
  const { docs } = await req.payload.find({
    collection: 'auction-pages',
    where: {
      and: [
        { kind: { equals: kind } },
        { category: id === undefined || id === null ? { exists: false } : { equals: id } },
      ],
    },
    depth: 0,
    limit: 2,
    overrideAccess: true,
    req,
  })
  const own = (originalDoc as { id?: number } | undefined)?.id
  if (docs.every((doc) => doc.id === own)) return data
  throw new ValidationError(
    { collection: 'auction-pages', errors: [{ path: 'kind', message: say(req, 'auctionPageTaken') }] },
    req.t,
  )
}

/** What editors write around what the portal knows by itself: the informational pages under /auctions. */
export const AuctionPages: CollectionConfig = {
  slug: 'auction-pages',
  labels: names(words('auctionPage'), words('auctionPages')),
  ...draftable,
  hooks: { ...draftable.hooks, beforeValidate: [refuseSecond] },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'kind', 'category', 'translations', '_status'],
    enableListViewSelectAPI: true,
    ...siteMenu,
    description: words('auctionPagesHint'),
    ...publishing,
    ...previews(pathOf),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [{ label: words('content'), fields: [blocksField()] }, pageMetaTab()],
    },
    select(
      'kind',
      words('section'),
      {
        landing: words('landing'),
        rules: words('rules'),
        how_does_work: words('howItWorks'),
        results: words('results'),
        certificates: words('certificates'),
        gas_sub_page: words('buyingNaturalGas'),
      },
      { index: true, admin: sidebar },
    ),
    relationship('category', 'categories', words('rawMaterial'), {
      index: true,
      admin: {
        ...sidebar,
        description: words('categoryHint'),
      },
    }),
    translationGaps,
  ],
}
