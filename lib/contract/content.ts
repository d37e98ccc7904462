import * as z from 'zod'
import { BLOCKS } from '@/components/content/blocks/schemas'
import { image, namedLink, publicFile } from './block-fields'
import { endpoint } from './endpoint'
import { category, categoryKey, data, empty, id, instant, language, list, paging } from './primitives'
import { CACHE_TAGS } from '@/lib/config/constants'

type BlockShape = (typeof BLOCKS)[number]['shape']

/** Blocks of rich pages, in the editors' order. */
export const block = z.discriminatedUnion('kind', BLOCKS.map(({ shape }) => shape) as [BlockShape, ...BlockShape[]])
export type Block = z.infer<typeof block>
export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

/** Page meta of the specification’s point 3. A field is empty if the editor left it to the site’s defaults. */
export const pageMeta = z.object({
  title: z.string(),
  description: z.string(),
  favicon: z.string(),
  og: z.object({
    title: z.string(),
    description: z.string(),
    image: z.string(),
    url: z.string(),
    type: z.string(),
    locale: z.string(),
    site_name: z.string(),
  }),
  /** One JSON-LD object as JSON text. */
  schema: z.string(),
  /** Further structured-data snippets, each one JSON-LD object as JSON text. */
  micro_marking: z.array(z.string()),
})
export type PageMeta = z.infer<typeof pageMeta>

const slug = z.string().trim().min(1, 'required').max(200)

/**
 * `language` is that of the texts: if a translation is missing, it is not the requested one, and the
 * site shows a note. `languages` are those that exist, for hreflang.
 */
const languageFields = { language, languages: z.array(language) }

/** `draft`: never published; `changed`: since it was published; `published`: as visitors see it, the only one outside of previews. */
const pageStatus = z.enum(['draft', 'changed', 'published'])
export type PageStatus = z.infer<typeof pageStatus>

export const contentPage = z.object({
  slug: z.string(),
  title: z.string(),
  blocks: z.array(block),
  meta: pageMeta,
  status: pageStatus,
  updated_at: instant,
  ...languageFields,
})
export type ContentPage = z.infer<typeof contentPage>

export const newsSummary = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  image: image.nullable(),
  published_at: instant,
  updated_at: instant,
  ...languageFields,
})
export type NewsSummary = z.infer<typeof newsSummary>

export const newsItem = newsSummary.extend({ blocks: z.array(block), meta: pageMeta, status: pageStatus })
export type NewsItem = z.infer<typeof newsItem>

export const certificate = z.object({
  id,
  title: z.string(),
  /** Language of the title: if it is not translated, not the requested one. */
  language,
  category: categoryKey,
  issued_on: z.iso.date(),
  valid_until: z.iso.date().nullable(),
  file: publicFile,
})
export type Certificate = z.infer<typeof certificate>

/** The informational pages under /auctions, which editors write around the portal's own sections. */
const auctionPageKind = z.enum(['landing', 'rules', 'how_does_work', 'results', 'certificates', 'gas_sub_page'])
export type AuctionPageKind = z.infer<typeof auctionPageKind>

/** A preview shows drafts; its secret is the one of the portal’s own preview links. */
const preview = z.string().max(200).optional()

export const pagesEndpoints = {
  get: endpoint('/api/pages/get', {
    summary: 'A content page by its slug',
    access: 'visitor',
    request: z.strictObject({ slug, lang: language.default('uk'), preview }),
    response: data(contentPage),
    errors: ['not_found'],
  }),
  list: endpoint('/api/pages/list', {
    summary: 'Published content pages, for the sitemap',
    access: 'visitor',
    request: z.strictObject({ ...paging }),
    response: list(z.object({ slug: z.string(), updated_at: instant, languages: z.array(language) })),
  }),
  auctionPage: endpoint('/api/pages/auction-page', {
    summary:
      'An informational auction page as editors wrote it; null if there is none. A product’s own page is preferred to the general one',
    access: 'visitor',
    request: z.strictObject({
      kind: auctionPageKind,
      category: categoryKey.optional(),
      lang: language.default('uk'),
      preview,
    }),
    response: data(z.object({ page: contentPage.nullable() })),
  }),
  redirect: endpoint('/api/pages/redirect', {
    summary: 'The new path of one that has moved, both without language prefix; null if it has not',
    access: 'visitor',
    request: z.strictObject({ path: z.string().min(1).max(500).startsWith('/') }),
    response: data(z.object({ to: z.string().nullable() })),
  }),
}

