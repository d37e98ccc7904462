import type { AuctionState } from '@/lib/contract/stream'
import type { CategoryKey } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { MOVES_END } from '@/lib/server/events/course-of-prices'
import { decodeCursor, type Page, pageOf } from '@/lib/server/platform/keyset'

/**
 * The phase of an auction (R1.3) in SQL, for filters and order, where a closing auction counts as in selection; rows show the
 * domain's `phaseOf`. Expects `head` (left join portal.auction_heads) and `lot` (cms.lots); `now` names the parameter of the clock.
 */
export function phaseSql(now: `$${number}`): string {
  return `case
    when head.cancelled_at is not null then 'cancelled'
    when head.unsuccessful_at is not null then 'unsuccessful'
    when head.completed_at is not null then 'completed'
    when head.ended_at is not null then 'selection'
    when head.started_at is null and lot.starts_at > ${now} then 'planned'
    when head.halted_at is not null or coalesce(head.effective_end, lot.ends_at) > ${now} then 'running'
    else 'selection'
  end`
}

/** The ids of the auctions that are not over: those with a record, and published ones that start after `startsAfter`. */
export function openAuctionsSql(startsAfter: `$${number}`): string {
  return `(
    select auction_id as id from portal.auction_heads
    where unsuccessful_at is null and cancelled_at is null and completed_at is null
    union all
    select id from cms.auctions auction
    where _status = 'published' and starts_at > ${startsAfter}
      and not exists (select from portal.auction_heads where auction_id = auction.id)
  )`
}

/**
 * The order of every list of auctions: running ones by their end, planned ones by their start, those in selection and then
 * finished ones, newest first. A position is the group, the instant that orders it, and the id.
 */
type Position = readonly [group: number, at: number, id: number]

interface Placed {
  id: number
  position: Position
}

/**
 * Where the next page begins, in the order at the time of the first page. In a later order, an auction that has
 * started, ended or been extended in between would be listed twice or never.
 */
interface Continuation {
  asOf: number
  after: Position
}

/** After this time the present order is used: the old one would need everything that has finished since. */
const ORDER_VALID_MS = 60 * 60_000

export function decodePlace(cursor: string | undefined, now: number): Continuation | null {
  const parts = decodeCursor(cursor, ['instant', 'id', 'instant', 'id'])
  if (parts === null) return null
  const [asOf, ...after] = parts
  return { asOf: asOf <= now && asOf > now - ORDER_VALID_MS ? asOf : now, after }
}

/** A page of ids, of auctions that were placed with `limit + 1`. */
export function pageOfPlaced(placed: Placed[], limit: number, from: Continuation | null, now: number): Page<number> {
  return pageOf(
    placed,
    limit,
    ({ position }) => [from?.asOf ?? now, ...position],
    ({ id }) => id,
  )
}

interface AuctionFilter {
  category?: CategoryKey | undefined
  /** Its open auctions count whatever their category. */
  applicant?: number | undefined
  states?: readonly AuctionState[] | undefined
}

type OpenState = 'running' | 'planned' | 'selection'
type FinishedState = 'completed' | 'cancelled' | 'unsuccessful'

const GROUPS: Record<OpenState, number> = { running: 0, planned: 1, selection: 2 }
const FINISHED_GROUP = 3
const FINISHED_STATES: readonly FinishedState[] = ['completed', 'cancelled', 'unsuccessful']
/** The start of an auction without a record is recorded long before this time has passed. */
const GRACE_MS = 24 * 60 * 60_000

/**
 * The next auctions, at most `limit`. Reads all open ones, which are few, and by index as many finished ones as are needed. One
 * that is no longer in a wanted state is left out.
 */
export async function pageOfAuctions(
  db: Queryable,
  { category, applicant, states }: AuctionFilter,
  from: Continuation | null,
  limit: number,
  now: number,
): Promise<Placed[]> {
  const wanted = (state: AuctionState) => states === undefined || states.length === 0 || states.includes(state)
  const after = from?.after ?? null
  const open =
    (after?.[0] ?? 0) < FINISHED_GROUP ? await openAuctions(db, { category, applicant }, from?.asOf ?? null, now) : []
  const placed = open
    .filter(({ state, current }) => wanted(state) && wanted(current))
    .map(({ id, state, at }): Placed => ({ id, position: [GROUPS[state], state === 'selection' ? -at : at, id] }))
    .filter(({ position }) => after === null || compare(position, after) > 0)
    .toSorted((a, b) => compare(a.position, b.position))
    .slice(0, limit)
  const finished = FINISHED_STATES.filter(wanted)
  if (placed.length === limit || finished.length === 0) return placed
  const before = from === null || from.after[0] === FINISHED_GROUP ? after : firstFinished(from.asOf)
  return [...placed, ...(await finishedAuctions(db, finished, category, before, limit - placed.length))]
}

