import type { depositsEndpoints, managerDepositsEndpoints, OwnDeposit } from '@/lib/contract/deposits'
import type { AuctionState } from '@/lib/domain/auction-state'
import {
  coveredQuantity,
  decideDeposit,
  depositFor,
  isCovered,
  MAX_DEPOSIT,
  missingDeposit,
  paymentReference,
  returnBy,
} from '@/lib/domain/deposit'
import { requiresDeposit } from '@/lib/domain/lot'
import { formatSum, type Kopecks, kopecksOf, parseSum, toPriceString, toQuantityString } from '@/lib/domain/money'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { audit } from '@/lib/server/platform/audit'
import type { ChangeAuction, OpenAuction } from '@/lib/server/events/open-auction'
import type { Snapshots } from '@/lib/server/events/snapshots'
import { instantOf } from '@/lib/server/events/auction-shapes'
import {
  accountOf,
  answer,
  type Handlers,
  type Outcome,
  refuse,
  staffOf,
  withOutcome,
} from '@/lib/server/platform/call'
import type { InspectEvidence } from '@/lib/server/platform/files'
import { queueEmail } from '@/lib/server/jobs/emails'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { depositPayment, purposeOf } from '@/lib/server/platform/payment-code'
import { lockLine } from '@/lib/server/platform/statement-lines'

interface DepositDependencies {
  pool: Pool
  clock: Clock
  changeAuction: ChangeAuction
  inspectEvidence: InspectEvidence
  /** Counts a deposit that is set against an agreement as money received for it. */
  countDeposit: (
    client: PoolClient,
    deposit: { auctionId: number; companyId: number; staffId: number },
    now: number,
  ) => Promise<void>
}

/** A row of the view portal.deposits. */
export interface DepositRow {
  application_id: number
  auction_id: number
  company_id: number
  state: OwnDeposit['state']
  received: Kopecks
  balance: Kopecks
  since: Date | null
}

const columns = 'application_id, auction_id, company_id, state, received, balance, since'

async function readDeposit(db: Queryable, applicationId: number): Promise<DepositRow | null> {
  const { rows } = await db.query<DepositRow>(`select ${columns} from portal.deposits where application_id = $1`, [
    applicationId,
  ])
  return rows[0] ?? null
}

/** An applicant's deposit: the payment due, or its settlement (R11.1, R11.4). */
export function ownDepositHandlers({
  pool,
  streams,
}: {
  pool: Pool
  streams: Snapshots
}): Handlers<typeof depositsEndpoints> {
  return {
    async own({ auction_id: auctionId }, call) {
      const { companyId } = accountOf(call)
      const snapshot = await streams.snapshotOf(auctionId)
      if (snapshot === null) return refuse('not_found')
      const { rows } = await pool.query<DepositRow & { number: number }>(
        `select ${columns}, lot.number from portal.deposits join cms.lots lot on lot.id = auction_id
         where auction_id = $1 and company_id = $2`,
        [auctionId, companyId],
      )
      const [row] = rows
      return answer({ data: row === undefined ? null : await ownDeposit(pool, snapshot.state, row) })
    },
  }
}

async function ownDeposit(
  db: Queryable,
  state: AuctionState,
  row: DepositRow & { number: number },
): Promise<OwnDeposit | null> {
  const { lot } = state
  const application = state.applications.get(row.company_id)
  if (application === undefined) return null
  const missing = missingDeposit(lot, application)
  const account = {
    recipient: lot.depositRecipient,
    iban: lot.depositIban,
    edrpou: lot.depositEdrpou,
    bank: lot.depositBank,
  }
  const reference = paymentReference(row.application_id)
  const isPayable = missing > 0n && (row.state === 'expected' || row.state === 'received')
  const identifiers = { reference, number: row.number }
  const payment = isPayable ? await depositPayment({ lot, missing, ...identifiers }) : null
  return {
    state: row.state,
    rate: toPriceString(lot.depositRate),
    required: formatSum(depositFor(lot, application.quantity)),
    received: formatSum(BigInt(row.received)),
    missing: formatSum(missing),
    covered_quantity: toQuantityString(coveredQuantity(lot, application)),
    covers: isCovered(lot, application),
    due_by: instantOf(lot.depositDeadline),
    return_by: returnDate(row),
    settlements: await readSettlements(db, row.application_id),
    account,
    reference,
    purpose: purposeOf(identifiers),
    payment: payment && { url: payment.url, qr_svg: payment.qr_svg },
  }
}

