import type { Kopecks, Thousandths } from './money'
import { PRICE_CEILING, PRICE_FLOOR } from '@/lib/domain/money'
import { DEFAULT_PLAN, type PaymentPlan, type PlanFault, planFaults } from '@/lib/domain/payment-plan'
import { isWithinWorkingHours, kyivDayOf } from '@/lib/domain/working-hours'

/** Whether `value` is origin + k × step. */
export function isOnGrid(value: number, origin: number, step: number): boolean {
  return (value - origin) % step === 0
}

/** The grid's two points around a value that lies between them. */
export function nearestOnGrid(value: number, origin: number, step: number): readonly [number, number] {
  const below = origin + Math.floor((value - origin) / step) * step
  return [below, below + step]
}

/** The grid's first point above a value. */
export function nextOnGrid(value: number, origin: number, step: number): number {
  return origin + (Math.floor((value - origin) / step) + 1) * step
}

/** An instant of the server's clock: milliseconds since 1970 UTC (R0.4). */
export type EpochMs = number

/**
 * The part of a lot that the rules need (R1.1). Its texts (name, category, terms of payment and shipment, resource,
 * transfer point) decide nothing, may be corrected until the end (R1.2) and are stored with the content.
 */
export interface Lot {
  readonly volume: Thousandths
  readonly startingPrice: Kopecks
  readonly minimumStep: Kopecks
  readonly maximumStep: Kopecks
  readonly minimumQuantity: Thousandths
  readonly quantityStep: Thousandths
  readonly applicationDeadline: EpochMs
  /** Questions on the lot are accepted until then (R12.1). */
  readonly questionDeadline: EpochMs
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs
  /** Milliseconds before the effective end in which a bid that changes the allocation extends it (R5.1). */
  readonly extensionWindow: number
  readonly hardEndAt: EpochMs
  readonly minimumParticipants: number
  readonly visibility: 'open' | 'closed'
  /** The rate of the deposit (R11.1), in hundredths of a per cent; 0 for none. */
  readonly depositRate: number
  readonly depositDeadline: EpochMs
  /** The account that deposits are paid to; empty if the lot requires none. */
  readonly depositRecipient: string
  readonly depositIban: string
  readonly depositEdrpou: string
  readonly depositBank: string
  /** Participants may leave automatic bids (R10). */
  readonly automaticBids: boolean
  /** The last day of shipment, "2026-12-31", with which the agreements end by default; empty if none is set. It decides nothing. */
  readonly shipmentUntil: string
  /** How it is paid for and delivered; it decides what follows the agreement (R16.1). */
  readonly paymentPlan: PaymentPlan
}

type Defaulted =
  | 'maximumStep'
  | 'applicationDeadline'
  | 'questionDeadline'
  | 'extensionWindow'
  | 'hardEndAt'
  | 'minimumParticipants'
  | 'visibility'
  | 'depositRate'
  | 'depositDeadline'
  | 'automaticBids'
  | 'shipmentUntil'
  | 'paymentPlan'
  | (typeof DEPOSIT_ACCOUNT)[number]

export const DEPOSIT_ACCOUNT = [
  'depositRecipient',
  'depositIban',
  'depositEdrpou',
  'depositBank',
] as const satisfies readonly (keyof Lot)[]

/** A lot as it is entered: fields that have a default may be left out. */
type LotEntry = Omit<Lot, Defaulted> & { readonly [K in Defaulted]?: Lot[K] | null | undefined }

/** A lot of which fields may be missing: a draft, or a stored record. */
export type LotValues = { readonly [K in keyof Lot]?: Lot[K] | null | undefined }

const MINUTE = 60_000
/** Time between the last question and the start, so that the answer can still be read (R12.1). */
const QUESTION_LEAD_MS = 24 * 60 * MINUTE

