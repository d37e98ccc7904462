import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { convertMarkdownToLexical, editorConfigFactory } from '@payloadcms/richtext-lexical'
import type { Payload, Where } from 'payload'
import { LOCALES } from '@/lib/config/constants'
import type { Language } from '@/lib/contract/primitives'
import { portalEditor } from '@/lib/server/cms/editor'
import type { AuctionPage, News, Page, Product } from '@/lib/server/payload/payload-types'
import seed from './seed.json' with { type: 'json' }

const DAY_MS = 24 * 60 * 60 * 1000
const CATEGORY_IDS: Readonly<Record<string, number>> = { gas_condensate: 1, natural_gas: 2 }
const MEDIA_TYPES: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.pdf': 'application/pdf' }

export type InThree = Readonly<Record<Language, string>>

type InOne<T> = T extends InThree
  ? string
  : T extends readonly (infer Item)[]
    ? InOne<Item>[]
    : T extends object
      ? { [Key in keyof T]: InOne<T[Key]> }
      : T

/** Replaces every translated text in a value by its text in one language. */
function inLanguage<T>(value: T, language: Language): InOne<T>
function inLanguage(value: unknown, language: Language): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => inLanguage(item, language))
  if (language in value) return (value as InThree)[language]
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inLanguage(part, language)]))
}

export async function readDemoFile(path: string): Promise<File> {
  const type = MEDIA_TYPES[extname(path)] ?? ''
  return new File([await readFile(join('demo/files', path))], basename(path), { type })
}

/** Uploads a file to the media library, unless it is there already. Returns its id. */
export async function seedMedia(cms: Payload, path: string, alt: InThree): Promise<number> {
  const where = { alt: { equals: alt.uk } }
  const { docs } = await cms.find({ collection: 'media', locale: 'uk', where, depth: 0, limit: 1 })
  if (docs[0]) return docs[0].id
  const demoFile = await readDemoFile(path)
  const data = Buffer.from(await demoFile.arrayBuffer())
  const file = { name: demoFile.name, mimetype: demoFile.type, data, size: data.length }
  const { id } = await cms.create({ collection: 'media', locale: 'uk', depth: 0, data: { alt: alt.uk }, file })
  for (const locale of ['en', 'ru'] as const)
    await cms.update({ collection: 'media', id, locale, depth: 0, data: { alt: alt[locale] } })
  return id
}

/** Fills in menus, contacts and the seller's details, unless someone has already done so. */
export async function seedSite(cms: Payload, year: number): Promise<void> {
  const { menus, settings, seller } = seed.site
  for (const [id, items] of [
    [1, menus.header],
    [2, menus.footer],
  ] as const) {
    let saved = await cms.findByID({ collection: 'menus', id, depth: 0 })
    if ((saved.items ?? []).length > 0) continue
    for (const locale of LOCALES) {
      const data = { items: keepIds(inLanguage(items, locale), saved.items) }
      saved = await cms.update({ collection: 'menus', id, locale, depth: 0, data })
    }
  }
  let saved = await cms.findGlobal({ slug: 'settings', depth: 0 })
  for (const locale of saved.company_name ? [] : LOCALES) {
    const { contacts, links, copyright, ...texts } = inLanguage(settings, locale)
    const data = {
      ...texts,
      copyright: `© ${year} ${copyright}`,
      contacts: keepIds(contacts, saved.contacts),
      links: keepIds(links, saved.links),
    }
    saved = await cms.updateGlobal({ slug: 'settings', locale, depth: 0, data })
  }
  const { edrpou } = await cms.findGlobal({ slug: 'seller', depth: 0 })
  for (const locale of edrpou ? [] : LOCALES)
    await cms.updateGlobal({ slug: 'seller', locale, depth: 0, data: inLanguage(seller, locale) })
}

/** Rows need the same ids in all languages. Otherwise saving one language would replace the rows of the others. */
function keepIds<Row extends object>(rows: readonly Row[], saved: unknown): Row[] {
  const savedRows = (saved ?? []) as readonly Record<string, unknown>[]
  return rows.map((row, index) => {
    const parts = Object.entries(row).map(([key, part]: [string, unknown]) => [
      key,
      Array.isArray(part) ? keepIds(part as object[], savedRows[index]?.[key]) : part,
    ])
    return { ...(Object.fromEntries(parts) as Row), id: savedRows[index]?.id }
  })
}

