import { LOT_TEXTS } from '@/lib/contract/lot-fields'
import type { Parsed } from '@/lib/contract/endpoint'
import {
  type ManagedAuction,
  type ManagedState,
  managedState,
  type managerAuctionsEndpoints,
} from '@/lib/contract/manager-auctions'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { answer, type Handlers } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import { joinCategoryTexts, joinTexts } from '@/lib/server/platform/company-sql'
import { phaseSql } from './list'
import { type QueryDependencies, summariesOf } from './summary'
import { completionBlockers } from '@/lib/domain/selection'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { instantOf } from '@/lib/server/events/auction-shapes'

type Query = Parsed<typeof managerAuctionsEndpoints.auctions>

/** Order of the list, the most urgent first. */
const FINISHED_GROUP = 4
const groupSql = `case state when 'running' then 0 when 'selection' then 1 when 'planned' then 2 when 'draft' then 3 else ${FINISHED_GROUP} end`

/** An application that is neither decided nor withdrawn. */
export const undecidedSql = `not exists (
  select from portal.application_decisions decision
  where decision.application_id = application.id and decision.kind in ('confirmed', 'rejected', 'withdrawn')
)`

/** An auction's open tasks for the manager. */
const waitingSql = {
  applications: `exists (select from portal.applications application where application.auction_id = listing.auction_id and ${undecidedSql})`,
  questions: `exists (select from portal.chat_conversations chat where chat.auction_id = listing.auction_id and chat.unanswered > 0)`,
}

/** Conditions of the search; $2 is the text, $3 a number. */
const soughtSql = `sought as materialized (select portal.auctions_titled($2) as id union select id from cms.auctions where number = $3)`

/**
 * The auctions of the list in two parts: the many finished ones, whose state and position are stored (portal.auction_listing),
 * and the few others, for which both follow from the clock, $1.
 */
function partsOf({ category, search, waiting }: Query) {
  const matches = `${search ? 'and listing.auction_id in (select id from sought)' : ''}
    ${category === undefined ? '' : 'and listing.category_id = (select id from cms.categories where key::text = $4)'}
    ${waiting === undefined ? '' : `and ${waitingSql[waiting]}`}`
  // Applications are decided on before the start, or by the start itself (R2.5).
  const whereState = waiting === 'applications' ? `where state = 'planned'` : ''
  return {
    head: `with ${search ? `${soughtSql}, ` : ''}parameters as (
        select $1::timestamptz as now, $2::text as text, $3::integer as number, $4::text as category
      ), changing as (
        select id, state, ${groupSql} as group_number,
          (case when state in ('running', 'planned') then 1 else -1 end
            * coalesce(cms.epoch_ms(case when state = 'planned' then starts_at when state = 'draft' then updated_at else effective_end end), 0)) as position
        from (
          select lot.id, lot.updated_at, lot.starts_at, coalesce(head.effective_end, lot.ends_at) as effective_end,
            case when listing.state = 'draft' then 'draft' else ${phaseSql('$1')} end as state
          from portal.auction_listing listing
          join cms.auctions lot on lot.id = listing.auction_id
          left join portal.auction_heads head on head.auction_id = lot.id
          where listing.state in ('open', 'draft') ${matches}
        ) placed ${whereState}
      )`,
    finished: `from portal.auction_listing listing where ${waiting === 'applications' ? 'false' : 'listing.finished is not null'} ${matches}`,
  }
}

function valuesOf({ category, search }: Query, now: number): unknown[] {
  const number = search !== undefined && /^№?\s*\d{1,9}$/.test(search) ? Number(search.replace(/\D/g, '')) : null
  return [new Date(now), search ?? null, number, category ?? null]
}

interface Placed {
  id: number
  state: ManagedState
  group_number: number
  position: number
  starts_at: Date | null
  effective_end: Date | null
}

