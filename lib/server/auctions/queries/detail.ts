import { FILES_PATH } from '@/lib/config/constants'
import type { AuctionDetail, LotDocument, RecordedBid } from '@/lib/contract/auctions'
import { writeTerms } from '@/lib/contract/lot-fields'
import type { Language } from '@/lib/contract/primitives'
import { isOver, phaseOf } from '@/lib/domain/auction-state'
import { formatSum, sumOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { joinTexts } from '@/lib/server/platform/company-sql'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import { instantOf, rankingRows } from '@/lib/server/events/auction-shapes'
import { createPriceHistory, readExtensions } from '@/lib/server/events/course-of-prices'
import type { Caller } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'
import { ownPositionOf } from '@/lib/server/events/own-position'
import { isHiddenFrom, type QueryDependencies, readAuctions, readLotTexts, readNotes, summaryOf } from './summary'
import type { OwnPosition } from '@/lib/contract/stream'

/** The documents of a published lot in the manager's order, without those whose file is gone. */
export async function readLotDocuments(db: Queryable, lang: Language, auctionId: number): Promise<LotDocument[]> {
  const { rows } = await db.query<LotDocument>({
    name: 'auctions-documents',
    text: `select document.kind::text as kind, document.language::text as language,
        texts.alt as name, '/storage/media/' || media.filename as url,
        coalesce(media.mime_type, '') as mime, coalesce(media.filesize, 0)::integer as bytes
      from cms.auctions_documents document
      join cms.media media on media.id = document.file_id and media.filename is not null
      ${joinTexts('media', 'media.id', '$2::cms._locales', ['alt'])}
      where document._parent_id = $1 order by document._order`,
    values: [auctionId, lang],
  })
  return rows
}

export async function ownPosition(
  db: Queryable,
  snapshot: AuctionSnapshot,
  companyId: number,
  now: number,
): Promise<OwnPosition> {
  const notes = await readNotes(db, companyId, [snapshot.auctionId])
  return ownPositionOf(snapshot, companyId, notes.get(snapshot.auctionId) ?? null, now)
}

interface BidRow {
  seq: number
  company_id: number
  participant: number
  price: number
  quantity: number
  final: boolean
  automatic: boolean
  received_at: Date
  by: string | null
}

export interface Paging {
  cursor?: string | undefined
  limit?: number | undefined
}

/** The bids of an auction, newest first: the caller's own while it runs or on request, all of them after its end. */
export async function listBids(
  db: Queryable,
  snapshot: AuctionSnapshot,
  caller: Caller,
  { own, ...paging }: Paging & { own: boolean },
  now: number,
): Promise<Page<RecordedBid>> {
  const companyId = caller.kind === 'account' ? caller.companyId : null
  const phase = phaseOf(snapshot.state, now)
  const over = phase !== 'planned' && phase !== 'running' && phase !== 'closing'
  const all = !own && (caller.kind === 'staff' || (over && !isHiddenFrom(caller, snapshot.state, now)))
  if (!all && companyId === null) return { list: [], next_cursor: null }
  return pageOfBids(db, snapshot.auctionId, all ? null : companyId, paging, (row) => ({
    ...bidShape(row),
    own: row.company_id === companyId,
    by: row.company_id === companyId ? row.by : null,
  }))
}

/** The person who placed `portal.bids bid`, or applied in the case of a preliminary one. */
export const BID_BY = `(select portal.person_name(person) from portal.people person where person.id = case
    when bid.preliminary then (select person_id from portal.applications where auction_id = bid.auction_id and company_id = bid.company_id)
    else (select person_id from portal.bid_people where auction_id = bid.auction_id and bid_seq = bid.seq) end)`

export async function pageOfBids<Item>(
  db: Queryable,
  auctionId: number,
  /** null: all participants' bids. */
  companyId: number | null,
  { cursor, limit = DEFAULT_LIMIT }: Paging,
  item: (row: BidRow) => Item,
): Promise<Page<Item>> {
  const before = decodeCursor(cursor, ['id'])?.[0] ?? null
  const { rows } = await db.query<BidRow>({
    name: `auctions-bids-${companyId === null ? 'all' : 'own'}`,
    text: `select seq, company_id, participant, price, quantity, final, automatic, received_at, ${BID_BY} as by from portal.bids bid
      where auction_id = $1 and ($2::bigint is null or seq < $2) ${companyId === null ? '' : 'and company_id = $4'}
      order by seq desc limit $3`,
    values: [auctionId, before, limit + 1, ...(companyId === null ? [] : [companyId])],
  })
  return pageOf(rows, limit, ({ seq }) => [seq], item)
}

export function bidShape(row: BidRow): Omit<RecordedBid, 'own'> {
  return {
    seq: row.seq,
    participant: row.participant,
    price: toPriceString(row.price),
    quantity: toQuantityString(row.quantity),
    sum: formatSum(sumOf(row.price, row.quantity)),
    final: row.final,
    automatic: row.automatic,
    received_at: row.received_at.toISOString(),
    by: row.by,
  }
}

export type DetailOf = (id: number, lang: Language, caller: Caller) => Promise<AuctionDetail | null>

/**
 * One auction as its page shows it; null if it is not published. All live data comes from one snapshot, so that the page and the
 * stream that continues from its `event_id` agree.
 */
export function createDetail(deps: QueryDependencies): DetailOf {
  const historyOf = createPriceHistory(deps.pool)

  return async function detailOf(id, lang, caller) {
    const snapshot = await deps.streams.snapshotOf(id)
    const row = (await readAuctions(deps, lang, [id])).get(id)
    if (snapshot === null || row === undefined) return null
    const { state } = snapshot
    const now = deps.clock.now()
    const hidden = isHiddenFrom(caller, state, now)
    const summary = summaryOf(row, state, caller, now)
    const [texts, history, extensions, documents] = await Promise.all([
      readLotTexts(deps.pool, lang, id),
      hidden ? [] : historyOf(snapshot),
      readExtensions(deps.pool, snapshot),
      readLotDocuments(deps.pool, lang, id),
    ])
    // Before the start there are no bids to hide.
    const hasProtocol = isOver(state) && (!hidden || state.startedAt === null)
    return {
      ...texts,
      // After the texts, because a lot without a title is named by its category.
      ...summary,
      untranslated: texts.ukrainian_texts.length > 0,
      ...writeTerms(state.lot),
      hard_end: instantOf(state.hardEnd),
      cancel_reason: state.cancelled?.reason ?? null,
      cancelled_at: state.cancelled === null ? null : instantOf(state.cancelled.at),
      winners_confirmed: (state.selection?.winnersConfirmedAt ?? null) !== null,
      ranking: hidden ? [] : rankingRows(state),
      history: [...history],
      extensions,
      event_id: snapshot.logSeq,
      documents,
      answers: state.answers,
      protocol_pdf: hasProtocol ? `${FILES_PATH}/protocol-${row.number}.pdf` : null,
      record_hash: hasProtocol ? snapshot.lastHash : null,
    }
  }
}
