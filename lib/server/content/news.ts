import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload, Where } from 'payload'
import { type NewsItem, newsSummary, type NewsSummary } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import { executorOf } from '@/lib/server/payload/database'
import type { News } from '@/lib/server/payload/payload-types'
import { blocksOf } from '@/lib/server/content/block-shapes'
import { imageOf, languagesOf, metaOf, type Reading, shownLanguage, statusOf, textIn } from './shapes'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'
import { readable, type RecordFaults } from '@/lib/server/platform/record-faults'

/** News are ordered by an instant that pages can show: neither null nor infinity. */
const PUBLISHED: Where = {
  and: [
    { _status: { equals: 'published' } },
    { published_at: { greater_than: '1900-01-01T00:00:00.000Z' } },
    { published_at: { less_than: '2999-12-31T00:00:00.000Z' } },
  ],
}
const SUMMARY = { title: true, summary: true, slug: true, image: true, published_at: true, updatedAt: true } as const
type Summary = Pick<News, 'id' | keyof typeof SUMMARY>

/** `doc` is read with `locale: 'all'`. */
function summaryOf(doc: Summary, lang: Language): NewsSummary {
  const languages = languagesOf(doc.title)
  const language = shownLanguage(languages, lang) ?? 'uk'
  return {
    slug: doc.slug,
    title: textIn(doc.title, language),
    summary: textIn(doc.summary, language),
    image: imageOf(doc.image, language),
    published_at: doc.published_at,
    updated_at: doc.updatedAt,
    language,
    languages,
  }
}

/** An item needs a title in some language. */
const completeSummary = newsSummary
  .refine(({ slug }) => slug !== '', 'slug: missing')
  .refine(({ languages }) => languages.length > 0, 'title: missing')

function summaries(faults: RecordFaults, docs: readonly Summary[], lang: Language): NewsSummary[] {
  return readable(
    faults,
    { collection: 'news', schema: completeSummary, idOf: ({ id }) => id, shape: (doc) => summaryOf(doc, lang) },
    docs,
  )
}

/** Items that are older (`less_than`) or newer than one. */
function beside(
  direction: 'less_than' | 'greater_than',
  { published_at, id }: Pick<News, 'published_at' | 'id'>,
): Where {
  return {
    or: [
      { published_at: { [direction]: published_at } },
      { and: [{ published_at: { equals: published_at } }, { id: { [direction]: id } }] },
    ],
  }
}

async function find(payload: Payload, where: Where[], sort: string[], limit: number): Promise<Summary[]> {
  const { docs } = await payload.find({
    collection: 'news',
    where: { and: [PUBLISHED, ...where] },
    sort,
    limit,
    pagination: false,
    depth: 1,
    locale: 'all',
    select: SUMMARY,
  })
  return docs
}

const NEWEST_FIRST = ['-published_at', '-id']
const OLDEST_FIRST = ['published_at', 'id']

interface NewsQuery {
  lang: Language
  year?: number
  cursor?: string
  limit?: number
}

export async function listNews(
  payload: Payload,
  faults: RecordFaults,
  { lang, year, cursor, limit = DEFAULT_LIMIT }: NewsQuery,
): Promise<Page<NewsSummary> & { years: number[] }> {
  const [published_at, id] = decodeCursor(cursor, ['isoInstant', 'id']) ?? []
  const where: Where[] = []
  if (published_at !== undefined && id !== undefined) where.push(beside('less_than', { published_at, id }))
  const years = await yearsOf(payload)
  const bounds = year === undefined ? null : years.find((item) => item.year === year)
  if (year !== undefined) {
    if (!bounds) return { list: [], next_cursor: null, years: years.map((item) => item.year) }
    where.push({ published_at: { greater_than_equal: bounds.from } }, { published_at: { less_than: bounds.until } })
  }
  const docs = await find(payload, where, NEWEST_FIRST, limit + 1)
  const page = pageOf(docs, limit, (doc) => [doc.published_at, doc.id])
  return {
    ...page,
    list: summaries(faults, page.list, lang),
    years: years.map((item) => item.year),
  }
}

/** Years with news, the newest first, with their bounds in Kyiv. */
async function yearsOf(payload: Payload): Promise<{ year: number; from: string; until: string }[]> {
  const { rows } = await executorOf(payload).execute(sql`
    select year::integer as year,
      (make_timestamp(year::integer, 1, 1, 0, 0, 0) at time zone 'Europe/Kyiv') as starts,
      (make_timestamp(year::integer + 1, 1, 1, 0, 0, 0) at time zone 'Europe/Kyiv') as ends
    from (select distinct extract(year from published_at at time zone 'Europe/Kyiv') as year
      from cms.news where _status = 'published' and cms.safe_timestamp(published_at) is not null) years
    order by year desc`)
  return rows.map((row) => ({ year: Number(row.year), from: instantOf(row.starts), until: instantOf(row.ends) }))
}

function instantOf(value: unknown): string {
  return new Date(value as string | Date).toISOString()
}

type NewsPage = NewsItem & { newer: NewsSummary | null; older: NewsSummary | null }

export async function readNewsItem(
  payload: Payload,
  faults: RecordFaults,
  slug: string,
  { lang, draft }: Reading,
): Promise<NewsPage | null> {
  const visible: Where = draft ? { slug: { equals: slug } } : { and: [{ slug: { equals: slug } }, PUBLISHED] }
  const common = { collection: 'news', draft, limit: 1, pagination: false, depth: 1 } as const
  const { docs: matches } = await payload.find({ ...common, where: visible, locale: 'all', select: SUMMARY })
  const [doc] = matches
  const language = doc && shownLanguage(languagesOf(doc.title), lang)
  if (!doc || !language) return null
  const { docs } = await payload.find({
    ...common,
    where: { id: { equals: doc.id } },
    locale: language,
  })
  const [newer, older] = await Promise.all([
    find(payload, [beside('greater_than', doc)], OLDEST_FIRST, 1),
    find(payload, [beside('less_than', doc)], NEWEST_FIRST, 1),
  ])
  return {
    ...summaryOf(doc, lang),
    blocks: blocksOf(docs[0]?.blocks, language, { faults, collection: 'news', id: doc.id }),
    meta: metaOf(docs[0]?.meta),
    status: docs[0] ? await statusOf(payload, 'news', docs[0]) : 'published',
    newer: summaries(faults, newer, lang)[0] ?? null,
    older: summaries(faults, older, lang)[0] ?? null,
  }
}
