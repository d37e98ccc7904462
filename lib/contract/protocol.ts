import * as z from 'zod'
import { auctionResult, rankingRow } from './stream'
import { endpoint } from './endpoint'
import { eachField, LOT_TERMS, LOT_TEXTS } from './lot-fields'
import { data, empty, id, instant, language, lotShape, price, quantity, sum } from './primitives'

/** One entry of the protocol (R8.4). `hash` = SHA-256 of the previous hash, a line break, then `body`. */
export const protocolEntry = z.object({
  seq: z.int(),
  at: instant,
  kind: z.string(),
  /** The canonical JSON that was hashed, as recorded. */
  body: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
})
export type ProtocolEntry = z.infer<typeof protocolEntry>

/**
 * A lot's texts on record in one language, in their order there: entries are stored, hashed and compared letter by letter. An entry lacks
 * the fields that lots did not have when it was written.
 */
export const recordedTexts = z.object({
  category: z.string(),
  unit: z.string(),
  price_unit: z.string(),
  ...eachField(LOT_TEXTS, () => z.string().optional()),
})
export type RecordedTexts = z.infer<typeof recordedTexts>

/** The lot and the outcome of its auction. Every field follows from the entries alone. */
export const protocolAuction = z.object({
  id,
  number: z.int(),
  category: z.string(),
  texts: z.object({ uk: recordedTexts, en: recordedTexts, ru: recordedTexts }),
  state: z.enum(['completed', 'cancelled', 'unsuccessful']),
  ...lotShape(LOT_TERMS),
  announced_at: instant,
  numbers_changed_at: z.nullable(instant),
  effective_end: instant,
  /** The latest end after outages, which move it (R3.2). */
  hard_end: instant,
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  winners_confirmed_at: z.nullable(instant),
  /** When it was completed or cancelled, or found unsuccessful. */
  finished_at: instant,
  cancel_reason: z.string().nullable(),
  applications: z.int(),
  participants: z.int(),
  bids: z.int(),
  ranking: z.array(rankingRow),
  result: z.nullable(auctionResult),
  agreements: z.array(z.object({ participant: z.int(), quantity, price, sum })),
})
export type ProtocolAuction = z.infer<typeof protocolAuction>

/** Ed25519 over `protocolStatement`; keys in DER (SPKI) and signatures in base64. */
export const protocolSignature = z.object({
  algorithm: z.literal('Ed25519'),
  public_key: z.string(),
  value: z.string(),
})

export const protocol = z.object({
  version: z.int(),
  auction: protocolAuction,
  entries: z.array(protocolEntry),
  entry_count: z.int(),
  head_hash: z.string(),
  signature: protocolSignature,
})
export type Protocol = z.infer<typeof protocol>

/** The signed part of a protocol: with the number of entries, so that none can be removed from its end. */
export function protocolStatement({ entry_count, head_hash }: Pick<Protocol, 'entry_count' | 'head_hash'>): string {
  return `auction protocol\n${entry_count}\n${head_hash}`
}

export const protocolEndpoints = {
  protocol: endpoint('/api/auctions/protocol', {
    summary: 'The public protocol of an auction that is over, a chain of hashes',
    access: 'reader',
    token: 'read',
    request: z.strictObject({ lang: language.default('uk'), id }),
    response: data(protocol),
    errors: ['not_found', 'auction_not_completed', 'forbidden'],
    rateLimit: { requests: 30, seconds: 60 },
  }),
  protocolKey: endpoint('/api/auctions/protocol-key', {
    summary: 'The public key of the portal’s signature on protocols, and former ones',
    access: 'visitor',
    token: 'read',
    request: empty,
    response: data(
      protocolSignature.pick({ algorithm: true, public_key: true }).extend({
        former_public_keys: z.array(protocolSignature.shape.public_key),
      }),
    ),
  }),
}