async function readPlaced(db: Queryable, query: Query, limit: number, now: number): Promise<Placed[]> {
  const after = decodeCursor(query.cursor, ['id', 'instant', 'id'])
  const { head, finished } = partsOf(query)
  const { rows } = await db.query<Placed>(
    `${head}, placed as (
       select id, state, group_number, position from changing
       where ($5::text[] is null or state = any ($5))
         and ($6::integer is null or (group_number, position, id) > ($6, $7::bigint, $8::integer))
       union all (
         select listing.auction_id, listing.state, ${FINISHED_GROUP}, listing.position ${finished}
           and ($5::text[] is null or listing.state = any ($5))
           and ($6::integer is null or $6 < ${FINISHED_GROUP} or (listing.position, listing.auction_id) > ($7::bigint, $8::integer))
         order by listing.position, listing.auction_id limit $9
       )
       order by group_number, position, id limit $9
     )
     select placed.id, placed.state, placed.group_number, placed.position::float8 as position, cms.safe_timestamp(lot.starts_at) as starts_at,
       cms.safe_timestamp(coalesce(head.effective_end, lot.ends_at)) as effective_end
     from placed join cms.auctions lot using (id) left join portal.auction_heads head on head.auction_id = lot.id
     order by group_number, position, id`,
    [...valuesOf(query, now), query.states?.length ? query.states : null, ...(after ?? [null, null, null]), limit],
  )
  return rows
}

async function countStates(db: Queryable, query: Query, now: number): Promise<Record<ManagedState, number>> {
  const { head, finished } = partsOf(query)
  const { rows } = await db.query<{ state: ManagedState; auctions: number }>(
    `${head} select state, count(*)::integer as auctions from changing group by state
     union all select listing.state, count(*)::integer ${finished} group by listing.state`,
    valuesOf(query, now),
  )
  const none = Object.fromEntries(managedState.options.map((state) => [state, 0])) as Record<ManagedState, number>
  return { ...none, ...Object.fromEntries(rows.map(({ state, auctions }) => [state, auctions])) }
}

interface Details {
  id: number
  number: number | null
  title: string
  category: CategoryKey | null
  unit: string
  volume: number | null
  starting_price: number | null
  applications: number
  applications_waiting: number
  questions: number
  deactivated: number[]
  untranslated: Language[]
}

/** Texts required in every language before buyers see the lot. */
const lacksText = LOT_TEXTS.map((column) => `coalesce(btrim(texts.${column}), '') = ''`).join(' or ')

