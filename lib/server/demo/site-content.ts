import type { Payload } from 'payload'
import * as z from 'zod'
import { LOCALES } from '@/lib/config/constants'
import { SELLER_CODES } from './companies'
import { readJson, say, words, wordsInThree } from './content/read-content'

const link = z.strictObject({ name: wordsInThree, url: words })
const menu = z.array(link.extend({ children: z.array(link).default([]) }))
const network = z.strictObject({ name: words, url: z.url() })
const site = z.strictObject({
  menus: z.strictObject({ header: menu, footer: menu }),
  settings: z.strictObject({
    company_name: wordsInThree,
    /** Behind the © and the year. */
    copyright: wordsInThree,
    working_hours: wordsInThree,
    support_email: z.email(),
    contacts: z.array(
      z.strictObject({
        label: wordsInThree,
        is_main: z.boolean(),
        phones: z.array(z.strictObject({ number: words })),
        socials: z.array(network),
      }),
    ),
    links: z.array(network),
  }),
  seller: z.strictObject({
    bank: wordsInThree,
    address: wordsInThree,
    signatory: wordsInThree,
    authority: wordsInThree,
  }),
})

const readSite = () => readJson('site', site)

/** Menus of what there is, where nobody has made any yet. */
export async function seedMenus(cms: Payload): Promise<void> {
  const { header, footer } = (await readSite()).menus
  for (const [id, items] of [
    [1, header],
    [2, footer],
  ] as const) {
    let saved = await cms.findByID({ collection: 'menus', id, depth: 0 })
    if ((saved.items ?? []).length > 0) continue
    for (const locale of LOCALES) {
      const data = { items: keepIds(say(items, locale), saved.items) }
      saved = await cms.update({ collection: 'menus', id, locale, depth: 0, data })
    }
  }
}

/** What the made-up seller has on protocols and agreements, where no one has entered a real one's. */
export async function seedSeller(cms: Payload): Promise<void> {
  const before = await cms.findGlobal({ slug: 'seller', depth: 0 })
  if (before.edrpou) return
  const { seller } = await readSite()
  for (const locale of LOCALES)
    await cms.updateGlobal({ slug: 'seller', locale, depth: 0, data: { ...SELLER_CODES, ...say(seller, locale) } })
}

/** The settings of a company that does not exist, where nobody has entered a real one. */
export async function seedSettings(cms: Payload, year: number): Promise<void> {
  let saved = await cms.findGlobal({ slug: 'settings', depth: 0 })
  if (saved.company_name) return
  const { settings } = await readSite()
  for (const locale of LOCALES) {
    const { contacts, links, copyright, ...told } = say(settings, locale)
    const data = {
      ...told,
      copyright: `© ${year} ${copyright}`,
      contacts: keepIds(contacts, saved.contacts),
      links: keepIds(links, saved.links),
    }
    saved = await cms.updateGlobal({ slug: 'settings', locale, depth: 0, data })
  }
}

/** Rows with the ids of those that are saved: a row is one with three names, and so are the rows in it. */
function keepIds<Row extends object>(rows: readonly Row[], saved: unknown): Row[] {
  const known = (saved ?? []) as readonly Record<string, unknown>[]
  return rows.map((row, index) => {
    const parts = Object.entries(row).map(([key, part]: [string, unknown]) => [
      key,
      Array.isArray(part) ? keepIds(part, known[index]?.[key]) : part,
    ])
    return { ...(Object.fromEntries(parts) as Row), id: known[index]?.id }
  })
}
