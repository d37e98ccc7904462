import { winners } from '@/lib/domain/allocation'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { AuctionEvent, EventOf } from '@/lib/domain/events'
import type { EpochMs, Lot } from '@/lib/domain/lot'
import { formatSum, toPriceString, toQuantityString } from '@/lib/domain/money'
import { agreementsOf, resultOf } from '@/lib/domain/results'
import { allocationOf } from '@/lib/domain/standing'
import type { Announcement } from '@/lib/server/auctions/change-auction'
import { instantOf, resultShape } from '@/lib/server/events/auction-shapes'
import { type Applicant, sealOf } from './sealed-bids'
/**
 * Of the records that are begun now. Version 1 has neither the lot's texts and number nor the time of its announcement,
 * and a disqualification without its reason and file; what was begun under it is read as it is.
 */
export const RECORD_VERSION = 2

/** The canonical JSON of an entry: the text that is hashed. */
export function entryText(entry: { seq: number; kind: string; at: EpochMs }, fields: BodyFields): string {
  return JSON.stringify({ seq: entry.seq, kind: entry.kind, at: instantOf(entry.at), ...fields })
}

/** What an entry says beside its sequence number, kind and instant. */
export type BodyFields = Readonly<Record<string, unknown>>

/**
 * An event in the words of the public log: participants and applications by number, never an account (R8.3), and no
 * price of a preliminary bid before the start (R2.3). The reason for rejecting an application stays out, because it may name
 * somebody; those for cancelling (R1.2) and for disqualifying are public, and a disqualification's names nobody.
 *
 * @param after the auction's state with the event in it
 */
export function bodyOf(
  event: AuctionEvent,
  after: AuctionState,
  applicants: ReadonlyMap<number, Applicant>,
): BodyFields {
  const applicant = (bidderId: number) => {
    const found = applicants.get(bidderId)
    if (found === undefined) throw new Error(`Account ${bidderId} has no application`)
    return found
  }
  switch (event.kind) {
    case 'application_received':
      return {
        application: applicant(event.bidderId).number,
        seal: applicant(event.bidderId).seal ?? sealOf(applicant(event.bidderId).nonce, event),
      }
    case 'documents_sent':
    case 'application_withdrawn':
      return { application: applicant(event.bidderId).number }
    case 'application_confirmed':
      return { application: applicant(event.bidderId).number, participant: event.participant }
    case 'application_rejected':
      return {
        application: applicant(event.bidderId).number,
        by: event.by,
        ...(event.by === 'system' ? { reason: event.reason } : {}),
      }
    case 'account_deactivated':
    case 'account_reactivated':
      return {
        application: applicant(event.bidderId).number,
        participant: after.applications.get(event.bidderId)?.participant ?? null,
      }
    case 'started':
      return { participants: event.participants }
    case 'unsuccessful':
      return { confirmed: event.confirmed, minimum: event.minimum }
    case 'bid':
      return event.preliminary ? { ...bidBody(event), ...unsealed(applicant(event.bidderId)) } : bidBody(event)
    case 'extended':
      return { by_bid: event.bySeq, ...endsOf(after) }
    case 'outage':
      return { from: instantOf(event.from), to: instantOf(event.to), shift_ms: event.shift, ...endsOf(after) }
    case 'ended':
      return { effective_end: instantOf(event.effectiveEnd), bids: after.seq }
    case 'partial_accepted':
      return { participant: event.participant, quantity: toQuantityString(event.quantity) }
    case 'partial_refused':
      return { participant: event.participant, quantity: toQuantityString(event.quantity), by: event.by }
    case 'winner_disqualified':
      return {
        participant: event.participant,
        ...(event.document === null ? {} : { reason: event.reason, file_sha256: event.document.sha256 }),
      }
    case 'winners_confirmed':
      return {
        winners: winners(allocationOf(after)).map(({ participant, given, price }) => ({
          participant,
          quantity: toQuantityString(given),
          price: toPriceString(price),
        })),
      }
    case 'completed':
      return { result: resultShape(resultOf(after)), agreements: agreementBodies(after) }
    case 'cancelled':
      return { reason: event.reason }
    default:
      return event satisfies never
  }
}

/**
 * The record's first entry: the lot as it stood when the record began, from where on its numbers are frozen (R1.2).
 *
 * @param announcement null in a record of version 1, which has the lot's numbers alone
 */
export function announcedBody(lot: Lot, announcement: Announcement | null): BodyFields {
  if (announcement === null) return lotBody(lot)
  const { auctionId, number, category, changedAt, texts } = announcement
  return {
    version: RECORD_VERSION,
    auction: { id: auctionId, number },
    category,
    numbers_changed_at: changedAt === null ? null : instantOf(changedAt),
    ...lotBody(lot),
    texts,
  }
}

function lotBody(lot: Lot): BodyFields {
  return {
    lot: {
      volume: toQuantityString(lot.volume),
      starting_price: toPriceString(lot.startingPrice),
      minimum_step: toPriceString(lot.minimumStep),
      maximum_step: toPriceString(lot.maximumStep),
      minimum_quantity: toQuantityString(lot.minimumQuantity),
      quantity_step: toQuantityString(lot.quantityStep),
      application_deadline: instantOf(lot.applicationDeadline),
      starts_at: instantOf(lot.startsAt),
      ends_at: instantOf(lot.endsAt),
      extension_window_ms: lot.extensionWindow,
      hard_end: instantOf(lot.hardEndAt),
      minimum_participants: lot.minimumParticipants,
      visibility: lot.visibility,
    },
  }
}

function bidBody(bid: EventOf<'bid'>): BodyFields {
  return {
    bid: bid.seq,
    participant: bid.participant,
    price: toPriceString(bid.price),
    quantity: toQuantityString(bid.quantity),
    minimum_quantity: toQuantityString(bid.minimumQuantity),
    final: bid.final,
    preliminary: bid.preliminary,
    received_at: instantOf(bid.receivedAt),
    ...(bid.firstReceivedAt === undefined ? {} : { first_received_at: instantOf(bid.firstReceivedAt) }),
  }
}

/** Lets anybody check the seal of the application that this bid came from. */
function unsealed({ number, nonce }: Applicant): BodyFields {
  return { application: number, nonce }
}

function endsOf({ effectiveEnd, hardEnd }: AuctionState): BodyFields {
  return { effective_end: instantOf(effectiveEnd), hard_end: instantOf(hardEnd) }
}

function agreementBodies(state: AuctionState): BodyFields[] {
  return agreementsOf(state).map(({ participant, quantity, price, sum }) => ({
    participant,
    quantity: toQuantityString(quantity),
    price: toPriceString(price),
    sum: formatSum(sum),
  }))
}
