import type { Kopecks, Thousandths } from './money'

/** Whether `value` is origin + k × step. */
export function isOnGrid(value: number, origin: number, step: number): boolean {
  return (value - origin) % step === 0
}

/** The grid's two points around a value that lies between them. */
export function nearestOnGrid(value: number, origin: number, step: number): readonly [number, number] {
  const below = origin + Math.floor((value - origin) / step) * step
  return [below, below + step]
}

/** An instant of the server's clock: milliseconds since 1970 UTC (R0.4). */
export type EpochMs = number

/**
 * What the rules need of a lot (R1.1). Its texts (name, category, terms of payment and shipment, resource,
 * transfer point) decide nothing, may be corrected to the end (R1.2) and are kept with the content.
 */
export interface Lot {
  readonly volume: Thousandths
  readonly startingPrice: Kopecks
  readonly minimumStep: Kopecks
  readonly maximumStep: Kopecks
  readonly minimumQuantity: Thousandths
  readonly quantityStep: Thousandths
  readonly applicationDeadline: EpochMs
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs
  /** Milliseconds before the effective end in which a bid that changes the allocation extends it (R5.1). */
  readonly extensionWindow: number
  readonly hardEndAt: EpochMs
  readonly minimumParticipants: number
  readonly visibility: 'open' | 'closed'
}

type Defaulted =
  'maximumStep' | 'applicationDeadline' | 'extensionWindow' | 'hardEndAt' | 'minimumParticipants' | 'visibility'

/** A lot as it is entered: what has a default may be left out. */
type LotEntry = Omit<Lot, Defaulted> & { readonly [K in Defaulted]?: Lot[K] | null | undefined }

/** A lot as far as it is known: while it is being written, or as an old record has it. */
export type LotValues = { readonly [K in keyof Lot]?: Lot[K] | null | undefined }

const MINUTE = 60_000

/** Fills in the defaults of R1.1. The result is still to be checked with `checkLot`. */
export function withDefaults(entry: LotEntry): Lot
/** Of a lot that is still being written: those that follow from what is there; the others stay null. */
export function withDefaults(entry: LotValues): LotValues
export function withDefaults(entry: LotValues): LotValues {
  return {
    ...entry,
    maximumStep: entry.maximumStep ?? defaultMaximumStep(entry),
    applicationDeadline: entry.applicationDeadline ?? entry.startsAt,
    extensionWindow: entry.extensionWindow ?? 3 * MINUTE,
    hardEndAt: entry.hardEndAt ?? (typeof entry.endsAt === 'number' ? entry.endsAt + 60 * MINUTE : null),
    minimumParticipants: entry.minimumParticipants ?? 1,
    visibility: entry.visibility ?? 'open',
  }
}

/** 10 % of the starting price, rounded half up to the step, and one step at the least: else nobody could bid. */
function defaultMaximumStep({ startingPrice, minimumStep }: LotValues): Kopecks | null {
  if (typeof startingPrice !== 'number' || typeof minimumStep !== 'number' || minimumStep <= 0) return null
  const steps = Math.floor((startingPrice + 5 * minimumStep) / (10 * minimumStep))
  return Math.max(1, steps) * minimumStep
}
