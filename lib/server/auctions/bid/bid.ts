import type { PlacedBid } from '@/lib/contract/auctions'
import type { ApplyRefusal } from '@/lib/domain/application'
import type { OrderRefusal } from '@/lib/domain/automatic-bids'
import type { BidCommand } from '@/lib/domain/bidding'
import type { AutomaticOrder } from '@/lib/domain/events'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { instantOf } from '@/lib/server/events/auction-shapes'
import { type Outcome, refuse } from '@/lib/server/http/handler'

/** A bid to be decided. */
export interface PlaceBid extends BidCommand {
  readonly auctionId: number
  /** Who of the bidder's people places it (R14.1). */
  readonly personId: number
  /** Chosen by the client (R4.8). */
  readonly idempotencyKey: string
}

/** An automatic order to be left; null withdraws the one that there is (R10.1). */
export interface ChangeOrder {
  readonly auctionId: number
  readonly bidderId: number
  readonly personId: number
  readonly idempotencyKey: string
  readonly receivedAt: number
  readonly order: (AutomaticOrder & { readonly seal: string }) | null
}

export type QueuedCommand = PlaceBid | ChangeOrder

export const isOrder = (command: QueuedCommand): command is ChangeOrder => 'order' in command

export type BidOutcome = Outcome<{ data: PlacedBid }>
/** The entry that recorded a change of an order. The answer is kept with its key, so it has no number of the order (R10.5). */
export type OrderOutcome = Outcome<{ data: { entry_seq: number; entry_hash: string } }>
export type QueuedOutcome = BidOutcome | OrderOutcome
export type OutcomeOf<Command extends QueuedCommand> = Command extends PlaceBid ? BidOutcome : OrderOutcome

/** The first answer to a client's key, which the same key gets again (R4.8). */
export interface IdempotencyRecord {
  readonly fingerprint: string
  readonly outcome: QueuedOutcome
}

/** The content of a request, so that a key reused for another bid is detected. */
export function fingerprintOf(command: QueuedCommand): string {
  // Of an order only the kind: its numbers are sealed (R10.5).
  if (isOrder(command)) return command.order === null ? 'automatic order withdrawn' : 'automatic order'
  const { price, quantity, minimumQuantity, final } = command
  return [price, quantity, minimumQuantity ?? '', final ? 'final' : ''].join('|')
}

export function keyOf({ auctionId, bidderId, idempotencyKey }: QueuedCommand): string {
  return `${auctionId}:${bidderId}:${idempotencyKey}`
}

/** A refusal of the rules in the wire's form, with the exact bounds that its message needs. */
export function refusalOf(refusal: OrderRefusal | ApplyRefusal): ReturnType<typeof refuse> {
  switch (refusal.code) {
    case 'bid_below_minimum':
    case 'price_below_starting':
      return refuse(refusal.code, { extensions: { minimum: toPriceString(refusal.minimum) } })
    case 'bid_above_maximum':
      return refuse(refusal.code, { extensions: { maximum: toPriceString(refusal.maximum) } })
    case 'bid_off_grid':
      return refuse(refusal.code, { extensions: { nearest: refusal.nearest.map(toPriceString) } })
    case 'quantity_above_volume':
    case 'deposit_insufficient':
      return refuse(refusal.code, { extensions: { maximum: toQuantityString(refusal.maximum) } })
    case 'quantity_below_minimum':
    case 'quantity_reduced':
      return refuse(refusal.code, { extensions: { minimum: toQuantityString(refusal.minimum) } })
    case 'quantity_off_step':
      return refuse(refusal.code, { extensions: { nearest: refusal.nearest.map(toQuantityString) } })
    case 'auction_halted':
      return refuse(refusal.code, {
        extensions: refusal.resumesAt === null ? {} : { resumes_at: instantOf(refusal.resumesAt) },
      })
    case 'minimum_quantity_invalid':
      return refuse(refusal.code, {
        extensions: { minimum: toQuantityString(refusal.minimum), maximum: toQuantityString(refusal.maximum) },
      })
    default:
      return refuse(refusal.code)
  }
}
