import { ValidationError, type CollectionBeforeChangeHook } from 'payload';
import { withDefaults, type Lot } from '@/lib/domain/lot';
import { checkLot, outsideWorkingHours, type LotRefusal } from '@/lib/domain/lot-check';
import { lotEntryOf } from '@/lib/server/cms/auctions/lot-entry';
import type { Auction } from '@/lib/server/cms/payload-types';
import { say } from '@/lib/server/cms/translations/say';
import type { PortalTextKey } from '@/lib/server/cms/translations/texts';

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
};

/** A published lot is one that can be auctioned (R1.1), at hours that were chosen on purpose (R9.1). */
export const refuseInvalidLot: CollectionBeforeChangeHook<Auction> = ({ data, originalDoc, req }) => {
  const auction: Partial<Auction> = { ...originalDoc, ...data };
  const entry = lotEntryOf(auction);
  // Missing and unreadable values are named by the fields' own validation; a draft may still have them.
  if (auction._status !== 'published' || !entry) return data;

  const lot = withDefaults(entry);
  const errors = checkLot(lot).map((refusal) => ({ path: FIELDS[refusal.path], message: say(req, wordsFor(refusal)) }));
  if (errors.length === 0 && auction.outside_hours_confirmed !== true) {
    const message = say(req, 'outsideWorkingHours');
    errors.push(...outsideWorkingHours(lot).map((path) => ({ path: FIELDS[path], message })));
  }
  if (errors.length > 0) throw new ValidationError({ collection: 'auctions', errors, req }, req.t);
  return data;
};

function wordsFor(refusal: LotRefusal): PortalTextKey {
  switch (refusal.code) {
    case 'not_whole':
      return 'invalidLot';
    case 'not_positive':
      return 'mustBePositive';
    case 'price_not_above_one':
      return 'priceNotAboveOne';
    case 'above_maximum':
      return 'minimumQuantityTooBig';
    case 'below_minimum':
      return refusal.path === 'maximumStep' ? 'stepOffGrid' : 'extensionOutOfRange';
    case 'off_step':
      return refusal.path === 'maximumStep' ? 'stepOffGrid' : 'quantityOffStep';
    case 'after':
      return 'deadlineAfterStart';
    case 'not_after':
      return 'endNotAfterStart';
    case 'before':
      return 'hardEndBeforeEnd';
    default:
      return unknownRefusal(refusal);
  }
}

function unknownRefusal(refusal: never): never {
  throw new Error(`unknown refusal of a lot: ${JSON.stringify(refusal)}`);
}
