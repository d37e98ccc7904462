import { numberSign } from '@/lib/i18n/formats'
import type { AuctionDetail, AuctionState } from '@/lib/contract/auctions'
import type { Category } from '@/lib/contract/content'
import type { Language, CategoryKey } from '@/lib/contract/primitives'
import type { Lot } from '@/lib/domain/lot'
import type { Queryable } from '@/lib/server/db/pool'
import { faultText, lotColumns, lotOfRow, type LotRow, type RecordFaults } from '@/lib/server/kernel/lot-row'

/**
 * The phase of an auction (R1.3) in SQL, for choosing and ordering rows, where one that is closing counts among those in selection; what is then shown of a row is the domain's own
 * `phaseOf`. Expects `head` (left join portal.auction_heads) and `lot` (cms.lots); `now` names the parameter of the clock.
 */
export function phaseSql(now: `$${number}`): string {
  return `case
    when head.cancelled_at is not null then 'cancelled'
    when head.unsuccessful_at is not null then 'unsuccessful'
    when head.completed_at is not null then 'completed'
    when head.ended_at is not null then 'selection'
    when head.started_at is null and lot.starts_at > ${now} then 'planned'
    when coalesce(head.effective_end, lot.ends_at) > ${now} then 'running'
    else 'selection'
  end`
}

/**
 * The order of every list of auctions: those that run, the next to end first; the planned, the next to start first; those
 * in selection and then the finished, the newest first. A position is the group, the instant that orders it, and the id.
 */
type Position = readonly [group: number, at: number, id: number]

interface Placed {
  id: number
  position: Position
}

interface AuctionFilter {
  category?: CategoryKey | undefined
  states?: readonly AuctionState[] | undefined
}

type OpenState = 'running' | 'planned' | 'selection'
type FinishedState = 'completed' | 'cancelled' | 'unsuccessful'

const groups: Record<OpenState, number> = { running: 0, planned: 1, selection: 2 }
const finishedGroup = 3
const finishedStates: readonly FinishedState[] = ['completed', 'cancelled', 'unsuccessful']
/** A published auction without a record whose start was longer ago than this will be found again in its record. */
const graceMs = 24 * 60 * 60_000

/** Which auctions come after `after`, `limit` at most. Reads the few open ones and, by index, as many finished ones as are needed. */
export async function placeAuctions(
  db: Queryable,
  { category, states }: AuctionFilter,
  after: Position | null,
  limit: number,
  now: number,
): Promise<Placed[]> {
  const wanted = (state: AuctionState) => states === undefined || states.length === 0 || states.includes(state)
  const open = (after?.[0] ?? 0) < finishedGroup ? await openAuctions(db, category, now) : []
  const placed = open
    .filter(({ state }) => wanted(state))
    .map(({ id, state, at }): Placed => ({ id, position: [groups[state], state === 'selection' ? -at : at, id] }))
    .filter(({ position }) => after === null || compare(position, after) > 0)
    .toSorted((a, b) => compare(a.position, b.position))
    .slice(0, limit)
  const finished = finishedStates.filter(wanted)
  if (placed.length === limit || finished.length === 0) return placed
  const from = after !== null && after[0] === finishedGroup ? after : null
  return [...placed, ...(await finishedAuctions(db, finished, category, from, limit - placed.length))]
}

function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

async function openAuctions(db: Queryable, category: CategoryKey | undefined, now: number) {
  const { rows } = await db.query<{ id: number; state: OpenState | FinishedState; at: Date | null }>({
    name: 'auctions-open',
    text: `select lot.id, ${phaseSql('$1')} as state,
        case when head.started_at is null and lot.starts_at > $1 then lot.starts_at else coalesce(head.effective_end, lot.ends_at) end as at
      from (
        select auction_id as id from portal.auction_heads
        where unsuccessful_at is null and cancelled_at is null and completed_at is null
        union all
        select id from cms.auctions auction
        where _status = 'published' and starts_at > $2
          and not exists (select from portal.auction_heads where auction_id = auction.id)
      ) open
      join cms.lots lot on lot.id = open.id
      left join portal.auction_heads head on head.auction_id = lot.id
      where $3::text is null or lot.category = $3`,
    values: [new Date(now), new Date(now - graceMs), category ?? null],
  })
  return rows.flatMap(({ id, state, at }) =>
    state in groups && at !== null ? [{ id, state: state as OpenState, at: at.getTime() }] : [],
  )
}

/** Each kind of finish has its own index, so that the rare kinds are found as fast as the common one. */
async function finishedAuctions(
  db: Queryable,
  states: readonly FinishedState[],
  category: CategoryKey | undefined,
  after: Position | null,
  limit: number,
): Promise<Placed[]> {
  const columns = states.length === finishedStates.length ? ['finished_at'] : states.map((state) => `${state}_at`)
  const parts = columns.map(
    (column) => `(select head.auction_id, head.${column} as at from portal.auction_heads head
      ${category === undefined ? '' : 'join cms.lots lot on lot.id = head.auction_id and lot.category = $4'}
      where head.${column} is not null and ($1::timestamptz is null or (head.${column}, head.auction_id) < ($1, $2::integer))
      order by head.${column} desc, head.auction_id desc limit $3)`,
  )
  const { rows } = await db.query<{ auction_id: number; at: Date }>({
    name: `auctions-finished-${columns.join('-')}-${category === undefined ? 'all' : 'one'}`,
    text: `select * from (${parts.join(' union all ')}) finished order by at desc, auction_id desc limit $3`,
    values: [after && new Date(-after[1]), after && -after[2], limit, ...(category === undefined ? [] : [category])],
  })
  return rows.map(({ auction_id: id, at }) => ({ id, position: [finishedGroup, -at.getTime(), -id] }))
}

