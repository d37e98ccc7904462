import { createHash, randomBytes } from 'node:crypto'
import { type Kopecks, toPriceString, toQuantityString, type Thousandths } from '@/lib/domain/money'

/** What the record keeps of an application beside the rules' own facts. */
export interface Applicant {
  /** The application's id. */
  readonly id: number
  /** Its name in the public log, from 1 in the order of the log. */
  readonly number: number
  readonly nonce: string
  /** The seal of a bid that the record keeps closed: only its own hash is known to who reads the record. */
  readonly seal?: string
}

interface PreliminaryBid {
  readonly price: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
}

export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Seals a preliminary bid: SHA-256 of `nonce|price|quantity|minimum quantity` in the wire's decimal strings. It stands in
 * the log from the application on and tells nothing (R2.3); the first bids carry the nonce, and then it proves that
 * nobody has changed the price in between.
 */
export function sealOf(nonce: string, { price, quantity, minimumQuantity }: PreliminaryBid): string {
  const sealed = [nonce, toPriceString(price), toQuantityString(quantity), toQuantityString(minimumQuantity)].join('|')
  return createHash('sha256').update(sealed).digest('hex')
}