/** Fills in the defaults of R1.1. Check the result with `checkLot`. */
export function withDefaults(entry: LotEntry): Lot
/** Defaults of a draft lot that follow from its present fields; the others stay null. */
export function withDefaults(entry: LotValues): LotValues
export function withDefaults(entry: LotValues): LotValues {
  return {
    ...entry,
    maximumStep: entry.maximumStep ?? defaultMaximumStep(entry),
    applicationDeadline: entry.applicationDeadline ?? entry.startsAt,
    questionDeadline: entry.questionDeadline ?? (isPresent(entry.startsAt) ? entry.startsAt - QUESTION_LEAD_MS : null),
    extensionWindow: entry.extensionWindow ?? 3 * MINUTE,
    hardEndAt: entry.hardEndAt ?? (isPresent(entry.endsAt) ? entry.endsAt + 60 * MINUTE : null),
    minimumParticipants: entry.minimumParticipants ?? 1,
    visibility: entry.visibility ?? 'open',
    depositRate: entry.depositRate ?? 0,
    depositDeadline: entry.depositDeadline ?? entry.applicationDeadline ?? entry.startsAt,
    depositRecipient: entry.depositRecipient ?? '',
    depositIban: entry.depositIban ?? '',
    depositEdrpou: entry.depositEdrpou ?? '',
    depositBank: entry.depositBank ?? '',
    automaticBids: entry.automaticBids ?? false,
    shipmentUntil: entry.shipmentUntil ?? '',
    paymentPlan: entry.paymentPlan ?? DEFAULT_PLAN,
  }
}

/** 10 % of the starting price, rounded half up to the step, and at least one step: otherwise no bid would be possible. */
function defaultMaximumStep({ startingPrice, minimumStep }: LotValues): Kopecks | null {
  if (!isPresent(startingPrice) || !isPresent(minimumStep) || minimumStep <= 0) return null
  const steps = Math.floor((startingPrice + 5 * minimumStep) / (10 * minimumStep))
  return Math.max(1, steps) * minimumStep
}

export type LotRefusal = { readonly path: keyof Lot } & (
  | { readonly code: 'not_whole' | 'not_positive' | 'price_not_above_one' | 'in_past' | 'missing' }
  | { readonly code: 'above_maximum'; readonly maximum: number }
  | { readonly code: 'below_minimum'; readonly minimum: number }
  | { readonly code: 'off_step'; readonly nearest: readonly [number, number] }
  | { readonly code: 'after' | 'not_after' | 'before'; readonly other: keyof Lot }
  | { readonly code: 'plan'; readonly fault: PlanFault }
)

const POSITIVE = [
  'volume',
  'startingPrice',
  'minimumStep',
  'maximumStep',
  'minimumQuantity',
  'quantityStep',
  'minimumParticipants',
] as const satisfies readonly (keyof Lot)[]

const NUMBERS = [
  ...POSITIVE,
  'applicationDeadline',
  'questionDeadline',
  'startsAt',
  'endsAt',
  'extensionWindow',
  'hardEndAt',
  'depositRate',
  'depositDeadline',
] as const satisfies readonly (keyof Lot)[]

const MAX_WINDOW = 60 * MINUTE
const MAX_PARTICIPANTS = 1_000
/** 20 % (R11.1). */
export const MAX_DEPOSIT_RATE = 2_000

/**
 * Everything that prevents a lot from being auctioned (R1.1), at most one refusal per field. Bounds are in the field's
 * units. Missing values are skipped, and an invalid value is not compared with others.
 */
export function checkLot(lot: LotValues): readonly LotRefusal[] {
  const single = [...firstOfEach([...wholeNumbers(lot), ...positiveNumbers(lot), ...bounds(lot)])]
  const invalid = new Set(single.map(({ path }) => path))
  const valid = Object.fromEntries(Object.entries(lot).filter(([path]) => !invalid.has(path as keyof Lot))) as LotValues
  return [
    ...single,
    ...firstOfEach([
      ...room(valid),
      ...steps(valid),
      ...quantities(valid),
      ...times(valid),
      ...deposit(valid),
      ...plan(valid),
    ]),
  ]
}

