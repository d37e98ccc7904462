import type { Payload, Where } from 'payload'
import * as z from 'zod'
import { LOCALES } from '@/lib/config/constants'
import type { Language } from '@/lib/contract/primitives'
import type { AuctionPage, News, Page, Product } from '@/lib/server/cms/payload-types'
import { drawPicture, ground, subject } from '@/lib/server/demo/pictures'
import { category, readJson, readTranslated, say, type Translated, typesetInThree, typesetWords } from './read-content'
import { seedCertificates } from './seed-certificates'
import type { Pictures } from './write-blocks'

/** A picture of the demo, with words for those who do not see it. */
const demoPicture = z.strictObject({ subject, ground, alt: typesetInThree })

const demoPage = z.strictObject({ title: typesetWords, description: typesetWords })
/** `days_ago`: before the day on which the demo is made. */
const demoNews = z.strictObject({
  title: typesetWords,
  summary: typesetWords,
  picture: subject,
  days_ago: z.int().nonnegative(),
})
const demoAuctionPage = z.strictObject({
  title: typesetWords,
  kind: z.enum(['landing', 'rules', 'how_does_work', 'results', 'certificates', 'gas_sub_page']),
  category: category.optional(),
})
/** Without a category it is sold by order only. */
const demoProduct = z.strictObject({
  category: category.optional(),
  picture: subject,
  minimum_volume: z.string().regex(/^\d+\.\d{3}$/),
  name: typesetInThree,
  summary: typesetInThree,
  unit: typesetInThree,
  facts: z.array(z.strictObject({ name: typesetInThree, value: typesetInThree })),
})

/** Draws the demo's pictures into the media library, or finds those that are there. */
async function seedPictures(cms: Payload): Promise<Pictures> {
  const entries: [string, number][] = []
  for (const [index, picture] of (await readJson('pictures', z.array(demoPicture))).entries())
    entries.push([picture.subject, await seedPicture(cms, picture, index + 1)])
  return Object.fromEntries(entries)
}

async function seedPicture(
  cms: Payload,
  { subject, ground, alt }: z.infer<typeof demoPicture>,
  seed: number,
): Promise<number> {
  const { docs } = await cms.find({
    collection: 'media',
    locale: 'uk',
    where: { alt: { equals: alt.uk } },
    depth: 0,
    limit: 1,
  })
  if (docs[0]) return docs[0].id
  const data = await drawPicture(subject, ground, seed)
  const file = { data, name: `${subject}.webp`, mimetype: 'image/webp', size: data.length }
  const { id } = await cms.create({ collection: 'media', locale: 'uk', depth: 0, data: { alt: alt.uk }, file })
  for (const locale of LOCALES)
    if (locale !== 'uk') await cms.update({ collection: 'media', id, locale, depth: 0, data: { alt: alt[locale] } })
  return id
}

const DAY = 24 * 60 * 60 * 1000

/**
 * What a site of this kind says, as an editor's beginning: pages, news, the words around auctions, the shop's products,
 * certificates. `now`: epoch milliseconds. What a start that was cut off has made already is left as it is.
 *
 * @throws {Error} naming the content file that cannot be read, and why.
 */
export async function seedContent(cms: Payload, now: number): Promise<void> {
  const pictures = await seedPictures(cms)
  const [pages, news, auctionPages, products] = await Promise.all([
    readTranslated('pages', demoPage, pictures),
    readTranslated('news', demoNews, pictures),
    readTranslated('auction-pages', demoAuctionPage, pictures),
    readJson('products', z.array(demoProduct)),
  ])
  await Promise.all([
    seedAll(pages, (page) => seedPage(cms, page)),
    seedAll(news, (item) => seedNews(cms, item, pictures, now)),
    seedAll(auctionPages, (page) => seedAuctionPage(cms, page)),
    seedAll(
      products.map((product, index) => ({ ...product, index })),
      (product) => seedProduct(cms, product, pictures),
    ),
    seedCertificates(cms, now),
  ])
}

/** One after another: the few kinds go side by side, which is all that the pool has room for. */
async function seedAll<T>(items: readonly T[], seed: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await seed(item)
}

/** Makes a document in every language; one that `where` finds is left as it is. `dataIn` is given what was made in Ukrainian. */
async function seedOne<Doc extends { id: number }>(
  cms: Payload,
  collection: 'pages' | 'news' | 'auction-pages' | 'products',
  where: Where,
  dataIn: (language: Language, made?: Doc) => Partial<Doc>,
): Promise<void> {
  const { totalDocs } = await cms.count({ collection, where })
  if (totalDocs > 0) return
  const made = (await cms.create({ collection, locale: 'uk', depth: 0, data: dataIn('uk') as never })) as unknown as Doc
  for (const locale of LOCALES)
    if (locale !== 'uk') await cms.update({ collection, id: made.id, locale, depth: 0, data: dataIn(locale, made) })
}

async function seedPage(cms: Payload, { slug, ...written }: Translated<z.infer<typeof demoPage>>): Promise<void> {
  await seedOne<Page>(cms, 'pages', { slug: { equals: slug } }, (language) => {
    const { title, description, blocks } = written[language]
    return { title, slug, meta: { description }, blocks, _status: 'published' }
  })
}

async function seedNews(
  cms: Payload,
  { slug, ...written }: Translated<z.infer<typeof demoNews>>,
  pictures: Pictures,
  now: number,
): Promise<void> {
  await seedOne<News>(cms, 'news', { slug: { equals: slug } }, (language) => {
    const { title, summary, picture, days_ago, blocks } = written[language]
    const published_at = noonOf(now - days_ago * DAY)
    return { title, summary, slug, image: pictures[picture] ?? null, published_at, blocks, _status: 'published' }
  })
}

async function seedAuctionPage(cms: Payload, written: Translated<z.infer<typeof demoAuctionPage>>): Promise<void> {
  const { kind, category = null } = written.uk
  const place = { kind: { equals: kind }, category: category === null ? { exists: false } : { equals: category } }
  await seedOne<AuctionPage>(cms, 'auction-pages', place, (language) => {
    const { title, blocks } = written[language]
    return { kind, category, title, blocks, _status: 'published' }
  })
}

async function seedProduct(
  cms: Payload,
  { index, picture, category, minimum_volume, ...texts }: z.infer<typeof demoProduct> & { index: number },
  pictures: Pictures,
): Promise<void> {
  await seedOne<Product>(cms, 'products', { sort_order: { equals: index } }, (language, made) => {
    const { facts, ...told } = say(texts, language)
    return {
      ...told,
      minimum_volume,
      category: category ?? null,
      image: pictures[picture] ?? null,
      is_offered: true,
      sort_order: index,
      facts: facts.map((fact, place) => ({ ...fact, id: made?.facts?.[place]?.id })),
    }
  })
}

function noonOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 10)}T10:00:00.000Z`
}
