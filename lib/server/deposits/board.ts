import {
  type ManagedDeposit,
  type managerDepositsEndpoints,
  depositState,
  type DepositState,
} from '@/lib/contract/deposits'
import { arePreliminaryBidsVisible } from '@/lib/domain/application'
import { coveredQuantity, depositFor, isCovered, paymentReference } from '@/lib/domain/deposit'
import { formatSum, toQuantityString } from '@/lib/domain/money'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import { instantOf } from '@/lib/server/events/auction-shapes'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { answer, type Handlers } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { RecordFaults } from '@/lib/server/platform/record-faults'
import { type DepositRow, returnDate } from './deposits'

interface Row extends DepositRow {
  number: number
  company: string
  edrpou: string
  unit: string
  rank: number
  payments: { amount: number; received_on: string; note: string | null; staff_name: string; statement: boolean }[]
  settlements: {
    kind: 'returned' | 'applied' | 'kept'
    amount: number
    reason: string | null
    at: string
    staff_name: string
    file_id: number | null
  }[]
}

/** States with a task for the manager come first; within a state the newest application does. */
const STATE_ORDER = [
  'to_return',
  'to_apply',
  'received',
  'expected',
  'applied',
  'returned',
  'kept',
  'none',
] as const satisfies readonly DepositState[]

export function boardHandlers({
  pool,
  streams,
  faults,
}: {
  pool: Pool
  streams: Snapshots
  faults: RecordFaults
}): Pick<Handlers<typeof managerDepositsEndpoints>, 'deposits'> {
  return {
    async deposits({ states, auction_id: auctionId, lang, cursor, limit = DEFAULT_LIMIT }) {
      const from = decodeCursor(cursor, ['id', 'id'])
      const [{ rows }, counts] = await Promise.all([
        pool.query<Row>(
          `select deposit.application_id, deposit.auction_id, deposit.company_id, deposit.state, deposit.received, deposit.balance, deposit.since,
             deposit.edrpou, lot.number, company.company_short_name as company, names.unit_label as unit, ranked.rank,
             (select coalesce(json_agg(json_build_object('amount', payment.amount, 'received_on', payment.received_on, 'note', payment.note,
                 'staff_name', coalesce(staff.name, ''), 'statement', payment.line_id is not null) order by payment.id), '[]')
               from portal.deposit_payments payment left join cms.staff staff on staff.id = payment.staff_id
               where payment.application_id = deposit.application_id) as payments,
             (select coalesce(json_agg(json_build_object('kind', settlement.kind, 'amount', settlement.amount, 'reason', settlement.reason,
                 'at', settlement.at, 'staff_name', coalesce(staff.name, ''), 'file_id', settlement.file_id) order by settlement.id), '[]')
               from portal.deposit_settlements settlement left join cms.staff staff on staff.id = settlement.staff_id
               where settlement.application_id = deposit.application_id) as settlements
           from portal.deposits deposit
           join cms.lots lot on lot.id = deposit.auction_id
           join cms.companies company on company.id = deposit.company_id
           ${joinCategoryTexts('lot.category_id', '$5')}
           cross join lateral (select array_position($6::text[], deposit.state) as rank) ranked
           where ($1::text[] is null or deposit.state = any ($1)) and ($2::integer is null or deposit.auction_id = $2)
             and ($3::integer is null or (ranked.rank, -deposit.application_id) > ($3, $4))
           order by ranked.rank, deposit.application_id desc limit $7`,
          [
            states?.length ? states : null,
            auctionId ?? null,
            from?.[0] ?? null,
            from?.[1] ?? null,
            lang,
            STATE_ORDER,
            limit + 1,
          ],
        ),
        countByState(pool, auctionId ?? null),
      ])
      const page = pageOf(rows, limit, ({ rank, application_id: id }) => [rank, -id])
      const shaped = await Promise.all(page.list.map((row) => shapeOf(streams, row)))
      noteMissing(faults, page.list, shaped)
      return answer({ data: { ...page, list: shaped.filter((deposit) => deposit !== null), counts } })
    },
  }
}

async function countByState(pool: Pool, auctionId: number | null): Promise<Record<DepositState, number>> {
  const { rows } = await pool.query<{ state: DepositState; deposits: number }>(
    `select state, count(*)::integer as deposits from portal.deposits where ($1::integer is null or auction_id = $1) group by state`,
    [auctionId],
  )
  const none = Object.fromEntries(depositState.options.map((state) => [state, 0])) as Record<DepositState, number>
  return { ...none, ...Object.fromEntries(rows.map(({ state, deposits }) => [state, deposits])) }
}

/** Tells the staff's dashboard of deposits that cannot be shown, because their application is missing from its auction's record. */
function noteMissing(faults: RecordFaults, rows: readonly Row[], shaped: readonly (ManagedDeposit | null)[]): void {
  const missing = rows.filter((_, index) => shaped[index] === null)
  const broken = new Set(missing.map(({ auction_id: id }) => id))
  const record = (id: number) => ({ collection: 'auctions', id, part: 'deposits' }) as const
  for (const { auction_id: id } of rows) if (!broken.has(id)) faults.clear(record(id))
  for (const row of missing)
    faults.note({ ...record(row.auction_id), fault: `deposit ${row.application_id}: the record lacks its application` })
}

async function shapeOf(streams: Snapshots, row: Row): Promise<ManagedDeposit | null> {
  const snapshot = await streams.snapshotOf(row.auction_id)
  const application = snapshot?.state.applications.get(row.company_id)
  if (snapshot === null || application === undefined) return null
  const { state } = snapshot
  return {
    application_id: row.application_id,
    auction: { id: row.auction_id, number: row.number },
    company: { id: row.company_id, name: row.company, edrpou: row.edrpou },
    state: row.state,
    required: arePreliminaryBidsVisible(state) ? formatSum(depositFor(state.lot, application.quantity)) : null,
    received: formatSum(BigInt(row.received)),
    balance: formatSum(BigInt(row.balance)),
    covered_quantity: toQuantityString(
      // A waiver would reveal the quantity applied for (R2.3).
      coveredQuantity(
        state.lot,
        arePreliminaryBidsVisible(state) ? application : { ...application, depositWaiver: null },
      ),
    ),
    covers: isCovered(state.lot, application),
    unit: row.unit,
    reference: paymentReference(row.application_id),
    due_by: instantOf(state.lot.depositDeadline),
    return_by: returnDate(row),
    payments: row.payments.map((payment) => ({ ...payment, amount: formatSum(BigInt(payment.amount)) })),
    settlements: row.settlements.map((settlement) => ({
      ...settlement,
      amount: formatSum(BigInt(settlement.amount)),
      at: new Date(settlement.at).toISOString(),
    })),
  }
}