/** The instants of a lot that is published, or whose times are changed, must lie in the future. */
export function checkAhead(lot: LotValues, now: EpochMs): readonly LotRefusal[] {
  const { startsAt, applicationDeadline, depositDeadline } = lot
  const refusals: LotRefusal[] = []
  if (requiresDeposit(lot) && isPresent(depositDeadline) && depositDeadline <= now)
    refusals.push({ path: 'depositDeadline', code: 'in_past' })
  if (isPresent(startsAt) && startsAt <= now) refusals.push({ path: 'startsAt', code: 'in_past' })
  if (isPresent(applicationDeadline) && applicationDeadline <= now)
    refusals.push({ path: 'applicationDeadline', code: 'in_past' })
  return refusals
}

export type ReadLot = { readonly ok: true; readonly lot: Lot } | { readonly ok: false; readonly fault: LotRefusal }

/** Whether bidders have to pay a deposit (R11). */
export function requiresDeposit({ depositRate }: Pick<LotValues, 'depositRate'>): boolean {
  return isPresent(depositRate) && depositRate > 0
}

/**
 * The lot of a stored record, if the rules can be applied to it. It may be one that `checkLot` refuses to publish, such as
 * one with a volume off the step.
 */
export function readLot(values: LotValues): ReadLot {
  for (const path of [...NUMBERS, 'visibility', 'automaticBids'] as const)
    if (!isPresent(values[path])) return { ok: false, fault: { path, code: 'missing' } }
  const [fault] = [...wholeNumbers(values), ...positiveNumbers(values), ...orderOfTimes(values)]
  return fault === undefined
    ? { ok: true, lot: { ...(values as Lot), paymentPlan: values.paymentPlan ?? DEFAULT_PLAN } }
    : { ok: false, fault }
}

/** The instants outside working hours, which the manager must confirm in the back office (R9.1). */
export function outsideWorkingHours(
  lot: Pick<LotValues, 'startsAt' | 'hardEndAt'>,
): readonly ('startsAt' | 'hardEndAt')[] {
  return (['startsAt', 'hardEndAt'] as const).filter((path) => isPresent(lot[path]) && !isWithinWorkingHours(lot[path]))
}

function isPresent<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

function* firstOfEach(refusals: readonly LotRefusal[]): Generator<LotRefusal> {
  const refused = new Set<keyof Lot>()
  for (const refusal of refusals) {
    if (!refused.has(refusal.path)) yield refusal
    refused.add(refusal.path)
  }
}

function* wholeNumbers(lot: LotValues): Generator<LotRefusal> {
  for (const path of NUMBERS)
    if (isPresent(lot[path]) && !Number.isSafeInteger(lot[path])) yield { path, code: 'not_whole' }
}

function* positiveNumbers(lot: LotValues): Generator<LotRefusal> {
  for (const path of POSITIVE) if (isPresent(lot[path]) && lot[path] <= 0) yield { path, code: 'not_positive' }
  if (isPresent(lot.extensionWindow) && lot.extensionWindow < 0)
    yield { path: 'extensionWindow', code: 'below_minimum', minimum: MINUTE }
}

function* bounds(lot: LotValues): Generator<LotRefusal> {
  const { startingPrice, extensionWindow, minimumParticipants, depositRate } = lot
  if (isPresent(depositRate) && depositRate > MAX_DEPOSIT_RATE)
    yield { path: 'depositRate', code: 'above_maximum', maximum: MAX_DEPOSIT_RATE }
  if (isPresent(startingPrice) && startingPrice <= PRICE_FLOOR)
    yield { path: 'startingPrice', code: 'price_not_above_one' }
  if (isPresent(extensionWindow)) yield* extensionBounds(extensionWindow)
  if (isPresent(minimumParticipants) && minimumParticipants > MAX_PARTICIPANTS) {
    yield { path: 'minimumParticipants', code: 'above_maximum', maximum: MAX_PARTICIPANTS }
  }
}

