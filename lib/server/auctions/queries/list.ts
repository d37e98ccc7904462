import type { AuctionState } from '@/lib/contract/stream'
import type { CategoryKey } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/db/pool'

/**
 * The phase of an auction (R1.3) in SQL, for choosing and ordering rows, where one that is closing counts among those in selection; what is then shown of a row is the domain's own
 * `phaseOf`. Expects `head` (left join portal.auction_heads) and `lot` (cms.lots); `now` names the parameter of the clock.
 */
export function phaseSql(now: `$${number}`): string {
  return `case
    when head.cancelled_at is not null then 'cancelled'
    when head.unsuccessful_at is not null then 'unsuccessful'
    when head.completed_at is not null then 'completed'
    when head.ended_at is not null then 'selection'
    when head.started_at is null and lot.starts_at > ${now} then 'planned'
    when coalesce(head.effective_end, lot.ends_at) > ${now} then 'running'
    else 'selection'
  end`
}

/** The ids of the auctions that are not over: those with events, and the published that start after `startsAfter`. */
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
 * The order of every list of auctions: those that run, the next to end first; the planned, the next to start first; those
 * in selection and then the finished, the newest first. A position is the group, the instant that orders it, and the id.
 */
type Position = readonly [group: number, at: number, id: number]

interface Placed {
  id: number
  position: Position
}

interface AuctionFilter {
  category?: CategoryKey | undefined
  states?: readonly AuctionState[] | undefined
}

type OpenState = 'running' | 'planned' | 'selection'
type FinishedState = 'completed' | 'cancelled' | 'unsuccessful'

const groups: Record<OpenState, number> = { running: 0, planned: 1, selection: 2 }
const finishedGroup = 3
const finishedStates: readonly FinishedState[] = ['completed', 'cancelled', 'unsuccessful']
/** A published auction without a record whose start was longer ago than this will be found again in its record. */
const graceMs = 24 * 60 * 60_000

/** Which auctions come after `after`, `limit` at most. Reads the few open ones and, by index, as many finished ones as are needed. */
export async function placeAuctions(
  db: Queryable,
  { category, states }: AuctionFilter,
  after: Position | null,
  limit: number,
  now: number,
): Promise<Placed[]> {
  const wanted = (state: AuctionState) => states === undefined || states.length === 0 || states.includes(state)
  const open = (after?.[0] ?? 0) < finishedGroup ? await openAuctions(db, category, now) : []
  const placed = open
    .filter(({ state }) => wanted(state))
    .map(({ id, state, at }): Placed => ({ id, position: [groups[state], state === 'selection' ? -at : at, id] }))
    .filter(({ position }) => after === null || compare(position, after) > 0)
    .toSorted((a, b) => compare(a.position, b.position))
    .slice(0, limit)
  const finished = finishedStates.filter(wanted)
  if (placed.length === limit || finished.length === 0) return placed
  const from = after !== null && after[0] === finishedGroup ? after : null
  return [...placed, ...(await finishedAuctions(db, finished, category, from, limit - placed.length))]
}

function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

async function openAuctions(db: Queryable, category: CategoryKey | undefined, now: number) {
  const { rows } = await db.query<{ id: number; state: OpenState | FinishedState; at: Date | null }>({
    name: 'auctions-open',
    text: `select lot.id, ${phaseSql('$1')} as state,
        case when head.started_at is null and lot.starts_at > $1 then lot.starts_at else coalesce(head.effective_end, lot.ends_at) end as at
      from ${openAuctionsSql('$2')} open
      join cms.lots lot on lot.id = open.id
      left join portal.auction_heads head on head.auction_id = lot.id
      where $3::text is null or lot.category = $3`,
    values: [new Date(now), new Date(now - graceMs), category ?? null],
  })
  return rows.flatMap(({ id, state, at }) =>
    state in groups && at !== null ? [{ id, state: state as OpenState, at: at.getTime() }] : [],
  )
}

/** Each kind of finish has its own index, so that the rare kinds are found as fast as the common one. */
async function finishedAuctions(
  db: Queryable,
  states: readonly FinishedState[],
  category: CategoryKey | undefined,
  after: Position | null,
  limit: number,
): Promise<Placed[]> {
  const columns = states.length === finishedStates.length ? ['finished_at'] : states.map((state) => `${state}_at`)
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
  return rows.map(({ auction_id: id, at }) => ({ id, position: [finishedGroup, -at.getTime(), -id] }))
}

export async function findIdBySlug(db: Queryable, slug: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>({
    name: 'auctions-slug',
    text: `select id from cms.auctions where slug = $1 and _status = 'published'`,
    values: [slug],
  })
  return rows[0]?.id ?? null
}
