import type { AuctionDetail } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { isOver } from '@/lib/server/events/replay'
import { FILES_PATH } from '@/lib/config/constants'
import type { Queryable } from '@/lib/server/db/pool'
import { instantOf, rankingRows } from '@/lib/server/kernel/auction-shapes'
import type { Book } from '@/lib/server/kernel/books'
import type { Caller } from '@/lib/server/kernel/handler'
import { readAuctions, readLotTexts } from './auction-rows'
import { createPriceHistory } from './price-history'
import type { ShowingDependencies } from './summaries'
import { isHiddenFrom, summaryOf } from './summary'

export type DetailOf = (id: number, lang: Language, caller: Caller) => Promise<AuctionDetail | null>

/**
 * One auction as its page shows it; null where none is published. Everything that moves comes from one book, so that the
 * page and the stream that goes on from its `event_id` fit together.
 */
export function createDetail(deps: ShowingDependencies): DetailOf {
  const historyOf = createPriceHistory(deps.pool)

  return async function detailOf(id, lang, caller) {
    const book = await deps.books.bookOf(id)
    const row = (await readAuctions(deps, lang, [id])).get(id)
    if (book === null || row === undefined) return null
    const { state } = book
    const { lot } = state
    const now = deps.clock.now()
    const hidden = isHiddenFrom(caller, state, now)
    const summary = summaryOf(row, state, caller, now)
    const [texts, history, extensions] = await Promise.all([
      readLotTexts(deps.pool, lang, id),
      hidden ? [] : historyOf(book),
      readExtensions(deps.pool, book),
    ])
    return {
      ...summary,
      ...texts,
      minimum_step: toPriceString(lot.minimumStep),
      maximum_step: toPriceString(lot.maximumStep),
      minimum_quantity: toQuantityString(lot.minimumQuantity),
      quantity_step: toQuantityString(lot.quantityStep),
      hard_end: instantOf(state.hardEnd),
      extension_minutes: Math.round(lot.extensionWindow / 60_000),
      minimum_participants: lot.minimumParticipants,
      cancel_reason: state.cancelled?.reason ?? null,
      ranking: hidden ? [] : rankingRows(state),
      history: [...history],
      extensions,
      event_id: book.logSeq,
      protocol_pdf: isOver(state) && !hidden ? protocolAddress(row.number) : null,
    }
  }
}

function protocolAddress(auctionNumber: number): string {
  return `${FILES_PATH}/protocol-${auctionNumber}.pdf`
}

async function readExtensions(db: Queryable, { auctionId, logSeq }: Book): Promise<AuctionDetail['extensions']> {
  const { rows } = await db.query<{ at: Date; kind: 'extended' | 'outage'; effective_end: string }>({
    name: 'showing-extensions',
    text: `select at, kind, body::json ->> 'effective_end' as effective_end from portal.auction_log
      where auction_id = $1 and seq <= $2 and kind in ('extended', 'outage') order by seq`,
    values: [auctionId, logSeq],
  })
  return rows.map(({ at, kind, effective_end }) => ({
    at: at.toISOString(),
    effective_end,
    cause: kind === 'outage' ? 'outage' : 'bid',
  }))
}
