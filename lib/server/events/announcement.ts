import type { Language } from '@/lib/contract/primitives'
import type { EpochMs } from '@/lib/domain/lot'

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

/** In the order in which the record has them: it is kept, hashed and compared letter by letter. */
export const LOT_TEXTS = [
  'title',
  'category',
  'unit',
  'price_unit',
  'payment_terms',
  'payment_period',
  'shipment_period',
  'resource',
  'transfer_point',
] as const
export type LotText = (typeof LOT_TEXTS)[number]
