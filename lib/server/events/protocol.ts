import type { Queryable } from '@/lib/server/platform/db/pool'
import { writeTerms } from '@/lib/contract/lot-fields'
import type { Protocol, ProtocolAuction, ProtocolEntry } from '@/lib/contract/protocol'
import { resultOf } from '@/lib/domain/results'
import { countBidders } from '@/lib/domain/ranking'
import { announcedOf, FIRST_HASH, hashOf, type StoredEntry, textsOf } from './codec'
import { agreementShapes, instantOf, participantsOf, rankingRows, resultShape } from './auction-shapes'
import { type Replay, replayRecord } from './replay'

/** A protocol without its signature. */
export type UnsignedProtocol = Omit<Protocol, 'signature'>

/** The version of the document's format. */
export const PROTOCOL_VERSION = 3

/** The protocol derived from a record's entries. @throws {RecordFault} */
export function protocolOf(bodies: readonly string[]): UnsignedProtocol {
  const auction = protocolAuction(replayRecord(bodies))
  let previous = FIRST_HASH
  const entries = bodies.map((body): ProtocolEntry => {
    const { seq, at, kind } = JSON.parse(body) as Pick<ProtocolEntry, 'seq' | 'at' | 'kind'>
    const entry = { seq, at, kind, body, previous_hash: previous, hash: hashOf(previous, body) }
    previous = entry.hash
    return entry
  })
  return { version: PROTOCOL_VERSION, auction, entries, entry_count: entries.length, head_hash: previous }
}

/** The entries about the lot: the announcement and the corrections of its texts. */
export async function readLotEntries(
  db: Queryable,
  auctionId: number,
): Promise<{ kind: string; at: Date; body: string }[]> {
  const { rows } = await db.query<{ kind: string; at: Date; body: string }>({
    name: 'protocol-lot',
    text: `select kind, at, body from portal.auction_log where auction_id = $1 and (seq = 1 or kind = 'lot_corrected') order by seq`,
    values: [auctionId],
  })
  return rows
}

/** The lot as recorded: its first entry, with corrected texts. */
export function recordedLot(entries: readonly Pick<StoredEntry, 'kind' | 'at' | 'body'>[]): Omit<Replay, 'state'> {
  const [first] = entries
  if (first === undefined) throw new Error('The record has not begun')
  const { announcement } = announcedOf(first)
  return {
    announcement,
    texts: entries.map(textsOf).findLast((texts) => texts !== null) ?? announcement.texts,
  }
}

/** The part of the protocol about the auction, which must be over. */
export function protocolAuction({ state, announcement, texts }: Replay): ProtocolAuction {
  const { lot } = state
  const completed = state.completedAt !== null
  return {
    id: announcement.auctionId,
    number: announcement.number,
    category: announcement.category,
    texts,
    state: completed ? 'completed' : state.cancelled === null ? 'unsuccessful' : 'cancelled',
    ...writeTerms(lot),
    announced_at: instantOf(announcement.announcedAt),
    numbers_changed_at: orNull(announcement.changedAt),
    effective_end: instantOf(state.effectiveEnd),
    hard_end: instantOf(state.hardEnd),
    started_at: orNull(state.startedAt),
    ended_at: orNull(state.endedAt),
    winners_confirmed_at: orNull(state.selection?.winnersConfirmedAt),
    finished_at: instantOf(state.completedAt ?? state.cancelled?.at ?? state.unsuccessfulAt ?? 0),
    cancel_reason: state.cancelled?.reason ?? null,
    applications: state.applications.size,
    participants: state.startedAt === null ? participantsOf(state) : countBidders(state),
    bids: state.seq,
    ranking: rankingRows(state),
    result: completed ? resultShape(resultOf(state)) : null,
    agreements: completed ? agreementShapes(state) : [],
  }
}

function orNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : instantOf(at)
}
