import type { Lot } from '@/lib/domain/lot'
import type { Queryable } from '@/lib/server/db/pool'
import type { StoredApplication, StoredEntry } from './entry-reading'
import { emptyJournal, type Journal, read } from './journal'

interface LotRow {
  volume: number
  starting_price: number
  minimum_step: number
  maximum_step: number
  minimum_quantity: number
  quantity_step: number
  application_deadline: Date
  starts_at: Date
  ends_at: Date
  extension_window_ms: number
  hard_end_at: Date
  minimum_participants: number
  visibility: 'open' | 'closed'
  log_seq: number | null
}

/**
 * The auction's journal as committed, or, within a transaction that holds the head's lock, as it stands; null where no
 * such auction is published. Only the entries after `known` are read and replayed.
 */
export async function readJournal(db: Queryable, auctionId: number, known: Journal | undefined): Promise<Journal | null> {
  const { rows } = await db.query<LotRow>({
    name: 'bidding-lot',
    text: `select lot.volume, lot.starting_price, lot.minimum_step, lot.maximum_step, lot.minimum_quantity, lot.quantity_step,
             lot.application_deadline, lot.starts_at, lot.ends_at, lot.extension_window_ms, lot.hard_end_at,
             lot.minimum_participants, lot.visibility, head.log_seq
           from cms.lots lot left join portal.auction_heads head on head.auction_id = lot.id
           where lot.id = $1`,
    values: [auctionId],
  })
  const row = rows[0]
  if (row === undefined) return null
  // Until the record begins the lot may be edited (R1.2), so nothing of it is remembered.
  const base = known !== undefined && known.logSeq > 0 ? known : emptyJournal(auctionId, lotOf(row))
  return (row.log_seq ?? 0) > base.logSeq ? readOn(db, base) : base
}

async function readOn(db: Queryable, base: Journal): Promise<Journal> {
  const { rows: entries } = await db.query<StoredEntry>({
    name: 'bidding-entries',
    text: `select seq, kind, at, body, hash from portal.auction_log where auction_id = $1 and seq > $2 order by seq`,
    values: [base.auctionId, base.logSeq],
  })
  const { rows: applications } = await db.query<StoredApplication>({
    name: 'bidding-applications',
    text: `select id, account_id, number, price, quantity, minimum_quantity, nonce from portal.applications where auction_id = $1`,
    values: [base.auctionId],
  })
  return read(base, entries, applications)
}

function lotOf(row: LotRow): Lot {
  return {
    volume: row.volume,
    startingPrice: row.starting_price,
    minimumStep: row.minimum_step,
    maximumStep: row.maximum_step,
    minimumQuantity: row.minimum_quantity,
    quantityStep: row.quantity_step,
    applicationDeadline: row.application_deadline.getTime(),
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at.getTime(),
    extensionWindow: row.extension_window_ms,
    hardEndAt: row.hard_end_at.getTime(),
    minimumParticipants: row.minimum_participants,
    visibility: row.visibility,
  }
}
