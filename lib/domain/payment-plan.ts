import type { Sum } from './money'

/** A day in Kyiv, "2026-12-31". Days compare as texts. */
export type Day = string

const MS_OF_DAY = 86_400_000
/** Hundredths of a per cent in the whole. */
export const WHOLE_SHARE = 10_000

/** From when a payment is due (R16.1). */
export type DueFrom = 'in_force' | 'before_shipment' | 'after_act'

export interface PaymentPart {
  /** Of the agreement's sum, in hundredths of a per cent. */
  readonly share: number
  readonly from: DueFrom
  /** Banking days after the agreement is in force or after an act, or before the first day of the month of shipment. */
  readonly days: number
  /** The month of shipment, "2026-12", for `before_shipment`; null for the first one. */
  readonly month: string | null
}

/** Each day: a fixed share of the missing sum, or double the National Bank's annual rate divided by 365 (R16.1). */
export type Penalty =
  | { readonly kind: 'none' }
  | { readonly kind: 'daily'; /** In hundredths of a per cent. */ readonly rate: number }
  | { readonly kind: 'double_rate' }

/** How a lot is paid for and delivered (R16.1). */
export interface PaymentPlan {
  readonly parts: readonly PaymentPart[]
  /** The accepted volume may differ from the agreed one by so much, in hundredths of a per cent. */
  readonly tolerance: number
  readonly penalty: Penalty
  /** The months of shipment, "2026-12"; null if none are named. */
  readonly shipment: { readonly from: string; readonly until: string } | null
}

/** The whole sum in advance, for lots and agreements that have no plan of their own. */
export const DEFAULT_PLAN: PaymentPlan = {
  parts: [{ share: WHOLE_SHARE, from: 'in_force', days: 5, month: null }],
  tolerance: 0,
  penalty: { kind: 'none' },
  shipment: null,
}

export const MAX_PLAN = { parts: 12, days: 90, tolerance: 1_000, rate: 100 } as const

/** The reasons why a plan cannot be used; none if it can. */
export function planFaults({ parts, tolerance, penalty, shipment }: PaymentPlan): PlanFault[] {
  const faults: PlanFault[] = []
  if (parts.length === 0 || parts.length > MAX_PLAN.parts) faults.push('parts')
  if (parts.some(({ share }) => !isWithin(share, 1, WHOLE_SHARE))) faults.push('share')
  else if (parts.reduce((total, { share }) => total + share, 0) !== WHOLE_SHARE) faults.push('shares_sum')
  if (parts.some(({ days }) => !isWithin(days, 0, MAX_PLAN.days))) faults.push('days')
  const months = [...parts.flatMap(({ month }) => month ?? []), ...(shipment ? [shipment.from, shipment.until] : [])]
  const isMonthMissing = parts.some(({ from, month }) =>
    from === 'before_shipment' ? month === null && shipment === null : month !== null,
  )
  const isReversed = shipment !== null && shipment.until < shipment.from
  if (isMonthMissing || isReversed || !months.every(isMonth)) faults.push('month')
  if (!isWithin(tolerance, 0, MAX_PLAN.tolerance)) faults.push('tolerance')
  if (penalty.kind === 'daily' && !isWithin(penalty.rate, 1, MAX_PLAN.rate)) faults.push('penalty')
  return faults
}

export type PlanFault = 'parts' | 'share' | 'shares_sum' | 'days' | 'month' | 'tolerance' | 'penalty'

const isWithin = (value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most

/** The amounts of the plan's parts, whose sum is `sum`: each rounded down to a kopeck, the last takes the rest (R16.2). */
export function amountsOf(plan: PaymentPlan, sum: Sum): Sum[] {
  const amounts = plan.parts.map(({ share }) => (sum * BigInt(share)) / BigInt(WHOLE_SHARE))
  const rest = sum - amounts.reduce((total, amount) => total + amount, 0n)
  return amounts.map((amount, index) => (index === amounts.length - 1 ? amount + rest : amount))
}

/** Whether a part is paid before shipment, so that it has to be paid for before volume is loaded (R16.4). */
export const isPrepaid = ({ from }: Pick<PaymentPart, 'from'>): boolean => from !== 'after_act'

/**
 * The day by which a part is due; one before a month of shipment may have passed before the agreement is in force.
 *
 * @param since the day on which the agreement came into force or, for `after_act`, on which the act did
 */
export function dueDayOf(part: PaymentPart, since: Day, shipment: PaymentPlan['shipment']): Day {
  const month = part.from === 'before_shipment' ? (part.month ?? shipment?.from ?? null) : null
  return month === null ? addBankingDays(since, part.days) : addBankingDays(`${month}-01`, -part.days)
}

/**
 * The banking day so many banking days after a day, or before it. A day that is none counts as the next one that is, or the one before
 * for a count backwards. Saturdays, Sundays: no banking days; public holidays are, under martial law (R7.3).
 */
export function addBankingDays(day: Day, days: number): Day {
  const step = days < 0 ? -1 : 1
  let at = day
  while (!isBankingDay(at)) at = addDays(at, step)
  for (let left = Math.abs(days); left > 0; left -= 1) {
    at = addDays(at, step)
    while (!isBankingDay(at)) at = addDays(at, step)
  }
  return at
}

export function isBankingDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MS_OF_DAY).toISOString().slice(0, 10)
}

/** Days from one day to another: 3 from the 5th to the 8th. */
export function daysBetween(from: Day, until: Day): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_OF_DAY)
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** A day that exists: "2026-02-30" does not. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

/** The National Bank's annual rate from a day on, in hundredths of a per cent. */
export interface KeyRate {
  readonly since: Day
  readonly rate: number
}

/**
 * The penalty for days on which a sum was missing (R16.7), rounded half up to a kopeck.
 *
 * @param missing the missing sum of each late day
 */
export function penaltyFor(
  penalty: Penalty,
  missing: readonly { readonly day: Day; readonly amount: Sum }[],
  rates: readonly KeyRate[],
): Sum {
  if (penalty.kind === 'none') return 0n
  // Hundredths of a per cent of a kopeck a day, times 365, so that both kinds are whole numbers.
  const total = missing.reduce((sum, { day, amount }) => {
    const perYear = penalty.kind === 'daily' ? penalty.rate * 365 : 2 * rateOn(day, rates)
    return sum + amount * BigInt(perYear)
  }, 0n)
  const divisor = BigInt(WHOLE_SHARE * 365)
  return (2n * total + divisor) / (2n * divisor)
}

function rateOn(day: Day, rates: readonly KeyRate[]): number {
  return (
    rates.reduce<KeyRate | null>(
      (found, rate) => (rate.since <= day && (found === null || rate.since > found.since) ? rate : found),
      null,
    )?.rate ?? 0
  )
}
