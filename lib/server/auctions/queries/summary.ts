import { numberSign } from '@/lib/i18n/formats'
import { type AuctionDetail, type AuctionSummary, auctionSummary } from '@/lib/contract/auctions'
import { eachField, LOT_TEXTS, type LotTextName, writeTerms } from '@/lib/contract/lot-fields'
import type { Category } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Lot } from '@/lib/domain/lot'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { faultText, lotColumns, lotOfRow, type LotRow } from '@/lib/server/events/lot-row'
import { readable, type RecordFaults } from '@/lib/server/platform/record-faults'
import { joinCategoryTexts, missingDocumentsOf } from '@/lib/server/platform/company-sql'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { winners } from '@/lib/domain/allocation'
import { type AuctionState, haltAt, phaseOf } from '@/lib/domain/auction-state'
import { missingDeposit, returnBy } from '@/lib/domain/deposit'
import { formatSum, type Kopecks, toPriceString, toQuantityString } from '@/lib/domain/money'
import { resultOf } from '@/lib/domain/results'
import { allocationOf } from '@/lib/domain/ranking'
import type { SnapshotLists } from '@/lib/server/events/snapshots'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import {
  haltShape,
  instantOf,
  isHidden,
  isParticipant,
  participantsOf,
  resultShape,
} from '@/lib/server/events/auction-shapes'
import type { Clock } from '@/lib/server/platform/clock'
import type { AccountCaller, Caller } from '@/lib/server/platform/call'
import { type ApplicationNote, NO_POSITION, ownPositionOf, ranksOf } from '@/lib/server/events/own-position'

/** A lot in one language, with the head of its record. */
export interface AuctionRow {
  id: number
  number: number
  slug: string
  title: string
  title_language: Language
  resource: string
  lot: Lot
  category_id: number
  category: Category['key']
  category_slug: string
  category_name: string
  unit: string
  price_unit: string
  /** null: the record has not begun. */
  log_seq: number | null
  /** Participants: in a cancelled or unsuccessful auction those still confirmed, else all that ever got a number. */
  participants: number | null
  bid_seq: number | null
  effective_end: Date | null
  finished_at: Date | null
  completed_at: Date | null
  cancelled_at: Date | null
  changed_at: Date
  result: ResultRow | null
}

interface ResultRow {
  participants: number
  winners: number
  volume_sold: number
  average_price: number | null
  final_price: number | null
  agreements: { participant: number; quantity: string; price: string; sum: string }[]
}

type StoredRow = Omit<AuctionRow, 'lot' | 'number' | 'slug'> & LotRow & { number: number | null; slug: string | null }

/**
 * The rows of published auctions by id; missing texts are in Ukrainian. An unreadable auction is noted and left out; one without a
 * title is noted and named by its product and number.
 */
export async function readAuctions(
  { pool: db, faults }: { pool: Queryable; faults: RecordFaults },
  lang: Language,
  ids: readonly number[],
): Promise<Map<number, AuctionRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<StoredRow>({
    name: 'auctions-auctions',
    text: `select lot.id, lot.number, lot.slug, ${lotColumns}, lot.category_id, lot.category, category.slug as category_slug,
        coalesce(nullif(texts.title, ''), fallback.title, '') as title,
        case when coalesce(texts.title, '') = '' and coalesce(fallback.title, '') <> '' then 'uk' else ($2::cms._locales)::text end as title_language,
        coalesce(nullif(texts.resource, ''), fallback.resource, '') as resource,
        names.name as category_name, names.unit_label as unit, names.price_unit_label as price_unit,
        case when head.finished_at is null or head.completed_at is not null then head.participants else (
          select count(*) filter (where decision.kind = 'confirmed') - count(*) filter (where decision.kind <> 'confirmed')
          from portal.application_decisions confirmed
          join portal.application_decisions decision on decision.application_id = confirmed.application_id
            and decision.kind in ('confirmed', 'withdrawn', 'rejected')
          where confirmed.auction_id = head.auction_id and confirmed.participant is not null
        )::integer end as participants, head.log_seq, head.bid_seq, head.effective_end, head.finished_at, head.completed_at, head.cancelled_at,
        greatest(lot.updated_at, head.cancelled_at) as changed_at, to_jsonb(result) as result
      from cms.lots lot
      join cms.categories category on category.id = lot.category_id
      left join cms.auctions_locales texts on texts._parent_id = lot.id and texts._locale = $2::cms._locales
      left join cms.auctions_locales fallback on fallback._parent_id = lot.id and fallback._locale = 'uk'
      ${joinCategoryTexts('category.id', '$2::cms._locales')}
      left join portal.auction_heads head on head.auction_id = lot.id
      left join portal.auction_results result on result.auction_id = lot.id
      where lot.id = any ($1)`,
    values: [ids, lang],
  })
  return new Map(
    rows.flatMap((row) => {
      const read = readRow(row, lang)
      const record = { collection: 'auctions', id: row.id, part: 'record' } as const
      if (read.fault === null) faults.clear(record)
      else faults.note({ ...record, fault: read.fault })
      return read.row === null ? [] : [[row.id, read.row] as const]
    }),
  )
}

