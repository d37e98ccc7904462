import { lotColumns, lotOfRow, type LotRow } from '@/lib/server/kernel/lot-row'
import type { Queryable } from '@/lib/server/db/pool'
import type { BidVault } from './bid-vault'
import type { StoredApplication, StoredEntry } from './entry-reading'
import { emptyJournal, type Journal, read } from './journal'

/**
 * The auction's journal as committed, or, within a transaction that holds the head's lock, as it stands; null where no
 * such auction is published, or none that can be read. Only the entries after `known` are read and replayed.
 */
export async function readJournal(db: Queryable, vault: BidVault, auctionId: number, known: Journal | undefined): Promise<Journal | null> {
  const { rows } = await db.query<LotRow & { log_seq: number | null }>({
    name: 'bidding-lot',
    text: `select ${lotColumns}, head.log_seq
           from cms.lots lot left join portal.auction_heads head on head.auction_id = lot.id
           where lot.id = $1`,
    values: [auctionId],
  })
  const row = rows[0]
  if (row === undefined) return null
  // Until the record begins the lot may be edited (R1.2), so nothing of it is remembered.
  const base = known !== undefined && known.logSeq > 0 ? known : begin(auctionId, row)
  // With such a lot no rule can be worked out: nobody applies, nothing starts, and whoever shows it says why.
  if (base === null) return null
  return (row.log_seq ?? 0) > base.logSeq ? readOn(db, vault, base) : base
}

function begin(auctionId: number, row: LotRow): Journal | null {
  const read = lotOfRow(row)
  return read.ok ? emptyJournal(auctionId, read.lot) : null
}

async function readOn(db: Queryable, vault: BidVault, base: Journal): Promise<Journal | null> {
  const { rows: entries } = await db.query<StoredEntry>({
    name: 'bidding-entries',
    text: `select seq, kind, at, body, hash from portal.auction_log where auction_id = $1 and seq > $2 order by seq`,
    values: [base.auctionId, base.logSeq],
  })
  const { rows: applications } = await db.query<ApplicationRow>({
    name: 'bidding-applications',
    text: `select id, account_id, number, price, quantity, minimum_quantity, nonce, sealed from portal.applications where auction_id = $1`,
    values: [base.auctionId],
  })
  const opened = applications.map((row) => open(row, vault, base.auctionId))
  // Without what was bid the auction can neither start nor be shown; the vault has said so.
  return opened.every((application) => application !== null) ? read(base, entries, opened) : null
}

type OpenRow = StoredApplication & { sealed: null }
type SealedRow = Pick<StoredApplication, 'id' | 'account_id' | 'number'> & { sealed: Buffer }
type ApplicationRow = OpenRow | SealedRow

/** Rows of an earlier version are not sealed. */
function open(row: ApplicationRow, vault: BidVault, auctionId: number): StoredApplication | null {
  if (row.sealed === null) return row
  const { id, account_id, number, sealed } = row
  const bid = vault.open(sealed, { auctionId, accountId: account_id })
  return bid && { id, account_id, number, ...bid }
}
