import { createHash, createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { SealedNote } from '@/lib/domain/events'
import { toPriceString, toQuantityString, type Kopecks, type Thousandths } from '@/lib/domain/money'
import type { Keys } from '@/lib/server/platform/signatures'
import { createVault } from '@/lib/server/platform/vault'

/** The secret part of an application before the start (R2.3) or of an automatic order (R10.5), in the record's whole numbers. */
interface SecretBid {
  readonly price: number
  readonly quantity: number
  readonly minimum_quantity: number
  readonly nonce: string
}

/** Authenticated with the bid, so that it cannot be moved to another account, auction or entry. */
interface BidPlace {
  readonly auctionId: number
  readonly companyId: number
  /** The log entry that left an automatic order; none for an application. */
  readonly orderEntry?: number
}

export interface BidVault {
  seal(bid: SecretBid, place: BidPlace): Buffer
  /**
   * Tells whether two requests with the same key leave the same order, without telling its numbers or whether two keys' are the same.
   * One text under each key, the present one first.
   */
  fingerprints(numbers: PreliminaryBid, request: string): [string, ...string[]]
  /** Null if none of the keys has sealed it, or if it was sealed for another place. */
  open(sealed: Buffer, place: BidPlace): SecretBid | null
}

/** All texts have one length, so that it reveals nothing about the numbers. */
const TEXT_BYTES = 192

const secretBid = z.object({ price: z.int(), quantity: z.int(), minimum_quantity: z.int(), nonce: z.string() })

/**
 * Encrypts preliminary bids and automatic orders for the database.
 *
 * @param keys the first one seals; all of them open, so that the secret may change while auctions await their start
 * @param onLocked called once for each auction with a bid that does not open
 */
export function createBidVault(keys: Keys, onLocked: (auctionId: number) => void = () => undefined): BidVault {
  const locked = new Set<number>()
  const vault = createVault(keys)
  const labelOf = ({ auctionId, companyId, orderEntry }: BidPlace) =>
    [auctionId, companyId, ...(orderEntry === undefined ? [] : [orderEntry])].join(':')
  return {
    seal({ price, quantity, minimum_quantity, nonce }, place) {
      const text = JSON.stringify({ price, quantity, minimum_quantity, nonce })
      return vault.seal(text.padEnd(TEXT_BYTES), labelOf(place))
    },
    fingerprints({ price, quantity, minimumQuantity }, request) {
      const text = ['automatic order', request, price, quantity, minimumQuantity].join('|')
      const digest = (key: Buffer) => createHmac('sha256', key).update(text).digest('base64url')
      const [present, ...former] = keys
      return [digest(present), ...former.map(digest)]
    },
    open(sealed, place) {
      const text = vault.open(sealed, labelOf(place))
      if (text !== null) return secretBid.parse(JSON.parse(text))
      if (!locked.has(place.auctionId)) onLocked(place.auctionId)
      locked.add(place.auctionId)
      return null
    },
  }
}

/** Data of an application that the rules do not need. */
export interface Applicant {
  /** The application's id. */
  readonly id: number
  /** Its number in the public log, from 1 in the order of the log. */
  readonly number: number
  readonly nonce: string
  /** The seal of a bid that the record never opens: its readers know no more than this hash. */
  readonly seal?: string
}

/** Makes it impossible to find a seal's numbers by trial (R2.3, R10.5). */
export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

/**
 * The seal of a preliminary bid, or of an automatic order with its ceiling as the price: SHA-256 of
 * `nonce|price|quantity|minimum quantity` in the contract's decimal strings. It is in the log from the application on and
 * reveals nothing (R2.3); the first bids carry the nonce, which proves that the numbers were not changed.
 */
export function sealOf(nonce: string, { price, quantity, minimumQuantity }: PreliminaryBid): string {
  return sealOfText(
    [nonce, toPriceString(price), toQuantityString(quantity), toQuantityString(minimumQuantity)].join('|'),
  )
}

/** Seals a note for the public record: SHA-256 of `nonce|note`. The lack of a note is sealed too, so that the seal reveals nothing (R14.4). */
export function sealNote(text: string | null, nonce = newNonce()): SealedNote {
  return { text, nonce, seal: sealOfText(`${nonce}|${text ?? ''}`) }
}

/** @param opened the text that was sealed: the nonce, then the values, separated by `|` */
export function sealOfText(opened: string): string {
  return createHash('sha256').update(opened).digest('hex')
}

interface PreliminaryBid {
  readonly price: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
}
