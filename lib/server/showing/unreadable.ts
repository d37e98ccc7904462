import type { UnreadableRecord } from '@/lib/contract/manager'
import type { Queryable } from '@/lib/server/db/pool'
import type { RecordCollection, RecordFault } from '@/lib/server/kernel/record-faults'
import { type ShowingDependencies, summariesOf } from './summaries'

/** Records seldom change by hand: a look at all of them is remembered for so long. */
const rememberMs = 60_000
/** Few enough that nobody waits for their reading. */
const readAtOnce = 100

/**
 * The records that cannot be read, for the staff: those that visitors came upon, and those that a look through everything published
 * finds. A list leaves them out, so that nobody else would miss them.
 */
export function createUnreadable(deps: ShowingDependencies): () => Promise<UnreadableRecord[]> {
  const { clock, faults } = deps
  let lookedAt = -Infinity
  let looking: Promise<void> | null = null

  return async function unreadable() {
    if (clock.now() - lookedAt > rememberMs) {
      looking ??= lookThrough(deps).finally(() => {
        looking = null
      })
      await looking
      lookedAt = clock.now()
    }
    return faults.known().map(({ collection, id, fault }) => ({ collection, id, fault }))
  }
}

async function lookThrough(deps: ShowingDependencies): Promise<void> {
  const { pool, faults } = deps
  const ids = await publishedAuctions(deps)
  for (let from = 0; from < ids.length; from += readAtOnce) {
    await summariesOf(deps, ids.slice(from, from + readAtOnce), 'uk', { kind: 'visitor' })
  }
  for (const fault of await contentFaults(pool)) faults.note(fault)
  const gone = await goneFrom(pool, faults.known())
  for (const fault of gone) faults.settle(fault)
}

/** Those in a category; the others stand in no list, and are noted here. */
async function publishedAuctions({ pool, faults }: ShowingDependencies): Promise<number[]> {
  const { rows } = await pool.query<{ id: number; placed: boolean }>({
    name: 'unreadable-auctions',
    text: `select id, category_id is not null as placed from cms.auctions where _status = 'published' order by id`,
  })
  return rows.flatMap(({ id, placed }) => {
    if (placed) return [id]
    faults.note({ collection: 'auctions', id, part: 'record', fault: 'category: missing' })
    return []
  })
}

/** What lists of content pass over because it lacks what orders or names it. */
async function contentFaults(db: Queryable): Promise<RecordFault[]> {
  const { rows } = await db.query<RecordFault>({
    name: 'unreadable-content',
    text: `select collection, id, 'record' as part, fault from (
        select 'news' as collection, id, 'published_at: missing' as fault from cms.news where _status = 'published' and cms.usual_instant(published_at) is null
        union all select 'news', id, 'slug: missing' from cms.news where _status = 'published' and coalesce(slug, '') = ''
        union all select 'news', id, 'title: missing' from cms.news where _status = 'published'
          and not exists (select from cms.news_locales words where words._parent_id = news.id and btrim(coalesce(words.title, '')) <> '')
        union all select 'pages', id, 'slug: missing' from cms.pages where _status = 'published' and coalesce(slug, '') = ''
        union all select 'pages', id, 'title: missing' from cms.pages where _status = 'published'
          and not exists (select from cms.pages_locales words where words._parent_id = pages.id and btrim(coalesce(words.title, '')) <> '')
        union all select 'certificates', id, 'issued_on: missing' from cms.certificates where cms.usual_instant(issued_on) is null
        union all select 'certificates', certificate.id, 'file: missing' from cms.certificates certificate
          left join cms.media media on media.id = certificate.file_id where media.filename is null
        union all select 'certificates', id, 'title: missing' from cms.certificates certificate
          where not exists (select from cms.certificates_locales words where words._parent_id = certificate.id and btrim(coalesce(words.title, '')) <> '')
      ) found order by collection, id limit 200`,
  })
  // One a record: the first is mended first.
  return [...new Map(rows.toReversed().map((row) => [`${row.collection}:${row.id}`, row])).values()]
}

const shown: Readonly<Record<RecordCollection, string>> = {
  auctions: `select id from cms.auctions where _status = 'published'`,
  news: `select id from cms.news where _status = 'published'`,
  pages: `select id from cms.pages where _status = 'published'`,
  'auction-pages': `select id from cms.auction_pages where _status = 'published'`,
  certificates: 'select id from cms.certificates',
  products: 'select id from cms.products',
  agreements: 'select id from cms.agreements',
}

/** Of those whose record has been removed or taken from the site since. */
async function goneFrom(db: Queryable, known: readonly RecordFault[]): Promise<RecordFault[]> {
  const gone: RecordFault[] = []
  for (const collection of new Set(known.map((fault) => fault.collection))) {
    const faults = known.filter((fault) => fault.collection === collection)
    const { rows } = await db.query<{ id: number }>(`select id from (${shown[collection]}) shown where id = any ($1)`, [faults.map(({ id }) => id)])
    const there = new Set(rows.map(({ id }) => id))
    gone.push(...faults.filter(({ id }) => !there.has(id)))
  }
  return gone
}
