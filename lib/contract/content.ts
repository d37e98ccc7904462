import * as z from 'zod'
import { endpoint } from './endpoint'
import { image, pageMeta } from './pages'
import { data, id, language, categoryKey, empty } from './primitives'
import { cacheTags } from '@/lib/config/constants'

/** For each part of the site a text that is another one once something of it has changed; it says nothing else. */
const revisions = z.record(z.enum(Object.values(cacheTags)), z.string())
export type Revisions = z.infer<typeof revisions>

export const revisionsEndpoints = {
  read: endpoint('/api/revisions', {
    summary: 'What has changed, part by part, for a site elsewhere that keeps pages made from this API',
    access: 'visitor',
    request: empty,
    response: data(revisions),
  }),
}

export const category = z.object({
  id,
  key: categoryKey,
  /** The `auctionType` of the site’s addresses. */
  slug: z.string(),
  name: z.string(),
  /** "t", "thousand m³" in the asked language. */
  unit: z.string(),
  price_unit: z.string(),
})
export type Category = z.infer<typeof category>

const link = z.object({ name: z.string(), url: z.string() })
export const menuItem = link.extend({ children: z.array(link) })
export type MenuItem = z.infer<typeof menuItem>

const contact = z.object({
  label: z.string(),
  is_main: z.boolean(),
  socials: z.array(link),
  phones: z.array(z.object({ label: z.string(), number: z.string() })),
})

export const settings = z.object({
  company_name: z.string(),
  links: z.array(link),
  contacts: z.array(contact),
  main_menu: z.array(menuItem),
  footer_menu: z.array(menuItem),
  support_email: z.string(),
  copyright: z.string(),
  working_hours: z.string(),
  /** The company's own, where an editor gave one; else the site's mark stands. */
  logo: image.nullable(),
  /** Address of the tab's icon; empty for the site's own. */
  favicon: z.string(),
  /** For pages that have no meta of their own. */
  meta: pageMeta,
})
export type Settings = z.infer<typeof settings>

export const contentEndpoints = {
  categories: endpoint('/api/auction-categories/list', {
    summary: 'Auction categories, in the language of Accept-Language',
    access: 'visitor',
    /** The language is that of Accept-Language; `lang` goes before it. */
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
