import { setImmediate } from 'node:timers/promises'
import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import type { AutomaticOrder } from '@/lib/domain/events'
import { evolve } from '@/lib/domain/evolve'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { eventOf, FIRST_HASH, type LotTexts, type StoredApplication, type StoredEntry, textsOf } from './codec'
import { lotColumns, lotOfRow, type LotRow } from './lot-row'
import type { BidVault, Applicant } from './sealed-bids'

type HeadRow = LotRow & { id: number; log_seq: number | null }

const SELECT_HEADS = `select lot.id, ${lotColumns}, head.log_seq
  from cms.lots lot left join portal.auction_heads head on head.auction_id = lot.id`

/**
 * The auction's stream as `db` sees it; null if no such auction is published, or if it cannot be read. Reads and replays only
 * the entries after `cached`.
 */
export async function loadStream(
  db: Queryable,
  vault: BidVault,
  auctionId: number,
  cached: LoadedStream | undefined,
): Promise<LoadedStream | null> {
  const { rows } = await db.query<HeadRow>({
    name: 'bidding-lot',
    text: `${SELECT_HEADS} where lot.id = $1`,
    values: [auctionId],
  })
  return rows[0] === undefined ? null : streamAt(db, vault, rows[0], cached)
}

/** The streams of several auctions, without those for which `loadStream` is null. */
export async function loadStreams(
  db: Queryable,
  vault: BidVault,
  auctionIds: readonly number[],
  cachedOf: (auctionId: number) => LoadedStream | undefined,
): Promise<LoadedStream[]> {
  if (auctionIds.length === 0) return []
  const { rows } = await db.query<HeadRow>({
    name: 'bidding-lots',
    text: `${SELECT_HEADS} where lot.id = any ($1)`,
    values: [auctionIds],
  })
  const loaded = await Promise.all(rows.map((row) => streamAt(db, vault, row, cachedOf(row.id))))
  return loaded.filter((stream) => stream !== null)
}

async function streamAt(
  db: Queryable,
  vault: BidVault,
  row: HeadRow,
  cached: LoadedStream | undefined,
): Promise<LoadedStream | null> {
  // The lot may be edited until the record begins (R1.2), so it is read again until then.
  const base = cached !== undefined && cached.logSeq > 0 ? cached : emptyStream(row)
  if (base === null) return null
  return (row.log_seq ?? 0) > base.logSeq ? readFurther(db, vault, base) : base
}

function emptyStream(row: HeadRow): LoadedStream | null {
  const read = lotOfRow(row)
  if (!read.ok) return null
  return {
    auctionId: row.id,
    state: initialState(read.lot),
    logSeq: 0,
    lastHash: FIRST_HASH,
    applicants: new Map(),
    texts: null,
  }
}

async function readFurther(db: Queryable, vault: BidVault, base: LoadedStream): Promise<LoadedStream | null> {
  const { rows: entries } = await db.query<StoredEntry>({
    name: 'bidding-entries',
    text: `select seq, kind, at, body, hash from portal.auction_log where auction_id = $1 and seq > $2 order by seq`,
    values: [base.auctionId, base.logSeq],
  })
  const orders = entries.some(({ kind }) => kind === 'automatic_order_left')
    ? await readOrders(db, vault, base.auctionId)
    : new Map<number, AutomaticOrder>()
  if (orders === null) return null
  if (base.logSeq > 0 && entries.every(({ kind }) => NAMES_NO_APPLICATION.has(kind)))
    return replayEntries(base, entries, null, orders)
  const { rows: applications } = await db.query<ApplicationRow>({
    name: 'bidding-applications',
    text: `select id, company_id, number, sealed from portal.applications where auction_id = $1`,
    values: [base.auctionId],
  })
  const opened = applications.map((row) => openApplication(row, vault, base.auctionId))
  // Without all its bids an auction can neither start nor be shown; the vault has logged the fault.
  return opened.every((application) => application !== null) ? replayEntries(base, entries, opened, orders) : null
}

