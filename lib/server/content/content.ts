import type { Payload } from 'payload'
import type { Category, MenuItem, Settings } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import { createKept } from '@/lib/server/content/kept'
import { categoryOf, menuItemsOf, settingsOf } from '@/lib/server/content/shapes'

/** Menu ids of the specification (point 7). */
const MAIN_MENU = 1
const FOOTER_MENU = 2

export interface Content {
  listCategories(lang: Language): Promise<Category[]>
  allSettings(lang: Language): Promise<Settings>
  /** Every asked id is answered; one that does not exist with no items. */
  menusByIds(ids: readonly number[], lang: Language): Promise<Record<string, MenuItem[]>>
  /** Called on each `portal_content` notification, and when notifications may have been missed. */
  forgetContent(): void
}

/** Reads edited content for the public calls; kept in memory, as every page needs it and it changes once a week. */
export function createContent(cms: () => Promise<Payload>): Content {
  const kept = createKept()

  function menus(lang: Language): Promise<Map<number, MenuItem[]>> {
    return kept.get(`menus:${lang}`, async () => {
      const payload = await cms()
      const { docs } = await payload.find({ collection: 'menus', locale: lang, depth: 0, pagination: false })
      return new Map(docs.map((menu) => [menu.id, menuItemsOf(menu)]))
    })
  }

  return {
    listCategories(lang) {
      return kept.get(`categories:${lang}`, async () => {
        const payload = await cms()
        const { docs } = await payload.find({
          collection: 'categories', locale: lang, depth: 0, sort: 'sort_order', pagination: false,
        })
        return docs.map(categoryOf)
      })
    },
    allSettings(lang) {
      return kept.get(`settings:${lang}`, async () => {
        const payload = await cms()
        const [global, known] = await Promise.all([
          payload.findGlobal({ slug: 'settings', locale: lang, depth: 1 }),
          menus(lang),
        ])
        return settingsOf(global, lang, known.get(MAIN_MENU) ?? [], known.get(FOOTER_MENU) ?? [])
      })
    },
    async menusByIds(ids, lang) {
      const known = await menus(lang)
      return Object.fromEntries(ids.map((id) => [String(id), known.get(id) ?? []]))
    },
    forgetContent: () => kept.forget(),
  }
}
