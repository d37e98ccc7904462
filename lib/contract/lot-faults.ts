import { type Lot, type LotValues, withDefaults } from '@/lib/domain/lot'
import { checkLot, type LotRefusal, outsideWorkingHours } from '@/lib/domain/lot-check'
import { kyivMinutesOf } from '@/lib/domain/working-hours'

/** The fields of a lot as the back office names them. */
export const LOT_FIELDS = {
  volume: 'volume',
  startingPrice: 'starting_price',
  minimumStep: 'minimum_step',
  maximumStep: 'maximum_step',
  minimumQuantity: 'minimum_quantity',
  quantityStep: 'quantity_step',
  applicationDeadline: 'application_deadline',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  extensionWindow: 'extension_minutes',
  hardEndAt: 'hard_end_at',
  minimumParticipants: 'minimum_participants',
  visibility: 'visibility',
} as const satisfies Readonly<Record<keyof Lot, string>>
export type LotField = (typeof LOT_FIELDS)[keyof Lot]

/**
 * What keeps a lot from being auctioned (R1.1), or puts it at hours that nobody chose on purpose (R9.1), by field, as keys of the back
 * office's words. Values that are missing or cannot be read are named by their fields.
 */
export function lotFaults(values: LotValues, outsideHoursConfirmed: boolean): LotFaults {
  const lot = withDefaults(values)
  const faults: LotFaults = {}
  for (const refusal of checkLot(lot)) faults[LOT_FIELDS[refusal.path]] ??= keyOf(refusal)
  if (outsideHoursConfirmed) return faults
  for (const path of outsideWorkingHours(lot)) faults[LOT_FIELDS[path]] ??= 'outsideWorkingHours'
  for (const path of withoutTime(lot, faults)) faults[LOT_FIELDS[path]] = 'chooseTime'
  return faults
}

type LotFaultKey = ReturnType<typeof keyOf> | 'outsideWorkingHours' | 'chooseTime'
type LotFaults = Partial<Record<LotField, LotFaultKey>>

/**
 * Midnight in Kyiv is what a day without a chosen time is kept as. Where it is wrong, the time is what is missing; elsewhere midnight may
 * be meant, as the close of applications. The latest end follows from the end, which may be what lacks its time.
 */
function withoutTime(lot: LotValues, faults: LotFaults) {
  return (['applicationDeadline', 'startsAt', 'endsAt', 'hardEndAt'] as const).filter((path) => {
    const at = lot[path]
    const wrong = faults[LOT_FIELDS[path]] ?? (path === 'endsAt' ? faults.hard_end_at : undefined)
    return wrong !== undefined && typeof at === 'number' && Number.isFinite(at) && kyivMinutesOf(at) === 0
  })
}

function keyOf({ path, code }: LotRefusal) {
  if (path === 'extensionWindow') return 'extensionOutOfRange'
  if (path === 'minimumParticipants') return 'participantsOutOfRange'
  switch (code) {
    case 'not_whole':
      return 'invalidLot'
    case 'not_positive':
      return 'mustBePositive'
    case 'price_not_above_one':
      return 'priceNotAboveOne'
    case 'in_past':
      return 'instantInPast'
    case 'above_maximum':
      return path === 'startingPrice' ? 'noRoomForBids' : 'minimumQuantityTooBig'
    case 'below_minimum':
      return 'stepOffGrid'
    case 'off_step':
      return path === 'maximumStep' ? 'stepOffGrid' : 'quantityOffStep'
    case 'after':
      return 'deadlineAfterStart'
    case 'not_after':
      return 'endNotAfterStart'
    case 'before':
      return 'hardEndBeforeEnd'
  }
}
