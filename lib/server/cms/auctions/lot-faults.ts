import type { PayloadRequest } from 'payload'
import { withDefaults, type Lot } from '@/lib/domain/lot'
import { checkLot, outsideWorkingHours, type LotRefusal } from '@/lib/domain/lot-check'
import { lotEntryOf } from '@/lib/server/cms/auctions/lot-entry'
import type { Auction } from '@/lib/server/cms/payload-types'
import { say } from '@/lib/server/cms/translations/say'
import type { PortalTextKey } from '@/lib/server/cms/translations/texts'

const FIELDS: Readonly<Record<keyof Lot, keyof Auction>> = {
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
}

/**
 * What one field has to do with its auction not being fit to be held (R1.1), or held at hours that nobody chose on
 * purpose (R9.1); null where nothing. Missing and unreadable values are named by the fields themselves.
 */
export function lotFault(field: keyof Auction, data: unknown, req: Pick<PayloadRequest, 'i18n'>): string | null {
  const auction = (data ?? {}) as Partial<Auction>
  const entry = lotEntryOf(auction)
  if (!entry || entry.minimumStep <= 0) return null
  const lot = withDefaults(entry)
  const refusals = checkLot(lot)
  const refusal = refusals.find(({ path }) => FIELDS[path] === field)
  if (refusal) return say(req, wordsFor(refusal))
  if (refusals.length > 0 || auction.outside_hours_confirmed === true) return null
  return outsideWorkingHours(lot).some((path) => FIELDS[path] === field) ? say(req, 'outsideWorkingHours') : null
}

function wordsFor(refusal: LotRefusal): PortalTextKey {
  switch (refusal.code) {
    case 'not_whole':
      return 'invalidLot'
    case 'not_positive':
      return 'mustBePositive'
    case 'price_not_above_one':
      return 'priceNotAboveOne'
    case 'above_maximum':
      return 'minimumQuantityTooBig'
    case 'below_minimum':
      return refusal.path === 'maximumStep' ? 'stepOffGrid' : 'extensionOutOfRange'
    case 'off_step':
      return refusal.path === 'maximumStep' ? 'stepOffGrid' : 'quantityOffStep'
    case 'after':
      return 'deadlineAfterStart'
    case 'not_after':
      return 'endNotAfterStart'
    case 'before':
      return 'hardEndBeforeEnd'
    default:
      return unknownRefusal(refusal)
  }
}

function unknownRefusal(refusal: never): never {
  throw new Error(`unknown refusal of a lot: ${JSON.stringify(refusal)}`)
}
