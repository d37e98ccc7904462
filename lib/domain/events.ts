import type { EpochMs } from './lot'
import type { Kopecks, Thousandths } from './money'

/** A bid as recorded (R4.6). */
export interface Bid {
  /** Gapless within the auction, from 1, in the order received (R4.9). */
  readonly seq: number
  readonly bidderId: number
  /** The participant's №, the only name that others see (R2.4). */
  readonly participant: number
  readonly price: Kopecks
  readonly quantity: Thousandths
  /** The smallest quantity that the bidder accepts if less than its own is left (R7.2). */
  readonly minimumQuantity: Thousandths
  readonly final: boolean
  /** When it was received (R0.4); for a preliminary bid, when the application was. */
  readonly receivedAt: EpochMs
  /** Made from the application at the start (R3.1). */
  readonly preliminary: boolean
  /** Placed by the portal for an automatic order (R10). */
  readonly automatic: boolean
}

/** The limits within which the portal bids for a participant (R10.1). The record has only their seal. */
export interface AutomaticOrder {
  /** On the price grid. */
  readonly ceiling: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
  /** Hashed with the numbers to the seal on record. */
  readonly salt: string
}

/** A period in which no server could record a bid (R3.2). */
export interface Outage {
  readonly from: EpochMs
  readonly to: EpochMs
}

/** A file in evidence of a decision: its id and the SHA-256 of its content in hexadecimal. */
export interface EvidenceFile {
  readonly id: string
  readonly sha256: string
}

/** Why a company was confirmed although a related one was (R14.4); null text for no note. The record has only the seal. */
export interface SealedNote {
  readonly text: string | null
  readonly nonce: string
  readonly seal: string
}

/** A published question on a lot with its answer, without the company that asked (R12.1). */
export interface PublishedAnswer {
  /** Gapless within the auction, from 1. */
  readonly number: number
  /** Null if the answer was first sent in a private chat (R12.2). */
  readonly askedAt: EpochMs | null
  /** The language that `texts` always has; shown if the reader's own is missing. */
  readonly language: TextLanguage
  readonly texts: Readonly<Partial<Record<TextLanguage, { readonly question: string; readonly answer: string }>>>
}
type TextLanguage = 'uk' | 'en' | 'ru'

export type RejectionReason = 'not_confirmed_before_start' | 'account_deactivated'

/** An event of an auction, `at` the server's instant. Plain JSON; the state is derived only from events (R1.3). */
export type AuctionEvent = { readonly at: EpochMs } & (
  | {
      readonly kind: 'application_received'
      readonly bidderId: number
      readonly price: Kopecks
      readonly quantity: Thousandths
      readonly minimumQuantity: Thousandths
    }
  | { readonly kind: 'documents_sent'; readonly bidderId: number }
  | { readonly kind: 'application_withdrawn'; readonly bidderId: number }
  | {
      readonly kind: 'application_confirmed'
      readonly bidderId: number
      readonly participant: number
      /** The reason for confirming although the deposit does not cover the quantity (R11.2). */
      readonly depositWaiver: string | null
      readonly note: SealedNote
    }
  | {
      readonly kind: 'deposit_recorded'
      readonly bidderId: number
      /** The total received so far, in kopecks. */
      readonly received: Kopecks
    }
  | {
      readonly kind: 'application_rejected'
      readonly bidderId: number
      readonly by: 'manager'
      readonly reason: string
    }
  | {
      readonly kind: 'application_rejected'
      readonly bidderId: number
      readonly by: 'system'
      readonly reason: RejectionReason
    }
  | { readonly kind: 'started'; readonly participants: number }
  | { readonly kind: 'unsuccessful'; readonly confirmed: number; readonly minimum: number }
  | ({ readonly kind: 'bid' } & Bid)
  | {
      readonly kind: 'automatic_order_left'
      readonly bidderId: number
      readonly seal: string
      /** Null if only the record is known, and once the order is replaced or the auction is over (R10.5). */
      readonly order: AutomaticOrder | null
    }
  | { readonly kind: 'automatic_order_withdrawn'; readonly bidderId: number }
  | { readonly kind: 'extended'; readonly bySeq: number; readonly effectiveEnd: EpochMs }
  | ({
      readonly kind: 'outage'
      /** Milliseconds by which the effective end and the hard end move (R3.2). */
      readonly shift: number
    } & Outage)
  | { readonly kind: 'halted'; readonly reason: string }
  | {
      readonly kind: 'resumed'
      /** Bids are accepted again from then on. */
      readonly resumesAt: EpochMs
      /** Milliseconds by which the effective end and the hard end move (R13.1). */
      readonly shift: number
    }
  | ({ readonly kind: 'question_answered' } & PublishedAnswer)
  | { readonly kind: 'account_deactivated'; readonly bidderId: number }
  | { readonly kind: 'account_reactivated'; readonly bidderId: number }
  | { readonly kind: 'ended'; readonly effectiveEnd: EpochMs }
  | { readonly kind: 'partial_accepted'; readonly participant: number; readonly quantity: Thousandths }
  | {
      readonly kind: 'partial_refused'
      readonly participant: number
      readonly quantity: Thousandths
      /** `system` for a participant that let the term pass (R7.3). */
      readonly by: 'participant' | 'system'
    }
  | {
      readonly kind: 'winner_disqualified'
      readonly participant: number
      readonly reason: string
      /** The file that proves the reason. */
      readonly document: EvidenceFile
    }
  | { readonly kind: 'winners_confirmed' }
  | { readonly kind: 'completed' }
  | { readonly kind: 'cancelled'; readonly reason: string }
)

export type EventOf<K extends AuctionEvent['kind']> = Extract<AuctionEvent, { readonly kind: K }>

/** Result of a command: events to record, or a refusal with the values that its message needs. */
export type Decision<Refusal> =
  | { readonly ok: true; readonly events: readonly AuctionEvent[] }
  | { readonly ok: false; readonly refusal: Refusal }

export function accepted(...events: readonly AuctionEvent[]): {
  readonly ok: true
  readonly events: readonly AuctionEvent[]
} {
  return { ok: true, events }
}

export function refused<Refusal>(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal }
}