/** Creates pages, news, auction pages, products and certificates. Existing documents stay as they are. */
export async function seedContent(cms: Payload, now: number): Promise<void> {
  const pictures: Record<string, number> = {}
  for (const [name, alt] of Object.entries(seed.pictures))
    pictures[name] = await seedMedia(cms, `pictures/${name}.webp`, alt)
  const write = await createBlockWriter(cms, pictures)

  await Promise.all([seedPages(), seedNews(), seedAuctionPages(), seedProducts(), seedCertificates()])

  async function seedPages(): Promise<void> {
    for (const { slug, blocks, ...texts } of seed.pages)
      await seedOne<Page>(cms, 'pages', { slug: { equals: slug } }, (language) => {
        const { title, description } = inLanguage(texts, language)
        return { title, slug, meta: { description }, blocks: write(blocks[language]), _status: 'published' }
      })
  }

  async function seedNews(): Promise<void> {
    for (const { slug, picture, days_ago: daysAgo, blocks, ...texts } of seed.news)
      await seedOne<News>(cms, 'news', { slug: { equals: slug } }, (language) => ({
        ...inLanguage(texts, language),
        slug,
        image: pictures[picture] ?? null,
        published_at: noonOf(now - daysAgo * DAY_MS),
        blocks: write(blocks[language]),
        _status: 'published',
      }))
  }

  async function seedAuctionPages(): Promise<void> {
    for (const { kind, title, blocks, ...page } of seed.auctionPages) {
      const category = 'category' in page ? (CATEGORY_IDS[page.category ?? ''] ?? null) : null
      const where = { kind: { equals: kind }, category: category === null ? { exists: false } : { equals: category } }
      await seedOne<AuctionPage>(cms, 'auction-pages', where, (language) => ({
        kind: kind as AuctionPage['kind'],
        category,
        title: title[language],
        blocks: write(blocks[language]),
        _status: 'published',
      }))
    }
  }

  async function seedProducts(): Promise<void> {
    for (const [index, { picture, category, ...texts }] of seed.products.entries())
      await seedOne<Product>(cms, 'products', { sort_order: { equals: index } }, (language, created) => {
        const { facts, ...product } = inLanguage(texts, language)
        return {
          ...product,
          // Products without a category are sold by order only.
          category: CATEGORY_IDS[category ?? ''] ?? null,
          image: pictures[picture] ?? null,
          is_offered: true,
          sort_order: index,
          facts: keepIds(facts, created?.facts),
        }
      })
  }

  async function seedCertificates(): Promise<void> {
    for (const { title, category, file, days_ago: daysAgo, valid_days: validDays } of seed.certificates) {
      const where = { title: { equals: title.uk } }
      const { totalDocs } = await cms.count({ collection: 'certificates', locale: 'uk', where })
      if (totalDocs > 0) continue
      const issued = now - daysAgo * DAY_MS
      const data = {
        title: title.uk,
        category: CATEGORY_IDS[category]!,
        file: await seedMedia(cms, file, title),
        issued_on: noonOf(issued),
        valid_until: validDays === null ? null : noonOf(issued + validDays * DAY_MS),
      }
      const { id } = await cms.create({ collection: 'certificates', locale: 'uk', depth: 0, data })
      for (const locale of ['en', 'ru'] as const)
        await cms.update({ collection: 'certificates', id, locale, depth: 0, data: { title: title[locale] } })
    }
  }
}

/** Creates a document in every language, unless `where` finds one. For the other languages `dataIn` gets the Ukrainian document. */
async function seedOne<Doc extends { id: number }>(
  cms: Payload,
  collection: 'pages' | 'news' | 'auction-pages' | 'products',
  where: Where,
  dataIn: (language: Language, created?: Doc) => Partial<Doc>,
): Promise<void> {
  const { totalDocs } = await cms.count({ collection, where })
  if (totalDocs > 0) return
  const created = (await cms.create({
    collection,
    locale: 'uk',
    depth: 0,
    data: dataIn('uk') as never,
  })) as unknown as Doc
  for (const locale of ['en', 'ru'] as const)
    await cms.update({ collection, id: created.id, locale, depth: 0, data: dataIn(locale, created) })
}

/** Replaces the names of pictures in the seed's blocks by their ids, and Markdown by rich text. */
async function createBlockWriter(cms: Payload, pictures: Readonly<Record<string, number>>) {
  const editorConfig = await editorConfigFactory.fromEditor({ config: cms.config, editor: portalEditor })

  function complete(value: unknown, key?: string): unknown {
    if (Array.isArray(value)) return value.map((item) => complete(item))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, complete(part, name)]))
    if (key === 'image') return pictures[String(value)] ?? null
    if (key === 'content' || key === 'answer')
      return convertMarkdownToLexical({ editorConfig, markdown: String(value) })
    return value
  }
  return (blocks: unknown) => complete(blocks) as NonNullable<Page['blocks']>
}

/** Noon in Kyiv in summer time, which is what the date picker saves for a date. */
function noonOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 10)}T10:00:00.000Z`
}
