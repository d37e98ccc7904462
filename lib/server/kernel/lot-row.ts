import type { LotValues } from '@/lib/domain/lot'
import { type LotFault, type ReadLot, readLot } from '@/lib/domain/lot-check'

/** What the rules need of a lot, from `cms.lots lot`, where each value may be null (see its migration). */
export const lotColumns = `lot.volume, lot.starting_price, lot.minimum_step, lot.maximum_step, lot.minimum_quantity, lot.quantity_step,
  lot.application_deadline, lot.starts_at, lot.ends_at, lot.extension_window_ms, lot.hard_end_at, lot.minimum_participants, lot.visibility`

export interface LotRow {
  volume: number | null
  starting_price: number | null
  minimum_step: number | null
  maximum_step: number | null
  minimum_quantity: number | null
  quantity_step: number | null
  application_deadline: Date | null
  starts_at: Date | null
  ends_at: Date | null
  extension_window_ms: number | null
  hard_end_at: Date | null
  minimum_participants: number | null
  visibility: 'open' | 'closed' | null
}

/** The lot of a row: every reader takes it from here, so that all agree on which can be read. */
export function lotOfRow(row: LotRow): ReadLot {
  const values: LotValues = {
    volume: row.volume,
    startingPrice: row.starting_price,
    minimumStep: row.minimum_step,
    maximumStep: row.maximum_step,
    minimumQuantity: row.minimum_quantity,
    quantityStep: row.quantity_step,
    applicationDeadline: row.application_deadline?.getTime(),
    startsAt: row.starts_at?.getTime(),
    endsAt: row.ends_at?.getTime(),
    extensionWindow: row.extension_window_ms,
    hardEndAt: row.hard_end_at?.getTime(),
    minimumParticipants: row.minimum_participants,
    visibility: row.visibility,
  }
  return readLot(values)
}

/** For the log and the back office: `startsAt: missing`. */
export function faultText({ path, code }: LotFault): string {
  return `${path}: ${code}`
}
