import type { Language } from '@/lib/contract/primitives'
import type { RecordedTexts } from '@/lib/contract/protocol'
import type { EpochMs } from '@/lib/domain/lot'

/** The first entry of a record, apart from the lot's numbers. */
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
export type LotTexts = Readonly<Record<Language, Readonly<RecordedTexts>>>