/** The entries of bidding, which are read after every conflict: the applications need not be opened for them. */
const NAMES_NO_APPLICATION: ReadonlySet<string> = new Set([
  'bid',
  'extended',
  'automatic_order_left',
  'automatic_order_withdrawn',
])

/** The automatic orders by the entries that left them; null if one does not open. */
async function readOrders(
  db: Queryable,
  vault: BidVault,
  auctionId: number,
): Promise<ReadonlyMap<number, AutomaticOrder> | null> {
  const { rows } = await db.query<{ company_id: number; log_seq: number; sealed: Buffer }>({
    name: 'bidding-automatic-orders',
    text: `select company_id, log_seq, sealed from portal.automatic_orders where auction_id = $1`,
    values: [auctionId],
  })
  const orders = new Map<number, AutomaticOrder>()
  for (const { company_id: companyId, log_seq: orderEntry, sealed } of rows) {
    const secret = vault.open(sealed, { auctionId, companyId, orderEntry })
    if (secret === null) return null
    const { price: ceiling, quantity, minimum_quantity: minimumQuantity, nonce: salt } = secret
    orders.set(orderEntry, { ceiling, quantity, minimumQuantity, salt })
  }
  return orders
}

type ApplicationRow = Pick<StoredApplication, 'id' | 'company_id' | 'number'> & { sealed: Buffer }

function openApplication(row: ApplicationRow, vault: BidVault, auctionId: number): StoredApplication | null {
  const { id, company_id, number, sealed } = row
  const bid = vault.open(sealed, { auctionId, companyId: company_id })
  return bid && { id, company_id, number, ...bid }
}

/** An auction's state up to the entry `logSeq` of its log. */
export interface AuctionSnapshot {
  readonly auctionId: number
  readonly state: AuctionState
  /** The last entry of the log that `state` includes; 0 before the first. */
  readonly logSeq: number
  /** The hash of that entry. */
  readonly lastHash: string
}

/** A snapshot with the data that the next entry needs. Immutable. */
export interface LoadedStream extends AuctionSnapshot {
  /** By account. */
  readonly applicants: ReadonlyMap<number, Applicant>
  /** The lot's texts as they were last recorded; null before the record begins. */
  readonly texts: LotTexts | null
}

/** How long a replay may hold up the event loop: an auction of many thousand entries takes far longer. */
const YIELD_AFTER_MS = 8

/** The stream after further committed entries. */
async function replayEntries(
  stream: LoadedStream,
  entries: readonly StoredEntry[],
  /** Null if the entries name none. */
  applications: readonly StoredApplication[] | null,
  orders: ReadonlyMap<number, AutomaticOrder>,
): Promise<LoadedStream> {
  const last = entries.at(-1)
  if (last === undefined) return stream
  const byNumber = new Map(applications?.map((application) => [application.number, application]))
  const applicants =
    applications === null
      ? stream.applicants
      : new Map(applications.map(({ company_id, id, number, nonce }) => [company_id, { id, number, nonce }]))
  const bidders = new Map<number, number>()
  for (const { participant, bidderId } of stream.state.applications.values()) {
    if (participant !== null) bidders.set(participant, bidderId)
  }
  const lookup = {
    application: (number: number) => required(byNumber.get(number), `application ${number}`),
    bidder: (participant: number) => required(bidders.get(participant), `participant ${participant}`),
    order: (seq: number) => orders.get(seq) ?? null,
  }
  let { state, texts } = stream
  let since = performance.now()
  for (const entry of entries) {
    if (performance.now() - since >= YIELD_AFTER_MS) {
      await setImmediate()
      since = performance.now()
    }
    texts = textsOf(entry) ?? texts
    const event = eventOf(entry, lookup)
    if (event === null) continue
    state = evolve(state, event)
    if (event.kind === 'application_confirmed') bidders.set(event.participant, event.bidderId)
  }
  return { auctionId: stream.auctionId, state, logSeq: last.seq, lastHash: last.hash, applicants, texts }
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The log names ${what}, which is not on record`)
  return value
}