function readRow(stored: StoredRow, lang: Language): { row: AuctionRow | null; fault: string | null } {
  const read = lotOfRow(stored)
  const { number, slug } = stored
  if (!read.ok) return { row: null, fault: faultText(read.fault) }
  if (number === null) return { row: null, fault: 'number: missing' }
  if (!slug) return { row: null, fault: 'slug: missing' }
  const named = stored.title.trim() !== ''
  const title = named ? stored.title : `${stored.category_name} ${numberSign(number, lang)}`
  return {
    row: { ...stored, number, slug, title, title_language: named ? stored.title_language : lang, lot: read.lot },
    fault: named ? null : 'title: missing',
  }
}

/** A lot's texts, those that the language lacks in Ukrainian, and the names of the Ukrainian ones. */
export async function readLotTexts(
  db: Queryable,
  lang: Language,
  id: number,
): Promise<Pick<AuctionDetail, LotTextName | 'ukrainian_texts'>> {
  const { rows } = await db.query<Pick<AuctionDetail, LotTextName | 'ukrainian_texts'>>({
    name: 'auctions-texts',
    text: `select ${LOT_TEXTS.map((name) => `coalesce(nullif(texts.${name}, ''), fallback.${name}, '') as ${name}`).join(', ')},
        array(select name from (values ${LOT_TEXTS.map((name) => `('${name}', texts.${name}, fallback.${name})`).join(', ')}) word (name, own, ukrainian)
          where coalesce(own, '') = '' and coalesce(ukrainian, '') <> '') as ukrainian_texts
      from cms.auctions auction
      left join cms.auctions_locales texts on texts._parent_id = auction.id and texts._locale = $2::cms._locales
      left join cms.auctions_locales fallback on fallback._parent_id = auction.id and fallback._locale = 'uk'
      where auction.id = $1`,
    values: [id, lang],
  })
  return rows[0] ?? { ...eachField(LOT_TEXTS, () => ''), ukrainian_texts: [] }
}

function categoryOf(row: AuctionRow): Category {
  return {
    id: row.category_id,
    key: row.category,
    slug: row.category_slug,
    name: row.category_name,
    unit: row.unit,
    price_unit: row.price_unit,
  }
}

type OwnEntries = (ids: readonly number[], lang: Language, caller: AccountCaller) => Promise<CabinetAuction[]>

/** Auctions with the caller's position in each, without those no longer published. */
export function createOwnEntries(deps: QueryDependencies): OwnEntries {
  const { pool, streams, clock } = deps
  return async function ownEntries(ids, lang, caller) {
    const [read, notes, deposits] = await Promise.all([
      readAuctions(deps, lang, ids),
      readNotes(pool, caller.companyId, ids),
      readDeposits(pool, caller.companyId, ids),
    ])
    const rows = [...read.values()]
    // Only these have a position: applications, and limits of a first bid.
    const hasPosition = (id: number, state: AuctionSummary['state']) => notes.has(id) || state === 'planned'
    const snapshots = await streams.snapshotsOf(
      rows.filter((row) => !isRowEnough(row) || hasPosition(row.id, stateOfRow(row, clock.now()))).map(({ id }) => id),
    )
    const summaries = summarise(deps, rows, snapshots, caller)
    return ids.flatMap((id) => {
      const auction = summaries.get(id)
      if (auction === undefined) return []
      const snapshot = hasPosition(id, auction.state) ? snapshots.get(id) : undefined
      if (snapshot === undefined) return [{ auction, own: NO_POSITION, won: null, deposit: null }]
      const own = ownPositionOf(snapshot, caller.companyId, notes.get(id) ?? null, clock.now())
      const deposit = depositOf(snapshot.state, caller.companyId, deposits.get(id))
      return [{ auction, own, won: wonBy(snapshot, caller.companyId), deposit }]
    })
  }
}

