import type { LotValues } from '@/lib/domain/lot'
import { parsePrice } from '@/lib/domain/money'
import { parseQuantity } from '@/lib/domain/quantity'
import { normalizeDecimal } from '@/lib/server/cms/fields/decimal'
import type { Auction } from '@/lib/server/cms/payload-types'

const MINUTE = 60_000

/** The document's lot in the domain's numbers; null for each value that is missing or cannot be read (the fields say that themselves). */
export function lotValuesOf(auction: Partial<Auction>): LotValues {
  return {
    volume: quantityOf(auction.volume),
    startingPrice: priceOf(auction.starting_price),
    minimumStep: priceOf(auction.minimum_step),
    maximumStep: priceOf(auction.maximum_step),
    minimumQuantity: quantityOf(auction.minimum_quantity),
    quantityStep: quantityOf(auction.quantity_step),
    applicationDeadline: epoch(auction.application_deadline),
    startsAt: epoch(auction.starts_at),
    endsAt: epoch(auction.ends_at),
    extensionWindow: minutes(auction.extension_minutes),
    hardEndAt: epoch(auction.hard_end_at),
    minimumParticipants: auction.minimum_participants,
    visibility: auction.visibility,
  }
}

/** As typed: the form checks its values before they are put into the wire's form. */
function priceOf(value: unknown): number | null {
  const text = normalizeDecimal(value, 2)
  return typeof text === 'string' ? parsePrice(text) : null
}

function quantityOf(value: unknown): number | null {
  const text = normalizeDecimal(value, 3)
  return typeof text === 'string' ? parseQuantity(text) : null
}

function minutes(value: number | null | undefined): number | null {
  return typeof value === 'number' ? value * MINUTE : null
}

function epoch(value: unknown): number | null {
  if (typeof value !== 'string' && !(value instanceof Date)) return null
  const at = new Date(value).getTime()
  return Number.isFinite(at) ? at : null
}
