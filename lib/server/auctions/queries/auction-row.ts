import { numberSign } from '@/lib/i18n/formats'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { eachField, LOT_TEXTS, type LotTextName } from '@/lib/contract/lot-fields'
import type { Category } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Lot } from '@/lib/domain/lot'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { faultText, lotColumns, lotOfRow, type LotRow, type RecordFaults } from '@/lib/server/events/lot-row'
import { joinCategoryTexts } from '@/lib/server/cms/sql'

/** What is edited of an auction, in one language, with how far its record has come. */
export interface AuctionRow {
  id: number
  number: number
  slug: string
  title: string
  title_language: Language
  lot: Lot
  category_id: number
  category: Category['key']
  category_slug: string
  category_name: string
  unit: string
  price_unit: string
  /** null: the record has not begun. */
  log_seq: number | null
  /** Of a cancelled or unsuccessful one those who were still confirmed; else all numbers given, where the log or the result says more. */
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
        case when coalesce(texts.title, '') = '' and coalesce(fallback.title, '') <> '' then 'uk' else ($2::cms._locales)::text end as title_language,
        names.name as category_name, names.unit_label as unit, names.price_unit_label as price_unit,
        case when head.finished_at is null or head.completed_at is not null then head.participants else (
          select count(*) filter (where decision.kind = 'confirmed') - count(*) filter (where decision.kind <> 'confirmed')
          from portal.application_decisions confirmed
          join portal.application_decisions decision on decision.application_id = confirmed.application_id
            and decision.kind in ('confirmed', 'withdrawn', 'rejected')
          where confirmed.auction_id = head.auction_id and confirmed.participant is not null
        )::integer end as participants, head.log_seq, head.bid_seq, head.effective_end, head.finished_at, head.completed_at, head.cancelled_at,
        greatest(lot.updated_at, head.cancelled_at) as changed_at, to_jsonb(result) as result
      from cms.lots lot
      join cms.categories category on category.id = lot.category_id
      left join cms.auctions_locales texts on texts._parent_id = lot.id and texts._locale = $2::cms._locales
      left join cms.auctions_locales fallback on fallback._parent_id = lot.id and fallback._locale = 'uk'
      ${joinCategoryTexts('category.id', '$2::cms._locales')}
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
  return {
    row: { ...stored, number, slug, title, title_language: named ? stored.title_language : lang, lot: read.lot },
    fault: named ? null : 'title: missing',
  }
}

/** A lot's texts with the Ukrainian one where the language lacks it, and the names of those. */
export async function readLotTexts(
  db: Queryable,
  lang: Language,
  id: number,
): Promise<Pick<AuctionDetail, LotTextName | 'ukrainian_texts'>> {
  const { rows } = await db.query<Pick<AuctionDetail, LotTextName | 'ukrainian_texts'>>({
    name: 'auctions-texts',
    text: `select ${LOT_TEXTS.map((name) => `coalesce(nullif(texts.${name}, ''), fallback.${name}, '') as ${name}`).join(', ')},
        array(select name from (values ${LOT_TEXTS.map((name) => `('${name}', texts.${name}, fallback.${name})`).join(', ')}) word (name, own, ukrainian)
          where coalesce(own, '') = '' and coalesce(ukrainian, '') <> '') as ukrainian_texts
      from cms.auctions auction
      left join cms.auctions_locales texts on texts._parent_id = auction.id and texts._locale = $2::cms._locales
      left join cms.auctions_locales fallback on fallback._parent_id = auction.id and fallback._locale = 'uk'
      where auction.id = $1`,
    values: [id, lang],
  })
  return rows[0] ?? { ...eachField(LOT_TEXTS, () => ''), ukrainian_texts: [] }
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
