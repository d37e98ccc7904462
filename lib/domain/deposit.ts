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

/** The reference of a payment for an application, by ISO 11649 with its check digits: "RF18 0000 1042". */
export function paymentReference(applicationId: number): string {
  const digits = String(applicationId).padStart(8, '0')
  const check = String(98 - remainder97(`${digits}${RF_IN_DIGITS}00`)).padStart(2, '0')
  return `RF${check} ${digits.slice(0, 4)} ${digits.slice(4)}`
}

/** Between any two signs of a reference: people group its digits as they like, and banks cut it where a line is full. */
const GAP = '[^\\p{L}\\p{N}]{0,4}'
/** RF in Latin or Cyrillic letters, or in Latin ones that look like the Cyrillic. */
const LETTERS = `[RPР]${GAP}[FФ]`
/** Many people type the letter for the zero. */
const DIGIT = '[\\dOО]'
const REFERENCE = new RegExp(`${LETTERS}((?:${GAP}${DIGIT}){10})(?!\\d)`, 'giu')
const MISTYPED = new RegExp(`${LETTERS}((?:${GAP}${DIGIT}){8,12})`, 'giu')
const BARE = /(?<!\d)(?<!\d[\s.-])((?:\d[\s.–-]?){9}\d)(?![\s.–-]?\d)/gu
/** A purpose has room for no more. */
const MOST_MISTYPED = 8

/** The applications that a payment's purpose names by reference; wrong check digits do not count. */
export function referencesIn(purpose: string): number[] {
  const ids = [...purpose.matchAll(REFERENCE)].flatMap(([, found = '']) => {
    const digits = digitsOf(found)
    return isReference(digits) ? [applicationOf(digits)] : []
  })
  return [...new Set(ids)]
}

/**
 * The applications that a purpose may name by a reference with one mistake: a wrong, missing or additional digit, two that changed
 * places, or without its check digits or its letters. Guesses, most of which do not exist.
 */
export function nearReferencesIn(purpose: string): number[] {
  const exact = new Set(referencesIn(purpose))
  const mistyped = [...purpose.matchAll(MISTYPED)].slice(0, MOST_MISTYPED)
  const bare = [...purpose.matchAll(BARE)].slice(0, MOST_MISTYPED)
  const ids = [
    ...mistyped.flatMap(([, found = '']) => correctionsOf(digitsOf(found))),
    ...bare.flatMap(([, found = '']) => (isReference(digitsOf(found)) ? [applicationOf(digitsOf(found))] : [])),
  ]
  return [...new Set(ids)].filter((id) => !exact.has(id) && id > 0)
}

const digitsOf = (found: string) => found.replaceAll(/[oо]/giu, '0').replaceAll(/\D/g, '')
const isReference = (digits: string) => remainder97(`${digits.slice(2)}${RF_IN_DIGITS}${digits.slice(0, 2)}`) === 1
const applicationOf = (digits: string) => Number(digits.slice(2))

/** The applications that the digits of a mistyped reference may mean. What follows ten digits may belong to another number. */
function correctionsOf(found: string): number[] {
  const ten = found.slice(0, 10)
  if (ten.length === 10 && isReference(ten)) return [applicationOf(ten)]
  const places = Array.from(ten, (_, place) => place)
  const corrected = [
    ...places.flatMap((place) => ALL_DIGITS.map((digit) => ten.slice(0, place) + digit + ten.slice(place + 1))),
    ...places.map((place) => ten.slice(0, place) + ten.charAt(place + 1) + ten.charAt(place) + ten.slice(place + 2)),
    ...places.map((place) => found.slice(0, place) + found.slice(place + 1, 11)),
    ...[...places, ten.length].flatMap((place) =>
      ALL_DIGITS.map((digit) => found.slice(0, place) + digit + found.slice(place)),
    ),
  ].filter((digits) => digits.length === 10 && isReference(digits))
  const unchecked = found.length === 8 ? [Number(found)] : []
  return [...corrected.map(applicationOf), ...unchecked]
}

const ALL_DIGITS = [...'0123456789']

/** The letters R and F as digits (ISO 7064). */
const RF_IN_DIGITS = '2715'

/** Eight digits that may be a company's EDRPOU. */
export function codesIn(purpose: string): string[] {
  return [...new Set(purpose.match(/(?<!\d)\d{8}(?!\d)/g))]
}

/** The auctions that a purpose names by number: "аукціон № 12", "за лот 12". */
export function lotNumbersIn(purpose: string): number[] {
  const found = purpose.matchAll(
    /(?<!\p{L})(?:аукц[иіi]он|лот|торг|auction|lot)\p{L}{0,4}[\s.:-]{0,3}(?:№|N[oо]?\.?|номер|#)?\s{0,3}(\d{1,6})(?!\d)/giu,
  )
  return [...new Set(Array.from(found, ([, number]) => Number(number)))]
}
