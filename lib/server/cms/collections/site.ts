import { type CollectionBeforeValidateHook, type CollectionConfig, ValidationError } from 'payload'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { CONTENT_ROLES, nobody, openTo } from '@/lib/server/cms/access'
import { blocksField } from '@/lib/server/cms/blocks'
import { announcedAndAudited, contentMenu, siteMenu } from '@/lib/server/cms/collections/common'
import {
  day,
  file,
  image,
  localizedText,
  localizedTextarea,
  names,
  pageTitle,
  relationship,
  row,
  rowTitle,
  select,
  sidebar,
  text,
  localized,
} from '@/lib/server/cms/fields/basic-fields'
import { draftable, previews, publishing, translationGaps } from '@/lib/server/cms/fields/draftable'
import { linkFields, linksField } from '@/lib/server/cms/fields/links'
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta'
import { slugField } from '@/lib/server/cms/fields/slug'
import { announceChange } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { translate } from '@/lib/server/cms/translations'

/** Free-form content pages, such as the privacy policy. */
export const Pages: CollectionConfig = {
  slug: 'pages',
  labels: names(localized('page'), localized('pages')),
  ...draftable,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'slug', 'translations', 'updatedAt', '_status'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['title', 'slug'],
    ...contentMenu,
    description: localized('pagesHint'),
    ...publishing,
    ...previews(({ slug }) => (typeof slug === 'string' && slug !== '' ? `/${slug}` : null)),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [{ label: localized('content'), fields: [blocksField()] }, pageMetaTab()],
    },
    slugField('title', { beside: true }),
    translationGaps,
  ],
}

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
  const section = typeof kind === 'string' ? PATHS[kind] : undefined
  return section === undefined ? null : `/auctions${under}${section}`
}

type Placed = { kind?: string; category?: number | { id: number } | null }

/** Only one page for each section and category can be shown. */
const refuseDuplicate: CollectionBeforeValidateHook = async ({ data, originalDoc, req }) => {
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
  const ownId = (originalDoc as { id?: number } | undefined)?.id
  if (docs.every((doc) => doc.id === ownId)) return data
  throw new ValidationError(
    { collection: 'auction-pages', errors: [{ path: 'kind', message: translate(req, 'auctionPageTaken') }] },
    req.t,
  )
}

/** The informational pages under /auctions. */
export const AuctionPages: CollectionConfig = {
  slug: 'auction-pages',
  labels: names(localized('auctionPage'), localized('auctionPages')),
  ...draftable,
  hooks: { ...draftable.hooks, beforeValidate: [refuseDuplicate] },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'kind', 'category', 'translations', '_status'],
    enableListViewSelectAPI: true,
    ...contentMenu,
    description: localized('auctionPagesHint'),
    ...publishing,
    ...previews(pathOf),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [{ label: localized('content'), fields: [blocksField()] }, pageMetaTab()],
    },
    select(
      'kind',
      localized('section'),
      {
        landing: localized('landing'),
        rules: localized('rules'),
        how_does_work: localized('howItWorks'),
        results: localized('results'),
        certificates: localized('certificates'),
        gas_sub_page: localized('buyingNaturalGas'),
      },
      { index: true, admin: sidebar },
    ),
    relationship('category', 'categories', localized('rawMaterial'), {
      index: true,
      admin: {
        ...sidebar,
        description: localized('categoryHint'),
      },
    }),
    translationGaps,
  ],
}

export const News: CollectionConfig = {
  slug: 'news',
  labels: names(localized('newsItem'), localized('news')),
  defaultSort: '-published_at',
  ...draftable,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'published_at', 'translations', '_status'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['title', 'slug'],
    ...contentMenu,
    description: localized('newsHint'),
    ...publishing,
    ...previews(({ slug }) => (typeof slug === 'string' && slug !== '' ? `/news/${slug}` : null)),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [
        {
          label: localized('content'),
          fields: [localizedTextarea('summary', localized('summary'), { maxLength: 400 }), image(), blocksField()],
        },
        pageMetaTab(),
      ],
    },
    day('published_at', localized('date'), {
      required: true,
      index: true,
      defaultValue: () => new Date().toISOString(),
      admin: {
        ...sidebar,
        description: localized('publicationDateHint'),
      },
    }),
    slugField(),
    translationGaps,
  ],
}

export const Certificates: CollectionConfig = {
  slug: 'certificates',
  labels: names(localized('certificate'), localized('certificates')),
  defaultSort: '-issued_on',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'category', 'issued_on', 'valid_until', 'translations'],
    ...contentMenu,
  },
  access: openTo(CONTENT_ROLES),
  hooks: announcedAndAudited,
  fields: [
    localizedText('title', localized('name')),
    relationship('category', 'categories', localized('rawMaterial'), {
      required: true,
      index: true,
    }),
    translationGaps,
    file(),
    row(day('issued_on', localized('issuedOn'), { required: true }), day('valid_until', localized('validUntil'))),
  ],
}

/** The two menus of the site, created by the first migration with the ids of the specification (1 main, 2 footer). */
export const Menus: CollectionConfig = {
  slug: 'menus',
  labels: names(localized('menu'), localized('menus')),
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'translations', 'updatedAt'],
    ...siteMenu,
  },
  access: { ...openTo(CONTENT_ROLES), create: nobody, delete: nobody },
  hooks: { afterChange: [announceChange, auditChange] },
  fields: [
    translationGaps,
    text('title', localized('menuName')),
    {
      name: 'items',
      type: 'array',
      label: localized('items'),
      labels: names(localized('item'), localized('items')),
      admin: rowTitle,
      fields: [...linkFields(), linksField('children', localized('subItems'), localized('subItem'))],
    },
  ],
}