/** Whole minutes, because every page shows minutes. */
function* extensionBounds(length: number): Generator<LotRefusal> {
  const path = 'extensionWindow'
  if (length < MINUTE) yield { path, code: 'below_minimum', minimum: MINUTE }
  if (length > MAX_WINDOW) yield { path, code: 'above_maximum', maximum: MAX_WINDOW }
  yield* step(path, length, MINUTE)
}

/** A bid has to leave room for the next one (R4.3): otherwise no bid above the starting price would be possible. */
function* room({ startingPrice, minimumStep }: LotValues): Generator<LotRefusal> {
  if (!isPresent(startingPrice) || !isPresent(minimumStep)) return
  const maximum = PRICE_CEILING - 2 * minimumStep
  if (startingPrice > maximum) yield { path: 'startingPrice', code: 'above_maximum', maximum }
}

/** The maximum step is a whole number of minimum steps, so that the highest allowed price lies on the grid (R4.3, R4.4). */
function* steps({ minimumStep, maximumStep }: LotValues): Generator<LotRefusal> {
  if (!isPresent(minimumStep) || !isPresent(maximumStep)) return
  if (maximumStep < minimumStep) yield { path: 'maximumStep', code: 'below_minimum', minimum: minimumStep }
  yield* step('maximumStep', maximumStep, minimumStep)
}

/** Volume and minimum lie on the quantity step, so that both bounds of R4.5 are quantities that can be bid. */
function* quantities({ volume, minimumQuantity, quantityStep }: LotValues): Generator<LotRefusal> {
  if (isPresent(volume) && isPresent(minimumQuantity) && minimumQuantity > volume)
    yield { path: 'minimumQuantity', code: 'above_maximum', maximum: volume }
  if (!isPresent(quantityStep)) return
  if (isPresent(volume)) yield* step('volume', volume, quantityStep)
  if (isPresent(minimumQuantity)) yield* step('minimumQuantity', minimumQuantity, quantityStep)
}

function* step(path: keyof Lot, value: number, size: number): Generator<LotRefusal> {
  if (!isOnGrid(value, 0, size)) yield { path, code: 'off_step', nearest: nearestOnGrid(value, 0, size) }
}

function* times(lot: LotValues): Generator<LotRefusal> {
  const { startsAt, endsAt, shipmentUntil } = lot
  if (shipmentUntil && isPresent(endsAt) && shipmentUntil < kyivDayOf(endsAt))
    yield { path: 'shipmentUntil', code: 'before', other: 'endsAt' }
  for (const path of ['applicationDeadline', 'questionDeadline'] as const) {
    const deadline = lot[path]
    if (isPresent(deadline) && isPresent(startsAt) && deadline > startsAt)
      yield { path, code: 'after', other: 'startsAt' }
  }
  yield* orderOfTimes(lot)
}

/** A deposit needs an account to be paid to, and is due before bidding starts (R11.1). */
function* deposit(lot: LotValues): Generator<LotRefusal> {
  if (!requiresDeposit(lot)) return
  const { depositDeadline, startsAt } = lot
  if (isPresent(depositDeadline) && isPresent(startsAt) && depositDeadline > startsAt)
    yield { path: 'depositDeadline', code: 'after', other: 'startsAt' }
  for (const path of DEPOSIT_ACCOUNT) if (!lot[path]?.trim()) yield { path, code: 'missing' }
}

function* plan({ paymentPlan }: LotValues): Generator<LotRefusal> {
  if (!isPresent(paymentPlan)) return
  for (const fault of planFaults(paymentPlan)) yield { path: 'paymentPlan', code: 'plan', fault }
}

function* orderOfTimes({ startsAt, endsAt, hardEndAt }: LotValues): Generator<LotRefusal> {
  if (isPresent(startsAt) && isPresent(endsAt) && endsAt <= startsAt)
    yield { path: 'endsAt', code: 'not_after', other: 'startsAt' }
  if (isPresent(endsAt) && isPresent(hardEndAt) && hardEndAt < endsAt)
    yield { path: 'hardEndAt', code: 'before', other: 'endsAt' }
}
