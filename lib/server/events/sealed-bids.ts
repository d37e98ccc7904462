import { createCipheriv, createDecipheriv, randomBytes, createHash } from 'node:crypto'
import * as z from 'zod'
import { toPriceString, toQuantityString, type Kopecks, type Thousandths } from '@/lib/domain/money'
import type { Keys } from '@/lib/server/platform/signatures'

/** The secret part of an application before the start (R2.3) or of an automatic order (R10.5), in the record's whole numbers. */
interface SecretBid {
  readonly price: number
  readonly quantity: number
  readonly minimum_quantity: number
  readonly nonce: string
}

/** Sealed together with the bid, so that no bid can be moved to another account, auction or entry. */
interface BidPlace {
  readonly auctionId: number
  readonly accountId: number
  /** The log's entry that left an automatic order; none for an application. */
  readonly orderEntry?: number
}

export interface BidVault {
  seal(bid: SecretBid, place: BidPlace): Buffer
  /** Null where none of the keys has sealed it, or it was sealed for another place. */
  open(sealed: Buffer, place: BidPlace): SecretBid | null
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** All are of one length, so that it tells nothing of the numbers. */
const TEXT_BYTES = 192

const secretBid = z.object({ price: z.int(), quantity: z.int(), minimum_quantity: z.int(), nonce: z.string() })

/**
 * Seals preliminary bids and automatic orders for the database.
 *
 * @param keys the first seals; what the others have sealed still opens, so that a secret may change while auctions wait for their start
 * @param onLocked told once of each auction that has a bid that does not open
 */
export function createBidVault(keys: Keys, onLocked: (auctionId: number) => void = () => undefined): BidVault {
  const locked = new Set<number>()
  const labelOf = ({ auctionId, accountId, orderEntry }: BidPlace) =>
    Buffer.from([auctionId, accountId, ...(orderEntry === undefined ? [] : [orderEntry])].join(':'))
  return {
    seal({ price, quantity, minimum_quantity, nonce }, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, keys[0], iv).setAAD(labelOf(place))
      const text = JSON.stringify({ price, quantity, minimum_quantity, nonce }).padEnd(TEXT_BYTES)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    open(sealed, place) {
      for (const key of keys) {
        const text = openWith(key, sealed, labelOf(place))
        if (text !== null) return secretBid.parse(JSON.parse(text))
      }
      if (!locked.has(place.auctionId)) onLocked(place.auctionId)
      locked.add(place.auctionId)
      return null
    },
  }
}

function openWith(key: Buffer, sealed: Buffer, label: Buffer): string | null {
  const opening = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(label)
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([opening.update(sealed.subarray(IV_BYTES + TAG_BYTES)), opening.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Data of an application that the rules do not need. */
export interface Applicant {
  /** The application's id. */
  readonly id: number
  /** Its name in the public log, from 1 in the order of the log. */
  readonly number: number
  readonly nonce: string
  /** The seal of a bid that the record keeps closed: only its own hash is known to who reads the record. */
  readonly seal?: string
}

/** What makes a seal that no one can try out (R2.3, R10.5). */
export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Seals a preliminary bid, or an automatic order by its ceiling: SHA-256 of `nonce|price|quantity|minimum quantity` in the contract's decimal strings. The log
 * holds it from the application on and reveals nothing (R2.3); the first bids carry the nonce, which proves that nobody
 * changed the price.
 */
export function sealOf(nonce: string, { price, quantity, minimumQuantity }: PreliminaryBid): string {
  const sealed = [nonce, toPriceString(price), toQuantityString(quantity), toQuantityString(minimumQuantity)].join('|')
  return createHash('sha256').update(sealed).digest('hex')
}

export interface PreliminaryBid {
  readonly price: Kopecks
  readonly quantity: Thousandths
  readonly minimumQuantity: Thousandths
}
