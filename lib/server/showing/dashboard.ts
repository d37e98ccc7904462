import type * as z from 'zod'
import type { managerEndpoints } from '@/lib/contract/manager'
import type { Queryable } from '@/lib/server/db/pool'
import { lotColumns, lotOfRow, type LotRow } from '@/lib/server/kernel/lot-row'
import { phaseSql } from './phase-sql'

type Dashboard = z.infer<typeof managerEndpoints.dashboard.response>['data']

interface StoredRow extends LotRow {
  id: number
  number: number | null
  title: string
  state: string
  effective_end: Date | null
  bids: number
  applications: number
  applications_waiting: number
}

/** One that can be read. */
interface OpenRow extends StoredRow {
  number: number
  starts_at: Date
  effective_end: Date
}

const upcomingShown = 20

/** What needs the manager now. Titles are in the back office's first language. */
export async function readDashboard(db: Queryable, now: number): Promise<Omit<Dashboard, 'unreadable'>> {
  const [open, counts, servers] = await Promise.all([readOpen(db, now), readCounts(db, now), readServers(db, now)])
  const inState = (state: string) => open.filter((row) => row.state === state)
  const named = ({ id, number, title }: OpenRow) => ({ id, number, title })
  const ending = (row: OpenRow) => ({ ...named(row), effective_end: row.effective_end.toISOString() })
  return {
    ...counts,
    ...servers,
    applications_waiting: inState('planned').reduce((sum, row) => sum + row.applications_waiting, 0),
    running: inState('running').map((row) => ({ ...ending(row), bids: row.bids })),
    selection: inState('selection').map(ending),
    upcoming: inState('planned')
      .slice(0, upcomingShown)
      .map((row) => ({ ...named(row), starts_at: row.starts_at.toISOString(), applications: row.applications })),
  }
}

async function readOpen(db: Queryable, now: number): Promise<OpenRow[]> {
  const { rows } = await db.query<StoredRow>({
    name: 'showing-dashboard-open',
    text: `select lot.id, lot.number, coalesce(texts.title, '') as title, ${phaseSql('$1')} as state, ${lotColumns},
        coalesce(head.effective_end, lot.ends_at) as effective_end,
        coalesce(head.bid_seq, 0) as bids, coalesce(head.applications, 0) as applications,
        (select count(*) from portal.applications application
          where application.auction_id = lot.id and not exists (
            select from portal.application_decisions decision
            where decision.application_id = application.id and decision.kind in ('confirmed', 'rejected', 'withdrawn')
          ))::integer as applications_waiting
      from (
        select auction_id as id from portal.auction_heads
        where unsuccessful_at is null and cancelled_at is null and completed_at is null
        union all
        select id from cms.auctions auction
        where _status = 'published' and starts_at > $1
          and not exists (select from portal.auction_heads where auction_id = auction.id)
      ) open
      join cms.lots lot on lot.id = open.id
      left join cms.auctions_locales texts on texts._parent_id = lot.id and texts._locale = 'uk'
      left join portal.auction_heads head on head.auction_id = lot.id
      order by lot.starts_at, lot.id`,
    values: [new Date(now)],
  })
  return rows.filter((row): row is OpenRow => row.number !== null && row.effective_end !== null && lotOfRow(row).ok)
}

type Counts = Pick<Dashboard, 'accounts_waiting' | 'chats_unanswered' | 'orders_new' | 'feedback_new' | 'winners_to_confirm' | 'agreements_ending' | 'letters_failed' | 'deletion_requests'>

const noCounts: Counts = { accounts_waiting: 0, chats_unanswered: 0, orders_new: 0, feedback_new: 0, winners_to_confirm: 0, agreements_ending: 0, letters_failed: 0, deletion_requests: 0 }

async function readCounts(db: Queryable, now: number): Promise<Counts> {
  const { rows } = await db.query<Counts>({
    name: 'showing-dashboard-counts',
    text: `select
      (select count(*) from cms.companies company
        where not exists (select from portal.account_decisions where account_id = company.id))::integer as accounts_waiting,
      (select count(*) from portal.chat_conversations where unanswered > 0)::integer as chats_unanswered,
      (select count(*) from cms.orders where status = 'new')::integer as orders_new,
      (select count(*) from cms.feedback where status = 'new')::integer as feedback_new,
      (select count(*) from portal.auction_heads head
        where ended_at is not null and unsuccessful_at is null and cancelled_at is null and completed_at is null
          and not exists (select from portal.selection_decisions decision
            where decision.auction_id = head.auction_id and decision.kind = 'winners_confirmed'))::integer as winners_to_confirm,
      (select count(*) from cms.agreements where status = 'current' and ends_on >= $1 and ends_on < $1::timestamptz + interval '30 days')::integer as agreements_ending,
      (select count(*) from portal.outbox where failed_at is not null and sent_at is null and not not_needed)::integer as letters_failed,
      (select count(*) from portal.deletion_requests where withdrawn_at is null and decision is null)::integer as deletion_requests`,
    values: [new Date(now)],
  })
  return rows[0] ?? noCounts
}

const day = 24 * 60 * 60_000
/** Less is what clocks differ by anyway. */
const leastDifference = 2

async function readServers(db: Queryable, now: number): Promise<Pick<Dashboard, 'clock_difference' | 'outages'>> {
  const { rows } = await db.query<{ difference: number | null; outages: Dashboard['outages'] | null }>({
    name: 'showing-dashboard-servers',
    text: `select
      (select extract(epoch from database_at - alive_at) from portal.servers
        where stopped_at is null and database_at is not null order by beat desc limit 1)::float8 as difference,
      (select json_agg(outage order by outage.since desc) from (
        select to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
          to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until,
          to_json(coalesce(auctions, '{}')) as auctions
        from portal.outages where until > $1 order by since desc limit 20) outage) as outages`,
    values: [new Date(now - day)],
  })
  const { difference = null, outages = null } = rows[0] ?? {}
  return { clock_difference: difference !== null && Math.abs(difference) > leastDifference ? difference : null, outages: outages ?? [] }
}