/** What is edited of an auction, in one language, with how far its record has come. */
export interface AuctionRow {
  id: number
  number: number
  slug: string
  title: string
  lot: Lot
  category_id: number
  category: Category['key']
  category_slug: string
  category_name: string
  unit: string
  price_unit: string
  /** null: the record has not begun. */
  log_seq: number | null
  participants: number | null
  bid_seq: number | null
  effective_end: Date | null
  finished_at: Date | null
  completed_at: Date | null
  cancelled_at: Date | null
  changed_at: Date
  result: ResultRow | null
}

interface ResultRow {
  participants: number
  winners: number
  volume_sold: number
  average_price: number | null
  final_price: number | null
  agreements: { participant: number; quantity: string; price: string; sum: string }[]
}

/** Texts that are only shown on the auction's own page. */
type LotTexts = Pick<
  AuctionDetail,
  'payment_terms' | 'payment_period' | 'shipment_period' | 'resource' | 'transfer_point'
>

type StoredRow = Omit<AuctionRow, 'lot' | 'number' | 'slug'> & LotRow & { number: number | null; slug: string | null }

/**
 * The rows of published auctions by id; texts fall back to Ukrainian where a language has none. One that cannot be read is noted and
 * left out; one without a name is noted and named by its product and number.
 */
export async function readAuctions(
  { pool: db, faults }: { pool: Queryable; faults: RecordFaults },
  lang: Language,
  ids: readonly number[],
): Promise<Map<number, AuctionRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<StoredRow>({
    name: 'auctions-auctions',
    text: `select lot.id, lot.number, lot.slug, ${lotColumns}, lot.category_id, lot.category, category.slug as category_slug,
        coalesce(nullif(texts.title, ''), fallback.title, '') as title,
        coalesce(names.name, '') as category_name, coalesce(names.unit_label, '') as unit,
        coalesce(names.price_unit_label, '') as price_unit,
        head.log_seq, head.participants, head.bid_seq, head.effective_end, head.finished_at, head.completed_at, head.cancelled_at,
        greatest(lot.updated_at, head.cancelled_at) as changed_at, to_jsonb(result) as result
      from cms.lots lot
      join cms.categories category on category.id = lot.category_id
      left join cms.auctions_locales texts on texts._parent_id = lot.id and texts._locale = $2::cms._locales
      left join cms.auctions_locales fallback on fallback._parent_id = lot.id and fallback._locale = 'uk'
      left join lateral (
        select name, unit_label, price_unit_label from cms.categories_locales
        where _parent_id = category.id and _locale in ($2::cms._locales, 'uk') order by _locale = $2::cms._locales desc limit 1
      ) names on true
      left join portal.auction_heads head on head.auction_id = lot.id
      left join portal.auction_results result on result.auction_id = lot.id
      where lot.id = any ($1)`,
    values: [ids, lang],
  })
  return new Map(
    rows.flatMap((row) => {
      const read = readRow(row, lang)
      const record = { collection: 'auctions', id: row.id, part: 'record' } as const
      if (read.fault === null) faults.settle(record)
      else faults.note({ ...record, fault: read.fault })
      return read.row === null ? [] : [[row.id, read.row] as const]
    }),
  )
}

function readRow(stored: StoredRow, lang: Language): { row: AuctionRow | null; fault: string | null } {
  const read = lotOfRow(stored)
  const { number, slug } = stored
  if (!read.ok) return { row: null, fault: faultText(read.fault) }
  if (number === null) return { row: null, fault: 'number: missing' }
  if (!slug) return { row: null, fault: 'slug: missing' }
  const named = stored.title.trim() !== ''
  const title = named ? stored.title : `${stored.category_name} ${numberSign(number, lang)}`
  return { row: { ...stored, number, slug, title, lot: read.lot }, fault: named ? null : 'title: missing' }
}

export async function readLotTexts(db: Queryable, lang: Language, id: number): Promise<LotTexts> {
  const { rows } = await db.query<LotTexts>({
    name: 'auctions-texts',
    text: `select
        coalesce(nullif(texts.payment_terms, ''), fallback.payment_terms, '') as payment_terms,
        coalesce(nullif(texts.payment_period, ''), fallback.payment_period, '') as payment_period,
        coalesce(nullif(texts.shipment_period, ''), fallback.shipment_period, '') as shipment_period,
        coalesce(nullif(texts.resource, ''), fallback.resource, '') as resource,
        coalesce(nullif(texts.transfer_point, ''), fallback.transfer_point, '') as transfer_point
      from cms.auctions auction
      left join cms.auctions_locales texts on texts._parent_id = auction.id and texts._locale = $2::cms._locales
      left join cms.auctions_locales fallback on fallback._parent_id = auction.id and fallback._locale = 'uk'
      where auction.id = $1`,
    values: [id, lang],
  })
  return rows[0] ?? { payment_terms: '', payment_period: '', shipment_period: '', resource: '', transfer_point: '' }
}

export async function findIdBySlug(db: Queryable, slug: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>({
    name: 'auctions-slug',
    text: `select id from cms.auctions where slug = $1 and _status = 'published'`,
    values: [slug],
  })
  return rows[0]?.id ?? null
}

export function categoryOf(row: AuctionRow): Category {
  return {
    id: row.category_id,
    key: row.category,
    slug: row.category_slug,
    name: row.category_name,
    unit: row.unit,
    price_unit: row.price_unit,
  }
}
