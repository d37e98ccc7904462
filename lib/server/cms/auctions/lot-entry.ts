import type { LotEntry } from '@/lib/domain/lot';
import { parsePrice } from '@/lib/domain/money';
import { parseQuantity } from '@/lib/domain/quantity';
import type { Auction } from '@/lib/server/cms/payload-types';

const MINUTE = 60_000;

/** The document's lot in the domain's integers; null while a needed value is missing or unreadable (a draft). */
export function lotEntryOf(auction: Partial<Auction>): LotEntry | null {
  const volume = parseQuantity(auction.volume ?? '');
  const startingPrice = parsePrice(auction.starting_price ?? '');
  const minimumStep = parsePrice(auction.minimum_step ?? '');
  const minimumQuantity = parseQuantity(auction.minimum_quantity ?? '');
  const quantityStep = parseQuantity(auction.quantity_step ?? '');
  const startsAt = epoch(auction.starts_at);
  const endsAt = epoch(auction.ends_at);
  if (volume === null || startingPrice === null || minimumStep === null) return null;
  if (minimumQuantity === null || quantityStep === null || startsAt === null || endsAt === null) return null;
  return {
    volume,
    startingPrice,
    minimumStep,
    maximumStep: parsePrice(auction.maximum_step ?? ''),
    minimumQuantity,
    quantityStep,
    applicationDeadline: epoch(auction.application_deadline),
    startsAt,
    endsAt,
    extensionWindow: minutes(auction.extension_minutes),
    hardEndAt: epoch(auction.hard_end_at),
    minimumParticipants: auction.minimum_participants,
    visibility: auction.visibility,
  };
}

function minutes(value: number | null | undefined): number | null {
  return typeof value === 'number' ? value * MINUTE : null;
}

function epoch(value: unknown): number | null {
  if (typeof value !== 'string' && !(value instanceof Date)) return null;
  const at = new Date(value).getTime();
  return Number.isFinite(at) ? at : null;
}