async function readDetails(db: Queryable, ids: readonly number[], lang: Language): Promise<Map<number, Details>> {
  const { rows } = await db.query<Details>({
    name: 'auctions-managed-details',
    text: `select lot.id, cms.safe_number(lot.number)::integer as number, texts.title,
        category.key::text as category, names.unit_label as unit,
        cms.smallest_units(lot.volume) as volume, cms.smallest_units(lot.starting_price) as starting_price,
        coalesce(head.applications, 0) as applications,
        (select count(*) from portal.applications application
          where application.auction_id = lot.id and ${undecidedSql})::integer as applications_waiting,
        (select coalesce(sum(unanswered), 0) from portal.chat_conversations chat where chat.auction_id = lot.id)::integer as questions,
        ${deactivatedSql('lot.id')} as deactivated,
        (select coalesce(array_agg(language.code order by language.place), '{}')
          from unnest(array['uk', 'en', 'ru']) with ordinality language (code, place)
          left join cms.auctions_locales texts on texts._parent_id = lot.id and texts._locale::text = language.code
          where texts._parent_id is null or ${lacksText}) as untranslated
      from cms.auctions lot
      left join cms.categories category on category.id = lot.category_id
      ${joinTexts('auctions', 'lot.id', '$2::cms._locales', ['title'])}
      ${joinCategoryTexts('category.id', '$2::cms._locales')}
      left join portal.auction_heads head on head.auction_id = lot.id
      where lot.id = any ($1)`,
    values: [ids, lang],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The manager's list of auctions, each with its bids, its end and open tasks. */
export function createManagedAuctions(
  deps: QueryDependencies,
): Pick<Handlers<typeof managerAuctionsEndpoints>, 'auctions'> {
  const { pool, streams, clock } = deps

  async function shape(row: Placed, details: Details, summaries: Awaited<ReturnType<typeof summariesOf>>) {
    const summary = summaries.get(row.id)
    const decision = row.state === 'selection' ? await waitingDecision(streams, details) : NO_DECISION
    return {
      id: row.id,
      number: details.number,
      title: details.title,
      state: summary?.state ?? row.state,
      category: details.category,
      unit: details.unit,
      volume: details.volume === null ? null : toQuantityString(details.volume),
      starting_price: details.starting_price === null ? null : toPriceString(details.starting_price),
      best_price: summary?.best_price ?? null,
      starts_at: row.starts_at?.toISOString() ?? null,
      effective_end: summary?.effective_end ?? row.effective_end?.toISOString() ?? null,
      halted: summary !== undefined && summary.halt !== null,
      applications: details.applications,
      participants: summary?.participants ?? 0,
      bids: summary?.bids ?? 0,
      waiting: {
        applications: row.state === 'planned' ? details.applications_waiting : 0,
        questions: details.questions,
        ...decision,
      },
      untranslated: details.untranslated,
    } satisfies ManagedAuction
  }

  return {
    async auctions(query, call) {
      const { limit = DEFAULT_LIMIT } = query
      const now = clock.now()
      const [rows, counts] = await Promise.all([readPlaced(pool, query, limit + 1, now), countStates(pool, query, now)])
      const page = pageOf(rows, limit, ({ group_number, position, id }) => [group_number, position, id])
      const ids = page.list.map(({ id }) => id)
      const published = page.list.filter(({ state }) => state !== 'draft').map(({ id }) => id)
      const [details, summaries] = await Promise.all([
        readDetails(pool, ids, query.lang),
        summariesOf(deps, published, query.lang, call.caller),
      ])
      const list = await Promise.all(
        page.list.flatMap((row) => {
          const detail = details.get(row.id)
          return detail === undefined ? [] : [shape(row, detail, summaries)]
        }),
      )
      return answer({ data: { ...page, list, counts } })
    },
  }
}

/** A manager's decisions after the end of bidding. */
type WaitingDecision = Omit<ManagedAuction['waiting'], 'applications' | 'questions'>

const NO_DECISION: WaitingDecision = { partial_until: null, winners: false, completion: false }

/** The deactivated applicants of an auction as an array; `auctionId` names the column. */
const deactivatedSql = (auctionId: string) => `array(
  select company_id from portal.applications application join portal.accounts account using (company_id)
  where application.auction_id = ${auctionId} and account.status = 'deactivated')`

interface Ended {
  id: number
  deactivated: number[]
}

/** What the selection of winners waits for (R7.3, R8.1), a deactivated winner included (R2.7); null if for nothing. */
async function readSelection(streams: Snapshots, { id, deactivated }: Ended) {
  const state = (await streams.snapshotOf(id))?.state
  if (!state?.selection || state.completedAt !== null) return null
  const { offer } = state.selection
  const bidder =
    offer && [...state.applications.values()].find(({ participant }) => participant === offer.participant)?.bidderId
  const kind =
    offer !== null ? 'partial' : completionBlockers(state, new Set(deactivated)).length > 0 ? 'winners' : 'completion'
  return { kind, offer, offeredTo: bidder ?? null } as const
}

async function waitingDecision(streams: Snapshots, ended: Ended): Promise<WaitingDecision> {
  const selection = await readSelection(streams, ended)
  return {
    partial_until: selection?.offer ? instantOf(selection.offer.answerBy) : null,
    winners: selection?.kind === 'winners',
    completion: selection?.kind === 'completion',
  }
}

interface SelectionTask {
  kind: 'winners' | 'completion' | 'partial'
  auctionId: number
  /** The company that has to answer a partial offer. */
  companyId: number | null
  since: Date
  until: Date | null
}

/** What every auction in selection waits for. Few are in selection at a time. */
export async function readSelectionTasks(db: Queryable, streams: Snapshots): Promise<SelectionTask[]> {
  const { rows } = await db.query<Ended & { ended_at: Date }>({
    name: 'auctions-in-selection',
    text: `select auction_id as id, ended_at, ${deactivatedSql('head.auction_id')} as deactivated
      from portal.auction_heads head
      where ended_at is not null and unsuccessful_at is null and cancelled_at is null and completed_at is null`,
  })
  const tasks = await Promise.all(
    rows.map(async (row): Promise<SelectionTask | null> => {
      const selection = await readSelection(streams, row)
      if (selection === null) return null
      const { kind, offer, offeredTo } = selection
      return {
        kind,
        auctionId: row.id,
        companyId: offeredTo,
        since: offer ? new Date(offer.offeredAt) : row.ended_at,
        until: offer && new Date(offer.answerBy),
      }
    }),
  )
  return tasks.filter((task) => task !== null)
}
