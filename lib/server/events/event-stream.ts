import { createHash } from 'node:crypto'
import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import { evolve } from '@/lib/domain/evolve'
import type { AuctionEvent } from '@/lib/domain/events'
import type { Lot } from '@/lib/domain/lot'
import type { Announcement, LotTexts } from '@/lib/server/auctions/change-auction'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { lotColumns, lotOfRow, type LotRow } from '@/lib/server/events/lot-row'
import { announcedBody, type BodyFields, bodyOf, entryText } from './event-codec'
import { eventOf, type StoredApplication, type StoredEntry, textsOf } from './recorded-events'
import type { BidVault, Applicant } from './sealed-bids'
import type { AuctionSnapshot } from './snapshots'

/**
 * The auction's stream as committed, or, within a transaction that holds the head's lock, as it stands; null where no
 * such auction is published, or none that can be read. Only the entries after `known` are read and replayed.
 */
export async function loadStream(
  db: Queryable,
  vault: BidVault,
  auctionId: number,
  known: LoadedStream | undefined,
): Promise<LoadedStream | null> {
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

function begin(auctionId: number, row: LotRow): LoadedStream | null {
  const read = lotOfRow(row)
  return read.ok ? emptyStream(auctionId, read.lot) : null
}

async function readOn(db: Queryable, vault: BidVault, base: LoadedStream): Promise<LoadedStream | null> {
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

/** What a writer knows of an auction's log: the snapshot, and where the chain of hashes stands. Never changed in place. */
export interface LoadedStream extends AuctionSnapshot {
  readonly lastHash: string
  /** By account. */
  readonly applicants: ReadonlyMap<number, Applicant>
  /** The lot's texts as they were last recorded; null before the record begins, and in one of version 1, which has none. */
  readonly texts: LotTexts | null
}

/** A new row of portal.auction_log. */
export interface LogEntry {
  readonly auctionId: number
  readonly seq: number
  readonly kind: string
  readonly at: number
  readonly body: string
  readonly hash: string
}

export const FIRST_HASH = '0'.repeat(64)

function emptyStream(auctionId: number, lot: Lot): LoadedStream {
  return { auctionId, state: initialState(lot), logSeq: 0, lastHash: FIRST_HASH, applicants: new Map(), texts: null }
}

/** R8.4: each entry carries the hash of the one before. */
export function hashOf(previousHash: string, body: string): string {
  return createHash('sha256').update(`${previousHash}\n${body}`).digest('hex')
}

/**
 * Writes events that are still to be committed: the stream after them, and the rows to append. The announcement begins a
 * record that has none yet; texts corrected since they were last recorded go before the events (R1.2).
 */
export function write(
  stream: LoadedStream,
  events: readonly AuctionEvent[],
  announcement: Announcement,
): { stream: LoadedStream; entries: LogEntry[] } {
  const appender = openAppender(stream, announcement)
  for (const event of events) appender.write(event)
  return { stream: appender.stream(), entries: appender.entries }
}

interface Appender {
  readonly entries: LogEntry[]
  state(): AuctionState
  /** Answers the event's own entry. */
  write(event: AuctionEvent): LogEntry
  stream(): LoadedStream
}

/** `write` for events that are decided one after the other, each on what the one before left. */
export function openAppender(stream: LoadedStream, announcement: Announcement | null = null): Appender {
  const { auctionId, applicants } = stream
  const entries: LogEntry[] = []
  let { state, logSeq, lastHash, texts } = stream

  function append(kind: string, at: number, fields: BodyFields): LogEntry {
    logSeq += 1
    const body = entryText({ seq: logSeq, kind, at }, fields)
    lastHash = hashOf(lastHash, body)
    const entry = { auctionId, seq: logSeq, kind, at, body, hash: lastHash }
    entries.push(entry)
    return entry
  }

  /** What a record tells of the lot before anything that happens on it. */
  function tellOfLot(before: number): void {
    if (logSeq === 0) {
      if (announcement === null) throw new Error(`The record of auction ${auctionId} has not begun`)
      append('announced', Math.min(announcement.announcedAt, before), announcedBody(state.lot, announcement))
      texts = announcement.texts
    } else if (
      texts !== null &&
      announcement !== null &&
      JSON.stringify(texts) !== JSON.stringify(announcement.texts)
    ) {
      append('lot_corrected', before, { texts: announcement.texts })
      texts = announcement.texts
    }
  }

  return {
    entries,
    state: () => state,
    write(event) {
      tellOfLot(event.at)
      state = evolve(state, event)
      return append(event.kind, event.at, bodyOf(event, state, applicants))
    },
    stream: () => ({ auctionId, state, logSeq, lastHash, applicants, texts }),
  }
}

/** Reads entries that follow a stream's last one, as they were committed. */
function read(
  stream: LoadedStream,
  entries: readonly StoredEntry[],
  applications: readonly StoredApplication[],
): LoadedStream {
  const last = entries.at(-1)
  if (last === undefined) return stream
  const byNumber = new Map(applications.map((application) => [application.number, application]))
  const applicants = new Map(
    applications.map(({ account_id, id, number, nonce }) => [account_id, { id, number, nonce }]),
  )
  const bidders = new Map<number, number>()
  for (const { participant, bidderId } of stream.state.applications.values()) {
    if (participant !== null) bidders.set(participant, bidderId)
  }
  const names = {
    application: (number: number) => found(byNumber.get(number), `application ${number}`),
    bidder: (participant: number) => found(bidders.get(participant), `participant ${participant}`),
  }
  let { state, texts } = stream
  for (const entry of entries) {
    texts = textsOf(entry) ?? texts
    const event = eventOf(entry, names)
    if (event === null) continue
    state = evolve(state, event)
    if (event.kind === 'application_confirmed') bidders.set(event.participant, event.bidderId)
  }
  return { auctionId: stream.auctionId, state, logSeq: last.seq, lastHash: last.hash, applicants, texts }
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The log names ${what}, which is not on record`)
  return value
}
