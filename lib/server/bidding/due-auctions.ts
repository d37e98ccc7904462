import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionFact } from '@/lib/domain/facts'
import { decideDue, nextDueAt } from '@/lib/domain/start'
import { answer, refuse } from '@/lib/server/kernel/handler'
import type { Pool, Queryable } from '@/lib/server/db/pool'
import type { Clock } from '@/lib/server/kernel/clock'
import type { BiddingBooks } from './books'
import { changeAuction } from './change-auction'
import type { DeskLog } from './desk'
import { mayRecord } from './may-record'

/** An auction that the clock may move on: when, or null where only its book can tell (a part offered in selection, a lot that cannot be read). */
export interface Appointment {
  readonly auctionId: number
  readonly at: number | null
}

/** Every auction that is not finished, those included that nobody has applied to, which have no record yet. */
export async function appointments(db: Queryable): Promise<Appointment[]> {
  const { rows } = await db.query<{ auction_id: number; at: Date | null }>({
    name: 'appointments',
    text: `select head.auction_id,
             case when head.ended_at is not null then null when head.started_at is not null then head.effective_end else cms.usual_instant(auction.starts_at) end as at
           from portal.auction_heads head join cms.auctions auction on auction.id = head.auction_id
           where head.unsuccessful_at is null and head.cancelled_at is null and head.completed_at is null
           union all
           select auction.id, cms.usual_instant(auction.starts_at) from cms.auctions auction
           where auction._status = 'published'
             and not exists (select from portal.auction_heads head where head.auction_id = auction.id)`,
  })
  return rows.map(({ auction_id: auctionId, at }) => ({ auctionId, at: at?.getTime() ?? null }))
}

export interface DueDependencies {
  pool: Pool
  books: BiddingBooks
  clock: Clock
  serverId: string
  /** The epoch in which this server may record the end at that instant (R6.2). */
  mayEnd: (auctionId: number, at: number) => Promise<number | 'waiting' | 'elsewhere'>
  log: DeskLog
}

const SAID: Partial<Record<AuctionFact['kind'], string>> = {
  started: 'auction started',
  unsuccessful: 'auction unsuccessful',
  ended: 'auction ended',
  partial_refused: 'partial offer lapsed',
}

/** `waiting`: due, and bids received in time are still being written somewhere; `elsewhere`: another server is to record it (R6.2). */
export type DueOutcome = 'done' | 'nothing' | 'waiting' | 'elsewhere'

/**
 * Records the next step that the clock has made due: the start (R2.5, R2.6, R3.1), the end, the lapse of an unanswered part (R7.3).
 * Under the lock of the head and on the log as it is, so that it happens once, however many servers try. An end is recorded by the
 * server that decides bids.
 */
export async function recordDue(deps: DueDependencies, auctionId: number): Promise<DueOutcome> {
  const { books, clock, serverId } = deps
  // On the bids' own connections: reads that use up the others must not delay an end.
  const book = await books.current(deps.pool, auctionId)
  const due = book === null ? null : nextDueAt(book.state)
  if (book === null || due === null || due > clock.now()) return 'nothing'
  const may = isRunning(book.state) ? await deps.mayEnd(auctionId, due) : null
  if (may === 'waiting' || may === 'elsewhere') return may
  let waiting = false
  let facts: readonly AuctionFact[] = []
  const outcome = await changeAuction<'done'>(deps, auctionId, async (auction) => {
    const { state } = auction.journal()
    const dueAt = nextDueAt(state)
    const now = clock.now()
    // A refusal, so that a head made only for looking is not left behind.
    if (dueAt === null || dueAt > now) return refuse('not_found')
    waiting = (isRunning(state) && (may === null || dueAt !== due)) || !(await mayRecord(auction.client, { epoch: may, now, serverId }))
    if (waiting) return refuse('not_found')
    facts = decideDue(state, now)
    await auction.append(facts)
    return answer('done')
  })
  for (const { kind, at } of facts) {
    const message = outcome.ok ? SAID[kind] : undefined
    if (message !== undefined) deps.log.info?.({ auction_id: auctionId, at: new Date(at) }, message)
  }
  if (outcome.ok) return outcome.answer
  return waiting ? 'waiting' : 'nothing'
}

function isRunning({ startedAt, endedAt }: AuctionState): boolean {
  return startedAt !== null && endedAt === null
}