type ShownLot = Omit<
  AuctionSummary,
  'state' | 'effective_end' | 'halt' | 'participants' | 'bids' | 'best_price' | 'allocation' | 'result'
>

/** Whether only participants and the staff may see prices and the ranking. */
export function isHiddenFrom(caller: Caller, state: AuctionState, now: number): boolean {
  if (!isHidden(state, phaseOf(state, now)) || caller.kind === 'staff') return false
  return caller.kind !== 'account' || !isParticipant(state, caller.companyId)
}

/** A summary from the auction's state; `now` is the server's clock. */
export function summaryOf(row: AuctionRow, state: AuctionState, caller: Caller, now: number): AuctionSummary {
  const phase = phaseOf(state, now)
  const shown = !isHiddenFrom(caller, state, now)
  const result = phase === 'completed' ? resultOf(state) : null
  const halt = phase === 'running' ? haltAt(state, now) : null
  // Once completed, the highest winning price (R8.2), without disqualified bids.
  const best = result === null ? state.highestPrice : result.finalPrice
  return {
    ...listedLot(row),
    state: phase,
    effective_end: instantOf(state.effectiveEnd),
    halt: halt && haltShape(halt),
    participants: result?.participants ?? participantsOf(state),
    bids: state.seq,
    best_price: shown && state.seq > 0 && best !== null ? toPriceString(best) : null,
    allocation:
      shown && state.seq > 0 ? winners(allocationOf(state)).map(({ allocated }) => toQuantityString(allocated)) : [],
    result: result && resultShape(result),
  }
}

/** A summary of a finished auction, or of one whose record has not begun, only from its row: no log is read for a list. */
export function summaryOfRow(row: AuctionRow, now: number): AuctionSummary {
  const { result } = row
  const finalPrice = result?.final_price ?? null
  return {
    ...listedLot(row),
    state: stateOfRow(row, now),
    effective_end: instantOf(row.effective_end?.getTime() ?? row.lot.endsAt),
    halt: null,
    participants: result?.participants ?? row.participants ?? 0,
    bids: row.bid_seq ?? 0,
    best_price: finalPrice === null ? null : toPriceString(finalPrice),
    allocation: result?.agreements.map(({ quantity }) => quantity) ?? [],
    result:
      result &&
      resultShape({
        participants: result.participants,
        winners: result.winners,
        volumeSold: result.volume_sold,
        averagePrice: result.average_price,
        finalPrice,
      }),
  }
}

/** Whether the row is enough for a list. */
function isRowEnough(row: AuctionRow): boolean {
  return row.log_seq === null || row.finished_at !== null
}

function stateOfRow(row: AuctionRow, now: number): AuctionSummary['state'] {
  if (row.completed_at !== null) return 'completed'
  if (row.cancelled_at !== null) return 'cancelled'
  if (row.finished_at !== null) return 'unsuccessful'
  // No record means no application: at its start such an auction is unsuccessful (R2.6).
  return row.lot.startsAt > now ? 'planned' : 'unsuccessful'
}

function listedTerms(lot: Lot) {
  const { visibility, volume, starting_price, application_deadline, starts_at, ends_at } = writeTerms(lot)
  return { visibility, volume, starting_price, application_deadline, starts_at, ends_at }
}

function listedLot(row: AuctionRow): ShownLot {
  return {
    id: row.id,
    number: row.number,
    slug: row.slug,
    title: row.title,
    title_language: row.title_language,
    category: categoryOf(row),
    ...listedTerms(row.lot),
    changed_at: row.changed_at.toISOString(),
  }
}

