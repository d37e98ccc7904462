import type * as z from 'zod'
import type { managerEndpoints } from '@/lib/contract/manager'
import type { UnreadableRecord } from '@/lib/contract/manager-auctions'
import type { Language } from '@/lib/contract/primitives'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { joinTexts } from '@/lib/server/platform/company-sql'
import { lotColumns, lotOfRow, type LotRow } from '@/lib/server/events/lot-row'
import type { RecordCollection, RecordFault } from '@/lib/server/platform/record-faults'
import { openAuctionsSql, phaseSql } from './list'
import { type QueryDependencies, summariesOf } from './summary'
import { readInbox } from './inbox'

/** How long a check of all records is reused, because they seldom change by hand. */
const CHECK_VALID_MS = 60_000
/** Auctions per query: few enough to read without a noticeable delay. */
const CHUNK = 100

/**
 * Unreadable records found while serving requests or by scanning all published content. Lists omit them, so they would
 * otherwise go unnoticed.
 */
export function createUnreadableRecords(deps: QueryDependencies): () => Promise<UnreadableRecord[]> {
  const { clock, faults } = deps
  let checkedAt = -Infinity
  let checking: Promise<void> | null = null

  function check(): Promise<void> {
    checking ??= checkRecords(deps)
      .then(() => {
        checkedAt = clock.now()
      })
      .finally(() => {
        checking = null
      })
    return checking
  }

  return async function unreadable() {
    // A check of thousands of records takes seconds, so only the first check is awaited. The next call retries a failed
    // one.
    if (checkedAt === -Infinity) await check()
    else if (clock.now() - checkedAt > CHECK_VALID_MS) void check().catch(() => undefined)
    return faults.list().map(({ collection, id, fault }) => ({ collection, id, fault }))
  }
}

async function checkRecords(deps: QueryDependencies): Promise<void> {
  const { pool, faults } = deps
  const ids = await publishedAuctions(deps)
  for (let from = 0; from < ids.length; from += CHUNK) {
    await summariesOf(deps, ids.slice(from, from + CHUNK), 'uk', { kind: 'visitor' })
  }
  for (const fault of await contentFaults(pool)) faults.note(fault)
  for (const fault of await findObsolete(pool, faults.list())) faults.clear(fault)
}