export function returnDate({ state, since }: Pick<DepositRow, 'state' | 'since'>): string | null {
  return state === 'to_return' && since !== null ? instantOf(returnBy(since.getTime())) : null
}

async function readSettlements(db: Queryable, applicationId: number): Promise<OwnDeposit['settlements']> {
  const { rows } = await db.query<{
    kind: 'returned' | 'applied' | 'kept'
    amount: number
    reason: string | null
    at: Date
  }>(`select kind, amount, reason, at from portal.deposit_settlements where application_id = $1 order by id`, [
    applicationId,
  ])
  return rows.map(({ kind, amount, reason, at }) => ({
    kind,
    reason,
    amount: formatSum(BigInt(amount)),
    at: at.toISOString(),
  }))
}

type Done = Outcome<{ data: Record<never, never> }>

interface Payment {
  applicationId: number
  /** Negative for a reversal. */
  amount: Kopecks
  receivedOn: string
  note: string | null
  lineId: number | null
}

type ManagerNames = 'recordDeposit' | 'countLine' | 'dismissLine' | 'restoreLine' | 'settleDeposit'

/** Managers' decisions on deposits (R11.2, R11.4), each under the lock of its auction. */
export function depositHandlers(
  deps: DepositDependencies,
): Pick<Handlers<typeof managerDepositsEndpoints>, ManagerNames> {
  const { pool, clock, changeAuction } = deps

  /** Runs `work` on a deposit under the lock of its auction, so that it cannot change meanwhile. */
  async function withDeposit(
    applicationId: number,
    work: (auction: OpenAuction, deposit: DepositRow) => Promise<Done>,
  ): Promise<Done> {
    const { rows } = await pool.query<{ auction_id: number }>(
      'select auction_id from portal.applications where id = $1',
      [applicationId],
    )
    const auctionId = rows[0]?.auction_id
    if (auctionId === undefined) return refuse('application_not_found')
    return changeAuction(auctionId, async (auction) => {
      if (!requiresDeposit(auction.stream().state.lot)) return refuse('deposit_not_asked')
      const deposit = await readDeposit(auction.client, applicationId)
      return deposit === null ? refuse('deposit_not_asked') : work(auction, deposit)
    })
  }

  /** Records a payment or a reversal, and the new total in the auction. */
  async function recordPayment(
    auction: OpenAuction,
    deposit: DepositRow,
    payment: Payment,
    staffId: number,
  ): Promise<Done> {
    const received = deposit.received + payment.amount
    if (received < 0 || received > MAX_DEPOSIT || deposit.balance + payment.amount < 0)
      return refuse('deposit_exceeded')
    const now = clock.now()
    await auction.client.query(
      `insert into portal.deposit_payments (application_id, amount, received_on, line_id, note, staff_id, at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [payment.applicationId, payment.amount, payment.receivedOn, payment.lineId, payment.note, staffId, new Date(now)],
    )
    const { state } = auction.stream()
    await auction.append(decideDeposit(state, { bidderId: deposit.company_id, received }, now), { staffId })
    await audit(auction.client, staffId, 'deposit_recorded', `application:${payment.applicationId}`, {
      auction_id: deposit.auction_id,
      amount: formatSum(BigInt(payment.amount)),
      received: formatSum(BigInt(received)),
      ...(payment.note === null ? { line_id: payment.lineId } : { reason: payment.note }),
    })
    return answer({ data: {} })
  }

  return {
    recordDeposit({ application_id: applicationId, amount, received_on: receivedOn, reversal, note, received }, call) {
      const { staffId } = staffOf(call)
      if (receivedOn > kyivDayOf(clock.now())) return refuse('payment_day_in_future')
      return withDeposit(applicationId, async (auction, deposit) => {
        if (deposit.received !== parseSum(received)) return refuse('deposit_changed')
        const signed = reversal ? -kopecksOf(amount) : kopecksOf(amount)
        return recordPayment(
          auction,
          deposit,
          { applicationId, amount: signed, receivedOn, note, lineId: null },
          staffId,
        )
      })
    },

    countLine({ line_id: lineId, application_id: applicationId, amount: part }, call) {
      const { staffId } = staffOf(call)
      return withDeposit(applicationId, async (auction, deposit) => {
        const line = await lockLine(auction.client, lineId)
        if (line === null) return refuse('not_found')
        if (line.dismissed || line.remaining === 0 || line.parts.some((each) => each.application_id === applicationId))
          return refuse('statement_line_decided')
        const counted = part === undefined ? line.remaining : kopecksOf(part)
        if (counted > line.remaining)
          return refuse('statement_part_too_large', { extensions: { maximum: formatSum(BigInt(line.remaining)) } })
        const amount = line.kind === 'reversal' ? -counted : counted
        return recordPayment(
          auction,
          deposit,
          { applicationId, amount, receivedOn: line.booked_on, note: null, lineId },
          staffId,
        )
      })
    },

    async dismissLine({ line_id: lineId }, call) {
      const { staffId } = staffOf(call)
      return withOutcome(pool, async (client) => {
        const line = await lockLine(client, lineId)
        if (line === null) return refuse('not_found')
        if (line.dismissed || line.remaining === 0) return refuse('statement_line_decided')
        await client.query('update portal.statement_lines set dismissed_at = $2, dismissed_by = $3 where id = $1', [
          lineId,
          new Date(clock.now()),
          staffId,
        ])
        await audit(client, staffId, 'statement_line_dismissed', `statement_line:${lineId}`)
        return answer({ data: {} })
      })
    },

    async restoreLine({ line_id: lineId }, call) {
      const { staffId } = staffOf(call)
      return withOutcome(pool, async (client) => {
        const line = await lockLine(client, lineId)
        if (line === null) return refuse('not_found')
        // Sent again after a lost answer.
        if (!line.dismissed) return answer({ data: {} })
        await client.query('update portal.statement_lines set dismissed_at = null, dismissed_by = null where id = $1', [
          lineId,
        ])
        await audit(client, staffId, 'statement_line_restored', `statement_line:${lineId}`)
        return answer({ data: {} })
      })
    },

    async settleDeposit({ application_id: applicationId, kind, reason, file, received }, call) {
      const { staffId } = staffOf(call)
      const inspected = file === undefined ? null : await deps.inspectEvidence(file, call)
      if (inspected !== null && !inspected.ok) return inspected
      return withDeposit(applicationId, async (auction, deposit) => {
        if (deposit.received !== parseSum(received)) return refuse('deposit_changed')
        const isDue =
          kind === 'applied' ? deposit.state === 'to_apply' : ['to_apply', 'to_return'].includes(deposit.state)
        if (!isDue) return refuse('deposit_held')
        const stored = inspected === null ? null : await inspected.answer(auction.client)
        if (stored !== null && !stored.ok) return stored
        const amount = formatSum(BigInt(deposit.balance))
        await auction.client.query(
          `insert into portal.deposit_settlements (application_id, kind, amount, reason, file_id, staff_id, at) values ($1, $2, $3, $4, $5, $6, $7)`,
          [
            applicationId,
            kind,
            deposit.balance,
            reason ?? null,
            stored?.answer.id ?? null,
            staffId,
            new Date(clock.now()),
          ],
        )
        if (kind === 'applied') {
          const { auction_id: auctionId, company_id: companyId } = deposit
          await deps.countDeposit(auction.client, { auctionId, companyId, staffId }, clock.now())
        }
        await queueEmail(auction.client, 'deposit_settled', deposit.company_id, {
          auction_id: deposit.auction_id,
          outcome: kind,
          amount,
          reason: reason ?? null,
        })
        await audit(auction.client, staffId, `deposit_${kind}`, `application:${applicationId}`, {
          auction_id: deposit.auction_id,
          amount,
          reason,
        })
        return answer({ data: {} })
      })
    },
  }
}
