import type { Account } from '@/lib/contract/accounts'
import type { CompanyDocument } from '@/lib/contract/documents'
import {
  type ManagedApplication,
  type ManagedDecision,
  managedDecision,
  type ManagedWinner,
  type Undelivered,
  type WinnersBoard,
} from '@/lib/contract/manager-auctions'
import type { managerEndpoints } from '@/lib/contract/manager'
import { arePreliminaryBidsVisible, missingDocuments } from '@/lib/domain/application'
import { isCovered } from '@/lib/domain/deposit'
import { requiresDeposit } from '@/lib/domain/lot'
import { type PartialOffer, phaseOf } from '@/lib/domain/auction-state'
import { formatSum, sumOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { resultOf } from '@/lib/domain/results'
import { completionBlockers, type SelectionRow, selectionRows } from '@/lib/domain/selection'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import { instantOf, rankingRow, rankingRows, winnersVersion } from '@/lib/server/events/auction-shapes'
import { answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, type Page, pageOf } from '@/lib/server/platform/keyset'
import { createUnreadableRecords, readDashboard } from './dashboard'
import { bidShape, pageOfBids, type Paging } from './detail'
import { readRelations } from '@/lib/server/auctions/related'
import type { QueryDependencies } from './summary'

/** Companies and their documents, from other capabilities. For the staff only. */
export interface Directory {
  companies(companyIds: readonly number[]): Promise<Map<number, Account>>
  documents(companyIds: readonly number[]): Promise<Map<number, CompanyDocument[]>>
  undelivered(about: {
    auctionId: number
    companyIds: number[]
    kinds: ('partial_offer' | 'agreement_ready' | 'deposit_due' | 'deposit_reminder')[]
  }): Promise<Map<number, Undelivered>>
}

interface ApplicationRow {
  id: number
  auction_id: number
  company_id: number
  number: number
  received_at: Date
  reason: string | null
  note: string | null
  note_nonce: string | null
  by: string | null
}

const SELECT_APPLICATION = `select application.id, application.auction_id, application.company_id, application.number,
  application.received_at, rejected.reason, confirmed.note, confirmed.note_nonce,
  (select portal.person_name(person) from portal.people person where person.id = application.person_id) as by
  from portal.applications application
  left join portal.application_decisions confirmed on confirmed.application_id = application.id and confirmed.kind = 'confirmed'
  left join portal.application_decisions rejected on rejected.application_id = application.id and rejected.kind = 'rejected'`

export async function findAuctionOfApplication(db: Queryable, applicationId: number): Promise<number | null> {
  const { rows } = await db.query<{ auction_id: number }>(`select auction_id from portal.applications where id = $1`, [
    applicationId,
  ])
  return rows[0]?.auction_id ?? null
}

/** The auction's applications in the order received. */
async function listApplications(
  db: Queryable,
  directory: Directory,
  snapshot: AuctionSnapshot,
  { cursor, limit = DEFAULT_LIMIT }: Paging,
): Promise<Page<ManagedApplication>> {
  const after = decodeCursor(cursor, ['id'])?.[0] ?? 0
  const { rows } = await db.query<ApplicationRow>({
    name: 'auctions-applications',
    text: `${SELECT_APPLICATION} where application.auction_id = $1 and application.number > $2::bigint order by application.number limit $3`,
    values: [snapshot.auctionId, after, limit + 1],
  })
  const shapes = await shapesOf(db, directory, snapshot, rows)
  const page = pageOf(
    rows,
    limit,
    ({ number }) => [number],
    ({ id }) => id,
  )
  return { ...page, list: page.list.flatMap((id) => shapes.get(id) ?? []) }
}

export async function findApplication(
  db: Queryable,
  directory: Directory,
  snapshot: AuctionSnapshot,
  id: number,
): Promise<ManagedApplication | null> {
  const { rows } = await db.query<ApplicationRow>(`${SELECT_APPLICATION} where application.id = $1`, [id])
  return (await shapesOf(db, directory, snapshot, rows)).get(id) ?? null
}

async function shapesOf(
  db: Queryable,
  directory: Directory,
  { auctionId, state }: AuctionSnapshot,
  rows: readonly ApplicationRow[],
): Promise<Map<number, ManagedApplication>> {
  const companyIds = rows.map(({ company_id }) => company_id)
  const unpaid = companyIds.filter((id) => {
    const application = state.applications.get(id)
    const isOpen = application?.status === 'submitted' || application?.status === 'awaiting_confirmation'
    return isOpen && requiresDeposit(state.lot) && !isCovered(state.lot, application)
  })
  const [companies, documents, undelivered, relations] = await Promise.all([
    directory.companies(companyIds),
    directory.documents(companyIds),
    directory.undelivered({ auctionId, companyIds: unpaid, kinds: ['deposit_due', 'deposit_reminder'] }),
    readRelations(db, [...state.applications.keys()]),
  ])
  const visible = arePreliminaryBidsVisible(state)
  const shapes = new Map<number, ManagedApplication>()
  for (const row of rows) {
    const company = companies.get(row.company_id)
    const application = state.applications.get(row.company_id)
    if (company === undefined || application === undefined) continue
    shapes.set(row.id, {
      id: row.id,
      auction_id: row.auction_id,
      company,
      status: application.status,
      participant: application.participant,
      price: visible ? toPriceString(application.price) : null,
      quantity: visible ? toQuantityString(application.quantity) : null,
      received_at: row.received_at.toISOString(),
      by: row.by,
      reason: row.reason,
      documents: documents.get(row.company_id) ?? [],
      missing_documents: missingDocuments(documents.get(row.company_id) ?? []),
      deposit: requiresDeposit(state.lot)
        ? { received: formatSum(BigInt(application.deposit)), covers: isCovered(state.lot, application) }
        : null,
      undelivered: undelivered.get(row.company_id) ?? null,
      related: [...(relations.get(row.company_id) ?? [])].map(([company_id, same]) => ({
        company_id,
        same: [...same],
      })),
      note: row.note_nonce === null ? null : { text: row.note, nonce: row.note_nonce },
    })
  }
  return shapes
}

/** The allocation as the manager works on it (R8.1), with names; null before the end is recorded. */
export async function winnersBoardOf(
  db: Queryable,
  directory: Directory,
  snapshot: AuctionSnapshot,
  now: number,
): Promise<WinnersBoard | null> {
  const { auctionId, state } = snapshot
  if (state.selection === null) return null
  const accounts = new Map(
    state.lastBids.flatMap((bid) => (bid === undefined ? [] : [[bid.participant, bid.bidderId] as const])),
  )
  const pending = state.selection.offer === null ? undefined : accounts.get(state.selection.offer.participant)
  const [companies, offered, unsigned, disqualifications] = await Promise.all([
    directory.companies([...accounts.values()]),
    directory.undelivered({
      auctionId,
      companyIds: pending === undefined ? [] : [pending],
      kinds: ['partial_offer'],
    }),
    directory.undelivered({ auctionId, companyIds: [...accounts.values()], kinds: ['agreement_ready'] }),
    readDisqualifications(db, auctionId),
  ])
  const result = resultOf(state)
  const deactivated = new Set(
    [...companies.values()].filter(({ status }) => status === 'deactivated').map(({ id }) => id),
  )

  function winner(row: SelectionRow): ManagedWinner {
    const companyId = accounts.get(row.participant) ?? 0
    const disqualification = row.status === 'disqualified' ? disqualifications.get(row.participant) : undefined
    return {
      ...rankingRow(state, row),
      company_id: companyId,
      company_name: companies.get(companyId)?.company_name ?? '',
      sum: formatSum(sumOf(row.price, row.allocated)),
      status: row.status,
      account_deactivated: deactivated.has(companyId),
      partial_until: row.answerBy === null ? null : instantOf(row.answerBy),
      undelivered: (row.status === 'partial_pending' ? offered : unsigned).get(companyId) ?? null,
      reason: disqualification?.reason ?? null,
      file: disqualification?.file ?? null,
    }
  }

  return {
    auction_id: auctionId,
    version: winnersVersion(state),
    state: phaseOf(state, now),
    confirmed: state.selection.winnersConfirmedAt !== null,
    list: selectionRows(state).map(winner),
    volume_sold: toQuantityString(result.volumeSold),
    average_price: result.averagePrice === null ? null : toPriceString(result.averagePrice),
    blockers: state.completedAt === null ? [...completionBlockers(state, deactivated)] : [],
  }
}

type Disqualification = Pick<ManagedWinner, 'reason' | 'file'>

/** Why participants were disqualified, and the file that proves it. */
async function readDisqualifications(db: Queryable, auctionId: number): Promise<Map<number, Disqualification>> {
  const { rows } = await db.query<Disqualification & { participant: number }>(
    `select decision.participant, decision.reason,
       case when file.id is not null then json_build_object('id', file.id, 'name', file.name, 'media_type', file.media_type, 'signed', file.signed,
         'url', '/storage/files/' || file.id) end as file
     from portal.selection_decisions decision
     left join portal.files file on file.id::text = decision.document_id and file.deleted_at is null
     where decision.auction_id = $1 and decision.kind = 'winner_disqualified' order by decision.id`,
    [auctionId],
  )
  return new Map(rows.map(({ participant, reason, file }) => [participant, { reason, file }]))
}

type ManagerReads = Pick<
  Handlers<typeof managerEndpoints>,
  'dashboard' | 'applications' | 'decisions' | 'bids' | 'ranking' | 'winners'
>

/** Queries for the staff, the only ones that name bidders (R8.3). */
export function createManagerReads(deps: QueryDependencies, directory: Directory): ManagerReads {
  const { pool, streams, clock, sendsMessages = true, serverHealth } = deps
  const unreadable = createUnreadableRecords(deps)
  return {
    async dashboard({ lang }) {
      const [dashboard, unreadableRecords] = await Promise.all([readDashboard(deps, lang), unreadable()])
      const servers = serverHealth?.() ?? { clockDifference: null, biddingFault: null }
      return answer({
        data: {
          ...dashboard,
          unreadable: unreadableRecords,
          sends_messages: sendsMessages,
          clock_difference: servers.clockDifference,
          bidding_fault: servers.biddingFault,
        },
      })
    },
    async applications({ auction_id, ...paging }) {
      const snapshot = await streams.snapshotOf(auction_id)
      return snapshot === null
        ? refuse('not_found')
        : answer({ data: await listApplications(pool, directory, snapshot, paging) })
    },
    async decisions({ auction_id, ...paging }) {
      const snapshot = await streams.snapshotOf(auction_id)
      return snapshot === null ? refuse('not_found') : answer({ data: await listDecisions(pool, snapshot, paging) })
    },
    async bids({ auction_id, ...paging }) {
      const snapshot = await streams.snapshotOf(auction_id)
      if (snapshot === null) return refuse('not_found')
      const page = await pageOfBids(pool, auction_id, null, paging, (row) => row)
      const companies = await directory.companies([...new Set(page.list.map(({ company_id }) => company_id))])
      const list = page.list.map((row) => ({
        ...bidShape(row),
        company_id: row.company_id,
        company_name: companies.get(row.company_id)?.company_name ?? '',
      }))
      return answer({ data: { ...page, list } })
    },
    async ranking({ auction_id }) {
      const snapshot = await streams.snapshotOf(auction_id)
      if (snapshot === null) return refuse('not_found')
      const { state } = snapshot
      return answer({
        data: { best_price: state.seq > 0 ? toPriceString(state.highestPrice) : null, ranking: rankingRows(state) },
      })
    },
    async winners({ auction_id }) {
      const snapshot = await streams.snapshotOf(auction_id)
      if (snapshot === null) return refuse('not_found')
      const board = await winnersBoardOf(pool, directory, snapshot, clock.now())
      return board === null ? refuse('auction_not_in_selection') : answer({ data: board })
    },
  }
}

interface DecisionRow {
  seq: number
  /** 0 for an entry, 1 for the offer that follows from it. */
  place: number
  at: Date
  kind: ManagedDecision['kind']
  quantity: string | null
  answer_by: Date | null
  participant: number | null
  company_id: number | null
  reason: string | null
  by_staff: boolean
  by_company: boolean
  staff_name: string | null
  person_name: string | null
}

/**
 * The decisions in the auction's record, newest first, with the reasons and names that the record leaves out (R8.3). A partial
 * offer has no entry: it follows from one, at the same instant, and is listed after it.
 */
async function listDecisions(
  db: Queryable,
  { auctionId, state }: AuctionSnapshot,
  { cursor, limit = DEFAULT_LIMIT }: Paging,
): Promise<Page<ManagedDecision>> {
  const [seq, place] = decodeCursor(cursor, ['id', 'id']) ?? [null, null]
  const offers = state.selection?.offers ?? []
  const eachOffer = <T>(value: (offer: PartialOffer) => T) => offers.map(value)
  const { rows } = await db.query<DecisionRow>({
    name: 'auctions-decisions',
    text: `select entry.seq, entry.place, entry.at, entry.kind, entry.body ->> 'quantity' as quantity, entry.answer_by,
        (entry.body ->> 'participant')::integer as participant, application.company_id,
        coalesce(selection.reason, nullif(concat_ws(' · ', decision.reason, decision.note), '')) as reason,
        coalesce(selection.staff_id, decision.staff_id) is not null or entry.kind like 'account_%' as by_staff,
        selection.company_id is not null or entry.kind = 'application_withdrawn' as by_company, staff.name as staff_name,
        portal.person_name(person) as person_name
      from (
        select * from (
          select seq, 0 as place, at, kind, body::jsonb as body, null::timestamptz as answer_by from portal.auction_log
          where auction_id = $1 and kind = any ($2)
          union all
          select cause.seq, 1, offer.at, 'partial_offered',
            jsonb_build_object('participant', offer.participant, 'quantity', offer.quantity), offer.answer_by
          from unnest($6::timestamptz[], $7::timestamptz[], $8::integer[], $9::text[]) offer (at, answer_by, participant, quantity)
          cross join lateral (select max(seq) as seq from portal.auction_log where auction_id = $1 and at = offer.at) cause
        ) listed
        where $3::bigint is null or (seq, place) < ($3, $4::integer)
        order by seq desc, place desc limit $5
      ) entry
      left join portal.applications application
        on application.auction_id = $1 and application.number = (entry.body ->> 'application')::integer
      left join portal.application_decisions decision
        on decision.application_id = application.id and 'application_' || decision.kind = entry.kind
      left join lateral (
        select staff_id, company_id, person_id, reason from portal.selection_decisions
        where auction_id = $1 and kind = entry.kind and at = entry.at
          and participant is not distinct from (entry.body ->> 'participant')::integer
        order by id limit 1
      ) selection on true
      left join cms.staff staff on staff.id = coalesce(selection.staff_id, decision.staff_id)
      left join portal.people person on person.id = coalesce(selection.person_id, decision.person_id)
      order by entry.seq desc, entry.place desc`,
    values: [
      auctionId,
      managedDecision.shape.kind.options,
      seq,
      place,
      limit + 1,
      eachOffer(({ offeredAt }) => new Date(offeredAt)),
      eachOffer(({ answerBy }) => new Date(answerBy)),
      eachOffer(({ participant }) => participant),
      eachOffer(({ quantity }) => toQuantityString(quantity)),
    ],
  })
  const accounts = new Map(
    [...state.applications.values()].map(({ participant, bidderId }) => [participant, bidderId] as const),
  )

  function decision(row: DecisionRow): ManagedDecision {
    const participantId = row.participant === null ? null : (accounts.get(row.participant) ?? null)
    const companyId = row.company_id ?? participantId
    const application = companyId === null ? undefined : state.applications.get(companyId)
    return {
      seq: row.seq,
      at: row.at.toISOString(),
      kind: row.kind,
      by: row.by_staff ? 'staff' : row.by_company ? 'company' : 'portal',
      staff_name: row.staff_name,
      person_name: row.person_name,
      participant: row.participant ?? application?.participant ?? null,
      company_id: companyId,
      quantity: row.quantity,
      answer_by: row.answer_by?.toISOString() ?? null,
      reason: row.reason,
    }
  }

  return pageOf(rows, limit, (row) => [row.seq, row.place], decision)
}
