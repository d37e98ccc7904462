import { isOnGrid, nearestOnGrid } from '@/lib/domain/grid'
import type { Lot } from '@/lib/domain/lot'
import { PRICE_FLOOR } from '@/lib/domain/money'
import { isWithinWorkingHours } from '@/lib/domain/working-hours'

export type LotRefusal = { readonly path: keyof Lot } & (
  | { readonly code: 'not_whole' | 'not_positive' | 'price_not_above_one' }
  | { readonly code: 'above_maximum'; readonly maximum: number }
  | { readonly code: 'below_minimum'; readonly minimum: number }
  | { readonly code: 'off_step'; readonly nearest: readonly [number, number] }
  | { readonly code: 'after' | 'not_after' | 'before'; readonly other: keyof Lot }
)

const NUMBERS = [
  'volume', 'startingPrice', 'minimumStep', 'maximumStep', 'minimumQuantity', 'quantityStep', 'applicationDeadline',
  'startsAt', 'endsAt', 'extensionWindow', 'hardEndAt', 'minimumParticipants',
] as const satisfies readonly (keyof Lot)[]

const POSITIVE = [
  'volume', 'minimumStep', 'minimumQuantity', 'quantityStep', 'minimumParticipants',
] as const satisfies readonly (keyof Lot)[]

/** Everything that keeps a lot from being auctioned (R1.1); empty where it is sound. Facts are in the field's own units. */
export function checkLot(lot: Lot): readonly LotRefusal[] {
  const unusable = [...wholeNumbers(lot), ...positiveNumbers(lot)]
  return unusable.length > 0 ? unusable : [...prices(lot), ...quantities(lot), ...times(lot)]
}

/** The numbers that differ between two versions of a lot: none may, once the first application is in (R1.2). */
export function changedNumbers(before: Lot, after: Lot): readonly (keyof Lot)[] {
  return NUMBERS.filter((path) => before[path] !== after[path])
}

/** The instants outside working hours, which the back office warns of and has confirmed (R9.1). */
export function outsideWorkingHours(lot: Pick<Lot, 'startsAt' | 'hardEndAt'>): readonly ('startsAt' | 'hardEndAt')[] {
  return (['startsAt', 'hardEndAt'] as const).filter((path) => !isWithinWorkingHours(lot[path]))
}

function* wholeNumbers(lot: Lot): Generator<LotRefusal> {
  for (const path of NUMBERS) if (!Number.isSafeInteger(lot[path])) yield { path, code: 'not_whole' }
}

function* positiveNumbers(lot: Lot): Generator<LotRefusal> {
  for (const path of POSITIVE) if (lot[path] <= 0) yield { path, code: 'not_positive' }
  if (lot.extensionWindow < 0) yield { path: 'extensionWindow', code: 'below_minimum', minimum: 0 }
}

/** The maximum step is a whole number of minimum steps, so that the highest allowed price lies on the grid (R4.3, R4.4). */
function* prices({ startingPrice, minimumStep, maximumStep }: Lot): Generator<LotRefusal> {
  if (startingPrice <= PRICE_FLOOR) yield { path: 'startingPrice', code: 'price_not_above_one' }
  if (maximumStep < minimumStep) yield { path: 'maximumStep', code: 'below_minimum', minimum: minimumStep }
  else yield* step('maximumStep', maximumStep, minimumStep)
}

/** Volume and minimum lie on the quantity step, so that both bounds of R4.5 are quantities that can be bid. */
function* quantities({ volume, minimumQuantity, quantityStep }: Lot): Generator<LotRefusal> {
  yield* step('volume', volume, quantityStep)
  if (minimumQuantity > volume) yield { path: 'minimumQuantity', code: 'above_maximum', maximum: volume }
  else yield* step('minimumQuantity', minimumQuantity, quantityStep)
}

function* step(path: keyof Lot, value: number, size: number): Generator<LotRefusal> {
  if (!isOnGrid(value, 0, size)) yield { path, code: 'off_step', nearest: nearestOnGrid(value, 0, size) }
}

function* times({ applicationDeadline, startsAt, endsAt, hardEndAt }: Lot): Generator<LotRefusal> {
  if (applicationDeadline > startsAt) yield { path: 'applicationDeadline', code: 'after', other: 'startsAt' }
  if (endsAt <= startsAt) yield { path: 'endsAt', code: 'not_after', other: 'startsAt' }
  if (hardEndAt < endsAt) yield { path: 'hardEndAt', code: 'before', other: 'endsAt' }
}