/** The position before all auctions that had finished by then. */
function firstFinished(asOf: number): Position {
  return [FINISHED_GROUP, -asOf, -2_147_483_647]
}

function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** The heads as of that instant. */
function headsSql(asOf: `$${number}`): string {
  const instants = ['started_at', 'ended_at', 'unsuccessful_at', 'cancelled_at', 'completed_at']
  return `lateral (
    select recorded.auction_id, recorded.halted_at, ${instants.map((column) => `case when ${column} <= ${asOf} then ${column} end as ${column}`).join(', ')},
      case when moved.since then coalesce(moved.effective_end, lot.ends_at) else recorded.effective_end end as effective_end
    from portal.auction_heads recorded cross join lateral (
      select bool_or(at > ${asOf}) as since,
        (array_agg((body::json ->> 'effective_end')::timestamptz order by seq desc) filter (where at <= ${asOf}))[1] as effective_end
      from portal.auction_log move where move.auction_id = recorded.auction_id and ${MOVES_END}
    ) moved
    where recorded.auction_id = lot.id
  )`
}

/** @param asOf null: now */
async function openAuctions(
  db: Queryable,
  { category, applicant }: Omit<AuctionFilter, 'states'>,
  asOf: number | null,
  now: number,
) {
  const finishedSince = 'union all select auction_id from portal.auction_heads where finished_at > $1'
  const { rows } = await db.query<{ id: number; state: OpenState | FinishedState; current: AuctionState; at: Date }>({
    name: asOf === null ? 'auctions-open' : 'auctions-open-as-of',
    text: `select lot.id, ${phaseSql('$1')} as state, ${asOf === null ? phaseSql('$1') : 'current.state'} as current,
        case when head.started_at is null and lot.starts_at > $1 then lot.starts_at else coalesce(head.effective_end, lot.ends_at) end as at
      from (select id from ${openAuctionsSql('$2')} unfinished ${asOf === null ? '' : finishedSince}) open
      join cms.lots lot on lot.id = open.id
      left join ${asOf === null ? 'portal.auction_heads' : headsSql('$1')} head on head.auction_id = lot.id
      ${asOf === null ? '' : `cross join lateral (select ${phaseSql('$5')} as state from (select) single_row left join portal.auction_heads head on head.auction_id = lot.id) current`}
      where $3::text is null or lot.category = $3
        or exists (select from portal.applications where auction_id = lot.id and company_id = $4)`,
    values: [
      new Date(asOf ?? now),
      new Date((asOf ?? now) - GRACE_MS),
      category ?? null,
      applicant ?? null,
      ...(asOf === null ? [] : [new Date(now)]),
    ],
  })
  return rows.flatMap(({ state, at, ...row }) =>
    state in GROUPS && at !== null ? [{ ...row, state: state as OpenState, at: at.getTime() }] : [],
  )
}

/** By one index for each kind of finish, so that rare kinds are found as fast as the common one. */
async function finishedAuctions(
  db: Queryable,
  states: readonly FinishedState[],
  category: CategoryKey | undefined,
  after: Position | null,
  limit: number,
): Promise<Placed[]> {
  const columns = states.length === FINISHED_STATES.length ? ['finished_at'] : states.map((state) => `${state}_at`)
  const parts = columns.map(
    (column) => `(select head.auction_id, head.${column} as at from portal.auction_heads head
      ${category === undefined ? '' : 'join cms.lots lot on lot.id = head.auction_id and lot.category = $4'}
      where head.${column} is not null and ($1::timestamptz is null or (head.${column}, head.auction_id) < ($1, $2::integer))
      order by head.${column} desc, head.auction_id desc limit $3)`,
  )
  const { rows } = await db.query<{ auction_id: number; at: Date }>({
    name: `auctions-finished-${columns.join('-')}-${category === undefined ? 'all' : 'one'}`,
    text: `select * from (${parts.join(' union all ')}) finished order by at desc, auction_id desc limit $3`,
    values: [after && new Date(-after[1]), after && -after[2], limit, ...(category === undefined ? [] : [category])],
  })
  return rows.map(({ auction_id: id, at }) => ({ id, position: [FINISHED_GROUP, -at.getTime(), -id] }))
}

export async function findIdBySlug(db: Queryable, slug: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>({
    name: 'auctions-slug',
    text: `select id from cms.auctions where slug = $1 and _status = 'published'`,
    values: [slug],
  })
  return rows[0]?.id ?? null
}