export interface QueryDependencies {
  pool: Pool
  streams: SnapshotLists
  clock: Clock
  faults: RecordFaults
  /** False while emails and push messages are held back. */
  sendsMessages?: boolean
  /** State of the servers, for the dashboard. */
  serverHealth?: () => ServerHealth
}

export interface ServerHealth {
  /** Seconds by which the database's clock differs too much to be followed; null if it agrees. */
  clockDifference: number | null
  /** Why no bid can be recorded now; null if one can. */
  biddingFault: string | null
}

/** The summaries of auctions by id, without unpublished and unreadable ones. */
export async function summariesOf(
  deps: QueryDependencies,
  ids: readonly number[],
  lang: Language,
  caller: Caller,
): Promise<Map<number, AuctionSummary>> {
  const rows = [...(await readAuctions(deps, lang, ids)).values()]
  const snapshots = await deps.streams.snapshotsOf(rows.filter((row) => !isRowEnough(row)).map(({ id }) => id))
  return summarise(deps, rows, snapshots, caller)
}

function summarise(
  { clock, faults }: QueryDependencies,
  rows: AuctionRow[],
  snapshots: ReadonlyMap<number, AuctionSnapshot>,
  caller: Caller,
): Map<number, AuctionSummary> {
  const shape = (row: AuctionRow) => {
    const snapshot = isRowEnough(row) ? undefined : snapshots.get(row.id)
    return snapshot === undefined ? summaryOfRow(row, clock.now()) : summaryOf(row, snapshot.state, caller, clock.now())
  }
  const summaries = readable(
    faults,
    { collection: 'auctions', part: 'result', schema: auctionSummary, idOf: ({ id }) => id, shape },
    rows,
  )
  return new Map(summaries.map((summary) => [summary.id, summary]))
}

/** The account's application notes, by auction. */
export async function readNotes(
  db: Queryable,
  companyId: number,
  auctionIds: readonly number[],
): Promise<Map<number, ApplicationNote>> {
  const { rows } = await db.query<ApplicationNote & { auction_id: number }>({
    name: 'auctions-notes',
    text: `select application.auction_id, application.id, rejected.reason, ${missingDocumentsOf('application.company_id')} as missing
      from portal.applications application
      left join portal.application_decisions rejected on rejected.application_id = application.id and rejected.kind = 'rejected'
      where application.company_id = $1 and application.auction_id = any ($2)`,
    values: [companyId, auctionIds],
  })
  return new Map(rows.map(({ auction_id, ...note }) => [auction_id, note]))
}

type DepositRow = Pick<NonNullable<CabinetAuction['deposit']>, 'state'> &
  Record<'received' | 'balance', Kopecks> & { since: Date | null }

/** The account's deposits, by auction. */
async function readDeposits(
  db: Queryable,
  companyId: number,
  auctionIds: readonly number[],
): Promise<Map<number, DepositRow>> {
  const { rows } = await db.query<DepositRow & { auction_id: number }>({
    name: 'auctions-deposits',
    text: `select auction_id, state, received, balance, since from portal.deposits where company_id = $1 and auction_id = any ($2)`,
    values: [companyId, auctionIds],
  })
  return new Map(rows.map(({ auction_id, ...deposit }) => [auction_id, deposit]))
}

function depositOf(
  { lot, applications }: AuctionState,
  companyId: number,
  row?: DepositRow,
): CabinetAuction['deposit'] {
  const application = applications.get(companyId)
  if (row === undefined || application === undefined) return null
  const { state, received, balance, since } = row
  const isOpen = state === 'expected' || state === 'received'
  return {
    state,
    received: formatSum(BigInt(received)),
    balance: formatSum(BigInt(balance)),
    missing: formatSum(isOpen ? missingDeposit(lot, application) : 0n),
    due_by: instantOf(lot.depositDeadline),
    return_by: state === 'to_return' && since !== null ? instantOf(returnBy(since.getTime())) : null,
  }
}

/** The volume that the account has finally won; null if it has not, or not yet. */
function wonBy({ state }: AuctionSnapshot, companyId: number): CabinetAuction['won'] {
  const participant = state.applications.get(companyId)?.participant ?? null
  if (state.completedAt === null || participant === null) return null
  const allocated = ranksOf(state).get(participant)?.allocated ?? 0
  return allocated > 0 ? toQuantityString(allocated) : null
}
