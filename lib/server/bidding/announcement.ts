import type { Language } from '@/lib/contract/primitives'
import type { EpochMs } from '@/lib/domain/lot'
import type { Queryable } from '@/lib/server/db/pool'

/** What a record's first entry says of the lot beside its numbers. */
export interface Announcement {
  readonly auctionId: number
  /** The printed number: «Auction № 35». */
  readonly number: number
  readonly category: string
  /** When the lot was first published. */
  readonly announcedAt: EpochMs
  /** The last change of its numbers between the announcement and the record's beginning; null: none. */
  readonly changedAt: EpochMs | null
  readonly texts: LotTexts
}

/** The lot's texts in each language; a language that lacks one has the Ukrainian one. They may be corrected to the end (R1.2). */
export type LotTexts = Readonly<Record<Language, Readonly<Record<LotText, string>>>>

const TEXTS = ['title', 'payment_terms', 'payment_period', 'shipment_period', 'resource', 'transfer_point'] as const
type LotText = (typeof TEXTS)[number] | 'category' | 'unit' | 'price_unit'

type Row = Record<LotText, string> & {
  language: Language
  number: number
  category_key: string
  announced_at: Date
  changed_at: Date | null
}

const text = (column: string) => `coalesce(nullif(texts.${column}, ''), ukrainian.${column}, '') as ${column}`

/** @throws where no such auction is published */
export async function readAnnouncement(db: Queryable, auctionId: number): Promise<Announcement> {
  const { rows } = await db.query<Row>({
    name: 'lot-announcement',
    text: `select spoken.language, lot.number, lot.category as category_key, announcement.announced_at, announcement.changed_at,
        ${TEXTS.map(text).join(', ')},
        coalesce(names.name, '') as category, coalesce(names.unit_label, '') as unit, coalesce(names.price_unit_label, '') as price_unit
      from cms.lots lot
      join portal.announcements announcement on announcement.auction_id = lot.id
      cross join unnest(array['uk', 'en', 'ru']) spoken (language)
      left join cms.auctions_locales texts on texts._parent_id = lot.id and texts._locale::text = spoken.language
      left join cms.auctions_locales ukrainian on ukrainian._parent_id = lot.id and ukrainian._locale = 'uk'
      left join lateral (
        select name, unit_label, price_unit_label from cms.categories_locales
        where _parent_id = lot.category_id and _locale::text in (spoken.language, 'uk') order by _locale::text = spoken.language desc limit 1
      ) names on true
      where lot.id = $1`,
    values: [auctionId],
  })
  const textsOf = (language: Language) => {
    const row = rows.find((candidate) => candidate.language === language)
    if (row === undefined) throw new Error(`Auction ${auctionId} is not published`)
    const { title, category, unit, price_unit, payment_terms, payment_period, shipment_period, resource, transfer_point } = row
    return { title, category, unit, price_unit, payment_terms, payment_period, shipment_period, resource, transfer_point }
  }
  const texts = { uk: textsOf('uk'), en: textsOf('en'), ru: textsOf('ru') }
  const { number, category_key: category, announced_at: announcedAt, changed_at: changedAt } = rows[0] as Row
  return { auctionId, number, category, announcedAt: announcedAt.getTime(), changedAt: changedAt?.getTime() ?? null, texts }
}