export const newsEndpoints = {
  list: endpoint('/api/news/list', {
    summary: 'News, the newest first',
    access: 'visitor',
    request: z.strictObject({ lang: language.default('uk'), year: z.int().min(2000).max(2100).optional(), ...paging }),
    response: list(newsSummary, { years: z.array(z.int()) }),
  }),
  get: endpoint('/api/news/get', {
    summary: 'A news item by its slug, with its neighbours in time',
    access: 'visitor',
    request: z.strictObject({ slug, lang: language.default('uk'), preview }),
    response: data(newsItem.extend({ newer: newsSummary.nullable(), older: newsSummary.nullable() })),
    errors: ['not_found'],
  }),
}

export const certificatesEndpoints = {
  list: endpoint('/api/certificates/list', {
    summary: 'Quality certificates, those in force first',
    access: 'visitor',
    request: z.strictObject({ lang: language.default('uk'), category: categoryKey.optional(), ...paging }),
    response: list(certificate),
  }),
}

/** A text for each part of the site that changes whenever the part does; it has no other meaning. */
const revisions = z.record(z.enum(Object.values(CACHE_TAGS)), z.string())
export type Revisions = z.infer<typeof revisions>

export const revisionsEndpoints = {
  read: endpoint('/api/revisions', {
    summary: 'A revision for each part of the content, for remote sites that cache pages',
    access: 'visitor',
    request: empty,
    response: data(revisions),
  }),
}

export type Category = z.infer<typeof category>

export const menuItem = namedLink.extend({ children: z.array(namedLink) })
export type MenuItem = z.infer<typeof menuItem>

const contact = z.object({
  label: z.string(),
  is_main: z.boolean(),
  socials: z.array(namedLink),
  phones: z.array(z.object({ label: z.string(), number: z.string() })),
})

export const settings = z.object({
  company_name: z.string(),
  links: z.array(namedLink),
  contacts: z.array(contact),
  main_menu: z.array(menuItem),
  footer_menu: z.array(menuItem),
  support_email: z.string(),
  copyright: z.string(),
  working_hours: z.string(),
  /** The company's own logo; null: the site's default. */
  logo: image.nullable(),
  /** Address of the tab's icon; empty for the site's own. */
  favicon: z.string(),
  /** The default for pages without meta. */
  meta: pageMeta,
})
export type Settings = z.infer<typeof settings>

export const contentEndpoints = {
  categories: endpoint('/api/auction-categories/list', {
    summary: 'Auction categories, in the language of Accept-Language',
    access: 'visitor',
    /** By default the language of Accept-Language. */
    request: z.strictObject({ lang: language.optional() }),
    response: data(z.object({ list: z.array(category) })),
  }),
  settings: endpoint('/api/settings/all', {
    summary: 'Site settings in one language',
    access: 'visitor',
    request: z.strictObject({ lang: language }),
    response: data(settings),
  }),
  menus: endpoint('/api/menu/get-by-ids', {
    summary: 'Menus by their ids: 1 is the main menu, 2 the footer menu',
    access: 'visitor',
    request: z.strictObject({ ids: z.array(id).min(1).max(20), lang: language }),
    response: z.object({ items: z.record(z.string(), z.array(menuItem)) }),
  }),
}

/** Editors may see drafts of the content, only managers those of lots. */
export type PreviewScope = 'content' | 'lots'
