import type { Payload, Where } from 'payload'
import type { AuctionPage, News, Page, Product } from '@/lib/server/cms/payload-types'
import type { Language } from '@/lib/server/demo/lots'
import { drawPicture, type Ground, type Subject } from '@/lib/server/demo/pictures'
import { DEMO_AUCTION_PAGES } from './auction-pages'
import { DEMO_NEWS } from './news'
import { DEMO_PAGES } from './pages'
import { DEMO_PRODUCTS } from './products'
import { seedCertificates } from './seed-certificates'
import { type InThree, LANGUAGES, said, writeBlocks } from './write-blocks'

/** The demo's pictures by their keys, with words for those who do not see them. */
const DEMO_PICTURES: Readonly<Record<Subject, { ground: Ground; alt: InThree }>> = {
  tanks: {
    ground: 'ink',
    alt: [
      'Три резервуари з різним рівнем конденсату',
      'Three tanks with condensate at different levels',
      'Три резервуара с разным уровнем конденсата',
    ],
  },
  pipeline: {
    ground: 'flame',
    alt: ['Газопровід із манометром', 'A gas pipeline with a pressure gauge', 'Газопровод с манометром'],
  },
  chart: { ground: 'day', alt: ['Ціна зростає сходинками', 'A price that rises in steps', 'Цена растёт ступенями'] },
  wellhead: {
    ground: 'ink',
    alt: ['Факел і споруди промислу', 'A flare and the buildings of a gas field', 'Факел и сооружения промысла'],
  },
  document: {
    ground: 'flame',
    alt: ['Документ із позначкою про перевірку', 'A document with a check mark', 'Документ с отметкой о проверке'],
  },
  molecule: { ground: 'ink', alt: ['Модель молекули', 'The model of a molecule', 'Модель молекулы'] },
  calendar: {
    ground: 'ink',
    alt: ['Календар із позначеним днем', 'A calendar with a day marked', 'Календарь с отмеченным днём'],
  },
  shield: { ground: 'flame', alt: ['Щит із позначкою', 'A shield with a check mark', 'Щит с отметкой'] },
  rail: {
    ground: 'ink',
    alt: ['Залізничні цистерни на коліях', 'Rail tank cars on a track', 'Железнодорожные цистерны на путях'],
  },
  gauge: { ground: 'ink', alt: ['Стрілковий прилад', 'A dial gauge', 'Стрелочный прибор'] },
}

/** Ids of the media by the pictures' keys. */
type Pictures = Readonly<Record<string, number>>

/** Draws the demo's pictures into the media library, or finds those that are there. */
async function seedPictures(cms: Payload): Promise<Pictures> {
  const subjects = Object.keys(DEMO_PICTURES) as Subject[]
  const entries: [string, number][] = []
  for (const [index, subject] of subjects.entries()) entries.push([subject, await seedPicture(cms, subject, index + 1)])
  return Object.fromEntries(entries)
}

async function seedPicture(cms: Payload, subject: Subject, seed: number): Promise<number> {
  const { ground, alt } = DEMO_PICTURES[subject]
  const { docs } = await cms.find({
    collection: 'media',
    locale: 'uk',
    where: { alt: { equals: alt[0] } },
    depth: 0,
    limit: 1,
  })
  if (docs[0]) return docs[0].id
  const data = await drawPicture(subject, ground, seed)
  const file = { data, name: `${subject}.webp`, mimetype: 'image/webp', size: data.length }
  const { id } = await cms.create({ collection: 'media', locale: 'uk', depth: 0, data: { alt: alt[0] }, file })
  for (const locale of LANGUAGES)
    if (locale !== 'uk')
      await cms.update({ collection: 'media', id, locale, depth: 0, data: { alt: said(alt, locale) } })
  return id
}

const DAY = 24 * 60 * 60 * 1000

/**
 * What a site of this kind says, as an editor's beginning: pages, news, the words around auctions, the shop's products,
 * certificates. `now`: epoch milliseconds. What a start that was cut off has made already is left as it is.
 */
export async function seedContent(cms: Payload, now: number): Promise<void> {
  const pictures = await seedPictures(cms)
  await Promise.all([
    seedAll(DEMO_PAGES, (page) => seedPage(cms, page, pictures)),
    seedAll(DEMO_NEWS, (item) => seedNews(cms, item, pictures, now)),
    seedAll(DEMO_AUCTION_PAGES, (page) => seedAuctionPage(cms, page, pictures)),
    seedAll(
      DEMO_PRODUCTS.map((product, index) => ({ ...product, index })),
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
  for (const locale of LANGUAGES)
    if (locale !== 'uk') await cms.update({ collection, id: made.id, locale, depth: 0, data: dataIn(locale, made) })
}

async function seedPage(
  cms: Payload,
  { slug, title, description, blocks }: (typeof DEMO_PAGES)[number],
  pictures: Pictures,
): Promise<void> {
  await seedOne<Page>(cms, 'pages', { slug: { equals: slug } }, (language) => ({
    title: said(title, language),
    slug,
    meta: { description: said(description, language) },
    blocks: writeBlocks(blocks, language, pictures),
    _status: 'published',
  }))
}

async function seedNews(
  cms: Payload,
  { slug, title, summary, picture, blocks, daysAgo }: (typeof DEMO_NEWS)[number],
  pictures: Pictures,
  now: number,
): Promise<void> {
  await seedOne<News>(cms, 'news', { slug: { equals: slug } }, (language) => ({
    title: said(title, language),
    summary: said(summary, language),
    slug,
    image: pictures[picture] ?? null,
    published_at: noonOf(now - daysAgo * DAY),
    blocks: writeBlocks(blocks, language, pictures),
    _status: 'published',
  }))
}

async function seedAuctionPage(
  cms: Payload,
  { kind, category, title, blocks }: (typeof DEMO_AUCTION_PAGES)[number],
  pictures: Pictures,
): Promise<void> {
  const place = { kind: { equals: kind }, category: category === null ? { exists: false } : { equals: category } }
  await seedOne<AuctionPage>(cms, 'auction-pages', place, (language) => ({
    kind,
    category,
    title: said(title, language),
    blocks: writeBlocks(blocks, language, pictures),
    _status: 'published',
  }))
}

async function seedProduct(
  cms: Payload,
  product: (typeof DEMO_PRODUCTS)[number] & { index: number },
  pictures: Pictures,
): Promise<void> {
  const { name, summary, unit, facts, minimum, category, picture, index } = product
  await seedOne<Product>(cms, 'products', { sort_order: { equals: index } }, (language, made) => ({
    name: said(name, language),
    summary: said(summary, language),
    unit: said(unit, language),
    minimum_volume: minimum,
    category,
    image: pictures[picture] ?? null,
    is_offered: true,
    sort_order: index,
    facts: facts.map(([fact, value], place) => ({
      id: made?.facts?.[place]?.id,
      name: said(fact, language),
      value: said(value, language),
    })),
  }))
}

function noonOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 10)}T10:00:00.000Z`
}