/** The published auctions with a category; one without is in no list, and is noted here. */
async function publishedAuctions({ pool, faults }: QueryDependencies): Promise<number[]> {
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

/** Content that lists leave out because it lacks a date or a name. */
async function contentFaults(db: Queryable): Promise<RecordFault[]> {
  const { rows } = await db.query<RecordFault>({
    name: 'unreadable-content',
    text: `select collection, id, 'record' as part, fault from (
        select 'news' as collection, id, 'published_at: missing' as fault from cms.news where _status = 'published' and cms.safe_timestamp(published_at) is null
        union all select 'news', id, 'slug: missing' from cms.news where _status = 'published' and coalesce(slug, '') = ''
        union all select 'news', id, 'title: missing' from cms.news where _status = 'published'
          and not exists (select from cms.news_locales texts where texts._parent_id = news.id and btrim(coalesce(texts.title, '')) <> '')
        union all select 'pages', id, 'slug: missing' from cms.pages where _status = 'published' and coalesce(slug, '') = ''
        union all select 'pages', id, 'title: missing' from cms.pages where _status = 'published'
          and not exists (select from cms.pages_locales texts where texts._parent_id = pages.id and btrim(coalesce(texts.title, '')) <> '')
        union all select 'certificates', id, 'issued_on: missing' from cms.certificates where cms.safe_timestamp(issued_on) is null
        union all select 'certificates', certificate.id, 'file: missing' from cms.certificates certificate
          left join cms.media media on media.id = certificate.file_id where media.filename is null
        union all select 'certificates', id, 'title: missing' from cms.certificates certificate
          where not exists (select from cms.certificates_locales texts where texts._parent_id = certificate.id and btrim(coalesce(texts.title, '')) <> '')
      ) incomplete order by collection, id limit 200`,
  })
  // The first fault of each record.
  return [...new Map(rows.toReversed().map((row) => [`${row.collection}:${row.id}`, row])).values()]
}

const SHOWN: Readonly<Record<RecordCollection, string>> = {
  auctions: `select id from cms.auctions where _status = 'published'`,
  news: `select id from cms.news where _status = 'published'`,
  pages: `select id from cms.pages where _status = 'published'`,
  'auction-pages': `select id from cms.auction_pages where _status = 'published'`,
  certificates: 'select id from cms.certificates',
  products: 'select id from cms.products',
  agreements: 'select id from cms.agreements',
}

/** The faults of records that have since been removed or unpublished. */
async function findObsolete(db: Queryable, recorded: readonly RecordFault[]): Promise<RecordFault[]> {
  const obsolete: RecordFault[] = []
  for (const collection of new Set(recorded.map((fault) => fault.collection))) {
    const faults = recorded.filter((fault) => fault.collection === collection)
    const { rows } = await db.query<{ id: number }>(`select id from (${SHOWN[collection]}) shown where id = any ($1)`, [
      faults.map(({ id }) => id),
    ])
    const shown = new Set(rows.map(({ id }) => id))
    obsolete.push(...faults.filter(({ id }) => !shown.has(id)))
  }
  return obsolete
}

type Dashboard = z.infer<typeof managerEndpoints.dashboard.response>['data']

interface StoredRow extends LotRow {
  id: number
  number: number | null
  title: string
  state: string
  effective_end: Date | null
  bids: number
  halted: boolean
  applications: number
}

interface OpenRow extends StoredRow {
  number: number
  starts_at: Date
  effective_end: Date
}

const MAX_UPCOMING = 20

/** The manager's open tasks and the current auctions. Titles that lack the requested language are in Ukrainian. */
export async function readDashboard(
  deps: QueryDependencies,
  lang: Language,
): Promise<Omit<Dashboard, 'unreadable' | 'sends_messages' | 'clock_difference' | 'bidding_fault'>> {
  const { pool: db, clock } = deps
  const now = clock.now()
  const [open, inbox, outages] = await Promise.all([
    readOpen(db, now, lang),
    readInbox(deps, lang),
    readOutages(db, now),
  ])
  const inState = (state: string) => open.filter((row) => row.state === state)
  const named = ({ id, number, title }: OpenRow) => ({ id, number, title })
  const ending = (row: OpenRow) => ({ ...named(row), effective_end: row.effective_end.toISOString() })
  return {
    inbox,
    outages,
    running: inState('running').map((row) => ({ ...ending(row), bids: row.bids, halted: row.halted })),
    selection: inState('selection').map(ending),
    upcoming: inState('planned')
      .slice(0, MAX_UPCOMING)
      .map((row) => ({ ...named(row), starts_at: row.starts_at.toISOString(), applications: row.applications })),
  }
}

async function readOpen(db: Queryable, now: number, lang: Language): Promise<OpenRow[]> {
  const { rows } = await db.query<StoredRow>({
    name: 'auctions-dashboard-open',
    text: `select lot.id, lot.number, texts.title, ${phaseSql('$1')} as state, ${lotColumns},
        coalesce(head.effective_end, lot.ends_at) as effective_end,
        coalesce(head.bid_seq, 0) as bids, head.halted_at is not null as halted, coalesce(head.applications, 0) as applications
      from ${openAuctionsSql('$1')} open
      join cms.lots lot on lot.id = open.id
      ${joinTexts('auctions', 'lot.id', '$2::cms._locales', ['title'])}
      left join portal.auction_heads head on head.auction_id = lot.id
      order by lot.starts_at, lot.id`,
    values: [new Date(now), lang],
  })
  return rows.filter((row): row is OpenRow => row.number !== null && row.effective_end !== null && lotOfRow(row).ok)
}

const DAY_MS = 24 * 60 * 60_000

async function readOutages(db: Queryable, now: number): Promise<Dashboard['outages']> {
  return readRows(db, {
    name: 'auctions-dashboard-outages',
    text: `select since, until, auctions from portal.outages where until > $1 order by since desc limit 20`,
    values: [new Date(now - DAY_MS)],
  })
}
