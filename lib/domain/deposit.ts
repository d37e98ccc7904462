import { type Application, type AuctionState, isOver } from './auction-state'
import type { EventOf } from './events'
import { remainder97 } from './identifiers'
import { requiresDeposit, type EpochMs, type Lot } from './lot'
import type { Kopecks, Sum, Thousandths } from './money'
import { addWorkingDays } from './working-hours'

/** Units of rate (0.01 %) × price (kopecks) × quantity (thousandths) in a hryvnia. */
const PARTS_OF_HRYVNIA = 10_000n * 100n * 1_000n

/** The deposit for a quantity: rate × starting price × quantity, rounded up to a hryvnia (R11.1). */
export function depositFor(
  { depositRate, startingPrice }: Pick<Lot, 'depositRate' | 'startingPrice'>,
  quantity: Thousandths,
): Sum {
  const parts = BigInt(depositRate) * BigInt(startingPrice) * BigInt(quantity)
  return ((parts + PARTS_OF_HRYVNIA - 1n) / PARTS_OF_HRYVNIA) * 100n
}

/** The largest quantity on the lot's step that a sum covers; the whole volume if the lot requires no deposit. */
export function quantityCoveredBy(lot: Lot, received: Kopecks): Thousandths {
  if (!requiresDeposit(lot)) return lot.volume
  const hryvnias = BigInt(Math.max(0, received)) / 100n
  const most = (hryvnias * PARTS_OF_HRYVNIA) / (BigInt(lot.depositRate) * BigInt(lot.startingPrice))
  const bounded = most > BigInt(lot.volume) ? lot.volume : Number(most)
  return bounded - (bounded % lot.quantityStep)
}

/** The largest quantity that an application's bidder may bid for (R11.3): by what was received, or by the manager's waiver. */
export function coveredQuantity(lot: Lot, application: Application): Thousandths {
  const covered = quantityCoveredBy(lot, application.deposit)
  return application.depositWaiver === null ? covered : Math.max(covered, application.quantity)
}

/** Whether the deposit covers the quantity that was applied for (R11.2). */
export function isCovered(lot: Lot, application: Application): boolean {
  return coveredQuantity(lot, application) >= application.quantity
}

/** The amount still due for the quantity that was applied for. */
export function missingDeposit(lot: Lot, application: Application): Sum {
  return isCovered(lot, application) ? 0n : depositFor(lot, application.quantity) - BigInt(application.deposit)
}

/** Thirteen digits before the point, exact in a double. */
export const MAX_DEPOSIT: Kopecks = 999_999_999_999_999

/**
 * Records the sum received from an applicant (R11.2). Records nothing if the sum no longer matters: without an open
 * application, or after the auction.
 */
export function decideDeposit(
  state: AuctionState,
  deposit: { readonly bidderId: number; readonly received: Kopecks },
  now: EpochMs,
): readonly EventOf<'deposit_recorded'>[] {
  const application = state.applications.get(deposit.bidderId)
  if (application === undefined || !requiresDeposit(state.lot)) return []
  const closed = application.status === 'withdrawn' || application.status === 'rejected'
  if (isOver(state) || closed || application.deposit === deposit.received) return []
  return [{ kind: 'deposit_recorded', at: now, bidderId: deposit.bidderId, received: deposit.received }]
}

const RETURN_WORKING_DAYS = 5

/** The date by which a deposit must be returned (R11.4); `since`: when it became returnable. */
export function returnBy(since: EpochMs): EpochMs {
  return addWorkingDays(since, RETURN_WORKING_DAYS)
}

const REFERENCE = /RF[\s-]*(\d\d)[\s-]*(\d{4})[\s-]*(\d{4})(?!\d)/gi

/** The reference of a payment for an application, by ISO 11649 with its check digits: "RF18 0000 1042". */
export function paymentReference(applicationId: number): string {
  const digits = String(applicationId).padStart(8, '0')
  const check = String(98 - remainder97(`${digits}${RF_IN_DIGITS}00`)).padStart(2, '0')
  return `RF${check} ${digits.slice(0, 4)} ${digits.slice(4)}`
}

/** The applications that a payment's purpose names by reference; wrong check digits do not count. */
export function referencesIn(purpose: string): number[] {
  const ids = [...purpose.matchAll(REFERENCE)].flatMap(([, check = '', first = '', last = '']) =>
    remainder97(`${first}${last}${RF_IN_DIGITS}${check}`) === 1 ? [Number(first + last)] : [],
  )
  return [...new Set(ids)]
}

/** The letters R and F as digits (ISO 7064). */
const RF_IN_DIGITS = '2715'
