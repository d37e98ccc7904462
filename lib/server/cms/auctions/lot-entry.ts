import type { LotEntry } from '@/lib/domain/lot'
import { parsePrice } from '@/lib/domain/money'
import { parseQuantity } from '@/lib/domain/quantity'
import { normalizeDecimal } from '@/lib/server/cms/fields/decimal'
import type { Auction } from '@/lib/server/cms/payload-types'

const MINUTE = 60_000

/** The document's lot in the domain's integers; null while a needed value is missing or unreadable (a draft). */
export function lotEntryOf(auction: Partial<Auction>): LotEntry | null {
  const volume = quantityOf(auction.volume)
  const startingPrice = priceOf(auction.starting_price)
  const minimumStep = priceOf(auction.minimum_step)
  const minimumQuantity = quantityOf(auction.minimum_quantity)
  const quantityStep = quantityOf(auction.quantity_step)
  const startsAt = epoch(auction.starts_at)
  const endsAt = epoch(auction.ends_at)
  if (volume === null || startingPrice === null || minimumStep === null) return null
  if (minimumQuantity === null || quantityStep === null || startsAt === null || endsAt === null) return null
  return {
    volume,
    startingPrice,
    minimumStep,
    maximumStep: priceOf(auction.maximum_step),
    minimumQuantity,
    quantityStep,
    applicationDeadline: epoch(auction.application_deadline),
    startsAt,
    endsAt,
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
